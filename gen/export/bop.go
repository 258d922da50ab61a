package export

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"sync"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/scenes/annot"
)

// bop writes the layout of the BOP benchmark (https://github.com/thodan/bop_toolkit, docs/bop_datasets_format.md): a scene for each
// block, in it an image for each view of each sample, in order.
//
//	camera.json, dataset_info.json
//	models/obj_000001.ply, models/models_info.json
//	test_targets_bop19.json                       for the split "test"
//	train/000000/rgb/000012.png                   the dataset's picture, without its alpha channel if it has one
//	train/000000/depth/000012.png                 16 bits, depthScale millimeters each, along the axis; 0 for nothing and what is too far
//	train/000000/mask/000012_000003.png           object 3 of the image as if nothing stood before it, 255
//	train/000000/mask_visib/000012_000003.png     what is seen of it
//	train/000000/scene_camera.json, scene_gt.json, scene_gt_info.json
//	train/000000/scene_models.json                the models that no scene before has
//
// Lengths are millimeters of life: those of sets whose world is larger than life are multiplied by the record's unit. The camera looks
// along +Z, with +X right and +Y down; the center of the first pixel is (0, 0). A model is the triangles of an object, at its size,
// around the middle of its box; its colors differ from object to object and are not in it. Its symmetries are found from its triangles.
// Models are numbered in the order in which they are met, from 1. Beside the format's own keys there are sample and view in
// scene_camera.json, and object, class and name, as they are in that picture, in scene_gt.json.
//
// Numbers in scene_gt_info.json are what scripts/calc_gt_info.py means by them: a silhouette goes on outside of the picture, up to the
// picture's size on each side, and a box's width is the last column less the first.
type bop struct {
	lock sync.RWMutex
	ids  map[[32]byte]int  // of models that are written, by digest
	read map[shardKey]bool // whose models are in ids
}

func (*bop) wants() wants {
	return wants{perBlock: true, pictures: true, labels: true, depth: true, made: true, chained: true}
}

func (*bop) prepare(ctx context.Context, d *dataset) error { return d.mustHaveScenes(ctx, "bop") }

// depthScale is how many millimeters of life a step of a depth picture is. The farthest place that has one is 65535 steps away.
const depthScale = 0.5

type bopCamera struct {
	K          [9]float64 `json:"cam_K"`
	R          [9]float64 `json:"cam_R_w2c"`
	T          [3]float64 `json:"cam_t_w2c"`
	DepthScale float64    `json:"depth_scale"`
	Sample     int        `json:"sample"` // index in the dataset
	View       string     `json:"view"`
}

type bopPose struct {
	R     [9]float64 `json:"cam_R_m2c"`
	T     [3]float64 `json:"cam_t_m2c"`
	Model int        `json:"obj_id"`
	Key   string     `json:"object"`
	Class string     `json:"class"`
	Name  string     `json:"name"`
}

type bopInfo struct {
	Box        [4]int  `json:"bbox_obj"` // x, y, width, height
	BoxVisible [4]int  `json:"bbox_visib"`
	All        int     `json:"px_count_all"`
	Valid      int     `json:"px_count_valid"`
	Visible    int     `json:"px_count_visib"`
	Fraction   float64 `json:"visib_fract"`
}

// bopImage is a view of a sample.
type bopImage struct {
	picture Picture
	depth   []byte
	camera  bopCamera
	poses   []bopPose
	models  []*bopModel // of the poses
	info    []bopInfo
	masks   [][2][]byte // whole and visible
}

