package export

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"path"
	"slices"

	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/scenes/annot"
)

// kubric writes films as the workers of Kubric leave them (https://github.com/google-research/kubric: challenges/movi/movi_ab_worker.py), from which
// its loaders make MOVi. A film is a folder, train/000012; with several cameras one for each, train/left/000012:
//
//	rgba_00000.png                the picture
//	segmentation_00000.png        8 bits with a palette: 0, or the number of the instance in metadata.json, from 1
//	depth_00000.tiff              float32: meters along the ray; 1e10 where nothing is
//	forward_flow_00000.png        16 bits: rows down, columns right, 0, scaled from the range in data_ranges.json
//	backward_flow_00000.png
//	normal_00000.png              16 bits: -1 to 1, world
//	object_coordinates_00000.png  16 bits: 0 to 1 in the box of the object
//	data_ranges.json, metadata.json, events.json
//
// Things that the documentation of Kubric leaves open are as in its source. Depth: kubric/core/cameras.py, z_to_depth. Flow:
// kubric/renderer/blender_utils.py, get_render_layers_from_exr, whose backward flow is what a point has moved since the frame before, so that a thing
// with a constant speed has the same flow both ways. Kubric cuts numbers where these are rounded.
//
// Files are written as they are encoded, since those of a long film would not fit into memory.
type kubric struct {
	out string
	d   *dataset
}

func (*kubric) wants() wants { return wants{perBlock: true} }

func (f *kubric) prepare(_ context.Context, d *dataset) error {
	f.d = d
	return mustBeFilms(d, "kubric")
}

// mustBeFilms refuses a dataset without films of things that move, judged by its first sample.
func mustBeFilms(d *dataset, format string) error {
	for _, s := range d.splits {
		if s.Samples == 0 {
			continue
		}
		first, err := d.readers[s.Split].Sample(0)
		if err != nil {
			return err
		}
		film, err := filmOf(first)
		if err == nil && film == nil {
			err = fmt.Errorf("samples of this dataset (%s) are no films of things that move, so they cannot be exported as %s; want another format", d.set.Name(), format)
		}
		return err
	}
	return nil
}

// filmOf is the film that a sample is; nil for none.
func filmOf(s show.Sample) (*show.Film, error) {
	if f, ok := s.(show.Filmed); ok {
		return f.Film()
	}
	return nil, nil
}

func (f *kubric) encode(s *Sample) (any, error) {
	if s.Film == nil {
		return nil, fmt.Errorf("%s/%d is no film of things that move", s.Split, s.Index)
	}
	var files []write.File
	for c := range s.Film.Cameras {
		k := &kubricFilm{s: s, FilmCamera: &s.Film.Cameras[c], f: f}
		if k.folder = fmt.Sprintf("%s/%06d", s.Split, s.Index); len(s.Film.Cameras) > 1 {
			k.folder = fmt.Sprintf("%s/%s/%06d", s.Split, k.Name, s.Index)
		}
		for i := range s.Film.Things {
			k.most = max(k.most, s.Film.Things[i].ID)
		}
		if err := k.write(); err != nil {
			return nil, fmt.Errorf("%s/%d: %w", s.Split, s.Index, err)
		}
		files = append(files, k.files...)
	}
	return files, nil
}

// write lists the files.
func (f *kubric) write(_ string, _ *dataset, _ Shard, items iter.Seq2[any, error]) (files []write.File, err error) {
	for item, err := range items {
		if err != nil {
			return nil, err
		}
		files = append(files, item.([]write.File)...)
	}
	return files, nil
}

// kubricFilm is a film as a camera sees it.
type kubricFilm struct {
	s *Sample
	*show.FilmCamera
	written
	f      *kubric
	most   int // the highest id
	folder string
	ids    [][]uint16    // of each frame
	seen   []annot.Tally // of each frame, by id - 1
	order  []int         // the instances: things, by their place in Film.Things
	number []uint8       // of the instance with an id, from 1; 0 for none
	ranges [2]kubricRange
}

// kubricRange is what 0 and 65535 stand for.
type kubricRange struct {
	Min float64 `json:"min"`
	Max float64 `json:"max"`
}

var kubricFlows = [2]string{"forward_flow", "backward_flow"}

func (k *kubricFilm) write() error {
	for frame := range k.Pictures {
		if err := k.first(frame); err != nil {
			return err
		}
	}
	if err := k.count(); err != nil {
		return err
	}
	palette := hues(len(k.order))
	for frame, ids := range k.ids {
		p := &k.Pictures[frame]
		to := make([]uint8, len(ids))
		for i, id := range ids {
			to[i] = k.number[id]
		}
		k.file("segmentation", frame, "png", write.EncodePalette(p.Width, p.Height, to, palette))
		l, err := k.Labels(frame, show.FieldFlow, show.FieldBackFlow)
		if err != nil {
			return err
		}
		for way, flow := range kubricFlow(l) {
			k.file(kubricFlows[way], frame, "png", write.EncodeRGB16(p.Width, p.Height, k.ranges[way].encode(flow, 2)))
		}
	}
	k.json("data_ranges.json", map[string]kubricRange{kubricFlows[0]: k.ranges[0], kubricFlows[1]: k.ranges[1]})
	k.json("metadata.json", k.metadata())
	k.json("events.json", map[string]any{"collisions": k.collisions()})
	return k.err
}

