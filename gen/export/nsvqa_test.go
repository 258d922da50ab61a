package export_test

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/loop"
	"mereo/gen/shopvrb"
	"mereo/gen/show"
	"mereo/internal/oracle"
)

// nsvqaFiles is what a split has, as a reader in Python finds it: programs are decoded from their numbers as docs/exports-arrays.md
// says, questions are joined again.
type nsvqaFiles struct {
	Types     map[string]string
	Questions []struct {
		Text, Answer  string
		Image, Family int
		Program       show.Program
	}
	Scenes []struct {
		Name       string
		Directions map[string][3]float64
		Relations  map[string][][]int
		Objects    []struct {
			ID         int
			At         *[3]float64
			Rotation   *float64
			Pixel      *[3]float64
			Attributes map[string]string
			Mask       *[5]int // pixels, and the box that they have
		}
	}
	Features []map[string]any // of objects: image, category and attributes, read back from vectors
	Pictures int              // files with the names that NS-VQA looks for
	Lengths  []int            // of the lists of objects
	Specials bool
}

const readNSVQA = `
import h5py, json, numpy, os, sys
from urllib.parse import unquote_plus
out, split = sys.argv[1:]
load = lambda *name: json.load(open(os.path.join(out, *name)))
r = {'Types': {}, 'Questions': [], 'Scenes': [], 'Features': [], 'Pictures': 0}

def program(ids, token, arity):
    tokens = []
    for i in ids[1:]:
        if token[i] == '<END>':
            break
        tokens.append(token[i])
    calls = []
    def call(at):
        name, _, side = tokens[at].partition('[')
        end, inputs = at + 1, []
        for _ in range(arity[tokens[at]]):
            k, end = call(end)
            inputs.append(k)
        calls.append({'function': unquote_plus(name), 'inputs': inputs, 'side': [unquote_plus(s) for s in side[:-1].split(',')] if side else []})
        return len(calls) - 1, end
    assert call(0)[1] == len(tokens)
    return calls

if os.path.exists(os.path.join(out, 'vocab.json')):
    v = load('vocab.json')
    q, p, a = [{i: t for t, i in v[k + '_token_to_idx'].items()} for k in ('question', 'program', 'answer')]
    r['Specials'] = all([d[i] for i in range(4)] == ['<NULL>', '<START>', '<END>', '<UNK>'] for d in (q, p, a)) and \
        all(sorted(t for i, t in d.items() if i >= 4) == [d[i] for i in range(4, len(d))] for d in (q, p, a))
    f = h5py.File(os.path.join(out, 'questions', split + '_questions.h5'), 'r')
    r['Types'] = {k: '%s %d' % (d.dtype.str, d.ndim) for k, d in f.items()}
    assert list(f['orig_idxs'][...]) == list(range(len(f['questions'])))
    for i in range(len(f['questions'])):
        words = [q[k] for k in f['questions'][i] if k != 0]
        assert words[0] == '<START>' and words[-1] == '<END>' and '<UNK>' not in words
        r['Questions'].append({'Text': ' '.join(words[1:-1]), 'Answer': a[f['answers'][i]], 'Image': int(f['image_idxs'][i]),
                               'Family': int(f['question_families'][i]), 'Program': program(f['programs'][i], p, v['program_token_arity'])})

# Run lengths of COCO: differences to the run before the last, in groups of five bits, from '0' on.
def mask(m):
    counts, k, s = [], 0, m['counts'].encode()
    while k < len(s):
        x, shift, more = 0, 0, True
        while more:
            c = s[k] - 48
            x |= (c & 31) << shift
            more, k, shift = c & 32, k + 1, shift + 5
            if not more and c & 16:
                x |= -1 << shift
        counts.append(x + counts[-2] if len(counts) > 2 else x)
    pixels = numpy.concatenate([numpy.full(n, i % 2, bool) for i, n in enumerate(counts)]).reshape(m['size'][::-1]).T
    y, x = numpy.nonzero(pixels)
    return [int(pixels.sum()), int(x.min()), int(y.min()), int(x.max()) + 1, int(y.max()) + 1]

scenes = load('scenes', split + '_scenes.json')['scenes']
for i, s in enumerate(scenes):
    assert s['image_index'] == i and s['split'] == split
    r['Pictures'] += os.path.exists(os.path.join(out, 'images', split, 'CLEVR_%s_%06d.png' % (split, i)))
    r['Scenes'].append({'Name': s['image_filename'], 'Directions': s['directions'], 'Relations': s['relationships'], 'Objects': [
        {'ID': o['id'], 'At': o['3d_coords'], 'Rotation': o['rotation'], 'Pixel': o['pixel_coords'], 'Mask': o['mask'] and mask(o['mask']),
         'Attributes': {k: o[k] for k in ('shape', 'size', 'material', 'color') if o[k] is not None}} for o in s['objects']]})
objects, layout = load('objects', split + '_objs.json'), load('attributes.json')
r['Lengths'] = [len(objects[k]) for k in ('object_masks', 'image_idxs', 'category_idxs', 'feature_vectors', 'scores')]
# As the loader of NS-VQA takes them.
vectors = numpy.array(objects['feature_vectors']).astype(float)
assert vectors.shape[1] == layout['length'] and objects['image_idxs'] == sorted(objects['image_idxs'])
for i, c, m, x in zip(objects['image_idxs'], objects['category_idxs'], objects['object_masks'], vectors):
    d = {'image': i, 'category': c, 'mask': mask(m), 'position': x[layout['position']:].tolist()}
    for a in layout['attributes']:
        for k, value in enumerate(a['values']):
            if x[a['first'] + k]:
                d[a['name']] = value
    r['Features'].append(d)
print(json.dumps(r))
`

