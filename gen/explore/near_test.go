package explore

import (
	"net/url"
	"slices"
	"testing"
	"time"
)

type standing struct {
	Previous, Next, Place, Of int
	Complete                  bool
}

// Neighbors are those of a list with the same filter, and places are counted in it, over blocks and words of the index.
func TestNearestAreThoseOfTheList(t *testing.T) {
	const count = 2345
	e := open(t, count, nil, "train")
	for _, filter := range []string{"f.last+digit=3&f.last+digit=8", "f.parity=even", "f.nothing=1"} {
		list := all(t, e, filter) // also looks at everything
		for _, i := range []int{0, 3, 4, 63, 64, 960, 998, 999, 1000, 1003, 1023, 1024, 2000, 2342, 2344} {
			want := standing{Previous: -1, Next: -1, Of: len(list)}
			at, there := slices.BinarySearch(list, i)
			if at > 0 {
				want.Previous = list[at-1]
			}
			if there {
				at++
				want.Place = at
			}
			if at < len(list) {
				want.Next = list[at]
			}
			if got := get[standing](t, e, "/api/near/train/"+itoa(i)+"?"+filter); got != want {
				t.Errorf("%s: sample %d is at %+v, want %+v", filter, i, got, want)
			}
		}
	}
	wantError(t, e, "GET", "/api/near/train/2345?f.parity=even", "", 404, `index is "2345", want 0 to 2344`)
}

// Where nothing is missing, the answer is complete as soon as all samples were looked at.
func TestNearIsComplete(t *testing.T) {
	e := open(t, 9, nil, "train")
	var got standing
	for begun := time.Now(); !got.Complete && time.Since(begun) < 20*time.Second; time.Sleep(time.Millisecond) {
		got = get[standing](t, e, "/api/near/train/4?"+url.Values{"f.parity": {"even"}}.Encode())
	}
	if want := (standing{2, 6, 3, 5, true}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
