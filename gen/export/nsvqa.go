package export

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/gen/write/hdf5"
)

// nsvqa writes what the code of NS-VQA (Yi et al. 2018, https://github.com/kexinyi/ns-vqa) reads, whose question side is that of
// clevr-iep. Q is the number of questions of a split.
//
//	vocab.json                     question_token_to_idx, program_token_to_idx, answer_token_to_idx; program_token_arity;
//	                               question_family_to_idx
//	questions/train_questions.h5   questions (Q, L) and programs (Q, P) int32 with <START>, <END> and <NULL>; answers, image_idxs,
//	                               orig_idxs, question_families (Q,) int64
//	scenes/train_scenes.json       scenes as CLEVR has them, with masks
//	objects/train_objs.json        what the attribute network learns: object_masks, image_idxs, category_idxs, feature_vectors, scores
//	attributes.json                what the numbers of a feature vector are
//	images/train/CLEVR_train_000012.png   the first picture of each sample, if the dataset has pictures
//
// Words are those of all complete splits of the dataset, sorted, whichever are exported. Sets without questions have no vocabulary
// and no questions folder.
type nsvqa struct {
	workers  int
	words    *vocabulary
	features []feature
	length   int // of a feature vector without the place
}

func (f *nsvqa) wants() wants { return wants{labels: true, made: true, whole: true} }

func (f *nsvqa) prepare(ctx context.Context, d *dataset) error {
	w, err := d.collect(ctx, f.workers)
	if err != nil {
		return err
	}
	if len(w.values) == 0 {
		return fmt.Errorf("%s has no objects with masks, which NS-VQA learns from; want another format than nsvqa", d.root)
	}
	f.features, f.length = w.features()
	if len(w.programs) > 0 {
		f.words = w.vocabulary()
	}
	return nil
}

// nsvqaSample is a sample as it goes into the files.
type nsvqaSample struct {
	Index     int
	File      string // of the picture
	Scene     []byte // JSON
	Things    []nsvqaThing
	Questions []nsvqaQuestion
	split     string
	picture   show.Picture
}

// nsvqaThing is an object with a mask, as JSON.
type nsvqaThing struct {
	Mask  []byte
	Lists [len(nsvqaLists)][]byte
}

// nsvqaQuestion is a row of the questions.
type nsvqaQuestion struct {
	Question, Program []int32 // as long as the longest
	Answer            int64   `h5:"answers"`
	Sample            int64   `h5:"image_idxs"`
	Number            int64   `h5:"orig_idxs"`
	Family            int64   `h5:"question_families"`
}

func (f *nsvqa) encode(s *Sample) (any, error) {
	out := &nsvqaSample{Index: s.Index, split: s.Split, picture: s.Page.Pictures[0]}
	scene, entities := s.scene()
	out.File = scene.File
	var err error
	coded := func(v any) (data []byte) {
		if err == nil {
			data, err = json.Marshal(v)
		}
		return data
	}
	out.Scene = coded(scene)
	for i, e := range entities {
		mask := scene.Objects[i].Mask
		if mask == nil {
			continue
		}
		state := stateIn(e, 0)
		category := s.category(e.Kind, state.Class)
		if category == 0 {
			return nil, fmt.Errorf("%s is a %s %q, which is no class of the set", state.Name, e.Kind, state.Class)
		}
		thing := nsvqaThing{Mask: coded(mask)}
		for k, v := range [len(nsvqaLists)]any{s.Index, category, f.vector(e, scene.Directions), 1.0} {
			thing.Lists[k] = coded(v)
		}
		out.Things = append(out.Things, thing)
	}
	for _, q := range s.Page.Questions {
		out.Questions = append(out.Questions, f.words.encode(q))
	}
	return out, err
}

// item is what encode returns.
func (f *nsvqa) item() any { return new(nsvqaSample) }

// place puts the picture into the export, if the dataset has one.
func (f *nsvqa) place(out string, d *dataset, item any) ([]write.File, error) {
	s := item.(*nsvqaSample)
	if s.picture.Path == "" {
		return nil, nil
	}
	data, err := gen.Job{Root: d.root}.Read(s.picture.Path)
	if err != nil {
		return nil, err
	}
	file, err := d.place(out, "images/"+s.split+"/"+s.File, Picture{s.picture, "png", data})
	return []write.File{file}, err
}

