package shopvrb

import (
	"fmt"
	"math"
	"slices"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/ask/closed"
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
	pickingAttribute    = 9
	listAttribute       = 10 // of which a thing has a list of values
)

type (
	template = ask.Template[*known]
	instance = ask.Instance[*known]
	search   = ask.Search[*known]
)

// known is what questions know of a scene.
type known struct {
	*closed.Graph
	split, image string // image is the name of the picture's file
	index        int
	// What other readings of the scene are made of; nothing where the record does not tell.
	models     []string     // of each thing: "mug1"
	places     []geom.Vec3  // of each thing, in units of the scene
	columns    []float64    // of each thing, pixels
	bodies     []geom.Vec3  // of each thing, where its body is, which may be beside its place
	directions [4]geom.Vec3 // of Relations
	seen       [4]geom.Vec3 // the same as the camera of the picture has them
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
	Size        closed.Property `json:"size"`
	Weight      closed.Property `json:"weight"`
	Color       closed.Property `json:"color"`
	Material    closed.Property `json:"material"`
	Movability  closed.Property `json:"movability"`
	Shape       closed.Property `json:"shape"`
	Name        closed.Property `json:"name"`
	Powering    closed.Property `json:"powering"`
	Disassembly closed.Property `json:"disassembly"`
	Picking     closed.Property `json:"picking"`
	Attribute   closed.Property `json:"attribute"`

	Position [3]float64 `json:"3d_coords"`
	Rotation float64    `json:"rotation"`
	Pixel    PixelDepth `json:"pixel_coords"`
	Extra    struct {
		Instance string  `json:"instance"`
		Scale    float64 `json:"scale"`
		*Lie
	} `json:"mereo"`
}

// knownOf reads a record. Properties may be missing, and be lists.
func knownOf(words *closed.Vocabulary, data []byte) (*known, error) {
	var stored storedKnown
	if err := record.Read(data, &stored, record.Part); err != nil {
		return nil, fmt.Errorf("shopvrb: record: %w", err)
	}
	k := &known{split: stored.Split, image: stored.Image, index: stored.Index}
	var properties [][]ask.Value
	for i := range stored.Objects {
		o := &stored.Objects[i]
		properties = append(properties, []ask.Value{
			o.Size.Value, o.Weight.Value, o.Color.Value, o.Material.Value, o.Movability.Value, o.Shape.Value, o.Name.Value,
			o.Powering.Value, o.Disassembly.Value, o.Picking.Value, o.Attribute.Value,
		})
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
	var err error
	if k.Graph, err = closed.NewGraph(words, properties, [][][]int{of.Left, of.Right, of.Behind, of.Front}); err != nil {
		return nil, fmt.Errorf("shopvrb: record: %w", err)
	}
	return k, nil
}
