package worlds

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"mereo/gen"
)

// Any bytes are a document or an error with their name; a document reads back from its JSON, and its plans are drawn or say why not, in
// bounded time.
func FuzzRead(f *testing.F) {
	for _, name := range Names() {
		data, err := Text(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(Starter))
	f.Add([]byte(goodDocument))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := Read("f.yaml", data, Folder{}, nil)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f.yaml: ") {
				t.Errorf("the error does not begin with the name: %v", err)
			}
			return
		}
		again, err := Read("f.json", w.Source, Folder{}, map[string]string{})
		if err != nil {
			t.Fatalf("%s\nits JSON %s: %v", data, w.Source, err)
		}
		if !bytes.Equal(again.Source, w.Source) || again.Name != w.Name {
			t.Fatalf("%s\nits JSON is %s, and of that %s", data, w.Source, again.Source)
		}
		w.Scene.Attempts = min(w.Scene.Attempts, 20)
		for i := range w.Cameras { // large pictures take their time
			w.Cameras[i].Size = []int{48, 32}
		}
		for i, name := range w.SplitNames() {
			if i == 4 {
				break
			}
			func() {
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				p, err := w.planner(gen.Job{Split: name})
				if err != nil {
					t.Fatal(err)
				}
				if _, err = p.plan(ctx, 0); err != nil && !strings.HasPrefix(err.Error(), w.Name+": ") {
					t.Errorf("the error does not begin with the set: %v", err)
				}
			}()
		}
	})
}
