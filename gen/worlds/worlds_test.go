package worlds

import (
	"context"
	"mereo/gen"
	"mereo/gen/world"
	"testing"
	"time"
)

func TestPlans(t *testing.T) {
	for _, name := range Names() {
		w, err := Load(name, Folder{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := w.planner(gen.Job{Split: w.SplitNames()[0], Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		n := 0
		for i := range 8 {
			m, err := p.plan(context.Background(), i)
			if err != nil {
				t.Fatal(err)
			}
			n += m.attempt
		}
		t.Log(name, time.Since(begin)/8, n)
		_ = world.Color
	}
}
