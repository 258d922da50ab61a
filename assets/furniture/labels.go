package furniture

// Other is the label of pieces without a color of their own.
const Other = "other"

// labelSet is what the parts of a category may be called: the colored raw labels in their fixed order, and those of
// them that have a line or a plane where the piece is straight or flat.
type labelSet struct {
	colored, lines, planes []string
}

func labelsOf(category string) labelSet {
	switch category {
	case Chair:
		return labelSet{
			colored: []string{"chair_head", "chair_back", "chair_seat", "leg", "footrest", "central_support", "pedestal", "leg bar",
				"foot", "mechanical_control", "caster", "connector", "chair_arm", "arm_near_vertical_bar", "arm_horizontal_bar"},
			lines:  []string{"arm_near_vertical_bar", "arm_horizontal_bar", "leg", "leg bar", "central_support"},
			planes: []string{"chair_back", "chair_seat", "pedestal"},
		}
	case Table:
		return labelSet{
			colored: []string{"tabletop", "leg", "central_support", "pedestal", "foot", "leg bar", "cabinet_door_surface", "handle",
				"shelf", "drawer_box", "keyboard_tray", "caster", "frame"},
			lines:  []string{"leg", "central_support", "leg bar"},
			planes: []string{"pedestal", "cabinet_door_surface", "drawer_box", "tabletop", "shelf"},
		}
	case Bed:
		return labelSet{
			colored: []string{"bed_sleep_area", "headboard", "surface_base", "leg", "bar_stretcher"},
			lines:   []string{"leg"},
			planes:  []string{"headboard"},
		}
	case Refrigerator:
		return labelSet{
			colored: []string{"door_frame", "frame", "body_interior", "base", "handle"},
			planes:  []string{"door_frame"},
		}
	case Cart:
		return labelSet{colored: []string{"base_body", "handle", "wheel"}}
	}
	return labelSet{}
}

// Labels returns the raw labels that parts of a category may have, without "other", in their fixed order.
func Labels(category string) []string { return labelsOf(category).colored }
