package qlevr

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/backup"
)

// assembled makes, asks and joins samples.
func assembled(t *testing.T, s *Set, job gen.Job, n int) (items []gen.Item, joined []write.File) {
	t.Helper()
	job.Count = n
	items = makeSamples(t, s, job, n)
	if s.cfg.Questions > 0 {
		askSamples(t, s, job, items, job.Root)
	}
	joined, err := s.Assemble(context.Background(), job)
	if err != nil {
		t.Fatal(err)
	}
	return items, joined
}

// joinedFile is a joined file of scenes or of questions.
type joinedFile struct {
	Info      map[string]string `json:"info"`
	Scenes    []json.RawMessage `json:"scenes"`
	Questions []json.RawMessage `json:"questions"`
}

func TestAssemble(t *testing.T) {
	for dimension := 2; dimension <= 3; dimension++ {
		s := setOf(t, func(c *Config) { c.Dimension, c.Questions = dimension, 7 })
		job := gen.Job{Root: t.TempDir(), Seed: 5, Split: "val"}
		items, joined := assembled(t, s, job, 6)
		folder := fmt.Sprintf("%dd_scene/val/", dimension)
		want := []string{"2d_scene/val/scenes_2d_val.json", "3d_scene/val/scenes_3d_val.json",
			folder + "questions_val.json", folder + "storage_val.json", folder + "templates_labels.json"}
		var got []string
		for _, f := range joined {
			got = append(got, f.Path)
			if err := f.Check(job.Root); err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("joined files are %q, want %q", got, want)
		}
		for _, name := range want[:3] {
			data, err := os.ReadFile(filepath.Join(job.Root, name))
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(data, []byte("\n")) {
				t.Errorf("%s has more than a line", name)
			}
			info := readFileAs[joinedFile](t, job, name).Info
			if !maps.Equal(info, map[string]string{"date": "01/01/2026", "version": "1.0", "split": "val"}) {
				t.Errorf("%s: info is %v", name, info)
			}
		}

		// Scenes are those of the samples, in order.
		for k, name := range want[:2] {
			scenes := readFileAs[joinedFile](t, job, name).Scenes
			if len(scenes) != len(items) {
				t.Fatalf("%s has %d scenes, want %d", name, len(scenes), len(items))
			}
			for i := range scenes {
				f := s.cfg.filesOf(job.Split, i)
				one, err := os.ReadFile(filepath.Join(job.Root, []string{f.record2D, f.record3D}[k]))
				if err != nil {
					t.Fatal(err)
				}
				if string(scenes[i])+"\n" != string(one) {
					t.Errorf("%s: scene %d is not that of the sample", name, i)
				}
			}
		}

		// Questions are those of the samples, in order and numbered.
		all, err := readQuestions(context.Background(), filepath.Join(job.Root, want[2]))
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != 42 {
			t.Fatalf("%d questions about 6 scenes, want 42", len(all))
		}
		labels, err := ReadLabels(filepath.Join(job.Root, want[4]))
		if err != nil || len(labels) != len(templates()) {
			t.Errorf("labels of %d templates, %v, want %d", len(labels), err, len(templates()))
		}
		counted := newBalanceRecord()
		for i := range all {
			q := &all[i]
			own := readFileAs[[]QuestionRecord](t, job, s.cfg.filesOf(job.Split, i/7).questions)[i%7]
			own.QuestionIndex = i
			if d := record.Differs(q, own); d != "" {
				t.Errorf("question %d is not number %d of picture %d: %s", i, i%7, i/7, d)
			}
			name := q.Template.String()
			if len(labels[name].Quantifiers) == 0 || len(labels[name].Types) == 0 {
				t.Errorf("question %d: template %s has the labels %v", i, name, labels[name])
			}
			counted.Templates[name] = counted.Templates[name].with(q.Answer)
			if slices.ContainsFunc(q.Program[len(q.Program)-1].Vals, func(v Value) bool {
				return strings.Trim(v.Word, "0123456789/") == "" && v.Word != ""
			}) {
				counted.Numerical[name] = map[string]AnswerRecord{}
			}
		}

		// The counters add up to the questions.
		storage := readFileAs[BalanceRecord](t, job, want[3])
		if !maps.Equal(storage.Templates, counted.Templates) {
			t.Errorf("storage has the templates\n%v, want\n%v", storage.Templates, counted.Templates)
		}
		if len(counted.Numerical) < 5 || len(storage.Numerical) != len(counted.Numerical) {
			t.Errorf("storage has numbers of %d templates, want %d, 5 at least", len(storage.Numerical), len(counted.Numerical))
		}
		for name, byNumber := range storage.Numerical {
			var sum AnswerRecord
			for numbers, c := range byNumber {
				sum = AnswerRecord{sum.True + c.True, sum.False + c.False, sum.Total + c.Total}
				if !strings.HasSuffix(numbers, ",") || strings.Trim(numbers, "0123456789,/") != "" {
					t.Errorf("storage: template %s has the numbers %q", name, numbers)
				}
			}
			if counted.Numerical[name] == nil || sum != storage.Templates[name] {
				t.Errorf("storage: answers of %s by numbers add up to %+v, want %+v", name, sum, storage.Templates[name])
			}
		}
	}
}