func (f *bop) encode(s *Sample) (any, error) {
	entities := map[int]*show.Entity{}
	each(s.Page.Entities, nil, func(e, _ *show.Entity) {
		if e.Channel == show.ChannelObject {
			entities[e.ID] = e
		}
	})
	var out []bopImage
	unit := s.unit()
	for v, view := range s.Made.Views() {
		scene, seen := view.Scene, s.Labels[v]
		cam := &scene.Camera
		if !cam.Distortion.IsZero() {
			return nil, fmt.Errorf("%s/%d: the picture %q is bent by a lens (%s), which BOP has no words for; want pictures without distortion",
				s.Split, s.Index, s.Pictures[v].Name, cam.Distortion)
		}
		taken := annot.CameraOf(cam, unit)
		cameraFromWorld := annot.OpenCV.Mul(cam.WorldFromCamera.RigidInverse())
		// annot's pixels have their corner at (0, 0), BOP's their center.
		k := taken.K
		k[0][2], k[1][2] = k[0][2]-0.5, k[1][2]-0.5
		picture, err := opaque(s.Pictures[v])
		if err != nil {
			return nil, err
		}
		im := bopImage{picture: picture, camera: bopCamera{
			K: flat(k), R: flat(taken.R), T: millimeters(geom.V(taken.T[0], taken.T[1], taken.T[2]), unit), DepthScale: depthScale, Sample: s.Index,
			View: picture.Name,
		}, poses: []bopPose{}, info: []bopInfo{}} // lists, also without objects
		depth := make([]uint16, len(seen.ViewZ))
		for i, z := range seen.ViewZ {
			if d := math.Round(float64(z) * 1000 * unit / depthScale); d <= math.MaxUint16 {
				depth[i] = uint16(d)
			}
		}
		im.depth = write.EncodeGray16(cam.Width, cam.Height, depth)
		for i := range scene.Objects {
			e := entities[i+1]
			if e == nil {
				continue // deleted, or never to be seen
			}
			m := modelOf(&scene.Objects[i], unit)
			if m == nil {
				continue // without triangles
			}
			f.lock.RLock()
			known := f.ids[m.digest] != 0
			f.lock.RUnlock()
			if !known {
				m.build()
			}
			cameraFromModel := cameraFromWorld.Mul(m.worldFromModel)
			state := stateIn(e, v)
			im.poses = append(im.poses, bopPose{rows(cameraFromModel.M), millimeters(cameraFromModel.T, unit), 0, e.Key, state.Class, state.Name})
			im.models = append(im.models, m)
			info, masks := silhouette(cam, m, i+1, seen.Object, depth)
			im.info, im.masks = append(im.info, info), append(im.masks, masks)
		}
		out = append(out, im)
	}
	return out, nil
}

// opaque is a picture without alpha channel. One that has none is the dataset's file.
func opaque(p Picture) (Picture, error) {
	// The header's color type, RFC 2083, section 11.2.2: bit 2 is for alpha.
	const at, alpha = 25, 4
	if p.Ext != "png" || len(p.Data) <= at || p.Data[at]&alpha == 0 {
		return p, nil
	}
	rgb, err := write.DecodeRGB(p.Path, p.Data, p.Width, p.Height)
	if err != nil {
		return p, err
	}
	p.Path, p.Data = "", write.EncodeRGB(p.Width, p.Height, rgb)
	return p, nil
}

// unit is how long a meter of the world is in life, meters.
func (s *Sample) unit() float64 {
	if s.Page.Unit == 0 {
		return 1
	}
	return s.Page.Unit
}

func flat(m [3][3]float64) (out [9]float64) {
	for i := range out {
		out[i] = m[i/3][i%3]
	}
	return out
}

func rows(m geom.Mat3) [9]float64 {
	return [9]float64{m.X.X, m.Y.X, m.Z.X, m.X.Y, m.Y.Y, m.Z.Y, m.X.Z, m.Y.Z, m.Z.Z}
}

// millimeters are those of life.
func millimeters(v geom.Vec3, unit float64) [3]float64 {
	v = v.Scale(1000 * unit)
	return [3]float64{v.X, v.Y, v.Z}
}

// silhouette measures an object alone on a canvas three times as wide and high as the picture, which lies in its middle. What is seen
// is part of it, also where a graphics card draws a pixel of an edge that the processor does not.
func silhouette(cam *camera.Pinhole, m *bopModel, id int, seen []uint16, depth []uint16) (info bopInfo, masks [2][]byte) {
	w, h := cam.Width, cam.Height
	wide := *cam
	wide.Width, wide.Height, wide.CenterX, wide.CenterY = 3*w, 3*h, cam.CenterX+float64(w), cam.CenterY+float64(h)
	alone := ref.DrawAlone(&wide, m.object.WorldFromObject, m.meshes)
	whole, visible := make([]uint8, w*h), make([]uint8, w*h)
	var all, part extent
	for y := alone.Y0; y < alone.Y1; y++ {
		for x := alone.X0; x < alone.X1; x++ {
			if alone.Part[(y-alone.Y0)*(alone.X1-alone.X0)+x-alone.X0] == 0 {
				continue
			}
			all.add(x-w, y-h)
			if x >= w && x < 2*w && y >= h && y < 2*h {
				whole[(y-h)*w+x-w] = 255
			}
		}
	}
	for i, o := range seen {
		if int(o) != id {
			continue
		}
		visible[i] = 255
		part.add(i%w, i/w)
		if whole[i] == 0 {
			whole[i] = 255
			all.add(i%w, i/w)
		}
	}
	for i := range whole {
		if whole[i] != 0 && depth[i] != 0 {
			info.Valid++
		}
	}
	info.All, info.Visible = all.count, part.count
	info.Box, info.BoxVisible = [4]int{-1, -1, -1, -1}, [4]int{-1, -1, -1, -1}
	if part.count > 0 {
		info.Box, info.BoxVisible = all.box(), part.box()
		info.Fraction = float64(part.count) / float64(all.count)
	}
	return info, [2][]byte{write.EncodeGray(w, h, whole), write.EncodeGray(w, h, visible)}
}

