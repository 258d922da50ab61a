package ptr

import (
	"encoding/json"
	"testing"
)

// FuzzRecord: whatever a scene file says, reading and checking it ends in problems, not in a panic, and what is read
// comes back the same when written and read again.
func FuzzRecord(f *testing.F) {
	set := smallSet(f, func(c *Config) { c.Width, c.Height = 48, 36 })
	sampler, err := NewSampler(set.cfg, set.source, 1, "train")
	if err != nil {
		f.Fatal(err)
	}
	for i := range 3 {
		m, err := sampler.Sample(i)
		if err != nil {
			f.Fatal(err)
		}
		data, err := json.Marshal(sampler.Record(m, m.Composite()))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"objects": [{"category": "Chair"}], "split": "train"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseRecord(data)
		if err != nil {
			return
		}
		file := &finished{cfg: set.cfg, split: "train", index: r.ImageIndex, files: filesOf("train", r.ImageIndex), record: r}
		if file.sizes() {
			file.rules(sampler)
			m := sampler.tell(r)
			sampler.Record(m, sampler.masks(m, r)).keep(m, r, false)
		}

		first, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseRecord(first)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		second, err := json.Marshal(again)
		if err != nil || string(first) != string(second) {
			t.Errorf("round trip: got %.200s, %v, want %.200s", second, err, first)
		}
	})
}

// FuzzConfig: a configuration that is accepted is valid, and its echo means the same.
func FuzzConfig(f *testing.F) {
	f.Add([]byte("width: 400\npublished: {lines: true}\n"))
	f.Add([]byte(DefaultConfig().String()))
	f.Add([]byte("categories: {Bed: 0.5}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfig("fuzz", data)
		if err != nil {
			return
		}
		if err := c.Validate(); err != nil {
			t.Errorf("accepted although %v", err)
		}
		again, err := ParseConfig("echo", []byte(c.String()))
		if err != nil || again.String() != c.String() {
			t.Errorf("echo: got %v, %v, want %v", again, err, c)
		}
	})
}
