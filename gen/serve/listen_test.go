package serve

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/stream"
	"mereo/gen/write/npz"
)

// toy is a set whose pictures are a color that follows from seed and index.
type toy struct {
	gen.Set // nil: what is not below is not called
	side    int
	made    *atomic.Int64
	job     gen.Job
}

func (toy) Validate(gen.Job) error            { return nil }
func (toy) Show(gen.Job) (show.Reader, error) { return nil, nil }
func (toy) Renderer() string                  { return "" }
func (toy) Close() error                      { return nil }
func (toy) Page() (*show.Page, error)         { return nil, nil }
func (toy) Pictures() int                     { return 1 }
func (t toy) Size(int) (int, int)             { return t.side, t.side }
func (toy) Labels(int, bool) *show.Labels     { return nil }
func (toy) Arrays() []npz.Array               { return nil }
func (t toy) Make(ctx context.Context, index int) (*gen.Item, error) {
	return nil, errors.New("toy: no files")
}

func (t toy) NewMaker(_ context.Context, job gen.Job) (gen.Maker, error) {
	t.job = job
	return t, nil
}

func (t toy) Hand(_ context.Context, index int) (*gen.Item, show.Fresh, error) {
	t.made.Add(1)
	return &gen.Item{Index: index}, toyFresh{t, index}, nil
}

type toyFresh struct {
	toy
	index int
}

func (toyFresh) Things() int { return 1 }
func (f toyFresh) RGB(int) []uint8 {
	return bytes.Repeat([]byte{byte(f.index), byte(f.job.Seed), 7}, f.side*f.side)
}

// place is a server of toys that runs in this process.
type place struct {
	address string
	made    atomic.Int64 // samples
	mu      sync.Mutex
	cuts    []string // why clients were cut off
	end     func()
}

// start starts a server with a token on a socket of a kind, unix or tcp.
func start(t *testing.T, kind string, side int, patience time.Duration) *place {
	t.Helper()
	address := "127.0.0.1:0"
	if kind == "unix" {
		address = filepath.Join(t.TempDir(), "s")
	}
	l, err := net.Listen(kind, address)
	if err != nil {
		t.Fatal(err)
	}
	p := &place{address: l.Addr().String()}
	s := &Server{
		Token: "right", Patience: patience,
		Dataset: func(dir string) (show.Set, gen.Identity, error) { panic("the pen broke") },
		Stream: func(_ context.Context, q *StreamOf) (stream.Options, error) {
			return stream.Options{Set: toy{side: side, made: &p.made}, Job: gen.Job{Seed: q.Seed, Split: q.Split, Pictures: true}, Workers: 2}, nil
		},
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- s.Listen(ctx, l, func(why error) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.cuts = append(p.cuts, why.Error())
		})
	}()
	p.end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(p.end)
	return p
}

// caller is a client.
type caller struct {
	t *testing.T
	net.Conn
}