// Readers of the published files parse the first line of the questions alone, and make the name of a picture from its index.
func TestPublishedReaderFindsPictures(t *testing.T) {
	s := setOf(t, func(c *Config) { c.Dimension = 2 })
	job := gen.Job{Root: t.TempDir(), Seed: 5, Split: "test", Pictures: true}
	assembled(t, s, job, 3)
	if err := findPublished(filepath.Join(job.Root, "2d_scene/test/questions_test.json"),
		filepath.Join(job.Root, "2d_scene/test/full_images")+"/2d_full_test_"); err != nil {
		t.Error(err)
	}
	solid := setOf(t, nil)
	there := gen.Job{Root: t.TempDir(), Seed: 5, Split: "test"}
	items, _ := assembled(t, solid, there, 3)
	prefix := filepath.Join(there.Root, "3d_scene/test/images") + "/3d_test_"
	questions := filepath.Join(there.Root, "3d_scene/test/questions_test.json")
	if err := findPublished(questions, prefix); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without pictures the reader finds %v", err)
	}
	for i := range items { // what the renderer would write
		if _, err := write.RGBA(there.Root, solid.cfg.filesOf("test", i).picture, 1, 1, []uint8{1, 2, 3}); err != nil {
			t.Fatal(err)
		}
	}
	if err := findPublished(questions, prefix); err != nil {
		t.Error(err)
	}
}

// findPublished reads questions as a published evaluation does, and looks for the picture of each.
func findPublished(questions, prefix string) error {
	f, err := os.Open(questions)
	if err != nil {
		return err
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).ReadString('\n')
	var all struct {
		Questions []struct {
			ImageIndex int `json:"image_index"`
			Answer     bool
		}
	}
	if err := json.Unmarshal([]byte(line), &all); err != nil {
		return err
	}
	if len(all.Questions) != 30 {
		return fmt.Errorf("%d questions, want 30", len(all.Questions))
	}
	for _, q := range all.Questions {
		if _, err := os.Stat(fmt.Sprintf("%s%06d.png", prefix, q.ImageIndex)); err != nil {
			return err
		}
	}
	return nil
}

// What is missing or damaged is an error; sets without questions have none to join.
func TestAssembleErrors(t *testing.T) {
	s := setOf(t, nil)
	job := gen.Job{Root: t.TempDir(), Seed: 5, Split: "val", Count: 2}
	assembled(t, s, job, job.Count)
	f := s.cfg.filesOf("val", 1)
	kept := backup.Of(t, job.Root, f.record2D, f.record3D, f.questions)
	for _, name := range []string{f.record2D, f.record3D, f.questions} {
		if err := os.Remove(filepath.Join(job.Root, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Assemble(context.Background(), job); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("without %s: %v, want %v", name, err, os.ErrNotExist)
		}
		kept.Mend()
	}
	kept.Write(f.questions, []byte("[\n"))
	if _, err := s.Assemble(context.Background(), job); err == nil || !strings.Contains(err.Error(), f.questions) {
		t.Errorf("half a question file: %v, want an error that names it", err)
	}
	kept.Mend()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Assemble(ctx, job); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
	silent := setOf(t, func(c *Config) { c.Questions = 0 })
	if _, joined := assembled(t, silent, gen.Job{Root: t.TempDir(), Split: "val"}, 2); len(joined) != 2 {
		t.Errorf("no questions: joined files %+v, want two", joined)
	}
}
