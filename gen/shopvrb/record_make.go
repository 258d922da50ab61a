package shopvrb

import (
	"fmt"
	"math"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/annot"
	"mereo/scenes/rng"
)

// imageName is the name of a scene's picture.
func imageName(split string, index int) string {
	return fmt.Sprintf("SHOP_VRB_%s_%06d.png", split, index)
}

// record writes a sample down. The masks are those of the ids, which are the sample's own or those of its rendered picture.
func (s *sampler) record(m *sample, ids []uint16) *Record {
	cam := m.camera()
	r := &Record{
		Split: s.key.Split, ImageIndex: m.index, ImageFilename: imageName(s.key.Split, m.index),
		Objects: make([]ObjectRecord, len(m.objects)), Directions: s.directions(&m.plan),
	}
	picture := annot.Whole(cam.Width, cam.Height, ids)
	tally := picture.Tally(len(m.objects))
	key := s.key
	key.Index = m.index
	texts := rng.At(key, "descriptions")
	for i := range m.objects {
		o := m.objects[i].record(&cam)
		o.Mask = encodeMask(picture.Mask(uint16(i+1), tally.Boxes[i]))
		s.own.textualOf(o.Name).appendTo(&o)
		if s.cfg.Extra {
			o.Extra = m.objects[i].extra(s.own.fitting(&o), texts)
		}
		r.Objects[i] = o
	}
	r.Relationships = Relate(r.Objects, r.Directions, relationEps)
	if s.cfg.Extra {
		r.Extra = m.extra()
		r.Extra.Motion = m.fall
		r.Extra.Calibration = calibrationOf(&cam)
	}
	return r
}

// extra is what else is known of a scene.
func (p *plan) extra() *SceneExtra {
	return &SceneExtra{
		Ground: p.ground, Camera: triple(p.cameraAt),
		Lamps:    Lamps{Key: triple(p.lamps[keyLamp]), Back: triple(p.lamps[backLamp]), Fill: triple(p.lamps[fillLamp])},
		Exposure: p.exposure,
	}
}

// record writes down what is known of a thing without the picture and without reading about it.
func (o *planObject) record(cam *camera.Pinhole) ObjectRecord {
	z := o.in.originZ
	if o.rest != nil {
		z = o.rest.at.Z
	}
	at := [3]float64{float64(float32(o.x)), float64(float32(o.y)), float64(float32(z))}
	return ObjectRecord{
		Name: o.in.class, Shape: o.in.shape, Size: o.size, Material: o.material,
		Position: at, Rotation: o.rotationDeg, Pixel: pixelOf(cam, geom.V(at[0], at[1], at[2])),
		Color: o.color, Weight: o.in.weight, Movability: o.in.movability,
	}
}

// extra is what the published record leaves out. The description is drawn among those that are true of the thing.
func (o *planObject) extra(fitting []int, texts *rng.Stream) *ObjectExtra {
	e := &ObjectExtra{Instance: o.in.name, Scale: o.scale, Description: noDescription}
	if len(fitting) > 0 {
		e.Description = fitting[texts.IntN(len(fitting))]
	}
	for i := range o.model.Parts {
		e.Parts = append(e.Parts, o.model.Parts[i].Name)
	}
	e.Joints = o.joints
	if o.rest != nil {
		q := o.rest.turn
		e.Lie = &Lie{Pose: [4]float64{q.W, q.X, q.Y, q.Z}, Middle: triple(o.middle())}
	}
	return e
}

// pixelOf is where a camera sees a point, halves rounded to even.
func pixelOf(cam *camera.Pinhole, at geom.Vec3) PixelDepth {
	x, y, viewZ := cam.Project(at)
	return PixelDepth{X: int(math.RoundToEven(x)), Y: int(math.RoundToEven(y)), Depth: viewZ}
}

func triple(v geom.Vec3) [3]float64 { return [3]float64{v.X, v.Y, v.Z} }
