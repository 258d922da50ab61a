package serve

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"mereo/gen/show"
)

// toyScene is a scene with one thing. Its films are as long as somebody wants them.
type toyScene struct {
	once  sync.Once
	began chan struct{}
	ended chan error
}

func (s *toyScene) Names() []string { return []string{"ball"} }

func (s *toyScene) Simulate(ctx context.Context, seconds, fps float64) (*Film, error) {
	if seconds < 100 {
		return &Film{Times: []float64{0, seconds}, Poses: make([]float64, 14)}, nil
	}
	s.once.Do(func() { close(s.began) })
	<-ctx.Done()
	s.ended <- ctx.Err()
	return nil, ctx.Err()
}

func (s *toyScene) Render(_ context.Context, q *Picture) ([]uint8, *show.Labels, error) {
	l := &show.Labels{Width: 2, Height: 1}
	if q.Labels {
		l.Object = []uint16{0, 1}
	}
	if !q.Color {
		return nil, l, nil
	}
	return []uint8{1, 2, 3, 4, 5, 6}, l, nil
}

func sceneServer(s Scene) *Server {
	return &Server{Scene: func(_ context.Context, doc json.RawMessage) (Scene, error) {
		if string(doc) != "{}" {
			return nil, errors.New("scene: it is no toy")
		}
		return s, nil
	}}
}

// Scenes answer with arrays, and requests that are wrong with sentences.
func TestScenes(t *testing.T) {
	heads, err := talk(t, sceneServer(&toyScene{}), message(`{"mereo": 1}`), message(`{"do": "scene", "scene": {}}`), message(`{"do": "scene", "scene": {"x": 1}}`),
		message(`{"do": "scene"}`), message(`{"do": "scene", "scenes": {}}`))
	if err != nil || len(heads) != 5 {
		t.Fatal(heads, err)
	}
	for i, want := range []string{`{"result":{"handle":1,"names":["ball"]}}`, "it is no toy", "scene is missing", "scenes is an unknown key"} {
		if !strings.Contains(heads[i+1], want) {
			t.Errorf("answer %d is %s, want %s", i+1, heads[i+1], want)
		}
	}
	heads, _ = talk(t, &Server{}, message(`{"mereo": 1}`), message(`{"do": "scene", "scene": {}}`))
	if !strings.Contains(heads[1], "this server builds no scenes") {
		t.Error(heads)
	}
	b := &building{Scene: &toyScene{}, ctx: t.Context()}
	for _, c := range []struct{ what, head, want string }{
		{"simulate", `{"seconds": 2, "fps": 1}`, `{"result":{"index":0,"arrays":[` +
			`{"picture":0,"name":"times","type":"\u003cf8","shape":[2],"offset":0},{"picture":0,"name":"poses","type":"\u003cf8","shape":[2,1,7],"offset":64},` +
			`{"picture":0,"name":"contacts","type":"\u003cf8","shape":[0,12],"offset":192}]}}`},
		{"render", `{"passes": ["rgb", "ids"]}`, `{"result":{"index":0,"arrays":[{"picture":0,"name":"rgb","type":"|u1","shape":[1,2,3],"offset":0},` +
			`{"picture":0,"name":"ids","type":"\u003cu2","shape":[1,2],"offset":64}]}}`},
		{"render", `{}`, `{"error":"scene: passes is empty, want some of rgb, depth, ids, parts, normals"}`},
		{"render", `{"passes": ["flow"]}`, `{"error":"scene: passes[0] is \"flow\", want rgb, depth, ids, parts, normals"}`},
		{"render", `{"frames": 1}`, `{"error":"serve: line 1, column 2: frames is an unknown key"}`},
		{"next", `{}`, `{"error":"serve: \"next\" is no request about a scene, want simulate, render or close"}`},
	} {
		a := b.do(c.what, json.RawMessage(c.head))
		if got, _ := json.Marshal(a); string(got) != c.want {
			t.Errorf("%s %s: %s\nwant %s", c.what, c.head, got, c.want)
		}
	}
}

// A client may have so many scenes open and no more. What is asked last is not refused: then the client has left.
func TestTooManyScenes(t *testing.T) {
	sent := [][]byte{message(`{"mereo": 1}`)}
	for range maxOpen + 2*inFlight + 8 {
		sent = append(sent, message(`{"do": "scene", "scene": {}}`))
	}
	heads, err := talk(t, sceneServer(&toyScene{}), sent...)
	if err != nil || len(heads) != len(sent) {
		t.Fatal(len(heads), err)
	}
	refused := 0
	for _, h := range heads[1:] {
		if strings.Contains(h, "256 datasets, streams and scenes are open") {
			refused++
		}
	}
	if refused < 8 || refused > 2*inFlight+8 {
		t.Errorf("%d scenes are refused, want 8 to %d", refused, 2*inFlight+8)
	}
}

// Who leaves ends what it began.
func TestSceneOfOneWhoLeaves(t *testing.T) {
	s := &toyScene{began: make(chan struct{}), ended: make(chan error, 16)}
	r, w := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- sceneServer(s).Serve(t.Context(), r, io.Discard) }()
	for _, m := range []string{`{"mereo": 1}`, `{"do": "scene", "scene": {}}`} {
		w.Write(message(m))
	}
	for begun := false; !begun; { // until the scene has its handle
		w.Write(message(`{"do": "simulate", "handle": 1, "seconds": 100, "fps": 1}`))
		select {
		case <-s.began:
			begun = true
		case <-time.After(20 * time.Millisecond):
		}
	}
	w.Close()
	if err := <-s.ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
