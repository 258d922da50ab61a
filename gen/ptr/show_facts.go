package ptr

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mereo/assets/furniture"
	"mereo/assets/surface"
	"mereo/gen/ask"
	"mereo/gen/show"
	"mereo/scenes/vary"
)

// attributes are of the whole sample.
func (r *Record) attributes() show.Attributes {
	d, p := &r.Directions, &r.Mereo
	room, lens := "static: everything stands on the floor", ""
	if r.Physics {
		room = "physical: things may fall"
	}
	if !r.Camera.Distortion.IsZero() {
		lens = r.Camera.Distortion.String()
	}
	picture := fmt.Sprintf("%d x %d pixels, focal length %.4g pixels", r.Camera.Width, r.Camera.Height, r.Camera.K[0][0])
	out := show.Attributes{
		{Name: "kind", Key: "physical", Value: r.Physics, Text: room},
		{Name: "objects", Key: "object_count", Value: len(r.Objects)},
		{Name: "camera at", Key: "camera_position_m", Value: r.CamLocation, Text: meters(r.CamLocation)},
		{Name: "picture", Text: picture},
		{Name: "lens", Text: lens},
		{Name: "room", Text: fmt.Sprintf("floor picture %d, wall picture %d", p.Floor, p.Wall)},
		{Key: "directions", Value: show.Facts{
			"left": d.Left, "right": d.Right, "front": d.Front, "behind": d.Behind, "above": d.Above, "below": d.Below,
		}},
		{Key: "floor", Value: surfaceFacts(p.Floor, surface.FloorSpec(p.Floor), p.FloorPaint)},
		{Key: "wall", Value: surfaceFacts(p.Wall, surface.WallSpec(p.Wall), p.WallPaint)},
	}
	var lamps []show.Facts
	for _, l := range p.Lamps {
		lamp := show.Facts{
			"name": l.Name, "position_m": l.Location, "rotation_wxyz": l.Rotation, "side_m": l.Size, "power_w": l.PowerW,
			"color_linear": l.Color,
		}
		lamps = append(lamps, lamp)
		text := fmt.Sprintf("%.4g W at %s", l.PowerW, meters(l.Location))
		if kelvins(lamp, l.Kelvins) {
			text += fmt.Sprintf(", %.0f K", l.Kelvins)
		}
		out = append(out, show.Attribute{Name: l.Name + " lamp", Text: text})
	}
	sun := show.Facts{"direction": p.Sun.Direction, "irradiance": p.Sun.Irradiance}
	kelvins(sun, p.Sun.Kelvins)
	return append(out, show.Attributes{
		{Key: "lamps", Value: lamps},
		{Key: "sun", Value: sun},
		{Name: "models", Key: "models", Value: p.Source},
		{Name: "seed", Key: "seed", Value: strconv.FormatUint(p.Seed, 10)}, // digits: it may be larger than an int
		{Name: "attempts rejected", Key: "attempts_rejected", Value: p.Attempt},
		{Key: "objects_wanted", Value: p.Slots},
	}...)
}

