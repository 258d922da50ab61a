package export

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/scenes"
)

// bopModel is the shape of an object at its size.
type bopModel struct {
	object *scenes.Object
	meshes []*mesh.Mesh // of its parts, in the object's frame
	scale  float64      // world from object
	unit   float64      // meters of life in one of the world
	center geom.Vec3    // of the box, in the object's frame
	digest [32]byte
	// worldFromModel is rigid.
	worldFromModel geom.Transform
	// ply and info are there after build.
	ply  []byte
	info bopModelInfo
}

// bopModelInfo is what models_info.json says of a model. Lengths are millimeters.
type bopModelInfo struct {
	ID       int     `json:"obj_id"`
	MinX     float64 `json:"min_x"`
	MinY     float64 `json:"min_y"`
	MinZ     float64 `json:"min_z"`
	SizeX    float64 `json:"size_x"`
	SizeY    float64 `json:"size_y"`
	SizeZ    float64 `json:"size_z"`
	Diameter float64 `json:"diameter"`
	Category string  `json:"category"`
	Name     string  `json:"name,omitempty"`
	Digest   string  `json:"digest"` // of triangles and scale; equal for equal models
	// Discrete are turns that take the model to itself, 4 x 4 matrices by rows; Continuous axes about which any angle does.
	Discrete   [][16]float64 `json:"symmetries_discrete,omitempty"`
	Continuous []bopAxis     `json:"symmetries_continuous,omitempty"`
}

func (m *bopModelInfo) digest() (out [32]byte) {
	hex.Decode(out[:], []byte(m.Digest))
	return out
}

// scaleDigits is to how many digits scales are told apart. Those of one nominal size differ by rounding, far behind.
const scaleDigits = 9

// modelOf is the model of an object; nil for one without triangles.
func modelOf(o *scenes.Object, unit float64) *bopModel {
	m := &bopModel{object: o, unit: unit}
	box := geom.EmptyAABB()
	triangles := 0
	for i := range o.Parts {
		part := o.Parts[i].Mesh
		m.meshes = append(m.meshes, part)
		triangles += len(part.Triangles)
		for _, p := range part.Positions {
			box = box.Grow(p)
		}
	}
	if triangles == 0 {
		return nil
	}
	m.center = box.Center()
	// Scales are alike in all directions, but for rounding.
	m.scale, _ = strconv.ParseFloat(strconv.FormatFloat(o.WorldFromObject.M.X.Len(), 'g', scaleDigits, 64), 64)
	turn := o.WorldFromObject.M
	for _, axis := range []*geom.Vec3{&turn.X, &turn.Y, &turn.Z} {
		*axis = axis.Unit()
	}
	m.worldFromModel = geom.Transform{M: turn, T: o.WorldFromObject.Point(m.center)}
	sum := sha256.New()
	number := func(values ...float64) {
		var b [8]byte
		for _, v := range values {
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
			sum.Write(b[:])
		}
	}
	number(m.scale)
	for _, part := range m.meshes {
		number(float64(len(part.Positions)), float64(len(part.Normals)), float64(len(part.Triangles)))
		for _, list := range [][]geom.Vec3{part.Positions, part.Normals} {
			for _, p := range list {
				number(p.X, p.Y, p.Z)
			}
		}
		for _, t := range part.Triangles {
			number(float64(t[0]), float64(t[1]), float64(t[2]))
		}
	}
	sum.Sum(m.digest[:0])
	return m
}

// build makes the file: ASCII PLY with normals, as the format's models are.
func (m *bopModel) build() {
	whole := mesh.Merge(m.meshes...)
	if len(whole.Normals) == 0 {
		whole = whole.Faceted()
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 32) }
	out := fmt.Appendf(nil, "ply\nformat ascii 1.0\ncomment millimeters\nelement vertex %d\n", len(whole.Positions))
	for _, name := range []string{"x", "y", "z", "nx", "ny", "nz"} {
		out = fmt.Appendf(out, "property float %s\n", name)
	}
	out = fmt.Appendf(out, "element face %d\nproperty list uchar int vertex_indices\nend_header\n", len(whole.Triangles))
	points := make([]geom.Vec3, len(whole.Positions))
	for i, p := range whole.Positions {
		points[i] = p.Sub(m.center).Scale(1000 * m.scale * m.unit)
		for k, v := range []float64{points[i].X, points[i].Y, points[i].Z, whole.Normals[i].X, whole.Normals[i].Y, whole.Normals[i].Z} {
			if k > 0 {
				out = append(out, ' ')
			}
			out = append(out, number(v)...)
		}
		out = append(out, '\n')
	}
	for _, t := range whole.Triangles {
		out = fmt.Appendf(out, "3 %d %d %d\n", t[0], t[1], t[2])
	}
	box := geom.Bounds(points)
	size := box.Size()
	far := diameter(points)
	discrete, round := symmetriesOf(points, whole, far)
	m.ply = out
	m.info = bopModelInfo{
		MinX: box.Min.X, MinY: box.Min.Y, MinZ: box.Min.Z, SizeX: size.X, SizeY: size.Y, SizeZ: size.Z, Diameter: far,
		Category: m.object.Category, Name: m.object.Model, Digest: hex.EncodeToString(m.digest[:]), Discrete: discrete, Continuous: round,
	}
}

