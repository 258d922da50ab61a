package gltfmodels

import (
	"fmt"
	"slices"

	"mereo/assets/furniture"
)

// short maps the data set's own part names to the raw labels that mean the same, by category. Where several raw labels
// have one short name the commonest is taken.
var short = map[string]map[string]string{
	furniture.Chair: {
		"arm": "chair_arm", "back": "chair_back", "seat": "chair_seat", "head": "chair_head", "central support": "central_support",
		"wheel": "caster", "arm vertical bar": "arm_near_vertical_bar", "arm horizontal bar": "arm_horizontal_bar",
		"mechanical control": "mechanical_control",
	},
	furniture.Table: {
		"top": "tabletop", "drawer": "drawer_box", "door": "cabinet_door_surface", "central support": "central_support",
		"wheel": "caster", "keyboard tray": "keyboard_tray",
	},
	furniture.Bed:          {"sleep area": "bed_sleep_area", "back": "headboard", "base": "surface_base", "leg bar": "bar_stretcher"},
	furniture.Refrigerator: {"door": "door_frame", "body": "frame", "interior": "body_interior", "body interior": "body_interior"},
	furniture.Cart:         {"body": "base_body"},
}

// raw returns the raw label of a label in the file; an empty one is "other".
func raw(category, label string) (string, error) {
	switch {
	case label == "" || label == furniture.Other || label == "others":
		return furniture.Other, nil
	case slices.Contains(furniture.Labels(category), label):
		return label, nil
	}
	if r, ok := short[category][label]; ok {
		return r, nil
	}
	return "", fmt.Errorf("label %q is unknown for %s, want one of %q or their short names", label, category, furniture.Labels(category))
}
