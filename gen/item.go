package gen

import (
	"encoding/json"
	"fmt"

	"mereo/gen/write"
)

// ruleItem: what a block's file says of a sample is what making it again gives.
const ruleItem = "item"

// Differ holds an item of a block's file against one that follows from planning its samples again. Of files it compares the paths; the
// renderer is named where it drew something, but its name cannot be known.
func (it *Item) Differ(split string, want *Item, drawn bool) (found []Problem) {
	report := func(key string, got, want any) {
		a, errA := json.Marshal(got)
		b, errB := json.Marshal(want)
		if errA != nil || errB != nil || string(a) != string(b) {
			found = append(found, Problem{
				File: BlockPath(split, it.Index/BlockSize), Object: fmt.Sprintf("sample %d", it.Index), Rule: ruleItem,
				Detail: fmt.Sprintf("%s is %s, making the sample again gives %s", key, a, b),
			})
		}
	}
	report("index", it.Index, want.Index)
	report("attempt", it.Attempt, want.Attempt)
	report("rejects", counted(it.Rejects), counted(want.Rejects))
	report("tally", counted(it.Tally), counted(want.Tally))
	report("caption", it.Caption, want.Caption)
	report("list of files", paths(it.Files), paths(want.Files))
	if named := it.Renderer != ""; named != drawn {
		report("renderer", it.Renderer, map[bool]string{true: "the name of one", false: ""}[drawn])
	}
	return found
}

// counted is a map as blocks have it: an empty one is left out.
func counted[V any](m map[string]V) map[string]V {
	if len(m) == 0 {
		return nil
	}
	return m
}

func paths(files []write.File) []string {
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = f.Path
	}
	return out
}
