package partnet

import "mereo/assets/furniture"

// early maps node names to labels before colors are given, by category; other names stay as they are.
var early = map[string]map[string]string{
	furniture.Table: {
		"back_panel": "frame", "vertical_side_panel": "frame", "bottom_panel": "frame", "vertical_divider_panel": "frame",
		"vertical_front_panel": "frame",
		"runner":               "leg bar", "bar_stretcher": "leg bar", "circular_stretcher": "leg bar", "rocker": "leg bar",
	},
	furniture.Chair: {"bar_stretcher": "leg bar", "runner": "leg bar", "rocker": "leg bar"},
	furniture.Bed:   {"bed_post": "leg"},
}

// renamed is the label of a node name in a category.
func renamed(category, name string) string {
	if label, ok := early[category][name]; ok {
		return label
	}
	return name
}
