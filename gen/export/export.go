// Package export writes finished datasets for readers of other formats: COCO, WebDataset, Parquet, HDF5, Croissant, NS-VQA, glTF, BOP, PLY, Kubric.
//
// An export is a folder of shards, each with the samples of one block or of a whole split. What is in a shard depends on the dataset,
// the format and the options alone, so exports are the same on any machine and with any number of workers. A run that was stopped
// goes on with the first block that is missing: formats whose shards are splits keep what they have encoded of each block in a part
// until the split is whole.
//
// Samples are read through package show, so a format is written once for all sets. pass.go has the loop over blocks, in which samples
// are read once for all formats; part.go the parts; each format has a file.
package export

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"mereo/gen/show"
	"mereo/gen/write"
)

// Options say what is exported where.
type Options struct {
	Format string   // one of Formats
	Splits []string // names; nil for all splits of the dataset
	Out    string   // folder, made where it is missing
	// Channels are those of label pictures beyond ids, for formats that have a place for them: "depth", "normals", "amodal", "flow",
	// "backward_flow", "coordinates". What the dataset's files do not have is found again from the seed; the last three only in films.
	Channels []string
	// Colliders adds to gltf what objects collide with.
	Colliders bool
	// Workers is how many samples are read at once. If 0, as many as there are processors. It changes nothing that is written.
	Workers int
	// Progress is called, never twice at once, with how many samples are exported. Nil is fine.
	Progress func(done, total int)
}

// Channels that formats know; see Options.
const (
	Depth       = show.FieldDepth
	Normals     = show.FieldNormals
	Amodal      = "amodal"
	Flow        = show.FieldFlow
	BackFlow    = show.FieldBackFlow
	Coordinates = show.FieldCoordinates
)

// arrays are the channels that have numbers.
var arrays = []string{Depth, Normals, Flow, BackFlow, Coordinates}

// format writes samples as its readers want them. What it does may depend on the samples, the shard and the options only.
type format interface {
	wants() wants
	// encode does to a sample what can be done to several at once.
	encode(s *Sample) (any, error)
	// write writes the files of a shard below out, from what encode returned of its samples, in index order.
	write(out string, d *dataset, sh Shard, items iter.Seq2[any, error]) ([]write.File, error)
}

// finisher is a format that writes what describes all shards.
type finisher interface {
	finish(out string, d *dataset) ([]write.File, error)
}

// wants is what a format needs of samples.
type wants struct {
	nothing  bool // samples are not read, and there are no shards
	perBlock bool // a shard is a block; else a split
	counted  bool // shards' files tell how many blocks there are
	pictures bool
	labels   bool // Object, Part and Region of pictures
	depth    bool // ViewZ of labels, whatever the options say
	made     bool // the sample made again, with cameras and geometry
	// chained is for shards that build on those before them: they are written again when one of these is another.
	chained bool
	whole   bool // what is written of a shard depends on all splits of the dataset
}

// and is what either needs.
func (w wants) and(v wants) wants {
	w.pictures, w.labels = w.pictures || v.pictures, w.labels || v.labels
	w.depth, w.made = w.depth || v.depth, w.made || v.made
	return w
}

// preparer is a format that looks at the whole dataset before anything is written.
type preparer interface {
	prepare(ctx context.Context, d *dataset) error
}

type formatEntry struct {
	name, about string
	channels    []string // of Options.Channels that it has a place for
	open        func(o Options) format
}

// formats are in the order in which people are told of them.
var formats = []formatEntry{
	{"coco", "detection and segmentation: instances, parts, regions", []string{Amodal}, func(o Options) format { return coco{o.Channels} }},
	{"webdataset", "TAR shards with pictures, ids and JSON", arrays, func(o Options) format { return webDataset{o.Channels} }},
	{"gltf", "a 3D scene per sample with physics and labels, for viewers and simulators", nil, func(o Options) format { return glTF{colliders: o.Colliders} }},
	{"bop", "6D poses of objects: models, masks, depth, cameras", nil, func(Options) format { return &bop{} }},
	{"ply", "a colored point cloud per picture with object and part ids", []string{Normals}, func(o Options) format { return plyCloud{channels: o.Channels} }},
	{"kubric", "films as Kubric's workers leave them: pictures, flow, depth, poses, collisions", nil, func(o Options) format { return &kubric{out: o.Out} }},
	{"clevrer", "films, annotations and questions in CLEVRER's files", nil, func(Options) format { return &clevrer{} }},
	{"video", "an MP4 file per film", nil, func(Options) format { return &video{} }},
	{"parquet", "tables with pictures in them, as Hugging Face reads them", nil, func(Options) format { return parquetFiles{} }},
	{"croissant", "what is in the dataset's own files, for search engines and loaders", nil, func(Options) format { return croissant{} }},
	{"hdf5", "one file per split: pictures, ids, boxes, questions", arrays, func(o Options) format { return hdf5File{o.Channels} }},
	{"nsvqa", "HDF5 and JSON for NS-VQA: tokens, vocabulary, scenes, masks", nil, func(o Options) format { return &nsvqa{workers: o.Workers} }},
}

// Names lists the formats.
func Names() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// formatOf is the format of a name, without one if there is none.
func formatOf(name string) formatEntry {
	k := slices.IndexFunc(formats, func(f formatEntry) bool { return f.name == name })
	if k < 0 {
		return formatEntry{}
	}
	return formats[k]
}

// About says in a line what a format is.
func About(name string) string { return formatOf(name).about }

// Check reports what is wrong with a format's name and channels, in a sentence.
func Check(name string, channels []string) error {
	f := formatOf(name)
	if f.name == "" {
		return fmt.Errorf("export: no format %q, want %s", name, oneOf(Names()))
	}
	for _, c := range channels {
		if len(f.channels) == 0 {
			return fmt.Errorf("export: %s has no place for %q nor for other label pictures; ask for none", name, c)
		}
		if !slices.Contains(f.channels, c) {
			return fmt.Errorf("export: %s has no place for %q, want %s", name, c, oneOf(f.channels))
		}
	}
	return nil
}

func oneOf(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return "one of " + strings.Join(words, ", ")
}

// Place gives each channel to the formats that have a place for it. A channel for which none has is an error.
func Place(names, channels []string) (of [][]string, err error) {
	of = make([][]string, len(names))
	for _, name := range names {
		if err := Check(name, nil); err != nil {
			return nil, err
		}
	}
	for _, c := range channels {
		var refused error
		taken := false
		for k, name := range names {
			if err := Check(name, []string{c}); err != nil {
				refused = err
				continue
			}
			of[k], taken = append(of[k], c), true
		}
		switch {
		case !taken && len(names) == 1:
			return nil, refused
		case !taken:
			return nil, fmt.Errorf("export: none of %s has a place for %q; ask for another channel", strings.Join(names, ", "), c)
		}
	}
	return of, nil
}

// Result is what Run did.
type Result struct {
	Samples int // in the export
	Shards  int
	Kept    int // shards that were there already
}
