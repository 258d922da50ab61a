package ptr

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/record"
)

// known is what questions know of a scene: the scene file without masks, boxes and poses.
type known struct {
	objects []knownObject
	// related are for each relation, in the order of relationNames, and each object the objects in that relation to it.
	related [relationCount][]ask.Set
	physics bool
	// readings are the scene as other readers may see it; a question must have the same answer in all.
	readings []*known
	// strict is a reading in which an analogy of things that lie in no direction from each other has no answer.
	strict bool
	// slack is what the bounds of directions that are called parallel or at right angles are multiplied by; 0 stands for 1.
	slack float64
	// exhaustive leaves out everything that is drawn: invented descriptions and trivial relations.
	exhaustive bool
	cache      *cache
}

// knownObject is an object as questions know it. Parts are those that are visible.
type knownObject struct {
	category  string
	parts     []string         // sorted
	color     map[string]paint // of visible parts
	count     map[string]int   // of visible parts that have a number
	total     map[string]int   // numbers of parts, hidden ones too
	colorAll  []paint          // of every colored raw label, and "other"
	lines     directed         // straight parts
	planes    directed         // flat parts
	splayed   []string         // straight parts whose directions nobody would call one
	geometry  bool             // fit for questions about lines and planes
	unnamed   map[string]bool  // kinds, line and plane, of which it has pieces that no label of the questions knows
	railed    bool             // it has level boards or bars that are one mesh with its top or seat
	slatted   bool             // slats may be its top, shelf or seat
	stability string           // "yes", "no" or ""
	changes   []string         // directions that make it stable; nil without possible_change
	hemmed    []string         // directions of which nobody sees whether it becomes stable there
	unclear   bool             // perturbed simulations do not all agree with the verdict, it is a near one, or nobody sees how the object stands or lies
}

// directed are parts with a direction or normal, sorted by name.
type directed []directedPart

type directedPart struct {
	part   string
	vector [3]float64
}

func newDirected(m map[string]looseVector) directed {
	var out directed
	for _, p := range slices.Sorted(maps.Keys(m)) {
		out = append(out, directedPart{p, m[p]})
	}
	return out
}

// of is a part's vector.
func (d directed) of(part string) (v [3]float64, ok bool) {
	for i := range d {
		if d[i].part == part {
			return d[i].vector, true
		}
	}
	return v, false
}

// paint is a color with its 8-bit values.
type paint struct {
	Name string
	RGB  [3]int
}

// Says is the color's name.
func (p paint) Says() ask.Value { return p.Name }

// MarshalJSON writes [name, [r, g, b]].
func (p paint) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `["%s", [%d, %d, %d]]`, p.Name, p.RGB[0], p.RGB[1], p.RGB[2]), nil
}

// ParseJSON reads a name and 8-bit values, or four fractions, as "other" has them.
func (p *paint) ParseJSON(r *record.Reader) error {
	var read rawColor
	err := r.Value(&read)
	if err == nil && len(read.RGB) < 3 {
		err = fmt.Errorf("has %d components, want 3 or 4", len(read.RGB))
	}
	if err == nil {
		scale := 1.0
		if len(read.RGB) == 4 {
			scale = 255
		}
		for i := range p.RGB {
			p.RGB[i] = int(math.Round(scale * read.RGB[i]))
		}
		p.Name = read.Name
	}
	return err
}

// looseVector reads [x, y, z], or the same nested once more, as old files have it.
type looseVector [3]float64

// ParseJSON reads either form.
func (v *looseVector) ParseJSON(r *record.Reader) error {
	n := 0
	err := r.Items(func(i int) error {
		if i == 0 && r.Next() == '[' {
			n = len(v)
			return r.Value((*[3]float64)(v))
		}
		if n++; n > len(v) {
			return errors.New("is one more than [x, y, z] has")
		}
		return r.Value(&v[i])
	})
	if err == nil && n < len(v) {
		err = errors.New("is not [x, y, z]")
	}
	return err
}

