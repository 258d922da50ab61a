// Command mereo writes the scenes in which engines are compared (mereo scenes DIR), and steps scenario files with our engine as the
// programs beside it do with theirs (mereo FILE.json [warm=N] [steps=N] [every=N]). The script run calls it; no part of the program.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"mereo/internal/fixture"
	"mereo/physics"
	"mereo/physics/scenario"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: mereo scenes DIR | mereo FILE.json [warm=N] [steps=N] [every=N]")
	}
	if os.Args[1] == "scenes" {
		for name, s := range map[string]fixture.Setup{
			"heap-1000": fixture.Heap(1000), "heap-5000": fixture.Heap(5000), "heap-10000": fixture.Heap(10000),
			"cylinders-400": fixture.Cylinders(400), "hulls-400": fixture.Hulls(400), "pyramid-5050": fixture.Pyramid(100),
		} {
			if err := export(filepath.Join(os.Args[2], name+".json"), name, s); err != nil {
				log.Fatal(err)
			}
		}
		return
	}
	if err := bench(); err != nil {
		log.Fatal(err)
	}
}

// export writes a scene. The other programs take the volume of hulls from the file.
func export(file, name string, setup fixture.Setup) error {
	s := scenario.Scenario{Name: name, Gravity: setup.World.Gravity, Dt: fixture.Dt, Steps: 1}
	if name == "pyramid-5050" {
		s.Dt = 1.0 / 60
	}
	for i, def := range setup.Bodies {
		s.Bodies = append(s.Bodies, scenario.Body{Name: fmt.Sprint("body", i), Def: def})
	}
	text, err := json.Marshal(&s)
	if err != nil {
		return err
	}
	var out struct {
		Name    string           `json:"name"`
		Gravity []float64        `json:"gravity"`
		Dt      float64          `json:"dt"`
		Steps   int              `json:"steps"`
		Bodies  []map[string]any `json:"bodies"`
	}
	if err := json.Unmarshal(text, &out); err != nil {
		return err
	}
	for i, b := range out.Bodies {
		for k, shape := range b["shapes"].([]any) {
			if m := shape.(map[string]any); m["type"] == "hull" {
				m["volume"] = setup.Bodies[i].Colliders[k].Shape.Volume()
			}
		}
	}
	if text, err = json.Marshal(out); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

func bench() error {
	options := map[string]int{"warm": 0, "steps": 0, "every": 0}
	for _, arg := range os.Args[2:] {
		key, value, _ := strings.Cut(arg, "=")
		n, err := strconv.Atoi(value)
		if _, ok := options[key]; !ok || err != nil {
			return fmt.Errorf("%q is unknown, want warm=N, steps=N or every=N", arg)
		}
		options[key] = n
	}
	warm, steps, every := options["warm"], options["steps"], options["every"]
	f, err := os.Open(os.Args[1])
	if err != nil {
		return err
	}
	defer f.Close()
	spent := 0.0 // seconds of the processor, so that what else runs on the machine does not count
	done := 0
	for s, err := range scenario.Load(os.Args[1], f) {
		if err != nil {
			return err
		}
		w, err := physics.NewWorld(physics.WorldDef{Gravity: s.Gravity, NoSleep: true})
		if err != nil {
			return err
		}
		var ids []physics.BodyID
		for _, b := range s.Bodies {
			id, err := w.AddBody(b.Def)
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		for range warm {
			w.Step(s.Dt)
		}
		n := steps
		if n == 0 {
			n = s.Steps
		}
		from := processor()
		for step := range n {
			w.Step(s.Dt)
			if every == 0 || (step+1)%every != 0 {
				continue
			}
			for i, b := range s.Bodies {
				if b.Def.Type != physics.Dynamic {
					continue
				}
				p, q, v, turn := w.Center(ids[i]), w.Pose(ids[i]).Rotation, w.Velocity(ids[i]), w.AngularVelocity(ids[i])
				fmt.Println(s.Name, step+1, b.Name, p.X, p.Y, p.Z, q.W, q.X, q.Y, q.Z, v.X, v.Y, v.Z, turn.X, turn.Y, turn.Z)
			}
		}
		spent += processor() - from
		done += n
	}
	fmt.Printf("mereo: %.1f us per step\n", 1e6*spent/float64(done))
	return nil
}

// processor is how long the program has computed, seconds.
func processor() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a bad argument fails
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
