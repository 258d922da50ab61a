package trance

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"mereo/engine/geom"
)

// info is what is compared of a record of the generator.
type info struct {
	Cameras    map[string][3]float64
	Directions map[string]map[string][3]float64
	States     []struct {
		Objects []struct {
			storedObject
			Rotation   float64
			Coords     [3]float64            `json:"3d_coords"`
			ViewCoords map[string][3]float64 `json:"view_coords"`
		}
		Graphs  map[string]map[string]map[string][]int
		NPixels map[string]map[string]int    `json:"n_pixels"`
		Status  map[string]map[string]string `json:"status"`
	}
	Transformations []struct {
		Pair   Pair
		Object int `json:"obj_idx"`
	}
}

func vec(v [3]float64) geom.Vec3 { return geom.V(v[0], v[1], v[2]) }

// setup is the record's, without lamps.
func (in *info) setup() *sceneSetup {
	s := sceneSetup{lens: publishedLens}
	for c := range cameraID(cameraCount) {
		s.cameras[c] = vec(in.Cameras[c.String()])
	}
	for i, o := range in.States[0].Objects {
		s.rotations[i] = o.Rotation
	}
	return &s
}

// state reads the objects of a state.
func (in *info) state(t *testing.T, k int) *State {
	t.Helper()
	var st State
	for i, o := range in.States[k].Objects {
		var err error
		if st[i], err = o.object(); err != nil {
			t.Fatalf("state %d: object %d: %v", k, i, err)
		}
	}
	return &st
}

func TestVectorsSampleInfo(t *testing.T) {
	for _, c := range load[struct {
		ID   string
		Info info
	}](t, "sample_info.json") {
		in := &c.Info
		setup := in.setup()
		sameDirections(t, c.ID, in, setup)
		// views are where objects were last looked at: the published generator does not do so after a change of size.
		var views State
		for k := range in.States {
			st, id := in.state(t, k), fmt.Sprintf("%s state %d", c.ID, k)
			if k == 0 {
				views = *st
			} else if step := in.Transformations[k-1]; step.Pair.Attribute() == Position || step.Pair.Attribute() == Shape {
				views[step.Object] = st[step.Object]
			}
			for i, o := range in.States[k].Objects {
				if at := st[i].center(); at.Sub(vec(o.Coords)).Len() > 1e-5 {
					t.Errorf("%s: object %d is at %v, want %v", id, i, at, o.Coords)
				}
				for cam := range cameraID(cameraCount) {
					px, py, depth := setup.viewCoords(cam, views[i].center())
					want := o.ViewCoords[cam.String()]
					if math.Abs(float64(px)-want[0]) > 1 || math.Abs(float64(py)-want[1]) > 1 || math.Abs(depth-want[2]) > 1e-3 {
						t.Errorf("%s: %v sees object %d at %d, %d, %g, want %v", id, cam, i, px, py, depth, want)
					}
				}
			}
			for cam := range cameraID(cameraCount) {
				same(t, id, cam.String()+" graph", graphText(setup.graph(cam, st)), fmt.Sprint(in.States[k].Graphs[cam.String()]))
				// Counts are of another renderer; what follows from them is not.
				var n pixelCounts
				for i := range st {
					name := "Object_" + strconv.Itoa(i)
					n[cam][i] = in.States[k].NPixels[cam.String()][name]
					want := in.States[k].Status[cam.String()][name]
					same(t, id, fmt.Sprintf("%v status of %s", cam, name), n.status(st, cam, i, enoughPixels).String(), want)
				}
			}
		}
	}
}

func sameDirections(t *testing.T, id string, in *info, s *sceneSetup) {
	t.Helper()
	for cam := range cameraID(cameraCount) {
		want := in.Directions[cam.String()]
		same(t, id, "number of directions", len(want), len(directionKeys))
		for i, d := range s.directions(cam) {
			if d.Sub(vec(want[directionKeys[i]])).Len() > 1e-4 {
				t.Errorf("%s: %v: %s is %v, want %v", id, cam, directionKeys[i], d, want[directionKeys[i]])
			}
		}
	}
}

// graphText writes a graph as the map of the record is written: fmt sorts keys.
func graphText(g [relationCount][ObjectCount][]int) string {
	m := map[string]map[string][]int{}
	for r, of := range g {
		m[relationNames[r]] = map[string][]int{}
		for i, list := range of {
			if list != nil {
				m[relationNames[r]][strconv.Itoa(i)] = list
			}
		}
	}
	return fmt.Sprint(m)
}