// sceneFile are the keys of a scene file that questions need.
type sceneFile struct {
	ImageFilename string                `json:"image_filename"`
	ImageIndex    int                   `json:"image_index"`
	Split         string                `json:"split"`
	Objects       []sceneObject         `json:"objects"`
	Directions    map[string][3]float64 `json:"directions"`
	Relationships map[string][][]int    `json:"relationships"`
	Physics       *bool                 `json:"physics"`
}

// sceneObject are the keys of an object that questions need.
type sceneObject struct {
	Category          string                 `json:"category"`
	PartnetID         string                 `json:"partnet_id"`
	PartColorOccluded map[string]paint       `json:"part_color_occluded"`
	PartCountOccluded map[string]int         `json:"part_count_occluded"`
	PartCount         map[string]int         `json:"part_count"`
	PartColorAll      map[string]paint       `json:"part_color_all"`
	LineGeo           map[string]looseVector `json:"line_geo"`
	LineSpreadDeg     map[string]float64     `json:"line_spread_deg"`
	PlaneGeo          map[string]looseVector `json:"plane_geo"`
	QuestionType      []string               `json:"question_type"`
	Coords            [3]float64             `json:"3d_coords"`
	Rotation          Rotation               `json:"rotation"`
	PixelCoords       [3]float64             `json:"pixel_coords"`
	Parts             []partFile             `json:"parts"`
	PartMask          struct {
		Back []struct {
			Counts []int `json:"counts"`
		} `json:"back"`
	} `json:"part_mask"`
	Stability      string          `json:"stability"`
	PossibleChange *PossibleChange `json:"possible_change"`
	Simulation     *struct {
		Mode      Mode    `json:"mode"`
		Supporter *int    `json:"supporter"`
		Change    float64 `json:"change"`
		Margin    float64 `json:"margin"`
		Moves     []Move  `json:"moves"`
	} `json:"simulation"`
}

// model is the name of the model's family, "" where models have numbers only.
func (o *sceneObject) model() string {
	return o.PartnetID[:max(0, strings.LastIndexByte(o.PartnetID, '-'))]
}

// elusive tells whether no picture shows how an object of a physical scene stands: it leans on a wall by half a degree to 8, or is a round
// one that leans on a wall or lies on its rim, and so may roll sideways.
func (o *sceneObject) elusive() bool {
	const level, exact = 0.99, 0.99996 // cosines of 8 and of half a degree
	m := o.Rotation.worldFromModel()
	if up := max(math.Abs(m.X.Z), math.Abs(m.Y.Z), math.Abs(m.Z.Z)); o.Simulation.Mode == ModeWall && up > level && up < exact {
		return true
	}
	return slices.Contains(roundModels, o.model()) && (o.Simulation.Mode == ModeWall || o.Simulation.Mode == ModeGround && math.Abs(m.Z.Z) < level)
}

// hemmed are the directions of which nobody sees whether object i becomes stable there: it is stacked and blocked at the shortest distance, by a
// few centimeters perhaps of what carries it, so that it seems to stand free in the air; it surely becomes stable at no distance but at some perhaps;
// or it leans on a wall and may come to lean on another thing.
func (f *sceneFile) hemmed(i int) []string {
	const reach = 2 // meters, between the middles of things of which one leans on the other
	o := &f.Objects[i]
	doubtful, sure := map[string]bool{}, map[string]bool{}
	for k, m := range o.Simulation.Moves {
		nearest := k == 0 || o.Simulation.Moves[k-1].Direction != m.Direction
		if nearest && m.Outcome == moveBlocked && o.Simulation.Supporter != nil || m.Unsure || m.Outcome == moveStable {
			doubtful[m.Direction] = true
		}
		if m.Outcome == moveStable && !m.Unsure {
			sure[m.Direction] = true
		}
		for j := range f.Objects {
			apart := vec3(o.Coords).AddScaled(m.Distance, moveTo(m.Direction)).Sub(vec3(f.Objects[j].Coords))
			if apart.Z = 0; j != i && o.Simulation.Mode == ModeWall && apart.Len() < reach {
				doubtful[m.Direction] = true
			}
		}
	}
	var out []string
	for _, d := range moveDirections {
		if doubtful[d.name] && !sure[d.name] {
			out = append(out, d.name)
		}
	}
	return out
}

