package gen

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"path"

	"mereo/gen/write"
)

// Sums name content: what is equal in all of it has the same, whatever drew it.
type Sums struct {
	// Data is of all files of samples and questions. It is what a paper cites.
	Data string `json:"data_sha256"`
	// Records is of those that are JSON: records and questions, without pictures and arrays. Drivers draw pictures that differ in some
	// pixels, so this is what datasets that were made on different machines may share.
	Records string `json:"records_sha256"`
}

// Checksums add up the files of a split. Each is a line as sha256sum prints it, in the order of blocks, then of samples, then of questions.
type Checksums struct{ data, records hash.Hash }

func NewChecksums() Checksums { return Checksums{sha256.New(), sha256.New()} }

func (s Checksums) Add(f write.File) {
	line := fmt.Appendf(nil, "%s  %s\n", f.SHA256, f.Path)
	s.data.Write(line)
	if path.Ext(f.Path) == ".json" {
		s.records.Write(line)
	}
}

func (s Checksums) Named() Sums {
	return Sums{hex.EncodeToString(s.data.Sum(nil)), hex.EncodeToString(s.records.Sum(nil))}
}

// SumsOf are those of a dataset: of its identity as one line of JSON, and of a line for each split, with the sum that it has itself and its
// name.
func SumsOf(id Identity, splits []SplitManifest) Sums {
	all := NewChecksums()
	line, err := json.Marshal(id)
	if err != nil {
		panic(err) // it was read, or made of a configuration that was
	}
	for _, h := range []hash.Hash{all.data, all.records} {
		h.Write(append(line, '\n'))
	}
	for _, s := range splits {
		fmt.Fprintf(all.data, "%s  %s\n", s.Data, s.Split)
		fmt.Fprintf(all.records, "%s  %s\n", s.Records, s.Split)
	}
	return all.Named()
}
