package explore

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mereo/gen/show"
)

// endlessEdit takes until nobody waits for it.
type endlessEdit struct {
	show.Editable
	begun, ended chan struct{}
}

func (m endlessEdit) Editor() show.Editable { return m }

func (m endlessEdit) Edit(ctx context.Context, edits []show.Edit) (show.Made, []string, error) {
	close(m.begun)
	<-ctx.Done()
	close(m.ended)
	return nil, nil, ctx.Err()
}

// A change that nobody waits for any more is stopped.
func TestChangeThatNobodyWaitsFor(t *testing.T) {
	e := open(t, 3, nil, "train")
	m := endlessEdit{begun: make(chan struct{}), ended: make(chan struct{})}
	if _, err := e.samplesMade.get(t.Context(), "train/1", func(context.Context) (show.Made, int64, error) { return m, 1, nil }); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(e.Handler())
	defer server.Close()
	ctx, leave := context.WithCancel(t.Context())
	post := func(body string) error {
		r, err := http.NewRequestWithContext(ctx, "POST", server.URL+"/api/edit/train/1", strings.NewReader(body))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(r)
		if err == nil {
			answer.Body.Close()
		}
		return err
	}
	done := make(chan error, 1)
	go func() {
		done <- post(`{"quality": "draft", "edits": [{"kind": "delete", "entity": "object 1"}]}`)
	}()
	<-m.begun
	leave()
	if err := <-done; err == nil {
		t.Error("the change that nobody waited for was answered")
	}
	<-m.ended
	if err := e.making.take(t.Context()); err != nil { // the turn was given back
		t.Fatal(err)
	}
	e.making.give()
}
