package shopvrb

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"mereo/assets/kitchen"
	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/scenes/annot"
)

// scene holds a record against the catalog, its camera and itself.
func (f *inspection) scene(r *Record) {
	name := f.files.record
	if n := len(r.Objects); n < f.cfg.MinObjects || n > f.cfg.MaxObjects {
		f.report(name, "", "count", "there are %d objects, want %d to %d", n, f.cfg.MinObjects, f.cfg.MaxObjects)
	}
	if !f.extras(r) {
		return
	}
	cam := f.cfg.optics().cameraAt(f.sampler.cameraOf(r))
	if e := r.Extra; e != nil {
		if want := calibrationOf(&cam); e.Calibration == nil || *e.Calibration != *want {
			f.report(name, "mereo", "calibration", "calibration is %+v, want that of the camera: %+v", e.Calibration, want)
		}
	}
	if want := f.directionsOf(&cam); r.Directions != want {
		f.report(name, "directions", "directions", "are %v, want %v", r.Directions, want)
	}
	if !reflect.DeepEqual(Relate(r.Objects, r.Directions, relationEps), r.Relationships) {
		f.report(name, "relationships", "relations", "do not follow from 3d_coords and directions")
	}
	rows := make([][]*catalogRow, len(r.Objects))
	for i := range r.Objects {
		rows[i] = f.object(i, &r.Objects[i], &cam)
	}
	f.masks(r)
	if f.cfg.Drop || slices.ContainsFunc(rows, func(of []*catalogRow) bool { return len(of) == 0 }) {
		return // things that were dropped lie where they came to rest
	}
	f.distances(r, rows)
}

// extras tells whether a record has what its configuration adds to published ones, all of it or nothing.
func (f *inspection) extras(r *Record) bool {
	fault := (r.Extra != nil) != f.cfg.Extra
	for i := range r.Objects {
		fault = fault || (r.Objects[i].Extra != nil) != f.cfg.Extra
	}
	if fault {
		f.report(f.files.record, "mereo", "extra", "scene and objects shall all have this key: %v", f.cfg.Extra)
		return false
	}
	e := r.Extra
	if e == nil {
		return true
	}
	if !slices.Contains(groundNames, e.Ground) || e.Ground == plainName && !f.cfg.PlainGround {
		f.report(f.files.record, "mereo", "ground", "ground %q does not occur in this dataset", e.Ground)
	}
	for _, at := range []struct {
		name     string
		is, base [3]float64
		far      float64
	}{
		{"camera", e.Camera, triple(cameraBase), cameraJitter},
		{"key lamp", e.Lamps.Key, triple(lampBase[keyLamp]), lampJitter},
		{"back lamp", e.Lamps.Back, triple(lampBase[backLamp]), lampJitter},
		{"fill lamp", e.Lamps.Fill, triple(lampBase[fillLamp]), lampJitter},
	} {
		if !near3(at.is, at.base, at.far) {
			f.report(f.files.record, "mereo", "jitter", "%s is at %v, want it within %g of %v along each axis", at.name, at.is, at.far, at.base)
		}
	}
	return true
}

// near3 tells whether two points are by at most by apart along each axis.
func near3(a, b [3]float64, by float64) bool {
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= by) {
			return false
		}
	}
	return true
}

// cameraOf is where the camera of a record is. Published records do not tell: then it is where the seed has it.
func (s *sampler) cameraOf(r *Record) geom.Vec3 {
	if e := r.Extra; e != nil {
		return vector(e.Camera)
	}
	key := s.key
	key.Index = r.ImageIndex
	return s.begin(key).cameraAt
}

// directionsOf are the directions that a record of a camera has.
func (f *inspection) directionsOf(cam *camera.Pinhole) Directions {
	if f.cfg.OwnDirections {
		return directionsOf(cam.WorldFromCamera)
	}
	return publishedDirections
}

// object holds a thing against the catalog and the camera. It returns the rows that the thing may be of.
func (f *inspection) object(i int, o *ObjectRecord, cam *camera.Pinhole) []*catalogRow {
	where := fmt.Sprintf("object %d", i)
	fault := func(rule, format string, args ...any) { f.report(f.files.record, where, rule, format, args...) }
	rows := f.rowsOf(o)
	if len(rows) == 0 {
		model := ""
		if o.Extra != nil {
			model = fmt.Sprintf(", model %q at scale %v", o.Extra.Instance, o.Extra.Scale)
		}
		fault("catalog", "no %s thing is such a %s: %s, %s, %s, %s, %s, %s; 3d_coords end with %v%s", f.sampler.pool, o.Name,
			o.Shape, o.Size, o.Weight, o.Material, o.Color, o.Movability, o.Position[2], model)
	}
	want := *o
	want.Picking, want.Powering, want.Disassembly, want.Attribute = "", "", "", nil
	f.sampler.own.textualOf(o.Name).appendTo(&want)
	if !reflect.DeepEqual(want, *o) {
		fault("textual", "is %s, %s, %s, %q; want %s, %s, %s, %q", o.Picking, o.Powering, o.Disassembly, o.Attribute,
			want.Picking, want.Powering, want.Disassembly, want.Attribute)
	}
	if e := o.Extra; e != nil && len(rows) == 1 {
		if fitting := f.sampler.own.fitting(o); !slices.Contains(fitting, e.Description) && (len(fitting) > 0 || e.Description != noDescription) {
			fault("description", "text %d about things called %s is not true of it", e.Description, o.Name)
		}
		if parts := f.sampler.partsOf(rows[0]); !slices.Equal(e.Parts, parts) {
			fault("parts", "has the parts %q, want %q", e.Parts, parts)
		}
		f.pose(where, o, rows[0])
	}
	for _, x := range o.Position {
		if x != float64(float32(x)) {
			fault("place", "3d_coords are %v, want float32 values", o.Position)
			break
		}
	}
	x, y := o.Position[0], o.Position[1]
	if !f.cfg.Drop && !(math.Abs(x) <= placeHalf && math.Abs(y) <= placeHalf && o.Rotation >= -120 && o.Rotation < 60) {
		fault("place", "is at (%g, %g), turned by %g degrees, want both within %g and -120 to 60", x, y, o.Rotation, placeHalf)
	}
	if want := pixelOf(cam, geom.V(x, y, o.Position[2])); want != o.Pixel {
		fault("projection", "pixel_coords are %v, want %v of 3d_coords and the camera", o.Pixel, want)
	}
	return rows
}