func checkNSVQA(t *testing.T, s source, split string) {
	if s.set.Name() == "syndacate" {
		_, err := export.Run(t.Context(), s.set, s.root, export.Options{Format: "nsvqa", Out: t.TempDir()})
		want := "export: " + s.root + " has no objects with masks, which NS-VQA learns from; want another format than nsvqa"
		if err == nil || err.Error() != want {
			t.Errorf("error is %v, want %s", err, want)
		}
		return
	}
	out := s.exported(t, export.Options{Format: "nsvqa", Workers: 3})
	sameFiles(t, out, s.exported(t, export.Options{Format: "nsvqa", Workers: 1}))
	var got nsvqaFiles
	parsed(t, oracle.Python(t, readNSVQA, out, split), &got)
	r, n := s.reader(t, split)
	if len(got.Scenes) != n || got.Pictures != n {
		t.Fatalf("%d scenes and %d pictures, want %d", len(got.Scenes), got.Pictures, n)
	}
	families := map[int]string{}
	asked, masks := 0, 0
	for i := range n {
		page, sample := pageOf(t, r, i)
		again, err := r.Make(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		checkScene(t, page, again, &got, i, &masks)
		for _, q := range page.Questions {
			g := got.Questions[asked]
			asked++
			text := strings.NewReplacer("?", "", ".", "", ",", " ,", ";", " ;").Replace(q.Text)
			trace, err := sample.Run(g.Program)
			if g.Text != text || g.Answer != q.Answer || g.Image != i || err != nil || trace.Fault != "" || trace.Answer != q.Answer {
				t.Errorf("%s: %q: got %+v, which gives %+v (%v), want the answer %q", page.Title, q.Text, g, trace, err, q.Answer)
			}
			if f, ok := q.Facts["family"]; ok {
				if before, ok := families[g.Family]; ok && before != fmt.Sprint(f) {
					t.Errorf("family %d is %q and %q", g.Family, before, f)
				}
				families[g.Family] = fmt.Sprint(f)
			}
		}
	}
	if asked != len(got.Questions) || (asked > 0) != (r.Functions() != nil) {
		t.Errorf("%d questions, want %d", len(got.Questions), asked)
	}
	if asked > 0 {
		want := map[string]string{
			"questions": "<i4 2", "programs": "<i4 2", "answers": "<i8 1", "image_idxs": "<i8 1", "orig_idxs": "<i8 1", "question_families": "<i8 1",
		}
		if !maps.Equal(got.Types, want) || !got.Specials {
			t.Errorf("arrays are %v, want %v; special tokens first, the rest sorted: %v", got.Types, want, got.Specials)
		}
	} else if _, err := os.Stat(filepath.Join(out, "questions")); err == nil {
		t.Error("there is a folder of questions, and there are none")
	}
	for _, n := range got.Lengths {
		if n != masks || masks == 0 {
			t.Errorf("lists of objects have %v elements, want %d, and some", got.Lengths, masks)
			break
		}
	}
}

// checkScene compares scene i with the sample, whose objects' masks are counted.
func checkScene(t *testing.T, page *show.Page, again show.Made, got *nsvqaFiles, i int, masks *int) {
	t.Helper()
	scene := got.Scenes[i]
	d := scene.Directions
	for k, pair := range map[string]string{"left": "right", "front": "behind", "above": "below"} {
		for axis := range 3 {
			if d[k][axis] != -d[pair][axis] {
				t.Errorf("%s: %s is %v, %s %v", page.Title, k, d[k], pair, d[pair])
			}
		}
	}
	if math.Abs(d["right"][0]*d["behind"][1]-d["right"][1]*d["behind"][0]-1) > 1e-6 {
		t.Errorf("%s: right %v and behind %v are no right-handed pair", page.Title, d["right"], d["behind"])
	}
	places := map[string]int{}
	var add func(list []show.Entity)
	add = func(list []show.Entity) {
		for k := range list {
			e := &list[k]
			if e.Channel == show.ChannelObject {
				places[e.Key] = len(places)
			}
			add(e.Entities)
		}
	}
	add(page.Entities)
	if len(places) != len(scene.Objects) {
		t.Fatalf("%s: %d objects, want %d", page.Title, len(scene.Objects), len(places))
	}
	want := map[string]int{}
	for _, r := range page.Relations {
		to, ok := places[r.To]
		from, ok2 := places[r.From]
		if ok && ok2 {
			want[r.Name]++
			if !slices.Contains(scene.Relations[r.Name][to], from) {
				t.Errorf("%s: %+v is missing", page.Title, r)
			}
		}
	}
	for name, lists := range scene.Relations {
		if len(slices.Concat(lists...)) != want[name] || len(lists) != len(places) {
			t.Errorf("%s: %s has %v, want %d of %d objects", page.Title, name, lists, want[name], len(places))
		}
	}
	labels := again.Labels(0)
	for _, o := range scene.Objects {
		pixels, x0, y0, x1, y1 := 0, labels.Width, labels.Height, 0, 0
		for k, id := range labels.Object {
			if x, y := k%labels.Width, k/labels.Width; int(id) == o.ID {
				pixels++
				x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x+1), max(y1, y+1)
			}
		}
		at := again.Views()[0].Scene.Objects[o.ID-1].WorldFromObject.T
		if (o.Mask == nil) != (pixels == 0) || o.Mask != nil && *o.Mask != [5]int{pixels, x0, y0, x1, y1} {
			t.Errorf("%s: object %d has the mask %v, want %d pixels", page.Title, o.ID, o.Mask, pixels)
		}
		if o.At == nil || math.Abs(o.At[0]-at.X) > 0.02 || math.Abs(o.At[1]-at.Y) > 0.02 || o.Rotation == nil || o.Pixel == nil || o.Pixel[2] <= 0 {
			t.Errorf("%s: object %d is at %v, turned by %v, seen at %v; want it at %v", page.Title, o.ID, o.At, o.Rotation, o.Pixel, at)
		}
		if o.Mask == nil {
			continue
		}
		f := got.Features[*masks]
		*masks++
		position := []any{}
		for _, axis := range []string{"right", "front"} {
			position = append(position, o.At[0]*d[axis][0]+o.At[1]*d[axis][1])
		}
		position = append(position, o.At[2])
		for k, x := range f["position"].([]any) {
			if math.Abs(x.(float64)-position[k].(float64)) > 1e-9 {
				t.Errorf("%s: object %d stands at %v in its vector, want %v", page.Title, o.ID, f["position"], position)
			}
		}
		for name, value := range o.Attributes {
			if f[name] != value {
				t.Errorf("%s: object %d: %s is %q in its vector, want %q", page.Title, o.ID, name, f[name], value)
			}
		}
		if f["image"] != float64(i) || !reflect.DeepEqual(fmt.Sprint(f["mask"]), fmt.Sprint(*o.Mask)) {
			t.Errorf("%s: object %d is not the one of its vector: %v", page.Title, o.ID, f)
		}
	}
}

