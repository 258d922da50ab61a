package shopvrb

import (
	"math"

	"mereo/assets/kitchen"
	"mereo/scenes/rng"
)

// openChance is how likely a joint is not shut.
const openChance = 0.5

// open draws how far the joints of a thing stand open, and gives it the model that looks so.
func (o *planObject) open(s *rng.Stream) {
	at := make([]float64, len(o.model.Parts))
	for i := range o.model.Parts {
		p := &o.model.Parts[i]
		if p.Joint == nil || comesOff(p.Joint) {
			continue
		}
		if x := s.Uniform(p.Joint.From, p.Joint.To); s.Bool(openChance) {
			at[i] = x
		}
		if o.joints == nil {
			o.joints = map[string]float64{}
		}
		o.joints[p.Name] = at[i]
	}
	o.model = o.model.Opened(at)
}

// comesOff tells whether a part leaves what it is a part of, as a lid does that is lifted. With nobody to hold it, it would
// hang in the air, so it stays shut.
func comesOff(j *kitchen.Joint) bool { return j.Slides && j.Axis.Z > 0 }

// claim is the box that a thing claims on the table: that of the catalog, and as much more as the opened model needs.
func (o *planObject) claim() box {
	b := o.in.box
	if o.joints == nil {
		return b
	}
	m := o.model.Bounds()
	return box{max(b.w, 2*math.Abs(m.Min.X), 2*math.Abs(m.Max.X)), max(b.h, 2*math.Abs(m.Min.Y), 2*math.Abs(m.Max.Y))}
}