// rowsOf are the rows of the catalog that a thing may be of: that of its instance if the record tells it.
func (f *inspection) rowsOf(o *ObjectRecord) (out []*catalogRow) {
	for i := range f.sampler.rows {
		row := &f.sampler.rows[i]
		if e := o.Extra; row.describes(o) && (f.cfg.Drop || o.Position[2] == float64(float32(row.originZ))) &&
			(e == nil || e.Instance == row.name && e.Scale == row.scale(o.Size)) {
			out = append(out, row)
		}
	}
	return out
}

// describes tells whether the published attributes of a thing are those of a row.
func (row *catalogRow) describes(o *ObjectRecord) bool {
	return row.class == o.Name && row.shape == o.Shape && row.weight == o.Weight && row.movability == o.Movability &&
		slices.Contains(row.sizes, o.Size) && slices.ContainsFunc(row.options, func(of option) bool {
		return of.material == o.Material && (of.color == o.Color || of.color == anyColor && isRandomColor(o.Color))
	})
}

func isRandomColor(name string) bool {
	for i := range randomColors {
		if randomColors[i].name == name {
			return true
		}
	}
	return false
}

// scale is that of a thing with the label of a size.
func (row *catalogRow) scale(size string) float64 {
	if size == row.sizes[0] {
		return scaleBigger
	}
	return scaleSmaller
}

// partsOf are the names of the parts of a row's model.
func (s *sampler) partsOf(row *catalogRow) (out []string) {
	for i := range s.modelOf(row).Parts {
		out = append(out, s.modelOf(row).Parts[i].Name)
	}
	return out
}

// modelOf is the model of a row. Every row has one.
func (s *sampler) modelOf(row *catalogRow) *kitchen.Model {
	m, err := s.own.model(s.pool, row)
	if err != nil {
		panic(err)
	}
	return m
}

// roundedPlace is by how much distances may fall short because places are rounded to float32.
const roundedPlace = 1e-6

// distances looks for things that are too near to each other. Of a thing that may be of several rows the least box counts.
func (f *inspection) distances(r *Record, rows [][]*catalogRow) {
	rules := spacing{directions: r.Directions, margin: cardinalMargin - roundedPlace, border: boxBorder - roundedPlace}
	spots := make([]spot, len(r.Objects))
	for i := range r.Objects {
		o := &r.Objects[i]
		least := box{math.Inf(1), math.Inf(1)}
		for _, row := range rows[i] {
			thing := f.sampler.placed(row, o)
			claim := thing.claim()
			least.w, least.h = min(least.w, claim.w), min(least.h, claim.h)
		}
		spots[i] = rules.footprint(least, rows[i][0].scale(o.Size), pose{o.Position[0], o.Position[1], o.Rotation})
		for j := range i {
			where := fmt.Sprintf("objects %d and %d", j, i)
			if !rules.clear(&spots[i], &spots[j]) {
				f.report(f.files.record, where, "margin", "are less than %g apart along a direction", cardinalMargin)
			}
			if overlap(&spots[i], &spots[j]) {
				f.report(f.files.record, where, "boxes", "have boxes that overlap")
			}
		}
	}
}

// masks looks at the masks alone: what is seen of a thing is enough, and no pixel is of two things.
func (f *inspection) masks(r *Record) {
	least := f.cfg.optics().pixels(minPixels)
	taken := make([]bool, f.cfg.Width*f.cfg.Height)
	for i := range r.Objects {
		where := fmt.Sprintf("object %d", i)
		m := r.Objects[i].Mask
		if m == nil || m.Size != [2]int{f.cfg.Height, f.cfg.Width} {
			f.report(f.files.record, where, "mask", "is no mask of %d rows of %d pixels", f.cfg.Height, f.cfg.Width)
			continue
		}
		rle := r.mask(i)
		if n := rle.Area(); n < least {
			f.report(f.files.record, where, "mask-area", "the mask has %d pixels, want %d or more", n, least)
		}
		shared := 0
		rle.Runs(func(x, y0, y1 int) {
			for y := y0; y < y1; y++ {
				if taken[y*f.cfg.Width+x] {
					shared++
				}
				taken[y*f.cfg.Width+x] = true
			}
		})
		if shared > 0 {
			f.report(f.files.record, where, "masks-disjoint", "shares %d pixels with the masks of others", shared)
		}
	}
}

// mask is the mask of a thing of a record that was read, which is known to be one.
func (r *Record) mask(i int) annot.RLE {
	rle, err := r.Objects[i].Mask.RLE()
	if err != nil {
		panic(err)
	}
	return rle
}
