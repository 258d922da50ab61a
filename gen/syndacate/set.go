package syndacate

import (
	"context"
	"fmt"

	"mereo/gen"
)

const setName = "syndacate"

// shardElements is how many elements a shard has: enough for little overhead, few enough for several processors to share a
// small file.
const shardElements = 100

// Set is SynDaCaTE as gen.Set. It has no configuration: the names of splits say it all.
type Set struct{}

// Name is "syndacate".
func (Set) Name() string { return setName }

// Config is empty.
func (Set) Config() any { return struct{}{} }

// Stride is that of shards.
func (Set) Stride() int { return shardElements }

// Validate refuses splits that are no stems of files, and numbers of elements that a stem is not for.
func (Set) Validate(job gen.Job) error {
	if _, err := openSource(job.Split); err != nil {
		return err
	}
	stem, _, _ := cutNoise(job.Split)
	test, said, err := testElementsOfStem(stem)
	if want := testElements(job.Count); err == nil && said && job.Count > 0 && test != want {
		err = fmt.Errorf("syndacate: the name %s says that there are %d test elements, but of %d elements %d are for testing; "+
			"want t%d in the name, or other elements", job.Split, test, job.Count, want, want)
	}
	return err
}

// NewMaker opens the source of a split.
func (Set) NewMaker(_ context.Context, job gen.Job) (gen.Maker, error) {
	src, err := openSource(job.Split)
	if err != nil {
		return nil, err
	}
	return &maker{src, job}, nil
}

// NewAsker is nil: there are no questions.
func (Set) NewAsker(context.Context, gen.Job) (gen.Asker, error) { return nil, nil }

// NewChecker opens the source of a split.
func (Set) NewChecker(_ context.Context, job gen.Job) (gen.Checker, error) {
	src, err := openSource(job.Split)
	if err != nil {
		return nil, err
	}
	return &checker{src, job}, nil
}
