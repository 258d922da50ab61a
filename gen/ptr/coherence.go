package ptr

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/scenes/annot"
	"mereo/scenes/relate"
)

// finished is a sample as read from disk. The pictures are nil for records only, where a file is not wanted, and where
// it cannot be read.
type finished struct {
	cfg     Config
	split   string
	index   int
	files   files
	record  *Record
	part    []uint16  // part ids
	viewZ   []float32 // meters along the axis; from rayDist where there is no file of it
	rayDist []float32 // meters along the ray
	normal  []float32 // three numbers for each pixel
	rgb     []uint8   // three for each pixel
	out     []gen.Problem
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

// coherent applies every rule that needs the sample's files only.
func (f *finished) coherent() {
	if !f.sizes() {
		return
	}
	f.cameraRules()
	f.relationRules()
	for i := range f.record.Objects {
		f.objectRules(i)
		f.visibilityRules(i)
	}
	f.maskRules()
	if f.part != nil {
		f.idRules()
	}
	if cam := f.record.pinhole(); f.rayDist != nil && !f.cfg.Write.hasNPY() {
		f.viewZ = axisDist(&cam, f.rayDist)
	}
	if f.viewZ != nil {
		f.depthRules()
	}
	if f.normal != nil {
		f.normalRules()
	}
}

func vec3(v [3]float64) geom.Vec3 { return geom.V(v[0], v[1], v[2]) }

// sizes checks what the other rules rely on; when it fails they cannot be applied.
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
	if got, want := r.Camera.Distortion, f.cfg.Realism.Distortion; got != want {
		f.report(scene, -1, "distortion", "%v, want %v", got, want)
	}
	want := [2]int{f.cfg.Height, f.cfg.Width}
	check := func(i int, what string, m annot.RLE) {
		if err := m.Validate(); err != nil {
			f.report(scene, i, "mask-sum", "%s: %v", what, err)
		} else if m.Size != want {
			f.report(scene, i, "mask-sum", "%s: size %v, want %v", what, m.Size, want)
		}
	}
	id := 0
	for i := range r.Objects {
		o := &r.Objects[i]
		if categoryOf(o.Category) == nil {
			f.report(scene, i, "category", "%q is none of the categories", o.Category)
		}
		if len(o.Parts) == 0 {
			f.report(scene, i, "parts", "no parts")
		}
		if physical := o.Rotation.Euler != nil && o.Simulation != nil; physical != r.Physics || (o.Stability != "") != r.Physics {
			f.report(scene, i, "physics", "physics is %v, the object has rotation %v, simulation %v, stability %q", r.Physics, o.Rotation, o.Simulation, o.Stability)
		}
		check(i, "obj_mask", o.ObjMask)
		for _, name := range slices.Sorted(maps.Keys(o.PartMask)) {
			for _, m := range o.PartMask[name] {
				check(i, "part_mask of "+name, m)
			}
		}
		for _, p := range o.Parts {
			if id++; p.ID != id {
				f.report(scene, i, "part-ids", "part %s has id %d, want %d", p.Mesh, p.ID, id)
			}
		}
	}
	for _, rel := range [][][]int{r.Relationships.Left, r.Relationships.Right, r.Relationships.Front, r.Relationships.Behind} {
		if len(rel) != len(r.Objects) {
			f.report(scene, -1, "relations", "lists for %d objects, want %d", len(rel), len(r.Objects))
		}
	}
	return len(f.out) == before
}

// relationRules: relationships follow exactly from directions and positions.
func (f *finished) relationRules() {
	r := f.record
	var at []geom.Vec3
	for i := range r.Objects {
		at = append(at, vec3(r.Objects[i].Coords))
	}
	for _, rel := range []struct {
		name string
		dir  [3]float64
		got  [][]int
	}{
		{"left", r.Directions.Left, r.Relationships.Left}, {"right", r.Directions.Right, r.Relationships.Right},
		{"front", r.Directions.Front, r.Relationships.Front}, {"behind", r.Directions.Behind, r.Relationships.Behind},
	} {
		want := relate.Along(at, vec3(rel.dir), relateMargin)
		for i := range want {
			if !slices.Equal(rel.got[i], want[i]) {
				f.report(f.files.scene, i, "relations", "%s is %v, positions and directions say %v", rel.name, rel.got[i], want[i])
			}
		}
	}
}

