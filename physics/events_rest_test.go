package physics_test

import (
	"testing"

	"mereo/internal/fixture"
	"mereo/physics"
)

// What stands goes on touching: awake, it begins and ends no contact, however many points of it come and go.
func TestRestTellsNothing(t *testing.T) {
	for name, s := range map[string]fixture.Setup{"wall": fixture.BrickWall(6), "cards": fixture.CardHouse(2), "room": fixture.Room(3)} {
		s.World.NoSleep = true
		w, _ := s.Build()
		w.RecordEvents(true)
		began, touch := 0, 0
		for step := range 960 {
			w.Step(fixture.Dt)
			for e := range w.Events() {
				if step >= 600 {
					t.Errorf("%s, step %d: %+v", name, step, e)
				} else if e.Kind == physics.ContactBegin {
					began++
				}
			}
		}
		for range w.Touching() {
			touch++
		}
		if touch == 0 || began < touch {
			t.Errorf("%s: %d contacts, %d began", name, touch, began)
		}
	}
}