// moveTo is where a direction of moves leads.
func moveTo(direction string) (to geom.Vec3) {
	for _, d := range moveDirections {
		if d.name == direction {
			to = d.to
		}
	}
	return to
}

// partFile is what a scene file says of a part mesh; published files do not.
type partFile struct {
	Name   string `json:"name"`
	Label  string `json:"label"`
	Color  string `json:"color"`
	Mesh   string `json:"mesh"`
	Pixels int    `json:"pixels"`
	BBox   [4]int `json:"bbox"` // x0, y0, x1, y1
}

// parseKnown reads a scene file, of this program or as published.
func parseKnown(data []byte) (*known, *sceneFile, error) {
	var f sceneFile
	if err := record.Read(data, &f, record.Part); err != nil {
		return nil, nil, fmt.Errorf("ptr: scene file: %w", err)
	}
	n := len(f.Objects)
	if n > ask.MaxObjects {
		return nil, nil, fmt.Errorf("ptr: scene file: %d objects, at most %d can be asked about", n, ask.MaxObjects)
	}
	k := &known{physics: f.Physics != nil && *f.Physics}
	for i := range f.Objects {
		o := &f.Objects[i]
		known := knownObject{
			category: o.Category, parts: slices.Sorted(maps.Keys(o.PartColorOccluded)),
			color: o.PartColorOccluded, count: o.PartCountOccluded, total: o.PartCount,
			lines: newDirected(o.LineGeo), planes: newDirected(o.PlaneGeo), stability: o.Stability,
		}
		for _, label := range slices.Sorted(maps.Keys(o.PartColorAll)) {
			known.colorAll = append(known.colorAll, o.PartColorAll[label])
		}
		for _, part := range slices.Sorted(maps.Keys(o.LineSpreadDeg)) {
			if o.LineSpreadDeg[part] > parallelDeg {
				known.splayed = append(known.splayed, part)
			}
		}
		known.unnamed, known.railed = unnamedKinds(o.PartColorAll), slices.Contains(railedModels, o.model())
		known.slatted = slices.Contains(slattedModels, o.model())
		for _, m := range o.PartMask.Back {
			known.unnamed[kindLine] = known.unnamed[kindLine] || barred(m.Counts, o.Parts)
		}
		known.geometry = slices.Contains(o.QuestionType, "geometry")
		if o.PossibleChange != nil {
			known.changes = o.PossibleChange.Directions
		}
		if s := o.Simulation; s != nil {
			known.unclear = s.Margin < 1 || s.Change > unstableChange*nearStable && s.Change < unstableChange*nearUnstable || o.elusive()
			known.hemmed = f.hemmed(i)
		}
		k.objects = append(k.objects, known)
	}
	for i := range f.Objects {
		s := f.Objects[i].Simulation
		if s == nil || s.Supporter == nil {
			continue
		}
		under := *s.Supporter
		if under < 0 || under >= n {
			return nil, nil, fmt.Errorf("ptr: scene file: objects[%d].simulation.supporter is %d, want 0 to %d", i, under, n-1)
		}
		// Nobody sees on what a thing lies on a chair, and whether what falls takes along a chair or what has one foot.
		chair := f.Objects[under].Category == "Chair"
		k.objects[i].unclear = k.objects[i].unclear || chair
		if f.Objects[i].Stability == "no" && (chair || slices.Contains(roundModels, f.Objects[under].model())) {
			k.objects[under].unclear = true
		}
	}
	for r, name := range relationNames {
		lists := f.Relationships[name]
		if len(lists) != n {
			return nil, nil, fmt.Errorf("ptr: scene file: relationships.%s has %d lists, want one for each of %d objects", name, len(lists), n)
		}
		for i, list := range lists {
			var s ask.Set
			for _, j := range list {
				if j < 0 || j >= n {
					return nil, nil, fmt.Errorf("ptr: scene file: relationships.%s[%d] has object %d, want 0 to %d", name, i, j, n-1)
				}
				s = s.With(ask.Object(j))
			}
			k.related[r] = append(k.related[r], s)
		}
	}
	k.readings = readings(k, &f)
	return k, &f, nil
}

