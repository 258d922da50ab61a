package explore

import (
	"bytes"
	"log"
	"strings"
	"sync"
	"testing"
	"time"
)

// written keeps what is logged.
type written struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *written) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// A sample at which the program panics has a sentence for those who look at it, and the rest for whoever runs the program. Others
// notice nothing: the walk in the background goes on, too.
func TestPanics(t *testing.T) {
	var said written
	e := open(t, 30, func(o *Options) { o.Set, o.Log = toy{panics: true}, log.New(&said, "", 0) }, "train")
	const sentence = "the program failed while making this; see where it was started"
	for range 2 { // the second one does not wait for the first for ever
		wantError(t, e, "GET", "/api/sample/train/13", "", 500, sentence)
	}
	wantError(t, e, "POST", "/api/run/train/13", program, 500, sentence)
	for _, line := range []string{"explore: fault at GET /api/sample/train/13: unlucky\n", "toy_test.go:"} {
		if !strings.Contains(said.String(), line) {
			t.Errorf("the log does not have %q: %s", line, said.String())
		}
	}
	for begun := time.Now(); !strings.Contains(said.String(), "fault at train/13: unlucky"); time.Sleep(time.Millisecond) {
		if time.Since(begun) > 20*time.Second {
			t.Fatalf("the walk did not come to sample 13: %s", said.String())
		}
	}
	l := get[listed](t, e, "/api/samples?split=train&from=13&limit=2")
	if l.Samples[0].Index != 13 || l.Samples[0].Error != sentence || l.Samples[1].Index != 14 || l.Samples[1].Error != "" {
		t.Errorf("the list is %+v", l)
	}
	type facets struct{ Scanned int }
	for begun := time.Now(); get[facets](t, e, "/api/facets?split=train").Scanned < 25; time.Sleep(time.Millisecond) {
		if time.Since(begun) > 20*time.Second {
			t.Fatal("the walk does not go on after sample 13")
		}
	}
}
