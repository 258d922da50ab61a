package qlevr

// The values of attributes, in the published words.
var (
	planeShapes    = []string{"triangle", "rectangle", "circle"}
	planeColors    = []string{"gray", "brown", "black"}
	planeMaterials = []string{"wooden", "marble"}

	objectSizes     = []string{"large", "small"}
	objectColors    = []string{"gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"}
	objectMaterials = []string{"wooden", "marble", "rubber", "metal", "leather"}
	objectShapes    = []string{"triangular pyramid", "triangular prism", "cone", "sphere", "cylinder", "cube", "square pyramid"}
)

// What the desk is called as a plane; it has no material.
const (
	deskShape = "non-geometric"
	deskColor = "white"
)

// directions are where things lie from others, in the order of the published files.
var directions = []string{"behind", "front", "left", "right"}

// Canvas is the side of a plan in units, and unitsPerMeter how many of them are a meter of the desk.
const (
	canvas        = 400
	unitsPerMeter = 100
)

// outlineOf is the outline of a shape in a plan.
func outlineOf(shape string) string {
	switch shape {
	case "triangular pyramid", "triangular prism":
		return "triangle"
	case "cone", "sphere", "cylinder":
		return "circle"
	}
	return "rectangle"
}

// radiusOf is the radius of the circle around an outline, in units.
func radiusOf(size string) float64 {
	if size == "large" {
		return 8
	}
	return 5
}
