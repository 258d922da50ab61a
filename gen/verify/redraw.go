package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/fingerprint"
	"mereo/gen/write"
)

// ruleRedraw: drawing a sample again gives something else.
const ruleRedraw = "redraw"

// otherDriver is by how many levels mean colors may differ that two drivers drew.
const otherDriver = 6

// painter draws samples of a split again. The device is taken when the first one is wanted.
type painter struct {
	v     *verifier
	job   gen.Job
	maker gen.Maker
	err   error // why nothing is drawn
}

// open takes the device; without one, the report says that nothing was drawn again.
func (r *painter) open() bool {
	r.v.drawing.Lock()
	defer r.v.drawing.Unlock()
	if r.maker == nil && r.err == nil {
		job := r.job
		job.Root = write.Nowhere
		if r.maker, r.err = r.v.set.NewMaker(r.v.ctx, job); r.err != nil {
			r.maker, r.v.report.NotDrawn = nil, strings.TrimPrefix(r.err.Error(), r.v.set.Name()+": ")
		}
	}
	return r.maker != nil
}

func (r *painter) close() {
	if r.maker != nil {
		r.maker.Close()
	}
}

// check draws an item again. The driver that drew it gives the same bytes, another one nearly the same colors.
func (r *painter) check(item *gen.Item) (bad []gen.Problem) {
	if item.Renderer == "" || !r.open() {
		return nil
	}
	report := func(file, format string, args ...any) {
		bad = append(bad, gen.Problem{File: file, Object: fmt.Sprintf("sample %d", item.Index), Rule: ruleRedraw, Detail: fmt.Sprintf(format, args...)})
	}
	again, err := r.maker.Make(r.v.ctx, item.Index)
	if err != nil {
		if r.v.ctx.Err() == nil {
			report(gen.BlockPath(r.job.Split, item.Index/gen.BlockSize), "it cannot be drawn again: %v", err)
		}
		return bad
	}
	same := item.Renderer == r.maker.Renderer()
	for _, f := range again.Files {
		if had := fileOf(item, f.Path); same && had != nil && had.SHA256 != f.SHA256 {
			report(f.Path, "SHA-256 is %s, drawing again by the same driver gives %s", had.SHA256, f.SHA256)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(again.Colors)) {
		if fault := fingerprint.Compare(item.Colors[file], again.Colors[file], otherDriver); fault != "" {
			report(file, "drawing again gives other colors: %s", fault)
		}
	}
	return bad
}

// fileOf is the file of an item with a path; nil if there is none.
func fileOf(item *gen.Item, path string) *write.File {
	for i := range item.Files {
		if item.Files[i].Path == path {
			return &item.Files[i]
		}
	}
	return nil
}