// visible tells whether a part can be seen.
func (o *knownObject) visible(part string) bool {
	_, ok := o.color[part]
	return ok
}

// unpainted tells whether a part can be seen and counted, but has no color in the labels.
func (o *knownObject) unpainted(part string) bool { return o.count[part] > 0 && !o.visible(part) }

// labels is how many raw labels, "other" among them, have a color.
func (o *knownObject) labels(color string) int {
	n := 0
	for _, c := range o.colorAll {
		if c.Name == color {
			n++
		}
	}
	return n
}

// Raw labels of pieces that look straight or flat and have no direction in the labels: rails and boards of beds, aprons,
// cabinets and slats of tables, rods, footrests and arms of chairs, the sides of refrigerators.
var unnamedPieces = map[string][]string{
	kindLine:  {other, "surface_base", "frame", "foot", "footrest", "connector", "chair_arm", "shelf"},
	kindPlane: {other, "surface_base", "frame", "bed_sleep_area", "keyboard_tray", "chair_head", "footrest", "chair_arm"},
}

// railedModels are the families of models whose aprons, battens or cleats are one mesh with a top or seat: level boards and bars
// without a direction of their own. Chairs among them have posts in their backs, too.
var railedModels = []string{"dining-tapered", "dining-turned", "dining-splayed", "conference-six", "coffee-shelf", "trestle",
	"dining", "carver", "splat-back", "bench"}

// slattedModels are the families of models of which some have a top, a shelf or a seat of slats or planks, each a board to who counts boards.
var slattedModels = []string{"coffee-shelf", "folding", "picnic"}

// curvedModels are the families of models whose backs curl or bend around the seat. The labels give such a back one plane.
var curvedModels = []string{"sleigh", "shell", "tulip", "bar-stool", "three-leg"}

// roddedModels are the families of beds of which some have rods or slats between rails at their head. The labels give such a head one plane.
var roddedModels = []string{"child-rails", "four-poster", "metal-tube", "slat-headboard"}

// roundModels are the families of models with a round top, seat or foot.
var roundModels = []string{"pedestal-round", "tulip-oval", "tripod", "star-base", "bar-stool", "counter-stool", "tulip", "three-leg"}

// propMeshes are by families of carts the mesh that has the posts on which a cart with fewer than four wheels stands.
var propMeshes = map[string]string{"farm-cart": "undercarriage", "street-stall": "undercarriage", "wheelbarrow": "legs"}

// unnamedKinds are the kinds of such pieces that an object has.
func unnamedKinds(labels map[string]paint) map[string]bool {
	out := map[string]bool{}
	for kind, pieces := range unnamedPieces {
		out[kind] = slices.ContainsFunc(pieces, func(label string) bool {
			_, ok := labels[label]
			return ok
		})
	}
	return out
}

// number is how many of a part can be seen: parts whose number is not kept are single.
func (o *knownObject) number(part string) int {
	if n, ok := o.count[part]; ok {
		return n
	}
	if o.visible(part) {
		return 1
	}
	return 0
}

// prepare makes a scene ready for searches, which share c: an object without any line or plane is not asked about them. The
// scene that c was for before must not be searched any more.
func (k *known) prepare(c *cache) {
	c.clear()
	k.cache = c
	for i := range k.objects {
		o := &k.objects[i]
		o.geometry = o.geometry && len(o.lines)+len(o.planes) > 0
	}
}
