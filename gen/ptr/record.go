package ptr

import (
	"fmt"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes"
	"mereo/scenes/annot"
	"mereo/scenes/relate"
)

// recordVersion counts changes of the sampler or of the record that move existing data.
const recordVersion = 3

// relateMargin is by how much, in meters, one object must lie further along a direction to be in a relation.
const relateMargin = 0.2

// IDs are the id pictures of a scene: object ids and part ids from 1, rows from the top, 0 for the room.
type IDs struct{ Object, Part []uint16 }

// Composite puts the objects of a sample, each drawn alone, into one picture: the nearest surface wins, of equally near
// ones the first object. It gives the id pictures when nothing is rendered.
func (s *Sample) Composite() IDs {
	w, h := s.Scene.Camera.Width, s.Scene.Camera.Height
	out := IDs{make([]uint16, w*h), make([]uint16, w*h)}
	z := make([]float32, w*h)
	first := uint16(0)
	for i := range s.Objects {
		a := s.Objects[i].Alone
		k := 0
		for y := a.Y0; y < a.Y1; y++ {
			for x := a.X0; x < a.X1; x++ {
				at := y*w + x
				if p := a.Part[k]; p != 0 && (out.Object[at] == 0 || a.ViewZ[k] < z[at]) {
					out.Object[at], out.Part[at], z[at] = uint16(i+1), first+p, a.ViewZ[k]
				}
				k++
			}
		}
		first += uint16(len(s.Objects[i].raw))
	}
	return out
}

// ImageName is the name of a sample's picture.
func ImageName(split string, index int) string { return fmt.Sprintf("PTR_%s_%06d.png", split, index) }

// head is what a record tells of a scene beside its objects.
func (s *Sampler) head(m *Sample) *Record {
	cam := &m.Scene.Camera
	r := &Record{
		ImageIndex:       m.Key.Index,
		ImageFilename:    ImageName(s.split, m.Key.Index),
		Split:            s.split,
		Objects:          []Object{},
		ProjectionMatrix: projectionMatrix(cam, s.cfg.Published.Projection),
		CamLocation:      triple(cam.WorldFromCamera.T),
		CamRotation:      quad(cam.WorldFromCamera.M),
		Camera:           annot.CameraOf(cam, 1),
		Physics:          m.Physical,
		Mereo:            s.provenance(m),
		Motion:           m.fall,
	}
	g := s.directions(cam)
	r.Directions = Directions{triple(g.Left), triple(g.Right), triple(g.Front), triple(g.Behind), triple(g.Above), triple(g.Below)}
	return r
}

// Record writes down a sample. The masks and boxes are those of the id pictures; everything else comes from the sample
// alone. It panics when ids and scene do not belong together.
func (s *Sampler) Record(m *Sample, ids IDs) *Record {
	cam := &m.Scene.Camera
	r := s.head(m)
	parts := 0
	for i := range m.Objects {
		parts += len(m.Objects[i].raw)
	}
	objectIDs := annot.Whole(cam.Width, cam.Height, ids.Object)
	partIDs := annot.Whole(cam.Width, cam.Height, ids.Part)
	objectTally, partTally := objectIDs.Tally(len(m.Objects)), partIDs.Tally(parts)
	seen := m.pixelsSeen()
	first := 0
	for i := range m.Objects {
		shown := m.Objects[i].instances(seen[first:])
		o := s.labels(&m.Objects[i], &m.Scene.Objects[i], shown, cam)
		o.BBox = BBox(objectTally.Boxes[i])
		o.ObjMask = objectIDs.Mask(uint16(i+1), objectTally.Boxes[i])
		s.partLabels(&o, &m.Objects[i], shown, partIDs, partTally, first)
		for k := range o.Parts {
			if m.Randomized.Finishes != nil {
				o.Parts[k].Finish = &m.Randomized.Finishes[i][k]
			}
		}
		first += len(o.Parts)
		r.Objects = append(r.Objects, o)
	}
	r.Relationships = r.relationships()
	return r
}

// relationships follow from the stored directions and positions.
func (r *Record) relationships() Relationships {
	var at []geom.Vec3
	for i := range r.Objects {
		at = append(at, vec3(r.Objects[i].Coords))
	}
	along := func(d [3]float64) [][]int { return relate.Along(at, vec3(d), relateMargin) }
	d := &r.Directions
	return Relationships{Left: along(d.Left), Right: along(d.Right), Front: along(d.Front), Behind: along(d.Behind)}
}

// directions are those of the scene's camera, or of the camera that never moved.
func (s *Sampler) directions(cam *camera.Pinhole) relate.Ground {
	if s.cfg.Published.Directions {
		// The published constants, single precision included.
		return relate.FromAxes(geom.V(-0.05208918824791908, 0.9986424446105957, 0), geom.V(-0.9986424446105957, -0.05208919197320938, 0))
	}
	return relate.GroundDirections(cam.WorldFromCamera)
}

// pixelsSeen is for every part mesh of the scene how many pixels the CPU sees of it: in static scenes with only its object
// in the picture, in physical ones with all of them, because there one may stand before another.
func (m *Sample) pixelsSeen() []int {
	if m.seen != nil {
		return m.seen
	}
	var out []int
	for i := range m.Objects {
		out = append(out, m.Objects[i].Alone.PixelsPerPart(len(m.Objects[i].raw))...)
	}
	if m.Physical {
		out = annot.Whole(m.Scene.Camera.Width, m.Scene.Camera.Height, m.Composite().Part).Tally(len(out)).Pixels
	}
	return out
}

