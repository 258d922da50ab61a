package ptr

import (
	"fmt"
	"math"
	"slices"

	"mereo/assets/palette"
	"mereo/engine/geom"
	"mereo/gen"
	"mereo/scenes/annot"
	"mereo/scenes/relate"
	"mereo/scenes/rng"
)

// tallies adds up what the set's figures are made of. All are integers or extremes, so the order of adding is free.
type tallies struct {
	scenes          int // static ones
	slots, placed   map[int]int
	draws           map[string]int
	colors          map[string]int
	overlap         int // largest number of pixels two masks share
	badMasks        int // masks at a forbidden rim
	badPoses        int // yaw or position out of range
	relationErrors  int
	directionDeg    float64 // largest angle between a stored direction and the camera's
	pixelOff        float64 // largest distance of pixel_coords to the projection, pixels
	objects, inBox  int     // objects, and those whose box contains pixel_coords
	partitionErrors int     // objects whose part masks are not the object
	lowest          float64 // largest distance of a lowest vertex to the floor, meters
	lowestOf        int
	// What only physical scenes have.
	physical, threes       int     // scenes, and those with three objects
	judged, stable         int     // objects
	unstableWithout        int     // unstable objects without possible_change
	standing, standingFirm int     // objects put normally with nothing on them, and those of them that are stable
	offWall                float64 // largest distance of a leaning object's nearest vertex to its wall, meters
	leaning                int
	outside                float64 // largest distance of a vertex outside of the room, meters
	// What needs pictures.
	floorOff, wallOff   float64 // largest distance of a back-projected pixel, meters
	floorPix, wallPix   int
	beige               int     // pictures with beige floor and walls
	beigeSum, beigeOf   int     // of their 8-bit values
	beigeLo, beigeHi    float64 // their lowest and highest mean
	pictures, blackness int     // pictures, and those with too much pure black
	light               int     // pictures of physical scenes with light walls
	lightSum, lightOf   int     // of their 8-bit values
	questions           questionTallies
}

func newTallies() *tallies {
	return &tallies{
		slots: map[int]int{}, placed: map[int]int{}, draws: map[string]int{}, colors: map[string]int{},
		beigeLo: math.Inf(1), beigeHi: math.Inf(-1),
		questions: newQuestionTallies(),
	}
}

func (t *tallies) merge(o *tallies) {
	t.scenes += o.scenes
	for _, m := range []struct{ to, from map[int]int }{{t.slots, o.slots}, {t.placed, o.placed}} {
		for k, n := range m.from {
			m.to[k] += n
		}
	}
	for _, m := range []struct{ to, from map[string]int }{{t.draws, o.draws}, {t.colors, o.colors}} {
		for k, n := range m.from {
			m.to[k] += n
		}
	}
	t.overlap = max(t.overlap, o.overlap)
	t.badMasks += o.badMasks
	t.badPoses += o.badPoses
	t.relationErrors += o.relationErrors
	t.directionDeg = max(t.directionDeg, o.directionDeg)
	t.pixelOff = max(t.pixelOff, o.pixelOff)
	t.objects += o.objects
	t.inBox += o.inBox
	t.partitionErrors += o.partitionErrors
	t.lowest = max(t.lowest, o.lowest)
	t.lowestOf += o.lowestOf
	t.floorOff, t.wallOff = max(t.floorOff, o.floorOff), max(t.wallOff, o.wallOff)
	t.floorPix += o.floorPix
	t.wallPix += o.wallPix
	t.beige += o.beige
	t.beigeSum += o.beigeSum
	t.beigeOf += o.beigeOf
	t.beigeLo, t.beigeHi = min(t.beigeLo, o.beigeLo), max(t.beigeHi, o.beigeHi)
	t.pictures += o.pictures
	t.blackness += o.blackness
	t.light += o.light
	t.lightSum += o.lightSum
	t.lightOf += o.lightOf
	t.physical += o.physical
	t.threes += o.threes
	t.judged += o.judged
	t.stable += o.stable
	t.unstableWithout += o.unstableWithout
	t.standing += o.standing
	t.standingFirm += o.standingFirm
	t.offWall, t.outside = max(t.offWall, o.offWall), max(t.outside, o.outside)
	t.leaning += o.leaning
	t.questions.merge(&o.questions)
}

