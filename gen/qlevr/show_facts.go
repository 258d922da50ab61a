package qlevr

import "mereo/gen/show"

// viewWords are the three views, from the steepest to the flattest.
var viewWords = [len(cameraPresets)]string{"steep", "medium", "flat"}

// facts are those of a sample.
func (r *Record) facts() show.Facts {
	return show.Facts{
		"planes": len(r.Planes) - 1, "objects": len(r.Objects), "view": viewWords[r.Mereo.Preset],
		"camera_position_m": r.View.CameraAt, "camera_tilt_deg": r.View.CameraTurned[0],
	}
}

// facts are those of a plane at a place; the desk has no material, and "non-geometric" is no shape.
func (p *Plane) facts(at [3]float64) show.Facts {
	f := show.Facts{"color": p.Color, "objects": len(p.Objects), "position_m": at, "depth_m": p.Center[2]}
	if p.Shape != deskShape {
		f["material"], f["shape"] = p.Material, p.Shape
	}
	return f
}

// facts are those of an object on a plane with a key, of one of two variants of its material where that has two. They lack its
// turn, which round ones do not have.
func (o *Object) facts(on string, variant int) show.Facts {
	f := show.Facts{
		"size": o.Size, "color": o.Color, "material": o.Material, "shape": o.Shape, "on": on,
		"position_m": o.Position, "depth_m": o.Center[2],
	}
	if finishes := objectFinishes[o.Material]; finishes[0] != finishes[1] {
		f["material_variant"] = variant
	}
	return f
}

// facts are those of a question.
func (q *shownQuestion) facts() show.Facts {
	t := q.instance.Template
	f := show.Facts{"type": t.Types, "quantifiers": t.Quantifiers, "template_file": t.File, "family": t.Family}
	if len(t.Variant) > 0 {
		f["variant"] = t.Variant
	}
	return f
}
