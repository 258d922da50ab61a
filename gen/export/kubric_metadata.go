package export

import (
	"math"
	"strconv"
	"strings"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/gen/show"
)

// kubricSensor is how wide the sensor is in MOVi, millimeters. Only its share of the focal length shows.
const kubricSensor = 32

// metadata is what metadata.json says: kubric/utils.py, get_scene_metadata, get_camera_info and get_instance_info.
func (k *kubricFilm) metadata() any {
	film, lens := k.s.Film, &k.Pinholes[0]
	instances := []map[string]any{}
	for _, i := range k.order {
		instances = append(instances, k.instance(&film.Things[i]))
	}
	w, h := float64(lens.Width), float64(lens.Height)
	var positions [][3]float64
	var quaternions [][4]float64
	for i := range k.Pinholes {
		pose := &k.Pinholes[i].WorldFromCamera
		positions, quaternions = append(positions, triple(pose.T)), append(quaternions, wxyz(pose.M.Quat()))
	}
	m, at := lens.WorldFromCamera.M, lens.WorldFromCamera.T
	focal := lens.FocalPx / w * kubricSensor
	resolution := [2]int{lens.Width, lens.Height}
	return map[string]any{
		// The first frame is 0, so that frames of collisions are those of files.
		"flags": map[string]any{
			"frame_rate": film.FPS, "step_rate": film.StepRate, "frame_start": 0, "frame_end": film.Frames - 1, "seed": k.f.d.manifest.Seed,
		},
		"metadata": map[string]any{
			"resolution": resolution, "frame_rate": film.FPS, "step_rate": film.StepRate, "gravity": film.Gravity, "num_frames": film.Frames,
			"num_instances": len(instances), "seed": k.f.d.manifest.Seed, "set": k.s.Set, "split": k.s.Split, "index": k.s.Index,
		},
		"camera": map[string]any{
			"focal_length": focal, "sensor_width": kubricSensor, "field_of_view": 2 * geom.Atan2(kubricSensor/2, focal),
			"positions": positions, "quaternions": quaternions,
			"K": [3][3]float64{{lens.FocalPx / w, 0, -lens.CenterX / w}, {0, -lens.FocalPx / h, -lens.CenterY / h}, {0, 0, -1}},
			"R": [4][4]float64{row(m.X.X, m.Y.X, m.Z.X, at.X), row(m.X.Y, m.Y.Y, m.Z.Y, at.Y), row(m.X.Z, m.Y.Z, m.Z.Z, at.Z), {0, 0, 0, 1}},
		},
		"instances": instances,
	}
}

// instance is what is told of a thing: first its attributes, then Kubric's keys. An attribute whose name is one of these has _label behind it.
func (k *kubricFilm) instance(t *show.FilmThing) map[string]any {
	out := map[string]any{}
	put := func(key string, value any) {
		if label, ok := out[key]; ok {
			out[key+"_label"] = label
		}
		out[key] = value
	}
	for i := range k.s.Page.Entities {
		e := &k.s.Page.Entities[i]
		if e.Channel != show.ChannelObject || e.ID != t.ID {
			continue
		}
		for key, value := range e.Facts {
			if word, ok := value.(string); ok && key != "model" {
				out[key] = word
			}
		}
		put("category", e.Class)
		put("name", e.Name)
		if scale, ok := e.Facts["scale"].(float64); ok {
			put("size", scale)
		}
		if rgb, err := strconv.ParseUint(strings.TrimPrefix(e.Color, "#"), 16, 24); err == nil {
			put("color", [3]float64{float64(rgb>>16) / 255, float64(rgb>>8&255) / 255, float64(rgb&255) / 255})
		}
	}
	var positions, velocities, angular [][3]float64
	var quaternions [][4]float64
	var boxes3D [][][3]float64
	var inImage [][2]float64
	for frame := range t.States {
		s := &t.States[frame]
		positions, quaternions = append(positions, triple(s.Location)), append(quaternions, wxyz(s.Rotation))
		velocities, angular = append(velocities, triple(s.Velocity)), append(angular, triple(s.Angular))
		inImage = append(inImage, kubricImage(&k.Pinholes[frame], s.Location))
		var corners [][3]float64
		for _, x := range [2]float64{t.Box.Min.X, t.Box.Max.X} {
			for _, y := range [2]float64{t.Box.Min.Y, t.Box.Max.Y} {
				for _, z := range [2]float64{t.Box.Min.Z, t.Box.Max.Z} {
					corners = append(corners, triple(s.Location.Add(s.Rotation.Rotate(geom.V(x, y, z)))))
				}
			}
		}
		boxes3D = append(boxes3D, corners)
	}
	boxes, boxFrames := [][4]float64{}, []int{}
	for frame := range k.seen {
		b, p := k.seen[frame].Boxes[t.ID-1], &k.Pictures[frame]
		if b.Empty() {
			continue
		}
		w, h := float64(p.Width), float64(p.Height)
		boxes = append(boxes, [4]float64{float64(b.Y0) / h, float64(b.X0) / w, float64(b.Y1) / h, float64(b.X1) / w})
		boxFrames = append(boxFrames, frame)
	}
	for key, value := range map[string]any{
		"asset_id": t.Model, "mass": t.Mass, "friction": t.Friction, "restitution": t.Restitution, "is_dynamic": !t.Fixed,
		"positions": positions, "quaternions": quaternions, "velocities": velocities, "angular_velocities": angular,
		"bboxes_3d": boxes3D, "image_positions": inImage, "bboxes": boxes, "bbox_frames": boxFrames, "visibility": k.visibility(t),
	} {
		put(key, value)
	}
	return out
}

// collisions are what events.json says: kubric/simulator/pybullet.py, run, and kubric/utils.py, process_collisions. Kubric lists every contact of every
// step; here are those that begin, in which things meet at 0.1 m/s or more. As there, the force is the impulse along the normal in one step.
func (k *kubricFilm) collisions() []map[string]any {
	out := []map[string]any{}
	instance := func(id int) int { return int(k.number[id]) - 1 }
	for _, m := range k.s.Film.Impacts {
		frame := m.Time * k.s.Film.FPS
		out = append(out, map[string]any{
			"instances": [2]int{instance(m.A), instance(m.B)}, "frame": frame, "force": math.Abs(m.Impulse.Dot(m.Normal)) * k.s.Film.StepRate,
			"position": triple(m.Position), "contact_normal": triple(m.Normal),
			"image_position": kubricImage(&k.Pinholes[min(int(frame), len(k.Pinholes)-1)], m.Position),
		})
	}
	return out
}

// kubricImage is where a point is in the picture, from (0, 0) at the top left to (1, 1): kubric/core/cameras.py, project_point. It is 0 for what is
// seen nowhere, since JSON has no infinity.
func kubricImage(lens *camera.Pinhole, at geom.Vec3) (out [2]float64) {
	x, y, _ := lens.Project(at)
	for i, v := range [2]float64{x / float64(lens.Width), y / float64(lens.Height)} {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			out[i] = v
		}
	}
	return out
}

// row, triple and wxyz have no negative zeros.
func row(a, b, c, d float64) [4]float64 { return [4]float64{a + 0, b + 0, c + 0, d + 0} }

func triple(v geom.Vec3) [3]float64 { return [3]float64{v.X + 0, v.Y + 0, v.Z + 0} }

func wxyz(q geom.Quat) [4]float64 {
	return [4]float64{q.W + 0, q.X + 0, q.Y + 0, q.Z + 0}
}