func (p *place) call(t *testing.T, kind string) *caller {
	t.Helper()
	conn, err := net.Dial(kind, p.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &caller{t, conn}
}

func (c *caller) say(message []byte) {
	c.t.Helper()
	if _, err := c.Write(message); err != nil {
		c.t.Fatal(err)
	}
}

// hear is the next answer; with an error, none is left.
func (c *caller) hear() (told, []byte, error) {
	f, err := readFrame(c, maxHead, maxBody)
	if err != nil {
		return told{}, nil, err
	}
	var a struct {
		Result told
		Error  string
	}
	if json.Unmarshal(f.head, &a); a.Error != "" {
		return told{}, nil, errors.New(a.Error)
	}
	return a.Result, f.body, nil
}

const hi = `{"mereo": 1, "token": "right"}`

func (c *caller) open(seed int) {
	c.t.Helper()
	c.say(message(hi))
	c.say(message(fmt.Sprintf(`{"do": "stream", "set": "toy", "split": "train", "seed": %d, "arrays": ["rgb"]}`, seed)))
	for range 2 {
		if _, _, err := c.hear(); err != nil {
			c.t.Fatal(err)
		}
	}
}

// take takes samples of the stream that was opened first, from shared memory on every second turn.
func (c *caller) take(seed, samples int) {
	c.t.Helper()
	for i := range samples {
		c.say(message(fmt.Sprintf(`{"do": "next", "handle": 1, "shared": %t, "release": [%d]}`, i%2 == 1, i/2)))
		s, body, err := c.hear()
		if err != nil {
			c.t.Error(err)
			return
		}
		if s.Memory != nil {
			if body, err = os.ReadFile(fmt.Sprintf("/proc/self/fd/%d", s.Memory.FD)); err != nil {
				c.t.Error(err)
			}
		}
		if (s.Memory != nil) != (i%2 == 1) || s.Index != i || !bytes.Equal(body[:6], []byte{byte(i), byte(seed), 7, byte(i), byte(seed), 7}) {
			c.t.Errorf("sample %d is %+v with %x", i, s, body[:6])
		}
	}
}

// left waits until as many descriptors and goroutines are there as before.
func left(t *testing.T, descriptors, goroutines int) {
	t.Helper()
	for range 1000 {
		if d, g := count(); d <= descriptors && g <= goroutines {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	var stacks bytes.Buffer
	buf := make([]byte, 1<<20)
	stacks.Write(buf[:runtime.Stack(buf, true)])
	d, g := count()
	t.Errorf("%d descriptors and %d goroutines are left, want %d and %d\n%s", d, g, descriptors, goroutines, &stacks)
}

func count() (descriptors, goroutines int) {
	names, _ := os.ReadDir("/proc/self/fd")
	return len(names), runtime.NumGoroutine()
}

// settled is the count when nothing has come or gone for a while.
func settled() (descriptors, goroutines int) {
	for {
		d, g := count()
		if d == descriptors && g == goroutines {
			return d, g
		}
		descriptors, goroutines = d, g
		time.Sleep(100 * time.Millisecond)
	}
}

// Whatever clients and strangers do, others get their samples, and nothing is left of it.
func TestListen(t *testing.T) {
	for _, kind := range []string{"unix", "tcp"} {
		t.Run(kind, func(t *testing.T) {
			before, goroutines := count()
			p := start(t, kind, 40, 0)
			quiet := p.call(t, kind)
			quiet.open(9)
			listening, running := settled()

			var all sync.WaitGroup
			for seed := range 8 {
				c := p.call(t, kind)
				all.Go(func() {
					defer c.Close()
					c.open(seed)
					c.take(seed, 20)
				})
			}
			claims := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(nil, 8), 2<<30)
			for name, said := range map[string][][]byte{
				"cut":           {message(hi), message(`{"do": "open"}`)[:20]},
				"claims 2 GB":   {message(hi), claims},
				"wrong version": {message(`{"mereo": 7}`)},
				"wrong token":   {message(`{"mereo": 1, "token": "wrong"}`)},
				"no token":      {message(`{"mereo": 1}`)},
				"HTTP":          {[]byte("GET / HTTP/1.1\r\nHost: here\r\n\r\n")},
				"leaves":        nil,
			} {
				c := p.call(t, kind)
				all.Go(func() {
					for _, m := range said {
						c.say(m)
					}
					if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
						half.CloseWrite()
					}
					answers := 0
					for {
						_, _, err := c.hear()
						if errors.Is(err, io.EOF) || errors.As(err, new(net.Error)) || err != nil && strings.Contains(err.Error(), "cut off") {
							break // the end
						}
						answers++
					}
					if want := map[string]int{"HTTP": 0, "leaves": 0}; answers > 1 || name != "HTTP" && name != "leaves" && answers != 1 {
						t.Errorf("%s: %d answers, want %d", name, answers, want[name])
					}
					c.Close()
				})
			}
			killed := p.call(t, kind) // with answers that were not read, and requests that are under way
			killed.open(3)
			killed.take(3, 5)
			for range 10 {
				killed.say(message(`{"do": "next", "handle": 1, "shared": true, "release": []}`))
			}
			killed.Close()
			all.Wait()
			left(t, listening, running)
			quiet.take(9, 300) // through all of it
			quiet.say(message(`{"do": "open", "dir": "x"}`))
			if _, _, err := quiet.hear(); err == nil || !strings.Contains(err.Error(), "failed at this request: the pen broke") {
				t.Errorf("a fault of the program is told as %v", err)
			}
			p.mu.Lock()
			for _, want := range []string{"a message is cut off", "a body of 2147483648", "speaks version 7", "another one", "missing", "a head of 542393671 bytes"} {
				if !strings.Contains(strings.Join(p.cuts, "\n"), want) {
					t.Errorf("why clients were cut off is told as %q, want %q in it", p.cuts, want)
				}
			}
			if len(p.cuts) != 6 {
				t.Errorf("%d clients were cut off, want 6: %q", len(p.cuts), p.cuts)
			}
			p.mu.Unlock()
			p.end()
			if _, _, err := quiet.hear(); err == nil {
				t.Error("a server that has ended answers")
			}
			quiet.Close()
			left(t, before, goroutines)
			if _, err := os.Lstat(p.address); kind == "unix" && err == nil {
				t.Error("the socket's file is left")
			}
		})
	}
}

// Who says nothing, or does not end to greet, is cut off, and nobody waits for it.
func TestSilence(t *testing.T) {
	p := start(t, "unix", 4, 200*time.Millisecond)
	silent := make([]*caller, mostStrangers+20)
	for i := range silent {
		silent[i] = p.call(t, "unix")
		if i%2 == 0 {
			silent[i].Write(message(hi)[:i%30])
		}
	}
	c := p.call(t, "unix")
	c.open(1)
	c.take(1, 3)
	for _, s := range silent {
		if _, _, err := s.hear(); err == nil {
			t.Error("who is silent is answered")
		}
	}
	time.Sleep(300 * time.Millisecond)
	c.take(1, 0)
	c.say(message(`{"do": "next", "handle": 1, "shared": false}`))
	if s, _, err := c.hear(); err != nil || s.Index != 3 {
		t.Errorf("who has greeted gets %v, %v, want sample 3", s, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if want := "serve: somebody connected and did not greet within 200ms"; len(p.cuts) < len(silent) || p.cuts[0] != want {
		t.Errorf("%d are told as %q, want %q", len(p.cuts), p.cuts[0], want)
	}
}

// There is an end to how many clients there are; the one too many is told so, and may come again.
func TestManyClients(t *testing.T) {
	p := start(t, "tcp", 4, 0)
	clients := make([]*caller, mostClients)
	for i := range clients {
		clients[i] = p.call(t, "tcp")
		clients[i].open(i)
	}
	enter := func() error {
		c := p.call(t, "tcp")
		defer c.Close()
		c.say(message(hi))
		_, _, err := c.hear()
		return err
	}
	if err := enter(); err == nil || err.Error() != "serve: 64 clients are connected, and more may not be: come again when one has left" {
		t.Errorf("the one too many is told %v", err)
	}
	clients[5].take(5, 3)
	clients[7].Close()
	for range 1000 {
		if enter() == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("no place is free after a client has left")
}

// A client that asks for samples and reads none has a bounded number of them made.
func TestBackPressure(t *testing.T) {
	const side = 700 // 1.5 MB, more than lies in sockets
	p := start(t, "unix", side, 0)
	c := p.call(t, "unix")
	c.open(1)
	asked := 0
	for range 100_000 {
		c.SetWriteDeadline(time.Now().Add(500 * time.Millisecond))
		if _, err := c.Write(message(`{"do": "next", "handle": 1, "shared": false}`)); err != nil {
			break
		}
		asked++
	}
	for last := int64(-1); last != p.made.Load(); time.Sleep(300 * time.Millisecond) {
		last = p.made.Load()
	}
	if asked == 100_000 || p.made.Load() > inFlight+2*2+2 {
		t.Errorf("of %d requests, whose answers nobody reads, %d samples are made, want %d", asked, p.made.Load(), inFlight+2*2+2)
	}
	p.end() // it does not wait for the client
}
