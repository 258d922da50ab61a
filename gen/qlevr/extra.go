package qlevr

import (
	"fmt"
	"strconv"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/scenes/annot"
)

// Record is a scene file: the published record of a scene, and what else is known of it.
type Record struct {
	Scene
	Mereo Extra `json:"mereo"`
}

// Extra is what the published record lacks.
type Extra struct {
	Preset   int          `json:"preset"`            // of the camera: 0 is the steepest
	Variants []int        `json:"material_variants"` // of each object's wood, marble or leather: 1 or 2
	Lamps    []LampExtra  `json:"lamps"`             // key, fill and back
	Camera   annot.Camera `json:"camera,omitzero"`   // without distortion; older records have none
}

// LampExtra is by how much a lamp differs from where and what it is in all scenes.
type LampExtra struct {
	Shift   [3]float64 `json:"shift_m"`  // world
	TurnDeg [3]float64 `json:"turn_deg"` // added to its Euler angles
	PowerW  float64    `json:"power_w"`  // added
}

// record is the scene file of what was made.
func (g *generatedScene) record() *Record {
	e := Extra{Preset: g.view.preset, Variants: append([]int{}, g.variants...), Camera: annot.CameraOf(&g.view.camera, 1)}
	for _, l := range g.view.lamps {
		e.Lamps = append(e.Lamps, LampExtra{[3]float64{l.Shift.X, l.Shift.Y, l.Shift.Z}, l.TurnDeg, l.PowerW})
	}
	return &Record{g.scene, e}
}

// parseRecord reads a scene file.
func parseRecord(data []byte) (*Record, error) {
	r := new(Record)
	if err := record.Read(data, r, record.Lacking); err != nil {
		return nil, fmt.Errorf("qlevr: scene file: %w", err)
	}
	return r, nil
}

// tallyOf counts what the statistics page shows.
func tallyOf(g *generatedScene) gen.Tally {
	t := gen.Tally{}
	t.Add("planes drawn", strconv.Itoa(g.plan.drawn.planes))
	t.Add("shapes drawn", strconv.Itoa(g.plan.drawn.shapes))
	t.Add("colors drawn", strconv.Itoa(g.plan.drawn.colors))
	t.Add("materials drawn", strconv.Itoa(g.plan.drawn.materials))
	t.Add("planes", strconv.Itoa(len(g.plan.planes)))
	t.Add("objects", strconv.Itoa(len(g.plan.objects)))
	t.Add("preset", strconv.Itoa(g.view.preset))
	for i := range g.plan.planes {
		p := &g.plan.planes[i]
		t.Add("plane shape", p.shape)
		t.Add("plane look", p.color+" "+p.material)
		t.Add("objects on a plane", strconv.Itoa(len(p.objects)))
	}
	for i := range g.plan.objects {
		o := &g.plan.objects[i]
		t.Add("size", o.size)
		t.Add("color", o.color)
		t.Add("material", o.material)
		t.Add("shape", o.shape)
	}
	return t
}