// addRecord adds what a scene file shows. A file that is not even one of its place is an error.
func (t *tallies) addRecord(cfg Config, split string, index int, r *Record) error {
	f := finished{cfg: cfg, split: split, index: index, files: filesOf(split, index), record: r}
	if !f.sizes() {
		return fmt.Errorf("ptr: %s: %s: %s", f.out[0].File, f.out[0].Rule, f.out[0].Detail)
	}
	if r.Physics {
		t.addPhysical(r)
	} else {
		t.scenes++
		t.slots[r.Mereo.Slots]++
		t.placed[len(r.Objects)]++
		for category, n := range r.Mereo.Draws {
			t.draws[category] += n
		}
	}

	// Relations and directions.
	cam := f.record.pinhole()
	g := relate.GroundDirections(cam.WorldFromCamera)
	for _, d := range []struct {
		got  [3]float64
		want geom.Vec3
	}{{r.Directions.Left, g.Left}, {r.Directions.Right, g.Right}, {r.Directions.Front, g.Front}, {r.Directions.Behind, g.Behind}} {
		t.directionDeg = max(t.directionDeg, geom.Acos(vec3(d.got).Dot(d.want))*180/math.Pi)
	}
	t.relationErrors += r.wrongRelations()

	// Objects.
	for i := range r.Objects {
		o := &r.Objects[i]
		t.objects++
		for _, c := range o.PartColor {
			t.colors[c.Name]++
		}
		if len(poseFaults(r, i)) > 0 {
			t.badPoses++
		}
		x, y, _ := cam.Project(vec3(o.Coords))
		t.pixelOff = max(t.pixelOff, math.Abs(x-float64(o.PixelCoords.X)), math.Abs(y-float64(o.PixelCoords.Y)))
		box := o.ObjMask.Box()
		if box.Contains(o.PixelCoords.X, o.PixelCoords.Y) {
			t.inBox++
		}
		if objectEdges.Touches(box, cfg.Width, cfg.Height) {
			t.badMasks++
		}
		for j := range i {
			if a, b := o.ObjMask, r.Objects[j].ObjMask; !a.Box().Intersect(b.Box()).Empty() {
				t.overlap = max(t.overlap, sharedPixels(a, b))
			}
		}
	}
	t.partitionErrors += r.partitionErrors()
	return nil
}

// sharedPixels counts the pixels that are set in both masks.
func sharedPixels(a, b annot.RLE) int {
	set := make([]bool, a.Size[0]*a.Size[1])
	a.Runs(func(x, y0, y1 int) {
		for y := y0; y < y1; y++ {
			set[y*a.Size[1]+x] = true
		}
	})
	n := 0
	b.Runs(func(x, y0, y1 int) {
		for y := y0; y < y1; y++ {
			if set[y*b.Size[1]+x] {
				n++
			}
		}
	})
	return n
}

// addSample adds what only the meshes show.
func (t *tallies) addSample(m *Sample) {
	room := roomOf(m.Physical)
	for i := range m.Scene.Objects {
		o := &m.Scene.Objects[i]
		box := geom.EmptyAABB()
		for _, p := range o.Parts {
			for _, v := range p.Mesh.Positions {
				box = box.Grow(o.WorldFromObject.Point(v))
			}
		}
		if mode := m.Objects[i].Mode; mode != ModeSupport {
			t.lowest = max(t.lowest, math.Abs(box.Min.Z-floorZ))
			t.lowestOf++
		}
		if !m.Physical {
			continue
		}
		t.outside = max(t.outside, floorZ-box.Min.Z, box.Max.Y-room.backY, box.Max.X-room.sideX, -room.sideX-box.Min.X)
		if m.Objects[i].Mode == ModeWall {
			t.offWall = max(t.offWall, min(math.Abs(room.sideX-box.Max.X), math.Abs(room.sideX+box.Min.X)))
			t.leaning++
		}
	}
}

