package shopvrb

import (
	"maps"
	"math"
	"slices"

	"mereo/gen/show"
	"mereo/scenes/annot"
)

// Facts are what rows tell, as data. Lengths are in units of the scene, a tenth of a meter each in life: Page.Unit says so.

// sceneFacts tell of the whole scene.
func (s *showSample) sceneFacts() show.Facts {
	out := show.Facts{"objects": len(s.record.Objects), "dropped": s.reader.set.cfg.Drop}
	if e := s.record.Extra; e != nil {
		out["ground"] = e.Ground
		out["camera_position_m"] = e.Camera
		out["key_lamp_position_m"], out["back_lamp_position_m"], out["fill_lamp_position_m"] = e.Lamps.Key, e.Lamps.Back, e.Lamps.Fill
	}
	return out
}

// thingFacts tell of thing i of the record, but for what is seen of it.
func (s *showSample) thingFacts(i int) show.Facts {
	o := &s.record.Objects[i]
	out := show.Facts{
		"category": o.Name, "position_m": o.Position,
		"rotation_deg": o.Rotation, "rotation_rad": float64(o.Rotation * (math.Pi / 180)),
	}
	for key, word := range map[string]string{
		"shape": o.Shape, "size": o.Size, "material": o.Material, "color": o.Color, "weight": o.Weight, "movability": o.Movability,
		"picking": o.Picking, "powering": o.Powering, "disassembly": o.Disassembly,
	} {
		if word != "" {
			out[key] = word
		}
	}
	if o.Attribute != nil {
		out["attribute"] = o.Attribute
	}
	e := o.Extra
	if e == nil {
		return out
	}
	out["model"], out["scale"] = e.Instance, e.Scale
	if e.Description != noDescription {
		out["description"] = e.Description
	}
	if lie := e.Lie; lie != nil {
		out["rotation_wxyz"], out["middle_m"], out["lies"] = lie.Pose, lie.Middle, lieText(lie.Pose)
		out["mass_kg"], out["friction"] = masses[o.Weight], dropFriction
	}
	var joints []show.Facts
	for _, name := range slices.Sorted(maps.Keys(e.Joints)) {
		key, x := s.opened(&s.plan.objects[s.ids[i]-1], name)
		joints = append(joints, show.Facts{"part": name, key: x})
	}
	if joints != nil {
		out["joints"] = joints
	}
	return out
}

// opened is how far a part of a thing is open, and the key of that: how far it slid, or its angle.
func (s *showSample) opened(o *planObject, part string) (key string, x float64) {
	shut := s.reader.sampler.modelOf(o.in) // an opened model has no joints
	for k := range shut.Parts {
		if p := &shut.Parts[k]; p.Name == part && p.Joint != nil && p.Joint.Slides {
			return "opened_m", float64(o.joints[part] * o.scale)
		}
	}
	return "opened_rad", o.joints[part]
}

// partFacts tell of a part of a thing.
func (s *showSample) partFacts(o *planObject, name string, id int) show.Facts {
	out := show.Facts{"name": name, "category": partClass(name)}
	if _, ok := o.joints[name]; ok {
		key, x := s.opened(o, name)
		out[key] = x
	}
	if s.parts != nil {
		out["visible_px"] = s.parts[id].pixels
	}
	return out
}

// facts tell of a question.
func (q *storedQuestion) facts(questionType string) show.Facts {
	return show.Facts{
		"kind": q.kind.String(), "type": questionType, "family": q.QuestionFamilyIndex,
		"template_file": q.TemplateFilename, "template": q.QuestionInFamilyIndex,
	}
}

// calibration says how the picture was taken. Where the record does not, it follows from the configuration and from where the record, or
// the seed, has the camera.
func (s *showSample) calibration() *annot.Camera {
	if e := s.record.Extra; e != nil && e.Calibration != nil {
		return e.Calibration
	}
	cam := s.reader.set.cfg.optics().cameraAt(s.reader.sampler.cameraOf(s.record))
	return calibrationOf(&cam)
}
