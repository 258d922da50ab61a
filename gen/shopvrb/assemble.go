package shopvrb

import (
	"context"
	"slices"

	"mereo/gen"
	"mereo/gen/world"
	"mereo/gen/write"
)

// Info is the head of joined files.
type Info struct {
	Date    string `json:"date"` // day/month/year
	Version string `json:"version"`
	Split   string `json:"split"`
	License string `json:"license"`
}

const license = "Creative Commons Attribution (CC-BY 4.0)"

// assemble writes what a split's samples share.
func (s *Set) assemble(ctx context.Context, job gen.Job) ([]write.File, error) {
	info, f := Info{s.cfg.Date, "1.0", job.Split, license}, filesOfSplit(job.Split)
	steps := []func() (write.File, error){
		world.Lines(f.scenes, info, "scenes", false, func(i int) string { return filesOf(job.Split, i).record }).Step(ctx, job),
		func() (write.File, error) {
			return write.JSON(job.To(), classesFile, classNumbers(s.own.newClasses()...))
		},
		func() (write.File, error) { return write.JSON(job.To(), descriptionsFile, s.own.descriptions()) },
	}
	if s.cfg.Visual > 0 {
		steps = append(steps, joinedQuestions(f.visual, info, func(i int) string { return visual.file(job.Split, i) }).Step(ctx, job))
	}
	if s.cfg.Textual > 0 {
		steps = append(steps, joinedQuestions(f.textual, info, func(i int) string { return textual.file(job.Split, i) }).Step(ctx, job))
	}
	return world.Together(steps...)
}

// classNumbers gives each class a number from 1: the published ones in the order of their names, then others in theirs.
func classNumbers(others ...string) map[string]int {
	out := map[string]int{}
	for _, classes := range [][]string{attributes[nameAttribute].Values, others} {
		for _, class := range slices.Sorted(slices.Values(classes)) {
			out[class] = len(out) + 1
		}
	}
	return out
}
