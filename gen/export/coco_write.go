package export

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write"
)

// item is what encode returns.
func (f coco) item() any { return new(cocoSample) }

// place puts the pictures of a sample into the export.
func (f coco) place(out string, d *dataset, item any) ([]write.File, error) {
	var w written
	s := item.(*cocoSample)
	for p, picture := range s.pictures {
		w.add(d.place(out, s.Pictures[p].File, picture))
	}
	return w.all()
}

func (f coco) write(out string, d *dataset, sh Shard, items iter.Seq2[any, error]) (files []write.File, err error) {
	if slices.ContainsFunc(d.splits, func(s gen.SplitManifest) bool { return s.Split == cocoFolder(sh.Split, true) }) {
		return nil, fmt.Errorf("there are drawings of %s and a split %s; export them into two folders", sh.Split, cocoFolder(sh.Split, true))
	}
	categories := f.categories(d.classes[sh.Split])
	next, stop := iter.Pull2(items)
	defer stop()
	// The first sample has the kinds of pictures that all have.
	item, err, more := next()
	kinds := map[bool]bool{}
	if more && err == nil {
		for _, p := range item.(*cocoSample).Pictures {
			kinds[p.Drawing] = true
		}
	} else {
		kinds[false] = true
	}
	var paths []string
	var to []cocoFile
	for _, drawing := range []bool{false, true} {
		for file, c := range categories {
			if kinds[drawing] && c != nil && !(drawing && file == amodalFile) {
				paths = append(paths, fmt.Sprintf("annotations/%s_%s.json", cocoNames[file], cocoFolder(sh.Split, drawing)))
				to = append(to, cocoFile{file: file, drawing: drawing})
			}
		}
	}
	images, videos := map[bool]*scratch{}, map[bool]*scratch{}
	for drawing := range kinds {
		for _, lists := range []map[bool]*scratch{images, videos} {
			if lists[drawing], err = newScratch(out); err != nil {
				return nil, err
			}
			defer lists[drawing].Close()
		}
	}
	return write.Streams(out, paths, func(w []io.Writer) error {
		for k := range to {
			to[k].Writer, to[k].images, to[k].videos = w[k], images[to[k].drawing], videos[to[k].drawing]
			if _, err := io.WriteString(w[k], `{"annotations":[`); err != nil {
				return err
			}
		}
		for ; more; item, err, more = next() {
			if err != nil {
				return err
			}
			for _, p := range item.(*cocoSample).Pictures {
				if !kinds[p.Drawing] {
					return fmt.Errorf("%s is the first picture of its kind, want one in each sample", p.File)
				}
				if err := images[p.Drawing].add(p.Image); err != nil {
					return err
				}
				if p.Video != nil {
					if err := videos[p.Drawing].add(p.Video); err != nil {
						return err
					}
				}
				for k := range to {
					if err := to[k].add(p); err != nil {
						return err
					}
				}
			}
		}
		for k := range to {
			if err := to[k].end(categories[to[k].file], d.info(sh.Split)); err != nil {
				return err
			}
		}
		return nil
	})
}

// categories are those of each file; nil for files that the set has nothing for.
func (f coco) categories(classes []show.Class) (out [cocoFiles][]cocoCategory) {
	words := slices.ContainsFunc(classes, func(c show.Class) bool { return c.Kind == "word" })
	for i, c := range classes {
		file := fileOf(c.Kind, words)
		out[file] = append(out[file], cocoCategory{i + 1, c.Name, c.Kind})
	}
	if slices.Contains(f.channels, Amodal) {
		out[amodalFile] = out[instancesFile]
	}
	return out
}

// cocoFile is a file of annotations that is being written.
type cocoFile struct {
	io.Writer
	file    int
	drawing bool
	begun   bool
	images  *scratch // shared by the files of a kind of pictures, as are videos
	videos  *scratch
}

func (w *cocoFile) add(p cocoPicture) error {
	if p.Drawing != w.drawing {
		return nil
	}
	for _, a := range p.Annotations[w.file] {
		if err := element(w, a, !w.begun); err != nil {
			return err
		}
		w.begun = true
	}
	return nil
}

func (w *cocoFile) end(categories []cocoCategory, info any) error {
	if _, err := io.WriteString(w, "\n],\"images\":["); err != nil {
		return err
	}
	if err := w.images.copyTo(w); err != nil {
		return err
	}
	if w.videos.begun {
		if _, err := io.WriteString(w, "\n],\"videos\":["); err != nil {
			return err
		}
		if err := w.videos.copyTo(w); err != nil {
			return err
		}
	}
	rest, err := json.Marshal(struct {
		Categories []cocoCategory `json:"categories"`
		Info       any            `json:"info"`
		Licenses   []any          `json:"licenses"`
	}{categories, info, []any{}})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\n],%s\n", rest[1:])
	return err
}
