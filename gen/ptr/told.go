package ptr

import (
	"fmt"
	"math"
	"slices"

	"mereo/assets/palette"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/gen"
	"mereo/scenes"
	"mereo/scenes/annot"
	"mereo/scenes/place"
)

// finished is a sample as read from disk.
type finished struct {
	cfg    Config
	split  string
	index  int
	files  files
	record *Record
	out    []gen.Problem
}

// report adds a problem; object is -1 where it is about none.
func (f *finished) report(file string, object int, rule, format string, args ...any) {
	p := gen.Problem{File: file, Rule: rule, Detail: fmt.Sprintf(format, args...)}
	if object >= 0 {
		p.Object = fmt.Sprintf("object %d", object)
		if object < len(f.record.Objects) {
			p.Object += " (" + f.record.Objects[object].Category + ")"
		}
	}
	f.out = append(f.out, p)
}

func vec3(v [3]float64) geom.Vec3 { return geom.V(v[0], v[1], v[2]) }

// sizes checks what all else relies on.
func (f *finished) sizes() bool {
	r, scene := f.record, f.files.scene
	before := len(f.out)
	if r.ImageIndex != f.index || r.Split != f.split || r.ImageFilename != ImageName(f.split, f.index) {
		f.report(scene, -1, "identity", "the file says %s %d (%s), want %s %d", r.Split, r.ImageIndex, r.ImageFilename, f.split, f.index)
	}
	if r.Camera.Width != f.cfg.Width || r.Camera.Height != f.cfg.Height {
		f.report(scene, -1, "picture-size", "%d x %d, want %d x %d", r.Camera.Width, r.Camera.Height, f.cfg.Width, f.cfg.Height)
	}
	if n := len(r.Objects); r.Physics && n != physicalObjects {
		f.report(scene, -1, "objects", "%d objects in a physical scene, want %d", n, physicalObjects)
	} else if !r.Physics && (n < 1 || n > f.cfg.MaxObjects) {
		f.report(scene, -1, "objects", "%d objects, want 1 to %d", n, f.cfg.MaxObjects)
	}
	for i := range r.Objects {
		o := &r.Objects[i]
		if categoryOf(o.Category) == nil {
			f.report(scene, i, "category", "%q is none of the categories", o.Category)
		}
		if physical := o.Rotation.Euler != nil && o.Simulation != nil; physical != r.Physics || (o.Stability != "") != r.Physics {
			f.report(scene, i, "physics", "physics is %v, the object has rotation %v, simulation %v, stability %q", r.Physics, o.Rotation, o.Simulation, o.Stability)
		}
		masks := []annot.RLE{o.ObjMask}
		for _, name := range sortedKeys(o.PartMask) {
			masks = append(masks, o.PartMask[name]...)
		}
		for _, m := range masks {
			err := m.Validate()
			if want := [2]int{f.cfg.Height, f.cfg.Width}; err == nil && m.Size != want {
				err = fmt.Errorf("size %v, want %v", m.Size, want)
			}
			if err != nil {
				f.report(scene, i, "mask-sum", "a mask: %v", err)
				break
			}
		}
	}
	if len(f.out) == before {
		if fault := r.motionFault(f.cfg.Film); fault != "" {
			f.report(scene, -1, "motion", "%s", fault)
		}
	}
	return len(f.out) == before
}

// tell is the sample that a record tells of, as far as records do: without meshes and with the numbers of pixels that they have. Written
// down again it has all that follows from the rest of the record, or from the seed without models.
func (s *Sampler) tell(r *Record) *Sample {
	key, physical, slots := s.begin(r.ImageIndex)
	key.Attempt = r.Mereo.Attempt
	m := s.room(key, physical, slots)
	m.seen = []int{}
	for i := range r.Objects {
		o := &r.Objects[i]
		c := categoryOf(o.Category)
		p := Placed{Category: o.Category, Yaw: o.Rotation.Yaw, Scale: o.Scale, Supporter: -1}
		in := scenes.Object{Model: o.PartnetID, WorldFromObject: geom.Transform{M: o.Rotation.worldFromModel(), T: vec3(o.Coords)}}
		byLabel := map[string]Color{}
		for _, part := range o.Parts {
			if _, ok := byLabel[part.Label]; !ok {
				color, _ := palette.Named(part.Color)
				byLabel[part.Label] = Color(color)
			}
			p.raw, p.names, p.colors = append(p.raw, part.Label), append(p.names, part.Mesh), append(p.colors, byLabel[part.Label])
			in.Parts, m.seen = append(in.Parts, scenes.Part{Mesh: &mesh.Mesh{}}), append(m.seen, part.PixelsAlone)
		}
		n := noteLabels(p.raw, s.cfg.Published.Counts)
		for k := range n.colors {
			n.colors[k].value = byLabel[n.colors[k].label]
		}
		p.note = annotate(c, in.WorldFromObject.M, n, s.cfg.Published.Lines)
		p.note.checkParts(c, s.cfg.Published.Counts)
		p.note.geometry = slices.Contains(o.QuestionType, "geometry")
		for k, raw := range p.raw {
			name := p.note.parts[k]
			if c.isLine(raw) {
				p.note.lineGeo[name] = vec3(o.LineGeo[name])
				if apart, ok := o.LineSpreadDeg[name]; ok {
					p.note.lineSpreadDeg[name] = apart
				}
			}
			if c.isPlane(raw) {
				p.note.planeGeo[name] = vec3(o.PlaneGeo[name])
			}
		}
		if o.Simulation != nil {
			p.Mode, p.Verdict = Mode(o.Simulation.Mode), o.Simulation.verdict(in.WorldFromObject.T, s.cfg.Published.Distances)
			if o.Simulation.Supporter != nil {
				p.Supporter = *o.Simulation.Supporter
			}
		}
		m.own = append(m.own, s.masked(&p, p.instances(m.seen[len(m.own):]))...)
		m.Objects, m.Scene.Objects = append(m.Objects, p), append(m.Scene.Objects, in)
	}
	s.complete(m, r.Mereo.Draws, place.Rejects(r.Mereo.Rejects))
	m.fall = r.Motion
	return m
}

