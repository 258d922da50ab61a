package shopvrb

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/go-json-experiment/json"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/record"
)

// attributes are the properties of things in the order in which a phrase names them.
var attributes = slices.Concat(VisualAttributes, TextualAttributes)

// How many properties there are, and the positions of some.
const (
	attributeCount      = 11
	visualCount         = 7
	sizeAttribute       = 0
	weightAttribute     = 1
	colorAttribute      = 2
	materialAttribute   = 3
	movabilityAttribute = 4
	shapeAttribute      = 5
	nameAttribute       = 6
	listAttribute       = 10 // of which a thing has a list of values
)

// mostKnown is how many things a scene may have to be asked about.
const mostKnown = 64

// known is what questions know of a scene. A set of things is a bit for each.
type known struct {
	split, image string // image is the name of the picture's file
	index        int
	count        int
	words        *vocabulary
	// properties of each thing: a string, a list, or nil where the record does not tell.
	properties [][attributeCount]ask.Value
	same       [attributeCount][]uint64          // for each thing those with an equal property, itself among them
	lists      [][]string                        // of each thing the values of listAttribute
	holders    [attributeCount]map[string]uint64 // the things with a value, or with it in their list
	having     [attributeCount][]uint64          // the same for each value of words
	related    [4][]uint64                       // for each of Relations and each thing those that lie there
	sets       []ask.Value                       // all sets as values; nil for large scenes
	// What other readings of the scene are made of; nothing where the record does not tell.
	models     []string     // of each thing: "mug1"
	places     []geom.Vec3  // of each thing, in units of the scene
	columns    []float64    // of each thing, pixels
	bodies     []geom.Vec3  // of each thing, where its body is, which may be beside its place
	directions [4]geom.Vec3 // of Relations
	seen       [4]geom.Vec3 // the same as the camera of the picture has them
	// exhaustive searches draw nothing: of a choice the last is taken, and filters are those that fit things.
	exhaustive bool

	tables   map[naming]*keyTable
	branches map[branchKey][]ask.Branch
	relates  map[relateKey]*relateBranches
}

// list is a property with several values, or none: the JSON text of the list, so that lists can be compared.
type list string

// MarshalJSON is the list.
func (l list) MarshalJSON() ([]byte, error) { return []byte(l), nil }

// items are the values.
func (l list) items() (out []string) {
	if err := json.Unmarshal([]byte(l), &out); err != nil {
		panic(fmt.Sprintf("shopvrb: %q is no list", string(l)))
	}
	return out
}

// listOf makes a list.
func listOf(items []string) list {
	data, err := json.Marshal(items)
	if err != nil {
		panic(fmt.Sprintf("shopvrb: %q cannot be written", items))
	}
	return list(data)
}

// storedKnown is what questions read of a record.
type storedKnown struct {
	Split         string        `json:"split"`
	Index         int           `json:"image_index"`
	Image         string        `json:"image_filename"`
	Objects       []storedThing `json:"objects"`
	Directions    *Directions   `json:"directions"`
	Relationships Relationships `json:"relationships"`
	Extra         struct {
		Camera [3]float64 `json:"camera"`
	} `json:"mereo"`
}

// storedThing is what a record tells of a thing under the keys of attributes, in their order.
type storedThing struct {
	Size        property `json:"size"`
	Weight      property `json:"weight"`
	Color       property `json:"color"`
	Material    property `json:"material"`
	Movability  property `json:"movability"`
	Shape       property `json:"shape"`
	Name        property `json:"name"`
	Powering    property `json:"powering"`
	Disassembly property `json:"disassembly"`
	Picking     property `json:"picking"`
	Attribute   property `json:"attribute"`

	Position [3]float64 `json:"3d_coords"`
	Rotation float64    `json:"rotation"`
	Pixel    PixelDepth `json:"pixel_coords"`
	Extra    struct {
		Instance string  `json:"instance"`
		Scale    float64 `json:"scale"`
		*Lie
	} `json:"mereo"`
}

// property is a string or a list; nil where the record does not tell.
type property struct{ ask.Value }

// ParseJSON reads a string or a list of strings.
func (p *property) ParseJSON(r *record.Reader) error {
	if r.Next() == '"' {
		var word string
		err := r.Value(&word)
		p.Value = word
		return err
	}
	items := []string{}
	if r.Next() != '[' {
		return errors.New("is neither a string nor a list of strings")
	}
	err := r.Value(&items)
	p.Value = listOf(items)
	return err
}

