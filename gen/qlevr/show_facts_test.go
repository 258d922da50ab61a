package qlevr

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"mereo/engine/geom"
	"mereo/gen/show"
)

// smallPictures are quickly looked at.
func smallPictures(c *Config) { c.Width, c.Height = 96, 72 }

// Facts are what the record says, of all things of 100 samples, and cameras project places to the pixels that it has for them.
func TestFactsAreThoseOfTheRecord(t *testing.T) {
	r, _ := shownDataset(t, 100, smallPictures)
	round, turned := 0, 0
	for index := range 100 {
		s := shownAt(t, r, index)
		p, record := s.Page(), s.record
		made := *madeAt(t, r, index).Page()
		if !reflect.DeepEqual(*p, made) {
			t.Fatalf("sample %d: the page of the files is not that of the seed", index)
		}
		wantFacts(t, p.Title, p.Facts, show.Facts{
			"planes": len(record.Planes) - 1, "objects": len(record.Objects), "view": []string{"steep", "medium", "flat"}[record.Mereo.Preset],
			"camera_position_m": record.View.CameraAt, "camera_tilt_deg": record.View.CameraTurned[0],
		})
		for i := range p.Entities {
			e, of := &p.Entities[i], &record.Planes[i]
			f := show.Facts{
				"color": of.Color, "objects": len(of.Objects), "position_m": *e.At, "depth_m": of.Center[2],
				"published_box_px": edges(of.Box),
			}
			if i < len(p.Entities)-1 {
				drawn := &s.plan.planes[i]
				f["shape"], f["material"], f["area_share"] = of.Shape, of.Material, drawn.areaRatio
				f["position_m"] = [3]float64{drawn.center.x / 100, drawn.center.y / 100, 0}
			}
			wantFacts(t, e.Key, e.Facts, f)
			for k, number := range of.Objects {
				e, o := &e.Entities[k], &record.Objects[number]
				f := show.Facts{
					"size": o.Size, "color": o.Color, "material": o.Material, "shape": o.Shape, "on": p.Entities[i].Key,
					"position_m": o.Position, "depth_m": o.Center[2],
					"visible_px": e.Facts["visible_px"], "published_box_px": edges(o.Box),
				}
				if o.Material != "metal" && o.Material != "rubber" {
					f["material_variant"] = record.Mereo.Variants[number]
				}
				if slices.Contains([]string{"cone", "sphere", "cylinder"}, o.Shape) {
					round++
				} else {
					f["rotation_deg"] = o.Rotation
					turned++
				}
				wantFacts(t, e.Key, e.Facts, f)
			}
		}
		for i, q := range p.Questions {
			of := s.questions[i].record
			template := r.templates[of.Template.String()]
			f := show.Facts{"type": template.Types, "quantifiers": template.Quantifiers, "template_file": of.Template.File, "family": of.Template.Path[0]}
			if len(of.Template.Path) > 1 {
				f["variant"] = of.Template.Path[1:]
			}
			wantFacts(t, fmt.Sprintf("%s, question %d", p.Title, i), q.Facts, f)
		}
		cam := p.Pictures[0].Camera
		if p.Pictures[0].Drawing || !p.Pictures[1].Drawing || p.Pictures[1].Camera != nil {
			t.Fatalf("sample %d: pictures %+v", index, p.Pictures)
		}
		for i := range record.Objects {
			o := &record.Objects[i]
			x := geom.V(o.Position[0], o.Position[1], o.Position[2])
			row := func(m [3][3]float64, i int, v geom.Vec3) float64 { return geom.V(m[i][0], m[i][1], m[i][2]).Dot(v) }
			c := geom.V(row(cam.R, 0, x)+cam.T[0], row(cam.R, 1, x)+cam.T[1], row(cam.R, 2, x)+cam.T[2])
			u, v, w := row(cam.K, 0, c), row(cam.K, 1, c), row(cam.K, 2, c)
			if got := (PixelDepth{math.RoundToEven(u / w), math.RoundToEven(v / w), w}); got[0] != o.Center[0] || got[1] != o.Center[1] ||
				!(math.Abs(w-o.Center[2]) < 1e-12) {
				t.Fatalf("sample %d: object %d is projected to %v, recorded at %v", index, i, got, o.Center)
			}
		}
	}
	if round < 100 || turned < 100 {
		t.Errorf("%d round objects and %d others, want both often", round, turned)
	}
}

func edges(b Box) [4]float64 { return [4]float64{b.Left, b.Top, b.Left + b.Width, b.Top + b.Height} }

// wantFacts compares facts.
func wantFacts(t *testing.T, name string, got, want show.Facts) {
	t.Helper()
	if err := got.Check(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: facts %v, want %v", name, got, want)
	}
}

// How many pixels are seen is counted in the label pictures.
func TestVisiblePixelsAreThoseOfTheLabels(t *testing.T) {
	m := madeAt(t, shownOf(t, setOf(t, nil), genJobVal), 1)
	l, counts := m.Labels(0), map[string]int{}
	for _, id := range l.Object {
		counts[show.Key("object", int(id))]++
	}
	for _, plane := range m.Page().Entities {
		for _, e := range plane.Entities {
			if e.Facts["visible_px"] != counts[e.Key] || counts[e.Key] == 0 {
				t.Errorf("%s: %v pixels are seen, want %d", e.Key, e.Facts["visible_px"], counts[e.Key])
			}
		}
	}
}

// A set of drawings has neither pixels of solids nor a camera, and all its pictures are drawings.
func TestFactsOfDrawings(t *testing.T) {
	r, _ := shownDataset(t, 1, func(c *Config) { c.Dimension = 2 })
	p := shownAt(t, r, 0).Page()
	if len(p.Pictures) != 1 || !p.Pictures[0].Drawing || p.Pictures[0].Camera != nil {
		t.Errorf("pictures %+v", p.Pictures)
	}
	for _, plane := range p.Entities {
		for _, e := range append([]show.Entity{plane}, plane.Entities...) {
			for _, key := range []string{"visible_px", "published_box_px"} {
				if v, ok := e.Facts[key]; ok {
					t.Errorf("%s has %s %v", e.Key, key, v)
				}
			}
		}
	}
}

// Facts follow edits.
func TestFactsOfEdited(t *testing.T) {
	m := madeAt(t, shownOf(t, setOf(t, smallPictures), genJobVal), 1)
	out, _ := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: "object 1"}, show.Edit{Kind: show.EditMove, Entity: "object 2", X: -0.3, Y: -0.3})
	p := out.Page()
	if p.Facts["objects"] != len(m.record.Objects)-1 {
		t.Errorf("%v objects, want one less than %d", p.Facts["objects"], len(m.record.Objects))
	}
	desk := p.Entities[len(p.Entities)-1]
	at := slices.IndexFunc(desk.Entities, func(e show.Entity) bool { return e.Key == "object 2" })
	if at < 0 || desk.Entities[at].Facts["on"] != desk.Key || desk.Facts["objects"] != len(desk.Entities) {
		t.Errorf("what lies on the desk: %v, %v", desk.Facts, desk.Entities)
	}
}
