package trance

import (
	"slices"
	"testing"

	"mereo/gen/show"
)

// Ids that are found from the record are those of the sample made again, in all pictures.
func TestIDsOfRecords(t *testing.T) {
	r := shownDataset(t, DefaultConfig())
	for index := range shownCount {
		read, err := r.Sample(index)
		if err != nil {
			t.Fatal(err)
		}
		finder, ok := read.(show.Finder)
		if !ok {
			t.Fatal("what is read is no show.Finder")
		}
		m := madeAgain(t, r, index)
		for p := range m.Page().Pictures {
			got, want := finder.IDs(p), m.Labels(p)
			if got.Width != want.Width || got.Height != want.Height || !slices.Equal(got.Object, want.Object) || slices.Max(got.Object) == 0 {
				t.Errorf("sample %d, picture %d: ids are not those of what is made again", index, p)
			}
		}
	}
}