// kelvins adds the temperature of a light that has one.
func kelvins(f show.Facts, k float64) bool {
	if k > 0 {
		f["temperature_k"] = k
	}
	return k > 0
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

// attributes are of an object. names and key are those of all objects, model is nil where the source does not have it.
func (o *Object) attributes(names []string, key func(int) string, model *furniture.Model, number int) show.Attributes {
	pixels := 0
	for k := range o.Parts {
		pixels += o.Parts[k].Pixels
	}
	turned := show.Attribute{Name: "turned", Key: "yaw_rad", Value: o.Rotation.Yaw, Text: degrees(o.Rotation.Yaw) + " about the vertical"}
	if e := o.Rotation.Euler; e != nil {
		text := fmt.Sprintf("%s, %s, %s about x, y, z", degrees(e[0]), degrees(e[1]), degrees(e[2]))
		turned = show.Attribute{Name: "turned", Key: "euler_xyz_rad", Value: *e, Text: text}
	}
	asked := "parts"
	if slices.Contains(o.QuestionType, "geometry") {
		asked = "parts, lines and planes"
	}
	color, count := func(c Color) any { return c.Name }, func(n int) any { return n }
	direction := func(v [3]float64) any { return known3(v, valid(v)) }
	out := show.Attributes{
		{Name: "category", Key: "category", Value: strings.ToLower(o.Category)},
		{Name: "model", Key: "partnet_id", Value: o.PartnetID},
		{Name: "visible parts", Text: o.visibleParts()},
		{Name: "visible pixels", Key: "visible_px", Value: pixels},
		{Name: "position", Key: "position_m", Value: o.Coords, Text: meters(o.Coords)},
		turned,
		{Name: "can be asked about", Key: "question_types", Value: o.QuestionType, Text: asked},
		{Key: "rotation_wxyz", Value: quad(o.Rotation.worldFromModel())},
		{Key: "scale", Value: o.Scale},
		{Key: "origin_px", Value: []int{o.PixelCoords.X, o.PixelCoords.Y}},
		{Key: "origin_depth_m", Value: o.PixelCoords.ViewZ},
		{Key: "part_color", Value: byPart(o.PartColor, color)}, {Key: "part_count", Value: byPart(o.PartCount, count)},
		{Key: "visible_part_color", Value: byPart(o.PartColorOccluded, color)},
		{Key: "visible_part_count", Value: byPart(o.PartCountOccluded, count)},
		{Key: "lines", Value: byPart(o.LineGeo, direction)}, {Key: "planes", Value: byPart(o.PlaneGeo, direction)},
	}
	if model != nil {
		// What only the model knows; its size is that of its box before it is turned.
		size := model.Bounds().Size()
		out = append(out, show.Attributes{
			{Key: "model_number", Value: number}, {Key: "model_family", Value: model.Family},
			{Key: "size_m", Value: [3]float64{size.X / o.Scale, size.Y / o.Scale, size.Z / o.Scale}},
		}...)
	}
	if o.Simulation == nil {
		return out
	}
	return append(out, o.physicalAttributes(names, key)...)
}

// physicalAttributes are of an object that may fall.
func (o *Object) physicalAttributes(names []string, key func(int) string) show.Attributes {
	sim := o.Simulation
	var supporter any
	put := map[Mode]string{
		ModeNormal: "upright on the floor", ModeGround: "tilted on the floor", ModeWall: "leaning on a side wall", ModeSupport: "stacked",
	}[Mode(sim.Mode)]
	if sim.Supporter != nil {
		put += " on the " + names[*sim.Supporter]
		supporter = key(*sim.Supporter)
	}
	out := show.Attributes{
		{Name: "put", Key: "put", Value: sim.Mode, Text: put},
		{Key: "supporter", Value: supporter},
		{Name: "stable", Key: "stable", Value: o.Stability == "yes", Text: o.Stability},
		{Name: "change", Key: "change", Value: sim.Change, Text: fmt.Sprintf("%.3f (unstable above %g)", sim.Change, unstableChange)},
		{Key: "threshold", Value: unstableChange},
		{Name: "margin", Key: "margin", Value: sim.Margin, Text: fmt.Sprintf("%.0f %% of %d perturbed repeats agree", 100*sim.Margin, marginRepeats)},
		{Key: "margin_repeats", Value: marginRepeats},
		{Key: "mass_kg", Value: objectMass}, {Key: "friction", Value: objectFriction},
		{Key: "end_position_m", Value: sim.EndCoords},
		{Key: "end_rotation_wxyz", Value: quad(Rotation{Euler: &sim.EndRotation}.worldFromModel())},
	}
	if o.PossibleChange == nil {
		return out
	}
	var moves []show.Facts
	for _, m := range sim.Moves {
		moves = append(moves, show.Facts{"direction": m.Direction, "distance_m": m.Distance, "outcome": m.Outcome})
	}
	return append(out, show.Attributes{
		{Name: "what helps", Key: "moves", Value: moves, Text: helps(changes(sim.Moves, false))},
		{Key: "possible_change", Value: o.PossibleChange.Directions}, {Key: "last_tried_m", Value: o.PossibleChange.LastTried},
	}...)
}

// byPart are values of parts, of those that have one. Names of parts become keys: "leg bar" is leg_bar.
func byPart[T any](of map[string]T, value func(T) any) show.Facts {
	f := show.Facts{}
	for part, v := range of {
		if v := value(v); v != nil {
			f[strings.ReplaceAll(part, " ", "_")] = v
		}
	}
	return f
}

// known3 is a vector if it is known, else nil.
func known3(v [3]float64, ok bool) any {
	if !ok {
		return nil
	}
	return v
}

// partAttributes are of part mesh k.
func (o *Object) partAttributes(k int) show.Attributes {
	p := &o.Parts[k]
	along, isLine := o.LineGeo[p.Name]
	facing, isPlane := o.PlaneGeo[p.Name]
	out := show.Attributes{
		{Name: "color", Key: "color", Value: p.Color},
		{Name: "label", Key: "label", Value: p.Label},
		{Name: "mesh", Key: "mesh", Value: p.Mesh},
		{Name: "line along", Key: "line", Value: known3(along, isLine && valid(along))},
		{Name: "plane facing", Key: "plane", Value: known3(facing, isPlane && valid(facing))},
		{Name: "visible pixels", Key: "visible_px", Value: p.Pixels},
		{Key: "name", Value: p.Name}, {Key: "alone_px", Value: p.PixelsAlone},
	}
	f := p.Finish
	if f == nil {
		return out
	}
	text := fmt.Sprintf("roughness %.2f, metallic %.2f, index of refraction %.2f", f.Roughness, f.Metallic, f.IOR)
	out = append(out, show.Attributes{
		{Name: "finish", Text: text}, {Key: "roughness", Value: f.Roughness}, {Key: "metallic", Value: f.Metallic}, {Key: "ior", Value: f.IOR},
	}...)
	if f.Grain > 0 {
		out = append(out, show.Attributes{
			{Name: "grain", Key: "grain", Value: f.Grain, Text: fmt.Sprintf("floor picture %d, tiles of %.2f m", f.Grain, f.TileM)},
			{Key: "grain_tile_m", Value: f.TileM},
		}...)
	}
	return out
}

// questionFacts are what is known of a question besides its text, answer and program.
func questionFacts(q *storedQuestion) show.Facts {
	return show.Facts{
		"type": q.kind(), "type1": q.Type1, "type2": q.Type2, "file": ask.Base(q.TemplateFilename), "family": q.QuestionFamilyIndex,
	}
}