// nsvqaPicture is the name by which NS-VQA opens a picture.
func nsvqaPicture(split string, index int) string {
	return fmt.Sprintf("CLEVR_%s_%06d.png", split, index)
}

func (f *nsvqa) write(out string, d *dataset, sh Shard, items iter.Seq2[any, error]) (files []write.File, err error) {
	paths := []string{"scenes/" + sh.Split + "_scenes.json", "objects/" + sh.Split + "_objs.json"}
	var asked []write.File
	files, err = write.Streams(out, paths, func(to []io.Writer) error {
		w := &nsvqaWriter{out: out, scenes: to[0], objects: to[1]}
		all := func() error {
			defer w.close()
			if err := w.begin(d.info(sh.Split)); err != nil {
				return err
			}
			for item, err := range items {
				if err == nil {
					err = w.add(item.(*nsvqaSample))
				}
				if err != nil {
					return err
				}
			}
			return w.end()
		}
		if f.words == nil {
			return all()
		}
		file, err := hdf5Stream(out, "questions/"+sh.Split+"_questions.h5", func(h *hdf5.Writer) error {
			w.questions = newColumns(h.Root)
			w.questions.numbers("questions", hdf5.Int32, f.words.questionLength)
			w.questions.numbers("programs", hdf5.Int32, f.words.programLength)
			w.questions.rowsLike(nsvqaQuestion{})
			return all()
		})
		asked = append(asked, file)
		return err
	})
	return append(files, asked...), err
}

// nsvqaWriter writes the files of a split.
type nsvqaWriter struct {
	out             string // the export's folder
	scenes, objects io.Writer
	questions       *columns // nil without questions
	samples, things int
	asked           int64
	lists           []*scratch // of objects, behind the masks, until these are written
}

// nsvqaLists are the lists of objects beside object_masks.
var nsvqaLists = [...]string{"image_idxs", "category_idxs", "feature_vectors", "scores"}

func (w *nsvqaWriter) begin(info any) error {
	for range nsvqaLists {
		list, err := newScratch(w.out)
		if err != nil {
			return err
		}
		w.lists = append(w.lists, list)
	}
	head, err := json.Marshal(info)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w.scenes, `{"info":%s,"scenes":[`, head); err != nil {
		return err
	}
	_, err = io.WriteString(w.objects, `{"object_masks":[`)
	return err
}

func (w *nsvqaWriter) add(s *nsvqaSample) error {
	if err := element(w.scenes, s.Scene, w.samples == 0); err != nil {
		return err
	}
	w.samples++
	for _, t := range s.Things {
		if err := element(w.objects, t.Mask, w.things == 0); err != nil {
			return err
		}
		for k, v := range t.Lists {
			if err := w.lists[k].add(v); err != nil {
				return err
			}
		}
		w.things++
	}
	for _, q := range s.Questions {
		w.questions.put("questions", q.Question)
		w.questions.put("programs", q.Program)
		q.Sample, q.Number = int64(s.Index), w.asked
		w.questions.row(q)
		if w.asked++; w.questions.err != nil {
			return w.questions.err
		}
	}
	return nil
}

func (w *nsvqaWriter) end() error {
	if _, err := io.WriteString(w.scenes, "\n]}\n"); err != nil {
		return err
	}
	for k, list := range w.lists {
		if _, err := fmt.Fprintf(w.objects, "\n],%q:[", nsvqaLists[k]); err != nil {
			return err
		}
		if err := list.copyTo(w.objects); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(w.objects, "\n]}\n"); err != nil {
		return err
	}
	if w.questions != nil {
		return w.questions.finish()
	}
	return nil
}

// close removes the lists, which are in the file now.
func (w *nsvqaWriter) close() {
	for _, f := range w.lists {
		f.Close()
	}
}

func (f *nsvqa) finish(out string, _ *dataset) ([]write.File, error) {
	var w written
	w.add(write.JSON(out, "attributes.json", map[string]any{"attributes": f.features, "position": f.length, "length": f.length + 3}))
	if f.words != nil {
		w.add(write.JSON(out, "vocab.json", f.words))
	}
	return w.all()
}