// extent counts pixels and finds the first and last of them.
type extent struct{ count, x0, y0, x1, y1 int }

func (e *extent) add(x, y int) {
	if e.count == 0 {
		e.x0, e.y0, e.x1, e.y1 = x, y, x, y
	}
	e.count++
	e.x0, e.y0, e.x1, e.y1 = min(e.x0, x), min(e.y0, y), max(e.x1, x), max(e.y1, y)
}

func (e *extent) box() [4]int { return [4]int{e.x0, e.y0, e.x1 - e.x0, e.y1 - e.y0} }

func (f *bop) write(out string, d *dataset, sh Shard, items iter.Seq2[any, error]) ([]write.File, error) {
	if err := f.before(out, d, sh); err != nil {
		return nil, err
	}
	dir := sceneFolder(sh)
	var w written
	var cameras []bopCamera
	var poses [][]bopPose
	var info [][]bopInfo
	fresh := []bopModelInfo{}
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		for _, im := range item.([]bopImage) {
			n := len(cameras)
			w.add(d.place(out, fmt.Sprintf("%s/rgb/%06d.%s", dir, n, im.picture.Ext), im.picture))
			w.add(write.Bytes(out, fmt.Sprintf("%s/depth/%06d.png", dir, n), im.depth))
			for k, m := range im.models {
				id := f.ids[m.digest]
				if id == 0 {
					id = len(f.ids) + 1
					f.lock.Lock()
					f.ids[m.digest] = id
					f.lock.Unlock()
					m.info.ID = id
					fresh = append(fresh, m.info)
					w.add(write.Bytes(out, modelPath(id), m.ply))
				}
				im.poses[k].Model = id
				for kind, name := range []string{"mask", "mask_visib"} {
					w.add(write.Bytes(out, fmt.Sprintf("%s/%s/%06d_%06d.png", dir, name, n, k), im.masks[k][kind]))
				}
			}
			if w.err != nil {
				return nil, w.err
			}
			cameras, poses, info = append(cameras, im.camera), append(poses, im.poses), append(info, im.info)
		}
	}
	w.add(numbered(out, dir+"/scene_camera.json", cameras))
	w.add(numbered(out, dir+"/scene_gt.json", poses))
	w.add(numbered(out, dir+"/scene_gt_info.json", info))
	w.add(write.JSON(out, dir+"/scene_models.json", fresh))
	f.read[sh.key()] = w.err == nil
	return w.all()
}

func sceneFolder(sh Shard) string { return fmt.Sprintf("%s/%06d", sh.Split, sh.Block) }

func modelPath(id int) string { return fmt.Sprintf("models/obj_%06d.ply", id) }

// before learns the models of the shards before one, which are written.
func (f *bop) before(out string, d *dataset, sh Shard) error {
	if f.ids == nil {
		f.ids, f.read = map[[32]byte]int{}, map[shardKey]bool{}
	}
	for _, earlier := range d.shards(f.wants()) {
		if earlier.key() == sh.key() {
			break
		}
		if f.read[earlier.key()] {
			continue
		}
		models, err := modelsOf(out, earlier)
		if err != nil {
			return err
		}
		f.lock.Lock()
		for _, m := range models {
			f.ids[m.digest()] = m.ID
		}
		f.lock.Unlock()
		f.read[earlier.key()] = true
	}
	return nil
}

// numbered writes values by their numbers, a line for each.
func numbered[T any](out, path string, values []T) (write.File, error) {
	return write.Stream(out, path, func(w io.Writer) error {
		before := "{\n"
		for i, v := range values {
			data, err := json.Marshal(v)
			if err == nil {
				_, err = fmt.Fprintf(w, "%s  \"%d\": %s", before, i, data)
			}
			if err != nil {
				return err
			}
			before = ",\n"
		}
		_, err := io.WriteString(w, "\n}\n")
		return err
	})
}
