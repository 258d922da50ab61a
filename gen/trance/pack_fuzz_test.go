package trance

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Whatever a line of data.jsonl says: what is packed of it is JSON with a key, and names of files in one folder.
func FuzzNewPacking(f *testing.F) {
	good := packedLine(f, 7, "position.front-left.2", "size.large")
	f.Add([]byte(good))
	f.Add([]byte(packedLine(f, 0, "color.red")))
	for _, from := range []string{`"val"`, `"images"`, `"states"`, `"img_000007-init.C.png"`, `"large"`, `2`} {
		for _, to := range []string{`"x"`, `null`, `"../a"`, `[]`, `1e400`} {
			f.Add([]byte(strings.Replace(good, from, to, 1)))
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		s, err := newPackedSample(1, line)
		if err != nil {
			return
		}
		if _, err := strconv.Atoi(s.key); err != nil || !jsontext.Value(s.record).IsValid() || len(s.names) < 2 {
			t.Errorf("%q is packed as %q with pictures %q under %q", line, s.record, s.names, s.key)
		}
		for _, name := range s.names {
			if name == "" || filepath.Base(name) != name || !filepath.IsLocal(name) {
				t.Errorf("%q names a picture %q", line, name)
			}
		}
	})
}

// Whatever a record of info/ says: its line is one line, of two states and as many steps as are told.
func FuzzReleasedLine(f *testing.F) {
	cfg := DefaultConfig()
	for _, m := range referenceSamples(cfg, 4) {
		data := cfg.infoRecord(3, m).encode()
		f.Add(data)
	}
	f.Add([]byte(`{"states":[{},{}],"transformations":[{}]}`))
	f.Add([]byte(`{"states":[{},{}],"transformations":[null]}`))
	f.Fuzz(func(t *testing.T, info []byte) {
		line, steps, err := releasedLine(info)
		if err != nil {
			return
		}
		var r releasedRecord
		if err := json.Unmarshal(line, &r); err != nil || len(r.States) != 2 || len(r.Transformations) != steps ||
			strings.Count(string(line), "\n") != 1 || line[len(line)-1] != '\n' {
			t.Errorf("the line of %q is %q (%v), of %d steps", info, line, err, steps)
		}
	})
}
