package shopvrb

import (
	"fmt"
	"mereo/gen/ask/closed"
	"strings"
	"testing"
)

// parseKnown reads a record of published classes.
func parseKnown(data []byte) (*known, error) { return knownOf(published, data) }

// A set has a bit for each thing, and none beside.
func TestScenesHaveUpToAsManyThingsAsASetHasBits(t *testing.T) {
	for _, n := range []int{0, 1, 10, 11, closed.MostObjects} {
		lists := strings.TrimSuffix(strings.Repeat("[], ", n), ", ")
		record := fmt.Sprintf(`{"objects": [%s], "relationships": {"left": [%[2]s], "right": [%[2]s], "behind": [%[2]s], "front": [%[2]s]}}`,
			strings.TrimSuffix(strings.Repeat("{}, ", n), ", "), lists)
		k, err := parseKnown([]byte(record))
		if err != nil {
			t.Fatal(err)
		}
		if got := k.Len(); got != n {
			t.Errorf("of %d things %d are known", n, got)
		}
	}
}

func TestRecordsThatCannotBeAskedAbout(t *testing.T) {
	const good = `{"objects": [{"name": "mug", "attribute": ["sharp"]}],
		"relationships": {"left": [[]], "right": [[]], "behind": [[]], "front": [[]]}}`
	if _, err := parseKnown([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{good, `[]`, "shopvrb: record"},
		{`"mug"`, `3`, "objects[0].name is neither a string nor a list of strings"},
		{`["sharp"]`, `[3]`, "objects[0].attribute[0] is 3, want a text"},
		{`"front": [[]]`, `"front": []`, "relationships.front has 0 lists, want one for each of 1 objects"},
		{`"behind": [[]]`, `"behind": [[1]]`, "relationships.behind[0] names object 1 of 1"},
		{`{"name": "mug", "attribute": ["sharp"]}`, strings.Repeat("{}, ", 64) + "{}", "there are 65 objects, want 64 at most"},
	} {
		if _, err := parseKnown([]byte(strings.Replace(good, c.old, c.new, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.new, err, c.want)
		}
	}
}
