package physics_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"mereo/internal/vectors"
	"mereo/physics"
	"mereo/physics/scenario"
)

// scenarios reads a file of conformance vectors.
func scenarios(t testing.TB, name string) []*scenario.Scenario {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []*scenario.Scenario
	for s, err := range scenario.Load(filepath.Base(name), f) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return out
}

// Every body of every scenario rests or moves as the vectors say, and has the mass and the center they say. Where a verdict
// differs, mechanics must speak for ours; see prove.
func TestVectorsPhysics(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(vectors.Dir(t, "physics"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) {
			list := scenarios(t, name)
			results := make([]scenario.Result, len(list))
			parallel(len(list), func(i int) {
				r, err := list[i].Run(nil)
				if err != nil {
					t.Error(err)
				}
				results[i] = r
			})
			for i, s := range list {
				checkScenario(t, s, results[i])
			}
		})
	}
}

// parallel calls f(0) to f(n-1) on all cores.
func parallel(n int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// checkScenario compares masses and centers to 1e-4 (relative; of a center, of its distance from the origin or of a
// meter, if that is more) and verdicts exactly.
func checkScenario(t *testing.T, s *scenario.Scenario, r scenario.Result) {
	t.Helper()
	if r.Flags&(physics.NotFinite|physics.SpeedLimited) != 0 {
		t.Errorf("%s: flags %b", s.Name, r.Flags)
	}
	byName := map[string]scenario.Outcome{}
	for _, o := range r.Bodies {
		byName[o.Name] = o
	}
	if len(s.Expected) != len(r.Bodies) {
		t.Errorf("%s: %d bodies, %d expected", s.Name, len(r.Bodies), len(s.Expected))
	}
	for _, want := range s.Expected {
		got := byName[want.Name]
		if e := math.Abs(got.Mass - *want.Mass); !(e <= 1e-4**want.Mass) {
			t.Errorf("%s: %s: mass %.8g, want %.8g", s.Name, want.Name, got.Mass, *want.Mass)
		}
		if e := got.CenterStart.Sub(*want.Center).Len(); !(e <= 1e-4*max(1, want.Center.Len())) {
			t.Errorf("%s: %s: center of mass %v, want %v", s.Name, want.Name, got.CenterStart, *want.Center)
		}
		if got.Verdict == want.Verdict {
			continue
		}
		differs := fmt.Sprintf("%s: %s %s, want %s: moved %.4f m, turned %.4f rad", s.Name, want.Name, got.Verdict, want.Verdict, got.Moved, got.Turned)
		if proof, err := prove(s, got); err != nil {
			t.Errorf("%s; %v", differs, err)
		} else {
			t.Logf("%s; but %s", differs, proof)
		}
	}
}

// A step of the rooms of the vectors, before anything sleeps; one operation is one step of one room.
func BenchmarkVectorsRoom(b *testing.B) {
	list := scenarios(b, filepath.Join(vectors.Dir(b, "physics"), "room.json"))
	for n := 0; n < b.N; {
		for _, s := range list {
			b.StopTimer()
			w, err := physics.NewWorld(physics.WorldDef{Gravity: s.Gravity, NoSleep: true})
			if err != nil {
				b.Fatal(err)
			}
			for _, body := range s.Bodies {
				if _, err := w.AddBody(body.Def); err != nil {
					b.Fatal(err)
				}
			}
			b.StartTimer()
			for range s.Steps {
				if n++; n > b.N {
					return
				}
				w.Step(s.Dt)
			}
		}
	}
}
