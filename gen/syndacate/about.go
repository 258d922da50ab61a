package syndacate

import (
	"context"
	"fmt"
	"strconv"

	"mereo/gen"
)

// About describes the set.
func (Set) About() gen.About {
	return gen.About{
		Title: "SynDaCaTE: parts and wholes",
		Summary: "Pictures of characters or words made of straight lines, with the exact pose of every line and every whole, for " +
			"tests of whether a model infers parts and wholes. Made by mereo with the content of the published generator's files.",
		Layout: []gen.LayoutRow{
			{
				Path:    "<name>.npz",
				Meaning: "images, part_poses, object_poses and n for numpy.load, one row an element; test elements come first",
			},
			{
				Path:    "<name>.meta.json",
				Meaning: "what decides the file, its splits, classes and columns, and a checksum of every array",
			},
			{Path: "<split>/shards/<index>.npz", Meaning: "the same arrays for 100 elements"},
			{Path: "<split>/sheets/<index>.png", Meaning: "their pictures at a glance"},
		},
		Pictures: []string{sheetPattern},
		Charts:   charts(),
		Again:    "mereo generate syndacate --out DIR --split %s --count %d",
		License:  "Creative Commons Attribution (CC-BY 4.0)",
		Cite: []string{"Jake Levi and Mark van der Wilk. SynDaCaTE: A Synthetic Dataset For Evaluating Part-Whole Hierarchical " +
			"Inference. Methods and Opportunities at Small Scale, workshop at ICML 2025."},
	}
}

// tableSource is a source with tables of its own.
type tableSource interface {
	tables(ctx context.Context, job gen.Job) ([]gen.Table, error)
}

// Tables count what a joined file has; those of most other samplers than the published ones have none.
func (Set) Tables(ctx context.Context, job gen.Job) ([]gen.Table, error) {
	src, err := openSource(job.Split)
	if err != nil {
		return nil, err
	}
	if of, ok := src.(tableSource); ok {
		return of.tables(ctx, job)
	}
	return nil, nil
}

// tables count classes and objects.
func (s *standardSource) tables(ctx context.Context, job gen.Job) ([]gen.Table, error) {
	if s.config.sampler == squaresSampler {
		return nil, nil
	}
	path, err := joinedFile(job)
	if err != nil {
		return nil, err
	}
	m, err := s.measure(job, path)
	if err != nil {
		return nil, err
	}
	classes := gen.Table{Title: "Classes", Note: "Each object of a picture counts once.", Head: []string{"class", "test", "train"}}
	for k, name := range s.config.classes() {
		classes.Rows = append(classes.Rows, []string{name, strconv.Itoa(m.testClasses[k]), strconv.Itoa(m.trainClasses[k])})
	}
	numbers := gen.Table{Title: "Objects", Note: "Pictures by their number of objects.", Head: []string{"objects", "pictures", "%"}}
	for k, n := range m.numbers {
		if k > 0 && k <= s.config.maxObjects {
			share := fmt.Sprintf("%.1f", 100*float64(n)/float64(m.elements))
			numbers.Rows = append(numbers.Rows, []string{strconv.Itoa(k), strconv.Itoa(n), share})
		}
	}
	guessed, err := guesses(ctx, path, s.config, m)
	if err != nil {
		return nil, err
	}
	out := []gen.Table{classes, numbers}
	if len(guessed.Rows) > 0 {
		out = append(out, guessed)
	}
	return out, nil
}
