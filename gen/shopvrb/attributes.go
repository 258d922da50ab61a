package shopvrb

// Attribute is a property of things and its values.
type Attribute struct {
	Key    string // as in records
	Values []string
}

// VisualAttributes are the properties that can be seen, in the order in which a phrase names them. Values are in their
// published order.
var VisualAttributes = []Attribute{
	{"size", []string{"small", "large", "medium-sized"}},
	{"weight", []string{"light", "heavy", "medium-weight"}},
	{"color", []string{
		"gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow", "white", "metallic", "transparent", "black",
	}},
	{"material", []string{"rubber", "metal", "plastic", "wooden", "ceramic", "glass"}},
	{"movability", []string{"portable", "movable"}},
	{"shape", []string{
		"cuboid", "irregularly shaped", "hemisphere", "cylindrical", "long and thin shaped", "flat",
	}},
	{"name", []string{
		"baking tray", "blender", "bowl", "chopping board", "coffee maker", "food box", "fork", "glass", "kettle", "knife", "mug",
		"pan", "plate", "pot", "scissors", "soda can", "spoon", "thermos", "toaster", "wine glass",
	}},
}

// TextualAttributes are the properties that cannot be seen, in the order in which a phrase names them. A thing has a list of
// values of the last one. Values are in their published order.
var TextualAttributes = []Attribute{
	{"powering", []string{"socket-powered", "non-powered"}},
	{"disassembly", []string{"non-dismantable", "unscrewable", "dismantable"}},
	{"picking", []string{"handle-pickable", "graspable", "stationary"}},
	{"attribute", []string{
		"oven safe", "dishwasher safe", "corrosion resistant", "non-stick coated", "high temperature resistant",
		"used for meal preparation", "suitable for freezing", "suitable for microwave", "flexible", "used for grinding",
		"used for mixing food", "operated by buttons", "equipped with indicator lights", "equipped with removable parts",
		"used for drinks preparation", "part of dishware", "used for cutting", "easy to clean", "easily stored",
		"in need of regular maintenance", "equipped with filter", "used for coffee", "used as container", "equipped with lid",
		"sharp", "used for eating", "part of cutlery", "disposable", "recyclable", "used for drinking", "hot to touch",
		"suitable for hobs", "used for tea", "scratch resistant", "rotating", "keeping the temperature",
	}},
}

// Relations are the names of the relations between things, in their published order.
var Relations = []string{"left", "right", "behind", "front"}
