package gen

import (
	"fmt"
	"maps"
	"slices"

	"mereo/gen/fingerprint"
	"mereo/gen/write"
)

// SomeRenderer is the Renderer of an item that Compare wants where any driver may have drawn.
const SomeRenderer = "*"

// Compare holds what a block's file says of an item against what the item is when it is made again: the maker knows all of it but
// checksums, so that of want.Files the paths count. Which driver drew, if one had to, follows from nothing.
func (item *Item) Compare(split string, want *Item) (bad []Problem) {
	block := BlockPath(split, item.Index/BlockSize)
	report := func(file, rule, format string, args ...any) {
		bad = append(bad, Problem{File: file, Object: fmt.Sprintf("sample %d", item.Index), Rule: rule, Detail: fmt.Sprintf(format, args...)})
	}
	if item.Attempt != want.Attempt {
		report(block, "item", "attempt is %d, want %d", item.Attempt, want.Attempt)
	}
	if !maps.Equal(item.Rejects, want.Rejects) {
		report(block, "item", "rejects are %v, want %v", item.Rejects, want.Rejects)
	}
	if !maps.EqualFunc(item.Tally, want.Tally, maps.Equal) {
		report(block, "item", "tally is %v, want %v", item.Tally, want.Tally)
	}
	if item.Caption != want.Caption {
		report(block, "item", "caption is %q, want %q", item.Caption, want.Caption)
	}
	if item.Renderer != want.Renderer && (item.Renderer == "" || want.Renderer != SomeRenderer) {
		report(block, "item", "renderer is %q, want %q", item.Renderer, want.Renderer)
	}
	has := func(files []write.File, path string) bool {
		return slices.ContainsFunc(files, func(f write.File) bool { return f.Path == path })
	}
	for _, f := range item.Files {
		if !has(want.Files, f.Path) {
			report(f.Path, "files", "is listed among the files of sample %d, which has no such file", item.Index)
		}
	}
	for _, f := range want.Files {
		if !has(item.Files, f.Path) {
			report(f.Path, "files", "is not listed among the files of sample %d", item.Index)
		}
	}
	if len(bad) == 0 && !slices.EqualFunc(item.Files, want.Files, func(a, b write.File) bool { return a.Path == b.Path }) {
		report(block, "files", "files are listed twice or in another order")
	}
	return bad
}

// CompareColors holds the fingerprints of an item's color pictures against those of the pictures that are there, by their paths.
func (item *Item) CompareColors(pictures map[string]string) (bad []Problem) {
	report := func(file, detail string) {
		bad = append(bad, Problem{File: file, Object: fmt.Sprintf("sample %d", item.Index), Rule: "colors", Detail: detail})
	}
	for _, file := range slices.Sorted(maps.Keys(pictures)) {
		if fault := fingerprint.Compare(pictures[file], item.Colors[file], 0); fault != "" {
			report(file, "is not the picture that was drawn: "+fault)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(item.Colors)) {
		if _, ok := pictures[file]; !ok {
			report(file, "has a fingerprint, but is no color picture of the sample")
		}
	}
	return bad
}
