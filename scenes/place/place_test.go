package place_test

import (
	"errors"
	"fmt"
	"testing"

	"mereo/scenes/annot"
	"mereo/scenes/place"
)

func TestRepeat(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, c := range []struct {
		name        string
		limit       int
		outcomes    []error
		wantAttempt int
		wantErr     string
		wantRejects int
	}{
		{"first attempt", 3, []error{nil}, 0, "", 0},
		{"two rejected", 3, []error{place.Reject{Reason: "crowded"}, fmt.Errorf("slot 3: %w", place.Reject{Reason: "crowded"}), nil}, 2, "", 2},
		{"all rejected", 2, []error{place.Reject{Reason: "crowded"}, place.Reject{Reason: "crowded"}}, 1,
			"place: 2 attempts rejected, most often: crowded (2 times)", 2},
		{"an error ends it", 3, []error{place.Reject{Reason: "crowded"}, broken}, 1, "disk on fire", 1},
	} {
		rejects := place.Rejects{}
		_, attempt, err := place.Repeat(c.limit, rejects, func(attempt int) (int, error) { return attempt, c.outcomes[attempt] })
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.wantErr || attempt != c.wantAttempt || rejects.Total() != c.wantRejects {
			t.Errorf("%s: got attempt %d, error %q, %d rejects, want %d, %q, %d", c.name, attempt, got, rejects.Total(), c.wantAttempt, c.wantErr, c.wantRejects)
		}
	}
}

func TestTouches(t *testing.T) {
	floor := place.Edges{Left: true, Right: true, Bottom: true}
	for _, c := range []struct {
		name string
		b    annot.Box
		want bool
	}{
		{"inside", annot.Box{X0: 1, Y0: 1, X1: 9, Y1: 9}, false},
		{"top is free", annot.Box{X0: 1, Y0: 0, X1: 9, Y1: 9}, false},
		{"left", annot.Box{X0: 0, Y0: 1, X1: 9, Y1: 9}, true},
		{"right", annot.Box{X0: 1, Y0: 1, X1: 10, Y1: 9}, true},
		{"bottom", annot.Box{X0: 1, Y0: 1, X1: 9, Y1: 10}, true},
		{"nothing", annot.Box{}, false},
	} {
		if got := floor.Touches(c.b, 10, 10); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestRejects(t *testing.T) {
	r := place.Rejects{"overlap": 2, "border": 2}
	r.Add(place.Rejects{"empty": 1})
	if reason, n := r.Commonest(); reason != "border" || n != 2 {
		t.Errorf("commonest of equals: got %s (%d), want border (2)", reason, n)
	}
	if got := r.Total(); got != 5 {
		t.Errorf("total: got %d, want 5", got)
	}
	if reason, n := (place.Rejects{}).Commonest(); reason != "" || n != 0 {
		t.Errorf("commonest of none: got %q (%d), want nothing", reason, n)
	}
}

func ExampleRepeat() {
	rejects := place.Rejects{}
	throw, attempt, err := place.Repeat(10, rejects, func(attempt int) (int, error) {
		die := []int{3, 1, 6}[attempt]
		if die < 6 {
			return 0, place.Reject{Reason: "not a six"}
		}
		return die, nil
	})
	fmt.Println(throw, attempt, err, rejects)
	// Output: 6 2 <nil> map[not a six:2]
}