// Splits share a vocabulary, whichever are exported, and pictures need not be there. A dataset that grew gets new numbers everywhere.
func TestNSVQASplits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	s := made(t, must(shopvrb.New(shopvrb.DefaultConfig(), shopvrb.Sources{})), false, 2, "train", "val")
	both, one := s.exported(t, export.Options{Format: "nsvqa"}), s.exported(t, export.Options{Format: "nsvqa", Splits: []string{"val"}})
	for _, name := range []string{"vocab.json", "attributes.json", "questions/val_questions.h5", "scenes/val_scenes.json", "objects/val_objs.json"} {
		a, err := os.ReadFile(filepath.Join(both, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(one, name))
		if err != nil {
			t.Fatal(err)
		}
		if string(a) != string(b) {
			t.Errorf("%s depends on which splits are exported", name)
		}
	}
	for _, split := range []string{"train", "val"} {
		var got nsvqaFiles
		parsed(t, oracle.Python(t, readNSVQA, both, split), &got)
		if len(got.Questions) == 0 || !got.Specials || got.Pictures != 0 {
			t.Errorf("%s: %d questions and %d pictures, want some and none", split, len(got.Questions), got.Pictures)
		}
	}
	if _, err := os.Stat(filepath.Join(one, "questions/train_questions.h5")); err == nil {
		t.Error("train is exported, which was not asked for")
	}
	r, err := export.Run(t.Context(), s.set, s.root, export.Options{Format: "nsvqa", Out: both})
	if err != nil || r.Kept != 2 {
		t.Errorf("%+v, %v: want both splits kept", r, err)
	}
	if _, err := loop.Run(t.Context(), s.set, gen.Job{Root: s.root, Seed: 3, Split: "train"}, 4, loop.Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	r, err = export.Run(t.Context(), s.set, s.root, export.Options{Format: "nsvqa", Out: both})
	if err != nil || r.Kept != 0 || r.Samples != 6 {
		t.Errorf("%+v, %v: want both splits written again", r, err)
	}
	sameFiles(t, both, s.exported(t, export.Options{Format: "nsvqa"}))
}