// labels fills in what does not need the picture.
func (s *Sampler) labels(p *Placed, in *scenes.Object, shown []instance, cam *camera.Pinhole) Object {
	o := Object{
		Category:     p.Category,
		PartnetID:    in.Model,
		Coords:       triple(in.WorldFromObject.T),
		Rotation:     Rotation{Yaw: p.Yaw},
		Scale:        p.Scale,
		PixelCoords:  pixelCoords(cam, in.WorldFromObject.T),
		PartColor:    p.note.colors,
		PartCount:    written(p.note.counts),
		PartColorAll: map[string]RawColor{},
		LineGeo:      map[string][3]float64{},
		PlaneGeo:     map[string][3]float64{},
		OriginalObjs: map[string][]string{},
		QuestionType: []string{"perception"},
	}
	if p.note.geometry {
		o.QuestionType = append(o.QuestionType, "geometry")
	}
	for i, raw := range p.raw {
		o.PartColorAll[raw] = RawColor{p.colors[i], raw == other}
		o.OriginalObjs[raw] = append(o.OriginalObjs[raw], p.names[i])
	}
	for name, v := range p.note.lineGeo {
		o.LineGeo[name] = triple(v)
	}
	if len(p.note.lineSpreadDeg) > 0 {
		o.LineSpreadDeg = p.note.lineSpreadDeg
	}
	for name, v := range p.note.planeGeo {
		o.PlaneGeo[name] = triple(v)
	}
	seen := p.visible(shown)
	o.PartCountOccluded, o.PartColorOccluded = written(seen.counts), seen.colors
	if p.Verdict != nil {
		p.Verdict.write(&o, p, in, s.cfg.Published.Distances)
	}
	return o
}

// instances are the part meshes; the first len(p.raw) of pixels are what is seen of them.
func (p *Placed) instances(pixels []int) []instance {
	out := make([]instance, len(p.raw))
	for i := range out {
		out[i] = instance{p.note.parts[i], pixels[i]}
	}
	return out
}

// visible is what of an object its part meshes show.
func (p *Placed) visible(shown []instance) sight {
	return visible(shown, p.note.counts, p.note.colors, minPixels(p.Verdict != nil))
}

// partLabels adds masks and boxes of part meshes. first is how many parts the objects before have.
//
// Every part mesh that is not hidden has one mask under its final name. Last under "other" comes one with the pixels of
// all hidden part meshes, if there are any, so that all masks together are the object's. The published rule leaves pixels without
// masks.
func (s *Sampler) partLabels(o *Object, p *Placed, shown []instance, ids annot.Window, tally annot.Tally, first int) {
	o.PartMask = map[string][]annot.RLE{}
	own, published := s.masked(p, shown), s.cfg.Published.PartMasks
	var hidden annot.Box
	hides := map[uint16]bool{}
	for i, in := range shown {
		id := uint16(first + i + 1)
		box := tally.Boxes[id-1]
		o.Parts = append(o.Parts, Part{
			ID: int(id), Name: in.name, Label: p.raw[i], Mesh: p.names[i], Color: p.colors[i].Name,
			Pixels: tally.Pixels[id-1], PixelsAlone: in.pixels, BBox: BBox(box),
		})
		switch {
		case own[i]:
			o.PartMask[in.name] = append(o.PartMask[in.name], ids.Mask(id, box))
		case !published && tally.Pixels[id-1] > 0:
			hidden = hidden.Union(box)
			hides[id] = true
		}
	}
	if len(hides) > 0 {
		o.PartMask[other] = append(o.PartMask[other], ids.MaskOf(hidden, func(id uint16) bool { return hides[id] }))
	}
}

// masked reports which part meshes of an object get masks of their own.
func (s *Sampler) masked(p *Placed, shown []instance) []bool {
	physical := p.Verdict != nil
	if s.cfg.Published.PartMasks {
		return maskedAsPublished(physical, p.raw, shown, p.visible(shown))
	}
	return masked(p.Category, p.raw, shown, minPixels(physical))
}

// provenance writes down what the scene's other keys do not tell.
func (s *Sampler) provenance(m *Sample) Provenance {
	p := Provenance{
		Version: recordVersion, Source: s.source.Name(), Seed: m.Key.Seed, Attempt: m.Key.Attempt,
		Slots: m.Slots, Floor: m.Floor, Wall: m.Wall,
		Draws: m.Draws, Rejects: m.Rejects,
	}
	drawn := &m.Randomized
	p.FloorPaint, p.WallPaint = drawn.Floor, drawn.Wall
	for i, l := range m.Scene.Lights {
		p.Lamps = append(p.Lamps, Lamp{
			Name: lamps[i].name, Location: triple(l.WorldFromLight.T), Rotation: quad(l.WorldFromLight.M),
			Size: l.Size, PowerW: l.PowerW, Color: l.Color,
		})
	}
	p.Sun = Sun{Direction: triple(m.Scene.Suns[0].Dir), Irradiance: m.Scene.Suns[0].Irradiance}
	if s.cfg.Randomize.Lights > 0 {
		for i := range p.Lamps {
			p.Lamps[i].Kelvins = drawn.Lights.LampsK[i]
		}
		p.Sun.Kelvins = drawn.Lights.SunK[0]
	}
	return p
}

// triple is v as written, without negative zeros.
func triple(v geom.Vec3) [3]float64 { return [3]float64{noMinus(v.X), noMinus(v.Y), noMinus(v.Z)} }

// quad is a rotation as written: w, x, y, z with w >= 0.
func quad(m geom.Mat3) [4]float64 {
	q := m.Quat()
	return [4]float64{noMinus(q.W), noMinus(q.X), noMinus(q.Y), noMinus(q.Z)}
}
