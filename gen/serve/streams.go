package serve

import (
	"encoding/json"
	"fmt"

	"mereo/gen/show"
	"mereo/gen/stream"
)

// mostHeld is how many samples of a stream a client may hold in shared memory. What it takes beyond that is sent.
const mostHeld = 64

// streaming is a stream that a client takes samples from.
type streaming struct {
	line
	*stream.Stream
	client *conn
	gpu    string
	want   wants
	held   map[int]*stream.Sample // by slot
	last   int
	// again is the sample that was last made again, for whoever changes one mostly does so several times. It has questions if asked.
	again show.Made
	index int
	asked bool
}

// stream opens a stream.
func (c *conn) stream(head json.RawMessage) answer {
	var q struct {
		request
		wants
		StreamOf
		Shard  int `json:"shard"`
		Shards int `json:"shards"`
		Taken  int `json:"taken"`
	}
	if err := parse(head, &q); err != nil {
		return failed(err)
	}
	opt, err := c.Stream(c.ctx, &q.StreamOf)
	if err != nil {
		return failed(err)
	}
	opt.Arrays, opt.Scene, opt.Questions, opt.Traces = q.Arrays, q.Scene, q.Questions, q.Traces
	opt.Shard, opt.Shards, opt.Taken = q.Shard, q.Shards, q.Taken
	s, err := stream.Open(c.ctx, opt)
	if err != nil {
		return failed(err)
	}
	h, err := c.keep(&streaming{Stream: s, client: c, gpu: q.GPU, want: q.wants, held: map[int]*stream.Sample{}})
	if err != nil {
		return failed(err)
	}
	return answer{Result: map[string]int{"handle": h}}
}

func (s *streaming) close() { s.Close() }

func (s *streaming) do(what string, head json.RawMessage) answer {
	var q struct {
		request
		Release []int `json:"release"` // slots that are given back
		Shared  bool  `json:"shared"`  // arrays may come in shared memory
		Index   int   `json:"index"`   // of a sample out of turn
		changes
	}
	if err := parse(head, &q); err != nil {
		return failed(err)
	}
	for _, slot := range q.Release {
		if sample := s.held[slot]; sample != nil {
			sample.Release()
			delete(s.held, slot)
		}
	}
	switch what {
	case "release":
		return answer{Result: struct{}{}}
	case "next", "sample":
		make := s.Next
		if what == "sample" {
			make = func() (*stream.Sample, error) { return s.Make(q.Index) }
		}
		sample, err := make()
		if err != nil {
			return failed(err)
		}
		a, err := s.tell(sample, q.Shared)
		if err != nil {
			return failed(err)
		}
		return a
	case "change":
		made, err := s.remade(q.Index)
		if err != nil {
			return failed(err)
		}
		a, err := s.client.changed(made, s.gpu, q.Index, &q.changes)
		if err != nil {
			return failed(err)
		}
		return a
	}
	return failed(fmt.Errorf("serve: %q is no request about a stream, want next, sample, change, release or close", what))
}

// remade is a sample made again.
func (s *streaming) remade(index int) (show.Made, error) {
	r, asked, err := s.Reader(index)
	if err != nil || s.again != nil && s.index == index && s.asked == asked {
		return s.again, err
	}
	made, err := r.Make(s.client.ctx, index)
	if err == nil {
		s.again, s.index, s.asked = made, index, asked
	}
	return made, err
}

// tell is what a client gets of a sample.
func (s *streaming) tell(sample *stream.Sample, shared bool) (_ answer, err error) {
	out := told{Index: sample.Index, Things: sample.Things, Arrays: sample.Arrays, Scene: sample.Scene()}
	if out.Arrays == nil {
		out.Arrays = []stream.Array{}
	}
	if s.want.Questions {
		if out.Questions, err = sample.Questions(); err != nil {
			return answer{}, err
		}
	}
	if s.want.Records && sample.Records != nil {
		out.Records = map[string]string{}
		for _, path := range sample.Records {
			data, err := sample.Record(path)
			if err != nil {
				return answer{}, err
			}
			out.Records[path] = string(data)
		}
	}
	if len(out.Arrays) == 0 {
		sample.Release()
		return answer{Result: out}, nil
	}
	if shared && sample.Memory() != nil && len(s.held) < mostHeld {
		s.last++
		s.held[s.last] = sample
		m := sample.Memory()
		out.Memory = &memory{m.ID, int(m.Fd()), s.last}
		return answer{Result: out}, nil
	}
	defer sample.Release()
	body, err := sample.Bytes()
	return answer{Result: out, body: [][]byte{body}}, err
}