// objectRules: position, yaw, projected position and boxes of one object.
func (f *finished) objectRules(i int) {
	o := &f.record.Objects[i]
	cam := f.record.pinhole()
	x, y, z := cam.Project(vec3(o.Coords))
	if !(math.Abs(x-float64(o.PixelCoords.X)) <= 0.501 && math.Abs(y-float64(o.PixelCoords.Y)) <= 0.501 && math.Abs(z-o.PixelCoords.ViewZ) < 1e-6) {
		f.report(f.files.scene, i, "pixel-coords", "%v, 3d_coords project to (%g, %g, %g)", o.PixelCoords, x, y, z)
	}
	for _, fault := range poseFaults(f.record, i) {
		f.report(f.files.scene, i, fault.rule, "%s", fault.detail)
	}
	if f.record.Physics {
		f.verdictRules(i)
	}
	box := o.ObjMask.Box()
	if annot.Box(o.BBox) != box {
		f.report(f.files.scene, i, "box-tight", "bbox %v, the mask's is %v", o.BBox, box)
	}
	if objectEdges.Touches(box, f.cfg.Width, f.cfg.Height) {
		f.report(f.files.scene, i, "mask-border", "obj_mask %v touches the left, right or lower rim", box)
	}
	for _, v := range []map[string][3]float64{o.LineGeo, o.PlaneGeo} {
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if l := vec3(v[name]).Len(); !(math.Abs(l-1) < 1e-3) && !(math.Abs(l-notGeometric.Len()) < 1e-3) {
				f.report(f.files.scene, i, "geometry", "direction of %s is %v: neither a unit vector nor the sentinel", name, v[name])
			}
		}
	}
}

// visibilityRules: numbers and colors follow from the parts and from what is visible of them.
func (f *finished) visibilityRules(i int) {
	o := &f.record.Objects[i]
	c := categoryOf(o.Category)
	var raw []string
	var parts []instance
	colors := map[string]Color{}
	meshes := map[string][]string{}
	for _, p := range o.Parts {
		meshes[p.Label] = append(meshes[p.Label], p.Mesh)
		raw = append(raw, p.Label)
		parts = append(parts, instance{p.Name, p.PixelsAlone})
		if name := FinalName(c.name, p.Label); name != p.Name {
			f.report(f.files.scene, i, "part-names", "part %s is %q, label %s is called %q", p.Mesh, p.Name, p.Label, name)
		}
		all, ok := o.PartColorAll[p.Label]
		if !ok || all.Name != p.Color {
			f.report(f.files.scene, i, "part-colors", "part %s is %s, its label is %q in part_color_all", p.Mesh, p.Color, all.Name)
		}
		if slices.Contains(c.askable, p.Name) && p.Label != other {
			colors[p.Name] = all.Color
		}
	}
	note := annotate(c, o.Rotation.worldFromModel(), noteLabels(raw, f.cfg.Published.Counts), f.cfg.Published.Lines)
	if reason := note.checkParts(c, f.cfg.Published.Counts); reason != "" {
		f.report(f.files.scene, i, "parts", "%s", reason)
	}
	if !maps.EqualFunc(o.OriginalObjs, meshes, slices.Equal) {
		f.report(f.files.scene, i, "original-objs", "original_objs %v, the parts are %v", o.OriginalObjs, meshes)
	}
	if !maps.Equal(o.PartColor, colors) {
		f.report(f.files.scene, i, "part-colors", "part_color %v, the parts have %v", o.PartColor, colors)
	}
	if want := written(note.counts); !maps.Equal(o.PartCount, want) {
		f.report(f.files.scene, i, "part-counts", "part_count %v, the parts are %v", o.PartCount, want)
	}
	seen := visible(parts, note.counts, colors, minPixels(f.record.Physics))
	if want := written(seen.counts); !maps.Equal(o.PartCountOccluded, want) {
		f.report(f.files.scene, i, "occluded-counts", "part_count_occluded %v, visible are %v", o.PartCountOccluded, want)
	}
	if !maps.Equal(o.PartColorOccluded, seen.colors) {
		f.report(f.files.scene, i, "occluded-counts", "part_color_occluded %v, visible are %v", o.PartColorOccluded, seen.colors)
	}
}

