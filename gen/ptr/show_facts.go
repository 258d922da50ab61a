package ptr

import (
	"strconv"
	"strings"

	"mereo/assets/furniture"
	"mereo/assets/surface"
	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/scenes/vary"
)

// facts are of the whole sample.
func (r *Record) facts() show.Facts {
	d, p := &r.Directions, &r.Mereo
	f := show.Facts{
		"physical":          r.Physics,
		"object_count":      len(r.Objects),
		"camera_position_m": r.CamLocation,
		"directions": show.Facts{
			"left": d.Left, "right": d.Right, "front": d.Front, "behind": d.Behind, "above": d.Above, "below": d.Below,
		},
		"floor":             surfaceFacts(p.Floor, surface.FloorSpec(p.Floor), p.FloorPaint),
		"wall":              surfaceFacts(p.Wall, surface.WallSpec(p.Wall), p.WallPaint),
		"models":            p.Source,
		"seed":              strconv.FormatUint(p.Seed, 10), // digits: it may be larger than an int
		"attempts_rejected": p.Attempt,
		"objects_wanted":    p.Slots,
	}
	var lamps []show.Facts
	for _, l := range p.Lamps {
		lamp := show.Facts{
			"name": l.Name, "position_m": l.Location, "rotation_wxyz": l.Rotation, "side_m": l.Size, "power_w": l.PowerW,
			"color_linear": l.Color,
		}
		kelvins(lamp, l.Kelvins)
		lamps = append(lamps, lamp)
	}
	f["lamps"] = lamps
	sun := show.Facts{"direction": p.Sun.Direction, "irradiance": p.Sun.Irradiance}
	kelvins(sun, p.Sun.Kelvins)
	f["sun"] = sun
	return f
}

// kelvins adds the temperature of a light that has one.
func kelvins(f show.Facts, k float64) {
	if k > 0 {
		f["temperature_k"] = k
	}
}

// surfaceFacts are of floor or walls: the picture on them, or what was drawn in its place.
func surfaceFacts(number int, own surface.Spec, drawn *vary.Paint) show.Facts {
	f := show.Facts{"picture": number}
	if drawn == nil {
		f["look"], f["mean_srgb"] = own.Look, own.MeanSRGB
		return f
	}
	f["color_linear"], f["spread_srgb"] = [3]float64(drawn.Color), drawn.SpreadSRGB
	f["tile_scale"], f["tile_turn_rad"] = drawn.Scale, drawn.Turn
	return f
}

// objectFacts are of object number i. key names the objects.
func (r *Record) objectFacts(i int, key func(int) string) show.Facts {
	o := &r.Objects[i]
	pixels := 0
	for k := range o.Parts {
		pixels += o.Parts[k].Pixels
	}
	f := show.Facts{
		"category": strings.ToLower(o.Category), "partnet_id": o.PartnetID,
		"position_m": o.Coords, "rotation_wxyz": quad(o.Rotation.worldFromModel()), "scale": o.Scale,
		"origin_px": []int{o.PixelCoords.X, o.PixelCoords.Y}, "origin_depth_m": o.PixelCoords.ViewZ, "visible_px": pixels,
		"part_color": colorFacts(o.PartColor), "part_count": countFacts(o.PartCount),
		"visible_part_color": colorFacts(o.PartColorOccluded), "visible_part_count": countFacts(o.PartCountOccluded),
		"lines": directionFacts(o.LineGeo), "planes": directionFacts(o.PlaneGeo),
		"question_types": o.QuestionType,
	}
	if e := o.Rotation.Euler; e == nil {
		f["yaw_rad"] = o.Rotation.Yaw
	} else {
		f["euler_xyz_rad"] = *e
	}
	sim := o.Simulation
	if sim == nil {
		return f
	}
	f["mass_kg"], f["friction"] = objectMass, objectFriction
	f["put"] = sim.Mode
	if sim.Supporter != nil {
		f["supporter"] = key(*sim.Supporter)
	}
	f["stable"] = o.Stability == "yes"
	f["change"], f["threshold"] = sim.Change, unstableChange
	f["margin"], f["margin_repeats"] = sim.Margin, marginRepeats
	f["end_position_m"] = sim.EndCoords
	f["end_rotation_wxyz"] = quad(Rotation{Euler: &sim.EndRotation}.worldFromModel())
	if o.PossibleChange != nil {
		f["possible_change"], f["last_tried_m"] = o.PossibleChange.Directions, o.PossibleChange.LastTried
		var moves []show.Facts
		for _, m := range sim.Moves {
			moves = append(moves, show.Facts{"direction": m.Direction, "distance_m": m.Distance, "outcome": m.Outcome})
		}
		f["moves"] = moves
	}
	return f
}

// modelFacts adds what only the model knows: its number, its family, and the size of its box before it is turned.
func modelFacts(f show.Facts, number int, m *furniture.Model, scale float64) {
	size := m.Bounds().Size()
	f["model_number"], f["model_family"] = number, m.Family
	f["size_m"] = [3]float64{size.X / scale, size.Y / scale, size.Z / scale}
}

// factKey is the name of a part as a key: "leg bar" is leg_bar.
func factKey(part string) string { return strings.ReplaceAll(part, " ", "_") }

func colorFacts(colors map[string]Color) show.Facts {
	f := show.Facts{}
	for part, c := range colors {
		f[factKey(part)] = c.Name
	}
	return f
}

func countFacts(counts map[string]int) show.Facts {
	f := show.Facts{}
	for part, n := range counts {
		f[factKey(part)] = n
	}
	return f
}

// directionFacts are the unit vectors of parts that have one.
func directionFacts(geo map[string][3]float64) show.Facts {
	f := show.Facts{}
	for part, v := range geo {
		if valid(v) {
			f[factKey(part)] = v
		}
	}
	return f
}

// partFacts are of part mesh k.
func (o *Object) partFacts(k int) show.Facts {
	p := &o.Parts[k]
	f := show.Facts{"name": p.Name, "label": p.Label, "mesh": p.Mesh, "color": p.Color, "visible_px": p.Pixels, "alone_px": p.PixelsAlone}
	if v, ok := o.LineGeo[p.Name]; ok && valid(v) {
		f["line"] = v
	}
	if v, ok := o.PlaneGeo[p.Name]; ok && valid(v) {
		f["plane"] = v
	}
	if drawn := p.Finish; drawn != nil {
		f["roughness"], f["metallic"], f["ior"] = drawn.Roughness, drawn.Metallic, drawn.IOR
		if drawn.Grain > 0 {
			f["grain"], f["grain_tile_m"] = drawn.Grain, drawn.TileM
		}
	}
	return f
}

// questionFacts are what is known of a question besides its text, answer and program.
func questionFacts(type1, type2, file string, family int) show.Facts {
	return show.Facts{"type": type1 + " " + type2, "type1": type1, "type2": type2, "file": ask.Base(file), "family": family}
}
