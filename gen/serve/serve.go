// Package serve answers programs in other languages: it reads datasets and makes endless ones for them. The protocol is described in
// docs/serve.md.
package serve

import (
	"bufio"
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/gen/stream"
)

// Protocol is the version of the protocol.
const Protocol = 1

// inFlight is how many requests of a client may be unanswered; more are not read until some are answered. A client that reads no answers
// has the server hold so many samples, and no more.
const inFlight = 16

// maxOpen is how many datasets, streams and scenes a client may have open.
const maxOpen = 256

// Server answers clients. Its fields must not be changed while it does.
type Server struct {
	// Token is what clients must know; if empty, nothing.
	Token string
	// Patience is how long Listen waits for a greeting. If 0, 10 s are used.
	Patience time.Duration
	// Dataset opens the set of a dataset's folder.
	Dataset func(dir string) (show.Set, gen.Identity, error)
	// Stream opens what a stream is of and says how it is made.
	Stream func(ctx context.Context, q *StreamOf) (stream.Options, error)
	// Scene opens a scene that a client describes; nil where there are none.
	Scene func(ctx context.Context, document json.RawMessage) (Scene, error)
	// Draw draws the colors of a sample with changes, sRGB; nil where nothing is drawn. It may be called at once from several goroutines.
	Draw func(gpu string, v show.View) ([]uint8, error)
}

// StreamOf is what a client wants a stream of.
type StreamOf struct {
	Set      string          `json:"set"`    // a set's name, or the file of a world
	Config   json.RawMessage `json:"config"` // its keys that differ from the default; none is fine
	Seed     uint64          `json:"seed"`
	Split    string          `json:"split"`
	Pictures bool            `json:"pictures"`
	GPU      string          `json:"gpu"`
	Workers  int             `json:"workers"` // if 0, as many as there are processors
}

// conn is a client.
type conn struct {
	*Server
	ctx     context.Context
	cancel  context.CancelFunc
	answers chan chan answer // in the order of the requests

	mu      sync.Mutex
	last    int
	handles map[int]handle
}

// handle is something that a client opened.
type handle interface {
	// turn is called in the order of requests. What it returns runs do when it may be run.
	turn() func(do func() answer) answer
	do(what string, q json.RawMessage) answer
	close()
}

