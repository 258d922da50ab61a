package trance

import (
	"slices"
	"testing"
)

// Ids that are found from the record are those of the sample made again, in all pictures.
func TestIDsOfRecords(t *testing.T) {
	r := shownDataset(t, DefaultConfig())
	for index := range shownCount {
		read, err := r.Sample(index)
		if err != nil {
			t.Fatal(err)
		}
		m := madeAgain(t, r, index)
		for p := range m.Page().Pictures {
			got, want := read.IDs(p), m.Labels(p)
			if got.Width != want.Width || got.Height != want.Height || !slices.Equal(got.Object, want.Object) || slices.Max(got.Object) == 0 {
				t.Errorf("sample %d, picture %d: ids are not those of what is made again", index, p)
			}
		}
	}
}