// verdict is what a simulation told of an object that stood somewhere.
func (sim *Simulation) verdict(at geom.Vec3, published bool) *Verdict {
	v := &Verdict{
		Stable: sim.Change <= unstableChange, Change: sim.Change,
		Margin:         min(max(math.Round(sim.Margin*marginRepeats), 0), marginRepeats) / marginRepeats,
		WorldFromModel: geom.Transform{M: Rotation{Euler: &sim.EndRotation}.worldFromModel(), T: vec3(sim.EndCoords)},
	}
	if v.Stable {
		return v
	}
	for _, d := range moveDirections {
		for _, distance := range moveDistances(published) {
			move := Move{Direction: d.name, Distance: distance, Outcome: moveUnstable}
			if k := len(v.Moves); k < len(sim.Moves) {
				if slices.Contains([]string{moveStable, moveBlocked}, sim.Moves[k].Outcome) {
					move.Outcome = sim.Moves[k].Outcome
				}
				move.Unsure = sim.Moves[k].Unsure && move.Outcome != moveBlocked
			}
			v.Moves = append(v.Moves, move)
			v.LastTried = at.AddScaled(distance, d.to)
		}
	}
	return v
}

// masks are the ids that the masks of a record give to the sample that it tells of. All hidden parts of an object, which have one mask
// together, have the pixels of one of them.
func (s *Sampler) masks(m *Sample, r *Record) IDs {
	width, n := m.Scene.Camera.Width, m.Scene.Camera.Width*m.Scene.Camera.Height
	out := IDs{make([]uint16, n), make([]uint16, n)}
	fill := func(mask annot.RLE, into []uint16, id uint16) {
		mask.Runs(func(x, y0, y1 int) {
			for y := y0; y < y1; y++ {
				into[y*width+x] = id
			}
		})
	}
	first := 0
	for i := range r.Objects {
		o, p := &r.Objects[i], &m.Objects[i]
		if s.cfg.Published.PartMasks { // which leave pixels out
			fill(o.ObjMask, out.Object, uint16(i+1))
		}
		next, hidden := map[string]int{}, 0 // masks that are accounted for; a part without one
		put := func(name string, id int) {
			if k := next[name]; k < len(o.PartMask[name]) {
				next[name]++
				fill(o.PartMask[name][k], out.Part, uint16(id))
				if !s.cfg.Published.PartMasks {
					fill(o.PartMask[name][k], out.Object, uint16(i+1))
				}
			}
		}
		for k := range p.raw {
			if m.own[first+k] {
				put(p.note.parts[k], first+k+1)
			} else if hidden == 0 && o.Parts[k].Pixels > 0 {
				hidden = first + k + 1
			}
		}
		if hidden > 0 && !s.cfg.Published.PartMasks {
			put(other, hidden)
		}
		first += len(p.raw)
	}
	return out
}

// keep takes over from the record that m was told by what cannot be found again from the rest: the angles of a rotation, which are rounded on
// the way, and without pictures what only they show of parts without masks of their own.
func (r *Record) keep(m *Sample, told *Record, pictures bool) {
	first := 0
	for i := range r.Objects {
		o, was := &r.Objects[i], &told.Objects[i]
		if o.Rotation = was.Rotation; o.Simulation != nil {
			o.Simulation.EndRotation = was.Simulation.EndRotation
		}
		for k := range o.Parts {
			if !pictures && !m.own[first+k] {
				o.Parts[k].Pixels, o.Parts[k].BBox = was.Parts[k].Pixels, was.Parts[k].BBox
			}
		}
		first += len(o.Parts)
	}
}
