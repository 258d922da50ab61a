package serve

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/stream"
	"mereo/gen/write"
)

// dataset is a folder that a client reads.
type dataset struct {
	gate
	client *conn
	root   string
	set    show.Set
	id     gen.Identity

	mu      sync.Mutex
	readers map[string]show.Reader // by split
}

// opened tells of a dataset.
type opened struct {
	Handle int             `json:"handle"`
	Set    string          `json:"set"`
	Seed   uint64          `json:"seed"`
	Config json.RawMessage `json:"config"`
	Splits []splitOf       `json:"splits"`
}

// splitOf is how many samples a split shall have, and which of its blocks are finished.
type splitOf struct {
	Name   string `json:"name"`
	Count  int    `json:"count"`
	Blocks []int  `json:"blocks"`
}

// open opens a dataset that is finished or grows.
func (c *conn) open(head json.RawMessage) answer {
	var q struct {
		request
		Dir string `json:"dir"`
	}
	if err := parse(head, &q); err != nil {
		return failed(err)
	}
	set, id, err := c.Dataset(q.Dir)
	if err != nil {
		return failed(err)
	}
	out := opened{Set: id.Set, Seed: id.Seed, Config: id.Config, Splits: []splitOf{}}
	names, err := gen.SplitNames(q.Dir)
	if err != nil {
		return failed(err)
	}
	for _, name := range names {
		p, err := gen.ReadPlan(q.Dir, name)
		if err != nil {
			return failed(err)
		}
		missing, err := gen.MissingBlocks(q.Dir, name)
		if err != nil {
			return failed(err)
		}
		s := splitOf{name, p.Count, []int{}}
		for b := range p.Blocks() {
			if !slices.Contains(missing, b) {
				s.Blocks = append(s.Blocks, b)
			}
		}
		out.Splits = append(out.Splits, s)
	}
	d := &dataset{make(gate, 2*runtime.GOMAXPROCS(0)), c, q.Dir, set, id, sync.Mutex{}, map[string]show.Reader{}}
	if out.Handle, err = c.keep(d); err != nil {
		return failed(err)
	}
	return answer{Result: out}
}

func (d *dataset) close() {}

// reader opens a split once.
func (d *dataset) reader(split string) (show.Reader, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.readers[split]; r != nil {
		return r, nil
	}
	if !gen.ValidSplit(split) {
		return nil, gen.BadSplit(split)
	}
	r, err := d.set.Show(gen.Job{Root: d.root, Seed: d.id.Seed, Split: split, Pictures: d.id.Pictures})
	if err == nil {
		d.readers[split] = r
	}
	return r, err
}

func (d *dataset) do(what string, head json.RawMessage) answer {
	if what != "sample" && what != "change" {
		return failed(fmt.Errorf("serve: %q is no request about a dataset, want sample, change or close", what))
	}
	var q struct {
		request
		changes
		Scene     bool   `json:"scene"`
		Questions bool   `json:"questions"`
		Split     string `json:"split"`
		Index     int    `json:"index"`
	}
	if err := parse(head, &q); err != nil {
		return failed(err)
	}
	r, err := d.reader(q.Split)
	if err != nil {
		return failed(err)
	}
	var a answer
	if what == "sample" {
		a, err = d.sample(r, q.Index, wants{Arrays: q.Arrays, Scene: q.Scene, Questions: q.Questions})
	} else if made, fault := r.Make(d.client.ctx, q.Index); fault == nil {
		a, err = d.client.changed(made, "", q.Index, &q.changes)
	} else {
		err = fault
	}
	if err != nil {
		return failed(err)
	}
	return a
}

// sample reads a sample. Its arrays are those that lie in files.
func (d *dataset) sample(r show.Reader, index int, want wants) (answer, error) {
	out := told{Index: index, Arrays: []stream.Array{}}
	if want.Scene {
		s, err := r.Sample(index)
		if err != nil {
			return answer{}, err
		}
		out.Scene = s.Page().Data()
	}
	if want.Questions {
		list, err := r.Questions(index)
		if err != nil {
			return answer{}, err
		}
		out.Questions = show.QuestionsData(list)
	}
	if len(want.Arrays) == 0 {
		return answer{Result: out}, nil
	}
	if err := stream.CheckNames(r, want.Arrays); err != nil {
		return answer{}, err
	}
	var body [][]byte
	add := func(arrays []stream.Array, data [][]byte) {
		out.Arrays, body = append(out.Arrays, arrays...), append(body, data...)
	}
	own := stream.Own(want.Arrays)
	if len(own) < len(want.Arrays) {
		if err := d.pictures(r, index, want.Arrays, add); err != nil {
			return answer{}, err
		}
	}
	if len(own) > 0 {
		rows, err := r.(show.ArrayReader).Arrays(index, own)
		if err != nil {
			return answer{}, err
		}
		add(stream.Rows(rows, own))
	}
	stream.Lay(out.Arrays)
	return answer{Result: out, body: padded(out.Arrays, body)}, nil
}

// pictures reads the arrays of pictures.
func (d *dataset) pictures(r show.Reader, index int, want []string, add func(arrays []stream.Array, data [][]byte)) error {
	_, rows := r.(show.ArrayReader) // its pictures have no files: they are drawings of the sample
	wantsRGB, wantsLabels := slices.Contains(want, stream.RGB), stream.WantsLabels(want)
	var s show.Sample
	var pictures []show.Picture
	var err error
	if rows {
		if s, err = r.Sample(index); err == nil {
			pictures = s.Page().Pictures
		}
	} else {
		pictures, err = r.Pictures(index)
	}
	if err != nil {
		return err
	}
	for p, im := range pictures {
		var rgb []uint8
		switch {
		case !wantsRGB:
		case rows:
			rgb = s.Drawing(p)
		case im.Path != "":
			if rgb, err = write.ReadRGB(d.root, im.Path, im.Width, im.Height); err != nil {
				return err
			}
		}
		var labels *show.Labels
		if wantsLabels {
			if labels, err = r.Labels(index, p); err != nil {
				return err
			}
		}
		add(stream.ArraysOf(p, im.Width, im.Height, rgb, labels, want))
	}
	return nil
}

// padded are arrays with zeros between them, so that each begins where its offset says.
func padded(arrays []stream.Array, data [][]byte) (out [][]byte) {
	at := 0
	for i := range arrays {
		if gap := arrays[i].Offset - at; gap > 0 {
			out = append(out, make([]byte, gap))
		}
		out = append(out, data[i])
		at = arrays[i].Offset + len(data[i])
	}
	return out
}
