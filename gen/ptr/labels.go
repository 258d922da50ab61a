package ptr

import (
	"slices"
	"strings"
)

// other is the label of pieces that have no color of their own in the labels.
const other = "other"

// category is what the published set fixes for one kind of furniture. Raw labels are PartNet's, after early renaming;
// final names are those of the scene files.
type category struct {
	name   string
	weight float64 // share of the draws
	radius float64 // meters, of the sphere around the model's origin that a scaled model just fills
	// colored raw labels get a color and a mask of their own, lines and planes among them a direction.
	colored, lines, planes []string
	askable                []string // final names whose color is labeled
	counted                []string // final names whose number is labeled, those of uncounted included
}

// uncounted final names take part in deciding what is visible but their numbers are not written.
var uncounted = []string{"central support", "top", "back", "seat"}

// categories in the order of the published table; draws by weight go through it in this order.
var categories = []category{
	{
		name: "Chair", weight: 0.30, radius: 1.0,
		colored: []string{"chair_head", "chair_back", "chair_seat", "leg", "footrest", "central_support", "pedestal",
			"leg bar", "foot", "mechanical_control", "caster", "connector", "chair_arm", "arm_near_vertical_bar",
			"arm_horizontal_bar"},
		lines:  []string{"arm_near_vertical_bar", "arm_horizontal_bar", "leg", "leg bar", "central_support"},
		planes: []string{"chair_back", "chair_seat", "pedestal"},
		askable: []string{"arm", "leg", "back", "seat", "central support", "pedestal", "leg bar", "wheel",
			"arm vertical bar", "arm horizontal bar"},
		counted: []string{"arm", "leg", "leg bar", "wheel", "arm vertical bar", "arm horizontal bar",
			"central support", "seat", "back"},
	},
	{
		name: "Table", weight: 0.30, radius: 1.5,
		colored: []string{"tabletop", "leg", "central_support", "pedestal", "foot", "leg bar", "cabinet_door_surface",
			"handle", "shelf", "drawer_box", "keyboard_tray", "caster", "frame"},
		lines:  []string{"leg", "central_support", "leg bar"},
		planes: []string{"pedestal", "cabinet_door_surface", "drawer_box", "tabletop", "shelf"},
		askable: []string{"top", "drawer", "door", "central support", "leg", "pedestal", "shelf", "leg bar",
			"wheel"},
		counted: []string{"drawer", "leg", "door", "leg bar", "shelf", "wheel", "central support", "top"},
	},
	{
		name: "Bed", weight: 0.15, radius: 1.5,
		colored: []string{"bed_sleep_area", "headboard", "surface_base", "leg", "bar_stretcher"},
		lines:   []string{"leg", "leg bar"},
		planes:  []string{"headboard"},
		askable: []string{"sleep area", "back", "leg"},
		counted: []string{"leg", "leg bar"},
	},
	{
		name: "Refrigerator", weight: 0.15, radius: 1.5,
		colored: []string{"door_frame", "frame", "body_interior", "base", "handle"},
		planes:  []string{"door_frame"},
		askable: []string{"door", "body"},
		counted: []string{"door"},
	},
	{
		name: "Cart", weight: 0.10, radius: 1.25,
		colored: []string{"base_body", "handle", "wheel"},
		askable: []string{"body", "wheel"},
		counted: []string{"wheel"},
	},
}

// categoryOf returns the entry of a category, or nil.
func categoryOf(name string) *category {
	for i := range categories {
		if categories[i].name == name {
			return &categories[i]
		}
	}
	return nil
}

// CategoryNames lists the categories in their fixed order.
func CategoryNames() []string {
	names := make([]string, len(categories))
	for i, c := range categories {
		names[i] = c.name
	}
	return names
}

// EarlyLabel is the label under which a PartNet node of a category is looked up in the lists of colored labels.
func EarlyLabel(category, raw string) string {
	switch category {
	case "Table":
		switch raw {
		case "back_panel", "vertical_side_panel", "bottom_panel", "vertical_divider_panel", "vertical_front_panel":
			return "frame"
		case "runner", "bar_stretcher", "circular_stretcher", "rocker":
			return "leg bar"
		}
	case "Chair":
		switch raw {
		case "bar_stretcher", "runner", "rocker":
			return "leg bar"
		}
	case "Bed":
		if raw == "bed_post" {
			return "leg"
		}
	}
	return raw
}

// finalWords are the whole-label replacements, applied one after the other before substrings are deleted.
var finalWords = []struct{ from, to string }{
	{"bar_stretcher", "leg bar"}, {"circular_stretcher", "leg bar"}, {"runner", "leg bar"}, {"rocker", "leg bar"},
	{"back_panel", "frame"}, {"vertical_side_panel", "frame"}, {"bottom_panel", "frame"},
	{"vertical_divider_panel", "frame"}, {"vertical_front_panel", "frame"},
	{"drawer_box", "drawer"}, {"cabinet_door_surface", "door"}, {"back_surface", "chair_back"},
	{"door_frame", "door"}, {"headboard", "back"}, {"bed_post", "leg"}, {"surface_base", "base"},
	{"base_body", "body"},
}

// lateWords follow the refrigerator's own rule.
var lateWords = []struct{ from, to string }{
	{"caster", "wheel"}, {"arm_near_vertical_bar", "arm vertical bar"},
	{"back_frame_vertical_bar", "back vertical bar"}, {"back_frame_horizontal_bar", "back horizontal bar"},
}

// FinalName is the part name of the scene files for a raw label: "chair_seat" of a Chair is "seat".
func FinalName(category, raw string) string {
	label := raw
	for _, w := range finalWords {
		if label == w.from {
			label = w.to
		}
	}
	if category == "Refrigerator" && label == "frame" {
		label = "body"
	}
	for _, w := range lateWords {
		if label == w.from {
			label = w.to
		}
	}
	for _, drop := range []string{"chair_", "table", "bed"} {
		label = strings.ReplaceAll(label, drop, "")
	}
	return strings.TrimSpace(strings.ReplaceAll(label, "_", " "))
}

func (c *category) isColored(raw string) bool { return slices.Contains(c.colored, raw) }
func (c *category) isLine(raw string) bool    { return slices.Contains(c.lines, raw) }
func (c *category) isPlane(raw string) bool   { return slices.Contains(c.planes, raw) }