// The beige room of the published pictures has weathered concrete on its floor and on its walls.
const (
	beigeFloor = 4
	beigeWall  = 2
)

// lightWalls are stucco and plaster.
var lightWalls = []int{3, 4}

// addPictures back-projects random floor and back wall pixels, 100 of each, and measures the color picture.
func (t *tallies) addPictures(r *Record, part []uint16, dist []float32, rgb []uint8) {
	cam := r.pinhole()
	room := roomOf(r.Physics)
	s := rng.Named(fmt.Sprintf("ptr/figures/%s/%d", r.Split, r.ImageIndex))
	floor, wall := 0, 0
	for try := 0; try < 20_000 && (floor < 100 || wall < 100); try++ {
		x, y := s.IntN(cam.Width), s.IntN(cam.Height)
		at := y*cam.Width + x
		if part[at] != 0 {
			continue
		}
		ray := cam.Ray(float64(x)+0.5, float64(y)+0.5)
		d := ray.Dir.Unit()
		toFloor, toWall, toSide := (floorZ-ray.Origin.Z)/d.Z, (room.backY-ray.Origin.Y)/d.Y, (math.Copysign(room.sideX, d.X)-ray.Origin.X)/d.X
		if d.Z >= 0 {
			toFloor = math.Inf(1)
		}
		p := ray.Origin.AddScaled(float64(dist[at]), d)
		// Pixels near a corner of the room may show either surface.
		switch near := 0.05; {
		case floor < 100 && toFloor < toWall-near && toFloor < toSide-near:
			floor++
			t.floorOff = max(t.floorOff, math.Abs(p.Z-floorZ))
		case wall < 100 && toWall < toFloor-near && toWall < toSide-near:
			wall++
			t.wallOff = max(t.wallOff, math.Abs(p.Y-room.backY))
		}
	}
	t.floorPix += floor
	t.wallPix += wall
	sum, black := 0, 0
	for at := range part {
		c := rgb[3*at:][:3]
		sum += int(c[0]) + int(c[1]) + int(c[2])
		if c[0] == 0 && c[1] == 0 && c[2] == 0 {
			black++
		}
	}
	t.pictures++
	if black*100 > len(part) {
		t.blackness++
	}
	if r.Physics && slices.Contains(lightWalls, r.Mereo.Wall) {
		t.light++
		t.lightSum += sum
		t.lightOf += 3 * len(part)
	}
	if mean := float64(sum) / float64(3*len(part)); !r.Physics && r.Mereo.Floor == beigeFloor && r.Mereo.Wall == beigeWall {
		t.beige++
		t.beigeSum += sum
		t.beigeOf += 3 * len(part)
		t.beigeLo, t.beigeHi = min(t.beigeLo, mean), max(t.beigeHi, mean)
	}
}

// publishedScenes is how many scenes the published tolerances of shares are meant for.
const publishedScenes = 1000

