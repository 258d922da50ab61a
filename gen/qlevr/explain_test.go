package qlevr

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/record"
)

// explainedDataset writes a dataset with one picture, secondDesk, and the question askedQuestion about it. It returns the
// folder and a function that writes a file of it.
func explainedDataset(t *testing.T, dimension int) (root string, put func(name string, content any)) {
	t.Helper()
	root = t.TempDir()
	put = func(name string, content any) {
		t.Helper()
		data := record.JSON(content)
		name = filepath.Join(root, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(name), 0o777)
		if err == nil {
			err = os.WriteFile(name, data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	cfg := DefaultConfig()
	cfg.Dimension = dimension
	files := cfg.filesOf("val", 7)
	record := Record{Scene: *secondDesk()}
	record.ImageIndex = 7
	put("dataset.json", map[string]any{"set": setName, "config": cfg})
	put(files.record3D, record)
	put(files.questions, []QuestionRecord{askedQuestion()})
	return root, put
}

const explainedScene = "3d_scene/val/scenes/3d_val_000007.json"

func TestExplain(t *testing.T) {
	want := `picture 7, question 0

Do 2 or more balls lie on the black round area?

template ('all.json', 8): at_least_number; existence1

plane 0: black marble circle
  object 0: large red metal cube
  object 1: small blue metal sphere
  object 2: large blue metal sphere
plane 1: gray wooden circle
  object 3: small red metal sphere
plane 2: the white desk
  object 4: small blue metal cube

4 at_least_number 2                               = true
└─ 3 count_on_planes                              = "2 of 3"
   ├─ 1 plane filter_all "black" null "circle"  = {"plane":[0],"object":[0,1,2]}
   │  └─ 0 scene                                  = {"plane":[0,1,2],"object":[0,1,2,3,4]}
   └─ 2 filter null null null "sphere"          = {"plane":[0],"object":[1,2]}
      └─ 1 plane filter_all "black" null "circle"  as above

answer: yes
`
	// The last line is as wide as the widest, so blanks between columns say nothing.
	squeeze := func(s string) string {
		lines := strings.Split(s, "\n")
		for i, l := range lines {
			lines[i] = strings.Join(strings.Fields(l), " ")
		}
		return strings.Join(lines, "\n")
	}
	for dimension := 2; dimension <= 3; dimension++ {
		root, _ := explainedDataset(t, dimension)
		var b bytes.Buffer
		if err := Explain(&b, filepath.Join(root, explainedScene), 0); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); squeeze(got) != squeeze(want) {
			t.Errorf("dimension %d: got\n%s\nwant\n%s", dimension, got, want)
		}
	}
	// From inside of the folder as well.
	root, _ := explainedDataset(t, 3)
	t.Chdir(filepath.Join(root, filepath.Dir(explainedScene)))
	if err := Explain(&bytes.Buffer{}, filepath.Base(explainedScene), 0); err != nil {
		t.Error(err)
	}
}

func TestExplainErrors(t *testing.T) {
	const questions = "3d_scene/val/questions/3d_val_000007.json"
	changed := func(change func(q *QuestionRecord)) []QuestionRecord {
		q := askedQuestion()
		change(&q)
		return []QuestionRecord{q}
	}
	type file struct {
		name    string
		content any
	}
	for _, c := range []struct {
		put      file
		scene    string
		question int
		want     string // ROOT is the dataset's folder
	}{
		{file{}, explainedScene, 1, "qlevr: ROOT/" + questions + ": no question 1, the file has 0 to 0"},
		{
			file{"x.json", Record{Scene: *secondDesk()}}, "x.json", 0, "qlevr: ROOT/x.json: the scene of picture 0 has another " +
				"name and place in a dataset's folder; want one such as out/qlevr/3d_scene/train/scenes/3d_train_000000.json",
		},
		{
			file{explainedScene, Record{Scene: Scene{ImageIndex: 7}}}, explainedScene, 0,
			"qlevr: ROOT/" + explainedScene + ": there are no planes, want at least the desk; make it again",
		},
		{
			file{questions, changed(func(q *QuestionRecord) { q.Answer = false })}, explainedScene, 0,
			"qlevr: ROOT/" + questions + `: question 0 has the answer false, its program gives true; "mereo ask" asks afresh`,
		},
		{
			file{questions, changed(func(q *QuestionRecord) { q.Template.Path = []int{61} })}, explainedScene, 0,
			"qlevr: ROOT/" + questions + `: question 0: there is no template ('all.json', 61); "mereo ask" asks afresh`,
		},
		{
			file{questions, changed(func(q *QuestionRecord) { q.Program = q.Program[1:] })}, explainedScene, 0,
			"qlevr: ROOT/" + questions + `: question 0: program has 3 nodes, template ('all.json', 8) has 4; "mereo ask" asks afresh`,
		},
		{
			file{"dataset.json", map[string]any{"set": "ptr", "config": 1}}, explainedScene, 0,
			"qlevr: ROOT: the dataset around ROOT/" + explainedScene + ` is of the set "ptr", want "qlevr"`,
		},
		{
			file{"3d_scene/val/scenes/3d_val_000008.json", func() Record {
				r := Record{Scene: *secondDesk()}
				r.ImageIndex = 8
				return r
			}()}, "3d_scene/val/scenes/3d_val_000008.json", 0,
			"qlevr: questions of ROOT/3d_scene/val/scenes/3d_val_000008.json: " +
				`ROOT/3d_scene/val/questions/3d_val_000008.json: no such file or directory; "mereo ask" makes them`,
		},
	} {
		root, put := explainedDataset(t, 3)
		if c.put.name != "" {
			put(c.put.name, c.put.content)
		}
		err := Explain(&bytes.Buffer{}, filepath.Join(root, c.scene), c.question)
		if err == nil || strings.ReplaceAll(err.Error(), root, "ROOT") != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}
