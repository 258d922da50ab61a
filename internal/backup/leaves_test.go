package backup

import (
	"slices"
	"testing"
)

func TestChanges(t *testing.T) {
	var got []string
	for _, c := range Changes(t, []byte(`{"n": 3, "l": [{"s":"a"}, {"s":"b"}], "x": 0.5}`+"\n")) {
		got = append(got, c.What+" "+string(c.Data[:len(c.Data)-1]))
	}
	for _, want := range []string{
		`/n: a bit {"n": 4, "l": [{"s":"a"}, {"s":"b"}], "x": 0.5}`,
		`/x: a bit {"n": 3, "l": [{"s":"a"}, {"s":"b"}], "x": 0.5000000000000001}`,
		`/x: a thousandth {"n": 3, "l": [{"s":"a"}, {"s":"b"}], "x": 0.5005}`,
		`/x: no such key {"n": 3, "l": [{"s":"a"}, {"s":"b"}]}`,
		`/n: no such key { "l": [{"s":"a"}, {"s":"b"}], "x": 0.5}`,
		`/n: the key twice {"n": 3,"n":3, "l": [{"s":"a"}, {"s":"b"}], "x": 0.5}`,
		`/n: the key in capitals {"N": 3, "l": [{"s":"a"}, {"s":"b"}], "x": 0.5}`,
		`/l: without its last item {"n": 3, "l": [{"s":"a"}], "x": 0.5}`,
		`/l: with its last item twice {"n": 3, "l": [{"s":"a"},{"s":"b"},{"s":"b"}], "x": 0.5}`,
		`/l: with items 0 and 1 swapped {"n": 3, "l": [{"s":"b"},{"s":"a"}], "x": 0.5}`,
		`/l/0/s: another text {"n": 3, "l": [{"s":"b"}, {"s":"b"}], "x": 0.5}`,
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not among %q", want, got)
		}
	}
	if len(got) != 24 {
		t.Errorf("%d changes: %q", len(got), got)
	}
}