// first writes what of a frame needs no other one.
func (k *kubricFilm) first(frame int) error {
	p, lens := k.Pictures[frame], &k.Pinholes[frame]
	if !lens.Distortion.IsZero() || lens.Orthographic {
		return fmt.Errorf("the picture %s is bent by a lens or seen along parallel rays, which Kubric has no words for; want a pinhole camera", path.Base(p.Path))
	}
	picture, err := k.f.d.picture(p)
	if err != nil {
		return err
	}
	k.add(k.f.d.place(k.f.out, k.path("rgba", frame, "png"), picture))
	l, err := k.Labels(frame, show.FieldDepth, show.FieldNormals, show.FieldCoordinates, show.FieldFlow, show.FieldBackFlow)
	if err != nil {
		return err
	}
	k.ids = append(k.ids, l.Object)
	k.seen = append(k.seen, annot.Whole(l.Width, l.Height, l.Object).Tally(k.most))
	const nothing = 1e10 // what Blender has for it
	depth := make([]float32, len(l.ViewZ))
	for i, z := range l.ViewZ {
		if depth[i] = nothing; z > 0 {
			d := lens.Direction(float64(i%l.Width)+0.5, float64(i/l.Width)+0.5)
			depth[i] = float32(float64(z) * d.Len())
		}
	}
	k.file("depth", frame, "tiff", write.EncodeTIFF(l.Width, l.Height, depth))
	k.file("normal", frame, "png", write.EncodeRGB16(l.Width, l.Height, kubricRange{-1, 1}.encode(l.Normal, 3)))
	k.file("object_coordinates", frame, "png", write.EncodeRGB16(l.Width, l.Height, kubricRange{0, 1}.encode(l.Coordinates, 3)))
	for way, flow := range kubricFlow(l) {
		r := &k.ranges[way]
		if frame == 0 {
			r.Min, r.Max = math.Inf(1), math.Inf(-1)
		}
		for _, v := range flow {
			r.Min, r.Max = min(r.Min, float64(v)), max(r.Max, float64(v))
		}
	}
	return k.err
}

// kubricFlow are the flows forward and backward with rows first, both with the direction of time.
func kubricFlow(l *show.Labels) (out [2][]float32) {
	for way, field := range [2][]float32{l.Flow, l.BackFlow} {
		sign := float32(1 - 2*way)
		for i := 0; i < len(field); i += 3 {
			out[way] = append(out[way], sign*field[i+1]+0, sign*field[i]+0) // no -0
		}
	}
	return out
}

// encode are numbers as shares of a range, with zeros up to three a pixel.
func (r kubricRange) encode(values []float32, each int) []uint16 {
	out := make([]uint16, len(values)/each*3)
	scale := 0.0
	if r.Max > r.Min {
		scale = math.MaxUint16 / (r.Max - r.Min)
	}
	for i, v := range values {
		out[i/each*3+i%each] = uint16(math.Round((max(r.Min, min(float64(v), r.Max)) - r.Min) * scale))
	}
	return out
}

// count numbers the things that are seen, those with the most pixels first.
func (k *kubricFilm) count() error {
	things := k.s.Film.Things
	pixels := make([]int, len(things))
	for i := range things {
		for _, n := range k.visibility(&things[i]) {
			pixels[i] += n
		}
		if pixels[i] > 0 {
			k.order = append(k.order, i)
		}
	}
	if len(k.order) > math.MaxUint8 {
		return fmt.Errorf("%d things are seen, want %d at most: Kubric's ids have 8 bits", len(k.order), math.MaxUint8)
	}
	slices.SortStableFunc(k.order, func(a, b int) int { return pixels[b] - pixels[a] })
	k.number = make([]uint8, k.most+1)
	for n, i := range k.order {
		k.number[things[i].ID] = uint8(n + 1)
	}
	return nil
}

// visibility is how many pixels of a thing are seen in each frame.
func (k *kubricFilm) visibility(t *show.FilmThing) (out []int) {
	for frame := range k.seen {
		out = append(out, k.seen[frame].Pixels[t.ID-1])
	}
	return out
}

func (k *kubricFilm) path(kind string, frame int, extension string) string {
	return fmt.Sprintf("%s/%s_%05d.%s", k.folder, kind, frame, extension)
}

func (k *kubricFilm) file(kind string, frame int, extension string, data []byte) {
	k.add(write.Bytes(k.f.out, k.path(kind, frame, extension), data))
}

func (k *kubricFilm) json(name string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		k.add(write.File{}, err)
		return
	}
	k.add(write.Bytes(k.f.out, k.folder+"/"+name, append(data, '\n')))
}

// hues are black and n colors that are far apart: of lightness 0.5 and saturation 0.7.
func hues(n int) [][3]uint8 {
	out := [][3]uint8{{}}
	for i := range n {
		var c [3]uint8
		for k := range c {
			// The distance from the channel's own hue, in sixths of the circle, 0 to 3: full up to 1, none from 2 on.
			off := math.Abs(math.Mod(6*float64(i)/float64(n)-float64(2*k)+9, 6) - 3)
			c[k] = uint8(math.Round(255 * (0.15 + 0.7*max(0, min(1, 2-off)))))
		}
		out = append(out, c)
	}
	return out
}