// answer is a result or an error.
type answer struct {
	Result any    `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
	// Refused: the error is that the rules of a set forbid a step.
	Refused bool `json:"refused,omitempty"`
	body    [][]byte
}

func failed(err error) answer {
	return answer{Error: err.Error(), Refused: errors.As(err, new(*show.Refused))}
}

// hello is the first message of a client, welcome the answer.
type (
	hello struct {
		Mereo int    `json:"mereo"` // the protocol that the client speaks
		Token string `json:"token"`
	}
	welcome struct {
		Mereo   int    `json:"mereo"`
		Program string `json:"program"`
		PID     int    `json:"pid"`
	}
)

// request is what all requests have. Handle is of those about something that is open.
type request struct {
	Do     string `json:"do"`
	Handle int    `json:"handle"`
}

// wants is what a client wants of a sample.
type wants struct {
	Arrays    []string `json:"arrays"`
	Scene     bool     `json:"scene"`
	Questions bool     `json:"questions"`
	Traces    bool     `json:"traces"`
	Records   bool     `json:"records"`
}

// told is a sample.
type told struct {
	Index     int                 `json:"index"`
	Things    int                 `json:"things,omitempty"` // objects
	Scene     *show.Data          `json:"scene,omitempty"`
	Questions []show.QuestionData `json:"questions,omitempty"`
	Records   map[string]string   `json:"records,omitempty"` // by path
	Arrays    []stream.Array      `json:"arrays"`
	Warnings  []string            `json:"warnings,omitempty"` // of changes
	// Memory is where the arrays are: a file of the program's process, /proc/PID/fd/FD. Without, they are the message's body.
	Memory *memory `json:"memory,omitempty"`
}

type memory struct {
	ID   int64 `json:"id"` // of the file, as long as the program lives
	FD   int   `json:"fd"`
	Slot int   `json:"slot"` // to be given back
}

// Serve talks with one client until it leaves, and ends what it began.
func (s *Server) Serve(ctx context.Context, r io.Reader, w io.Writer) error {
	return s.serve(ctx, r, w, func() error { return nil })
}

// serve is Serve. A client that greets well is let in by enter.
func (s *Server) serve(ctx context.Context, r io.Reader, w io.Writer, enter func() error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in, out := bufio.NewReaderSize(r, 1<<16), bufio.NewWriterSize(w, 1<<16)
	if err := s.greet(in, out, enter); err != nil {
		return err
	}
	c := &conn{Server: s, ctx: ctx, cancel: cancel, answers: make(chan chan answer, inFlight), handles: map[int]handle{}}
	written := make(chan error, 1)
	go func() { written <- c.write(out) }()
	err := c.read(in)
	close(c.answers)
	cancel()
	c.mu.Lock()
	open := c.handles
	c.handles = nil
	c.mu.Unlock()
	for _, h := range open {
		h.close()
	}
	if werr := <-written; err == nil || errors.Is(err, context.Canceled) {
		err = cmp.Or(werr, err)
	}
	return err
}

// greet reads the first message. A client that is refused is told why.
func (s *Server) greet(in io.Reader, out *bufio.Writer, enter func() error) error {
	f, err := readFrame(in, maxHello, 0)
	if err != nil {
		return err
	}
	var m hello
	err = json.Unmarshal(f.head, &m)
	switch {
	case err != nil || m.Mereo == 0:
		err = errors.New(`serve: the first message is no greeting, want {"mereo": 1}`)
	case m.Mereo != Protocol:
		err = fmt.Errorf("serve: the client speaks version %d of the protocol, this program, mereo %s, version %d", m.Mereo, gen.Version, Protocol)
	case s.Token != "" && m.Token == "":
		err = errors.New("serve: a token is missing: give the one that mereo serve told when it began, or its MEREO_TOKEN")
	case s.Token != "" && subtle.ConstantTimeCompare([]byte(m.Token), []byte(s.Token)) == 0:
		err = errors.New("serve: the token is another one than this server's")
	default:
		err = enter()
	}
	a := answer{Result: welcome{Protocol, gen.Version, os.Getpid()}}
	if err != nil {
		a = failed(err)
	}
	if werr := writeFrame(out, a, nil); werr == nil {
		out.Flush()
	}
	return err
}

// read reads requests until the client leaves.
func (c *conn) read(in io.Reader) error {
	for {
		f, err := readFrame(in, maxHead, maxBody)
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		to := make(chan answer, 1)
		select {
		case c.answers <- to:
		case <-c.ctx.Done():
			return c.ctx.Err()
		}
		c.begin(f, to)
	}
}

// write writes answers in the order of requests.
func (c *conn) write(out *bufio.Writer) error {
	var first error
	for to := range c.answers {
		a := <-to
		if first != nil {
			continue // nobody reads them
		}
		if first = writeFrame(out, a, a.body); first == nil && len(c.answers) == 0 {
			first = out.Flush()
		}
		if first != nil {
			c.cancel()
		}
	}
	return errors.Join(first, out.Flush())
}

// begin begins a request.
func (c *conn) begin(f frame, to chan answer) {
	var q request
	if err := json.Unmarshal(f.head, &q); err != nil {
		to <- failed(fmt.Errorf("serve: a request is no JSON: %w", err))
		return
	}
	switch q.Do {
	case "open":
		go run(to, func() answer { return c.open(f.head) })
	case "stream":
		go run(to, func() answer { return c.stream(f.head) })
	case "scene":
		go run(to, func() answer { return c.scene(f.head) })
	default:
		c.mu.Lock()
		h := c.handles[q.Handle]
		if q.Do == "close" {
			delete(c.handles, q.Handle)
		}
		c.mu.Unlock()
		switch {
		case h == nil:
			to <- failed(fmt.Errorf("serve: %s: nothing is open under handle %d", q.Do, q.Handle))
		case q.Do == "close":
			go run(to, func() answer {
				h.close()
				return answer{Result: struct{}{}}
			})
		default:
			turn := h.turn()
			go run(to, func() answer { return turn(func() answer { return h.do(q.Do, f.head) }) })
		}
	}
}

// run answers a request. One that breaks the program fails, and does not end it for other clients.
func run(to chan answer, do func() answer) {
	var a answer
	defer func() {
		if what := recover(); what != nil {
			a = failed(fmt.Errorf("serve: the program failed at this request: %v\n%s", what, debug.Stack()))
		}
		to <- a
	}()
	a = do()
}

// keep gives something that was opened a handle.
func (c *conn) keep(h handle) (int, error) {
	c.mu.Lock()
	left, full := c.handles == nil, len(c.handles) >= maxOpen
	c.last++
	number := c.last
	if !left && !full {
		c.handles[number] = h
	}
	c.mu.Unlock()
	if left || full {
		h.close()
	}
	if full {
		return 0, fmt.Errorf("serve: %d datasets, streams and scenes are open, the most that a client may have; close some first", maxOpen)
	}
	return number, nil
}

// parse reads a request, in which nothing may be unknown.
func parse(head json.RawMessage, into any) error {
	if err := record.Read(head, into, record.Lacking); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// line lets one after the other through, in the order of turn.
type line struct{ last chan struct{} }

func (l *line) turn() func(func() answer) answer {
	before, mine := l.last, make(chan struct{})
	l.last = mine
	return func(do func() answer) answer {
		if before != nil {
			<-before
		}
		defer close(mine)
		return do()
	}
}

// gate lets so many through at once, in any order.
type gate chan struct{}

func (g gate) turn() func(func() answer) answer {
	return func(do func() answer) answer {
		g <- struct{}{}
		defer func() { <-g }()
		return do()
	}
}
