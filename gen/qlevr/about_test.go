package qlevr

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
)

// The patterns are the names that pictures have, and every file has a line in the layout.
func TestAboutPictures(t *testing.T) {
	for dimension, want := range map[int][]string{
		2: {"2d_scene/val/full_images/2d_full_val_000137.png"},
		3: {"3d_scene/val/images/3d_val_000137.png", "2d_scene/val/full_images/2d_full_val_000137.png"},
	} {
		s := setOf(t, func(c *Config) { c.Dimension = dimension })
		f := s.cfg.filesOf("val", 137)
		var got []string
		for _, pattern := range s.About().Pictures {
			got = append(got, fmt.Sprintf(pattern, "val", 137))
		}
		if !slices.Equal(got, want) || !slices.Contains(want, f.drawing) || dimension == 3 && want[0] != f.picture {
			t.Errorf("%d dimensions: pictures are %q, want %q", dimension, got, want)
		}
		of := s.cfg.filesOfSplit("val")
		files := []string{f.texture, f.materials, f.drawing, f.record2D, f.record3D, f.questions,
			of.scenes2D, of.scenes3D, of.questions, of.storage, of.labels}
		if dimension == 3 {
			files = append(files, f.picture, f.ids, f.planes, f.depth)
		}
		names := strings.NewReplacer("<split>", "val", "<index>", "000137", "<2d or 3d>", fmt.Sprintf("%dd", dimension))
		var rows []string
		for _, row := range s.About().Layout {
			rows = append(rows, names.Replace(row.Path))
			if row.Meaning == "" {
				t.Errorf("nothing is said of %s", row.Path)
			}
		}
		slices.Sort(files)
		slices.Sort(rows)
		if !slices.Equal(rows, files) {
			t.Errorf("%d dimensions: the layout has\n%q, want\n%q", dimension, rows, files)
		}
	}
	drawn := setOf(t, func(c *Config) { c.Dimension = 2 })
	job := gen.Job{Root: t.TempDir(), Split: "val", Pictures: true}
	makeSamples(t, drawn, job, 1)
	for _, pattern := range drawn.About().Pictures {
		if _, err := os.Stat(filepath.Join(job.Root, fmt.Sprintf(pattern, "val", 0))); err != nil {
			t.Error(err)
		}
	}
}

// Every chart has what is counted for it, and where it lists values lists all that can occur.
func TestTallyFitsCharts(t *testing.T) {
	s := setOf(t, nil)
	job, items := madeRecords(t, s, 300)
	asked := askSamples(t, s, job, items, job.Root)
	sum := map[string]map[string]int{}
	add := func(tally map[string]map[string]int) {
		for chart, counts := range tally {
			if sum[chart] == nil {
				sum[chart] = map[string]int{}
			}
			for value, n := range counts {
				sum[chart][value] += n
			}
		}
	}
	planes, objects := 0, 0
	for i := range items {
		add(items[i].Tally)
		r := readFileAs[Record](t, job, items[i].Files[1].Path)
		planes += len(r.Planes) - 1
		objects += len(r.Objects)
	}
	add(asked.Tally)
	types, quantifiers := 0, 0
	labels := labelsOf(templates())
	for _, f := range asked.Files {
		for _, q := range readFileAs[[]QuestionRecord](t, job, f.Path) {
			types += len(labels[q.Template.String()].Types)
			quantifiers += len(labels[q.Template.String()].Quantifiers)
		}
	}
	totals := map[string]int{
		"planes": 300, "objects": 300, "preset": 300, "plane shape": planes, "plane look": planes, "objects on a plane": planes,
		"planes drawn": 300, "shapes drawn": 300, "colors drawn": 300, "materials drawn": 300, "size": objects, "color": objects, "material": objects, "shape": objects,
		"answer": 3000, "file": 3000, "words": 3000, "type": types, "quantifier": quantifiers, "quantifiers": 3000,
	}
	answers := 0 // the page makes charts of its own of them
	for _, n := range sum[gen.AnswersKey] {
		answers += n
	}
	if answers != 3000 {
		t.Errorf("%d answers are counted by type and template, want 3000", answers)
	}
	delete(sum, gen.AnswersKey)
	charts := s.About().Charts
	if len(sum) != len(charts) {
		t.Errorf("%d charts are counted, %d shown", len(sum), len(charts))
	}
	for _, chart := range charts {
		total := 0
		for value, n := range sum[chart.Key] {
			total += n
			if chart.Values != nil && !slices.Contains(chart.Values, value) {
				t.Errorf("chart %s does not list %q", chart.Key, value)
			}
		}
		if total != totals[chart.Key] || total == 0 {
			t.Errorf("chart %s counts %d, want %d", chart.Key, total, totals[chart.Key])
		}
		for _, value := range chart.Values {
			rare := chart.Key == "planes" && value == "0" // no place was found for any of the objects
			if sum[chart.Key][value] == 0 && !rare {
				t.Errorf("chart %s lists %q, which never occurs", chart.Key, value)
			}
		}
	}
	// Bins of questions are those that the evaluation has.
	for chart, want := range map[string][]string{"type": TypeLabels, "quantifier": QuantifierLabels} {
		for _, label := range want {
			if sum[chart][label] == 0 {
				t.Errorf("chart %s has no %q", chart, label)
			}
		}
		if len(sum[chart]) != len(want) {
			t.Errorf("chart %s has %d labels, want %d", chart, len(sum[chart]), len(want))
		}
	}
	for _, file := range planeTemplateFiles {
		if sum["file"][strings.TrimSuffix(file, ".json")] == 0 {
			t.Errorf("chart file has no %s", file)
		}
	}
}