// maskRules: objects share no more than a few pixels, and the masks of an object's parts partition the object.
func (f *finished) maskRules() {
	r := f.record
	w, h := f.cfg.Width, f.cfg.Height
	owner := make([]uint16, w*h)
	shared := map[[2]int]int{}
	for i := range r.Objects {
		r.Objects[i].ObjMask.Runs(func(x, y0, y1 int) {
			for y := y0; y < y1; y++ {
				if at := y*w + x; owner[at] != 0 {
					shared[[2]int{int(owner[at]) - 1, i}]++
				} else {
					owner[at] = uint16(i + 1)
				}
			}
		})
	}
	for i := range r.Objects {
		for j := range i {
			if n := shared[[2]int{j, i}]; n > maxSharedPx {
				f.report(f.files.scene, i, "mask-overlap", "obj_mask shares %d pixels with object %d, at most %d are allowed", n, j, maxSharedPx)
			}
		}
	}
	if f.cfg.Published.PartMasks {
		return // the published rule leaves parts without masks
	}
	seen := make([]uint16, w*h)
	for i := range r.Objects {
		covered, twice, outside := 0, 0, 0
		for _, name := range slices.Sorted(maps.Keys(r.Objects[i].PartMask)) {
			for _, m := range r.Objects[i].PartMask[name] {
				m.Runs(func(x, y0, y1 int) {
					for y := y0; y < y1; y++ {
						switch at := y*w + x; {
						case seen[at] == uint16(i+1):
							twice++
						case owner[at] != uint16(i+1):
							outside++
						default:
							covered++
							seen[at] = uint16(i + 1)
						}
					}
				})
			}
		}
		if area := r.Objects[i].ObjMask.Area(); covered != area || twice > 0 || outside > 0 {
			f.report(f.files.scene, i, "parts-partition-object", "part masks cover %d of %d pixels, %d twice, %d outside", covered, area, twice, outside)
		}
	}
}

// idRules: masks and boxes are those of the picture of part ids.
func (f *finished) idRules() {
	r := f.record
	n := 0
	for i := range r.Objects {
		n += len(r.Objects[i].Parts)
	}
	for at, id := range f.part {
		if int(id) > n {
			f.report(f.files.ids, -1, "part-ids", "id %d at pixel (%d, %d), the highest is %d", id, at%f.cfg.Width, at/f.cfg.Width, n)
			return
		}
	}
	ids := annot.Whole(f.cfg.Width, f.cfg.Height, f.part)
	tally := ids.Tally(n)
	for i := range r.Objects {
		o := &r.Objects[i]
		lo, hi := uint16(o.Parts[0].ID), uint16(o.Parts[len(o.Parts)-1].ID)
		mask := ids.MaskOf(ids.Box, func(id uint16) bool { return id >= lo && id <= hi })
		if !slices.Equal(mask.Counts, o.ObjMask.Counts) {
			f.report(f.files.ids, i, "mask-ids", "obj_mask has %d pixels, the picture of ids %d", o.ObjMask.Area(), mask.Area())
		}
		next := map[string]int{} // how many masks of a name are accounted for
		for _, p := range o.Parts {
			if got := tally.Pixels[p.ID-1]; got != p.Pixels {
				f.report(f.files.ids, i, "part-pixels", "part %s has %d pixels, the record says %d", p.Mesh, got, p.Pixels)
			}
			if got := tally.Boxes[p.ID-1]; got != annot.Box(p.BBox) {
				f.report(f.files.ids, i, "box-tight", "part %s has box %v, the record says %v", p.Mesh, got, p.BBox)
			}
			if p.PixelsAlone < minPixels(r.Physics) || f.cfg.Published.PartMasks {
				continue
			}
			k := next[p.Name]
			next[p.Name]++
			if masks := o.PartMask[p.Name]; k >= len(masks) {
				f.report(f.files.scene, i, "part-masks", "%s has %d masks, part %s would be number %d", p.Name, len(masks), p.Mesh, k+1)
			} else if want := ids.Mask(uint16(p.ID), tally.Boxes[p.ID-1]); !slices.Equal(masks[k].Counts, want.Counts) {
				f.report(f.files.scene, i, "mask-ids", "mask %d of %s has %d pixels, the picture of ids %d", k, p.Name, masks[k].Area(), want.Area())
			}
		}
	}
}