// parseKnown reads a record. Properties may be missing, and be lists.
func (words *vocabulary) parseKnown(data []byte) (*known, error) {
	var stored storedKnown
	if err := record.Read(data, &stored, record.Part); err != nil {
		return nil, fmt.Errorf("shopvrb: record: %w", err)
	}
	k := &known{
		split: stored.Split, image: stored.Image, index: stored.Index, count: len(stored.Objects), words: words,
		properties: make([][attributeCount]ask.Value, len(stored.Objects)),
		tables:     map[naming]*keyTable{}, branches: map[branchKey][]ask.Branch{}, relates: map[relateKey]*relateBranches{},
	}
	if k.count > mostKnown {
		return nil, fmt.Errorf("shopvrb: record: there are %d objects, want %d at most", k.count, mostKnown)
	}
	for i := range stored.Objects {
		o := &stored.Objects[i]
		for a, p := range [attributeCount]property{
			o.Size, o.Weight, o.Color, o.Material, o.Movability, o.Shape, o.Name, o.Powering, o.Disassembly, o.Picking, o.Attribute,
		} {
			k.properties[i][a] = p.Value
		}
		k.models = append(k.models, o.Extra.Instance)
		if stored.Directions == nil {
			continue
		}
		at, body := vector(o.Position), vector(o.Position)
		if o.Extra.Lie != nil {
			at, body = vector(o.Extra.Middle), vector(o.Extra.Middle)
		} else {
			body = body.Add(geom.RotZ(o.Rotation * (math.Pi / 180)).Y.Scale(o.Extra.Scale * bodies[o.Extra.Instance]))
		}
		k.places, k.bodies, k.columns = append(k.places, at), append(k.bodies, body), append(k.columns, float64(o.Pixel.X))
	}
	if d := stored.Directions; d != nil {
		k.directions = d.ofRelations()
		k.seen = k.directions
		if at := vector(stored.Extra.Camera); at != (geom.Vec3{}) {
			seen := directionsOf(camera.LookAt(at, geom.Vec3{}, geom.V(0, 0, 1)))
			k.seen = seen.ofRelations()
		}
	}
	of := &stored.Relationships
	for r, lists := range [...][][]int{of.Left, of.Right, of.Behind, of.Front} {
		name := Relations[r]
		if len(lists) != k.count {
			return nil, fmt.Errorf("shopvrb: record: relationships.%s has %d lists, want one for each of %d objects",
				name, len(lists), k.count)
		}
		k.related[r] = make([]uint64, k.count)
		for i, others := range lists {
			for _, o := range others {
				if o < 0 || o >= k.count {
					return nil, fmt.Errorf("shopvrb: record: relationships.%s[%d] names object %d of %d", name, i, o, k.count)
				}
				k.related[r][i] |= 1 << o
			}
		}
	}
	k.lists = make([][]string, k.count)
	for a := range attributes {
		k.compare(a)
	}
	if k.count <= mostObjectsBoxed {
		k.sets = make([]ask.Value, 1<<k.count)
		for m := range k.sets {
			k.sets[m] = ask.Set{uint64(m)}
		}
	}
	return k, nil
}

// compare fills in what follows from a property of all things.
func (k *known) compare(a int) {
	k.same[a] = make([]uint64, k.count)
	k.holders[a] = map[string]uint64{}
	for i := range k.properties {
		p := k.properties[i][a]
		for j := range k.properties {
			if p != nil && p == k.properties[j][a] {
				k.same[a][i] |= 1 << j
			}
		}
		if l, ok := p.(list); ok && a == listAttribute {
			k.lists[i] = l.items()
			for _, item := range k.lists[i] {
				k.holders[a][item] |= 1 << i
			}
		} else if word, ok := p.(string); ok {
			k.holders[a][word] |= 1 << i
		}
	}
	k.having[a] = make([]uint64, 0, len(k.words[a]))
	for _, value := range k.words[a] {
		k.having[a] = append(k.having[a], k.holders[a][value.(string)])
	}
}

// mostObjectsBoxed is how many things a scene may have for all sets of them to be kept as values.
const mostObjectsBoxed = 10

// set is a set as a value.
func (k *known) set(m uint64) ask.Value {
	if k.sets != nil {
		return k.sets[m]
	}
	return ask.Set{m}
}

// all are all things.
func (k *known) all() uint64 { return ^uint64(0) >> (mostKnown - k.count) }

// members are the things of a set as bits.
func members(v ask.Value) uint64 { return v.(ask.Set)[0] }

// only is the single thing of a set, or Invalid.
func only(m uint64) ask.Value {
	if bits.OnesCount64(m) != 1 {
		return ask.Invalid
	}
	return ask.Object(bits.TrailingZeros64(m))
}