// figures makes the table. Shares may miss their target by the published tolerance; with fewer scenes than those are
// meant for, by four standard deviations if that is more.
func (t *tallies) figures(cfg Config) []gen.Figure {
	var out []gen.Figure
	add := func(pass bool, name, target, format string, args ...any) {
		out = append(out, gen.Figure{Name: name, Target: target, Value: fmt.Sprintf(format, args...), Pass: pass})
	}
	chance := func(pass bool, name, target, format string, args ...any) {
		add(pass, name, target, format, args...)
		out[len(out)-1] = out[len(out)-1].ByChance()
	}
	share := func(name string, n, of int, want, below, above float64) {
		got := float64(n) / float64(max(of, 1))
		if t.scenes+t.physical < publishedScenes {
			off := 4 * math.Sqrt(want*(1-want)/float64(max(of, 1)))
			below, above = max(below, off), max(above, off)
		}
		lo, hi := max(0, want-below), min(1, want+above)
		chance(of > 0 && got >= lo && got <= hi, name, fmt.Sprintf("%.3f to %.3f", lo, hi), "%.3f of %d", got, of)
	}

	// Numbers of objects of static scenes, as asked for and as placed.
	each := 1 / float64(cfg.MaxObjects-cfg.MinObjects+1)
	most := cfg.MaxObjects
	if t.scenes == 0 {
		most = 0
	}
	for n := cfg.MinObjects; n <= most; n++ {
		share(fmt.Sprintf("scenes asked for %d objects", n), t.slots[n], t.scenes, each, 0.04, 0.04)
	}
	for n := cfg.MinObjects; n <= most; n++ {
		below, above := 0.04, 0.04
		if n == stopObjects {
			above = 0.09
		}
		if n > stopObjects {
			below = 0.09
		}
		share(fmt.Sprintf("scenes with %d objects", n), t.placed[n], t.scenes, each, below, above)
	}
	draws, weight := 0, 0.0
	for i, w := range cfg.weights() {
		draws += t.draws[categories[i].name]
		weight += w
	}
	for i, w := range cfg.weights() {
		if t.scenes == 0 {
			break
		}
		share("draws of "+categories[i].name, t.draws[categories[i].name], draws, w/weight, 0.03, 0.03)
	}
	labels := 0
	for _, n := range t.colors {
		labels += n
	}
	for _, c := range palette.All() {
		share("parts in "+c.Name, t.colors[c.Name], labels, 1/float64(palette.Len), 0.015, 0.015)
	}

	// What must hold for every object.
	add(t.overlap <= maxSharedPx, "pixels shared by two object masks", fmt.Sprintf("at most %d", maxSharedPx), "%d", t.overlap)
	add(t.badMasks == 0, "object masks at the left, right or lower rim", "0", "%d of %d", t.badMasks, t.objects)
	add(t.badPoses == 0, "yaws or positions out of range", "0", "%d of %d", t.badPoses, t.objects)
	if t.lowestOf > 0 {
		add(t.lowest <= 1e-3, "lowest vertex off the floor, metres", "at most 0.001", "%.2g over %d objects", t.lowest, t.lowestOf)
	}
	add(t.relationErrors == 0, "relations that directions and positions contradict", "0", "%d in %d scenes", t.relationErrors, t.scenes+t.physical)
	if !cfg.Published.Directions {
		add(t.directionDeg <= 0.1, "directions off the camera's, degrees", "at most 0.1", "%.2g", t.directionDeg)
	}
	add(t.pixelOff <= 1, "pixel_coords off the projection, pixels", "at most 1", "%.2f", t.pixelOff)
	inBox := float64(t.inBox) / float64(max(t.objects, 1))
	chance(inBox >= 0.9, "objects whose box contains pixel_coords", "at least 0.9", "%.3f of %d", inBox, t.objects)
	if !cfg.Published.PartMasks {
		add(t.partitionErrors == 0, "objects whose part masks are not the object", "0", "%d of %d", t.partitionErrors, t.objects)
	}

	if t.physical > 0 {
		out = append(out, t.physicalFigures(cfg)...)
	}

	// What the pictures show.
	if t.pictures > 0 {
		add(t.floorPix > 0 && t.floorOff < depthTolerance, "floor pixels off the floor, metres", fmt.Sprintf("below %g", depthTolerance), "%.2g over %d pixels", t.floorOff, t.floorPix)
		add(t.wallPix > 0 && t.wallOff < depthTolerance, "back wall pixels off the wall, metres", fmt.Sprintf("below %g", depthTolerance), "%.2g over %d pixels", t.wallOff, t.wallPix)
		add(t.blackness == 0, "pictures with more than 1 % pure black", "0", "%d of %d", t.blackness, t.pictures)
	}
	if t.beige > 0 {
		mean := float64(t.beigeSum) / float64(t.beigeOf)
		chance(mean >= 70 && mean <= 110, "mean brightness of beige rooms", "70 to 110", "%.1f, %.1f to %.1f over %d pictures", mean, t.beigeLo, t.beigeHi, t.beige)
	}
	if t.light > 0 {
		mean := float64(t.lightSum) / float64(t.lightOf)
		chance(mean >= 95 && mean <= 150, "mean brightness of physical scenes with light walls", "95 to 150", "%.1f over %d pictures", mean, t.light)
	}
	return out
}