// diameter is the largest distance between any two points. Points far from the origin come first, so that most pairs need not be
// looked at: no pair is farther apart than the sum of the distances of both from there.
func diameter(points []geom.Vec3) float64 {
	points = slices.Clone(points)
	slices.SortFunc(points, func(a, b geom.Vec3) int {
		return cmp.Or(cmp.Compare(b.Len2(), a.Len2()), cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
	})
	points = slices.Compact(points)
	best := 0.0
	for i := range points {
		far := points[i].Len()
		if far+points[0].Len() <= best {
			break
		}
		for j := 0; j < i && far+points[j].Len() > best; j++ {
			best = max(best, points[i].Sub(points[j]).Len())
		}
	}
	return best
}

// modelsOf are the models that a written shard is the first to have.
func modelsOf(out string, sh Shard) (models []bopModelInfo, err error) {
	return models, readJSON(out, sceneFolder(sh)+"/scene_models.json", &models)
}

func readJSON(out, path string, into any) error {
	data, err := folder.Read(out, path, folder.Record)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		return fmt.Errorf("export: %s: %w", path, err)
	}
	return nil
}

// bopTarget asks for the poses of a model's objects in an image.
type bopTarget struct {
	Image int `json:"im_id"`
	Count int `json:"inst_count"`
	Model int `json:"obj_id"`
	Scene int `json:"scene_id"`
}

// visibleTarget is which share of an object must be seen for its pose to be asked for, as in the BOP challenges.
const visibleTarget = 0.1

// finish writes what is told of all scenes.
func (f *bop) finish(out string, d *dataset) (files []write.File, err error) {
	models := map[int]bopModelInfo{}
	targets := []bopTarget{}
	for _, sh := range d.shards(f.wants()) {
		some, err := modelsOf(out, sh)
		if err != nil {
			return nil, err
		}
		for _, m := range some {
			models[m.ID] = m
		}
		if sh.Split == "test" {
			if targets, err = addTargets(targets, out, sh); err != nil {
				return nil, err
			}
		}
	}
	var w written
	w.add(write.JSON(out, "models/models_info.json", models))
	if len(targets) > 0 {
		w.add(write.JSON(out, "test_targets_bop19.json", targets))
	}
	for _, sh := range d.shards(f.wants()) {
		var cameras map[int]bopCamera
		if err := readJSON(out, sceneFolder(sh)+"/scene_camera.json", &cameras); err != nil {
			return nil, err
		}
		s, err := d.readers[sh.Split].Sample(sh.First)
		if err != nil {
			return nil, err
		}
		k, picture := cameras[0].K, s.Page().Pictures[0]
		w.add(write.JSON(out, "camera.json", map[string]any{
			"fx": k[0], "fy": k[4], "cx": k[2], "cy": k[5], "depth_scale": depthScale, "width": picture.Width, "height": picture.Height,
		}))
		info := d.info(sh.Split)
		info["description"] = d.set.About().Title
		info["unit_m"] = (&Sample{Page: s.Page()}).unit() // of the dataset's world, to go back from life
		w.add(write.JSON(out, "dataset_info.json", info))
		break
	}
	return w.all()
}

// addTargets adds those of a shard, by image and model.
func addTargets(targets []bopTarget, out string, sh Shard) ([]bopTarget, error) {
	var poses map[int][]bopPose
	var info map[int][]bopInfo
	if err := readJSON(out, sceneFolder(sh)+"/scene_gt.json", &poses); err != nil {
		return nil, err
	}
	if err := readJSON(out, sceneFolder(sh)+"/scene_gt_info.json", &info); err != nil {
		return nil, err
	}
	for image := range len(poses) {
		counts := map[int]int{}
		for k, p := range poses[image] {
			if info[image][k].Fraction >= visibleTarget {
				counts[p.Model]++
			}
		}
		for _, id := range slices.Sorted(maps.Keys(counts)) {
			targets = append(targets, bopTarget{image, counts[id], id, sh.Block})
		}
	}
	return targets, nil
}
