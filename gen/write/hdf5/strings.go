package hdf5

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// textSize is how many bytes stand for a string in an array: length, address of a global heap, number there.
const textSize = 4 + 8 + 4

// Bounds of a global heap (III.E). The library reads no smaller ones; the larger ones are written at once. Numbers of what is in it
// have 16 bits.
const (
	minGlobalHeap  = 4096
	maxGlobalHeap  = 1 << 16
	maxGlobalTexts = 1 << 12
)

// Strings is a list of strings, UTF-8, that is written one after the other. They are not deflated.
type Strings struct {
	array *Array
	texts []string // that are not written yet
	bytes int      // of these
}

// Strings begins a list with as many strings as will be added.
func (g *Group) Strings(name string) (*Strings, error) {
	a, err := g.Growing(name, text, nil)
	if err != nil {
		return nil, err
	}
	return &Strings{array: a}, nil
}

// Add appends a string, which must have no NUL: readers take it for the end.
func (s *Strings) Add(text string) error {
	if err := checkText(s.array.name, text); err != nil {
		return err
	}
	s.texts = append(s.texts, text)
	if s.bytes += len(text); s.bytes >= maxGlobalHeap || len(s.texts) == maxGlobalTexts {
		return s.flush()
	}
	return nil
}

func checkText(name, text string) error {
	if strings.Contains(text, "\x00") || uint64(len(text)) > 1<<32-1 {
		return fmt.Errorf("hdf5: %q has a string of %d bytes, want fewer than 4 GB without NUL", name, len(text))
	}
	return nil
}

func (s *Strings) flush() error {
	places, err := s.array.group.w.texts(s.texts)
	if err != nil {
		return err
	}
	s.texts, s.bytes = s.texts[:0], 0
	_, err = s.array.Write(places)
	return err
}

// Close adds the list to its group.
func (s *Strings) Close() error {
	if err := s.flush(); err != nil {
		return err
	}
	return s.array.Close()
}

// texts writes strings into a global heap (III.E), version 1, and returns what stands for them. One without bytes is nowhere.
func (w *Writer) texts(all []string) (places []byte, err error) {
	b := append([]byte("GCOL"), 1, 0, 0, 0)
	b = le.AppendUint64(b, 0) // size of the heap
	number := uint32(0)
	for _, t := range all {
		places = le.AppendUint32(places, uint32(len(t)))
		if t == "" {
			places = append(places, make([]byte, textSize-4)...)
			continue
		}
		number++
		places = le.AppendUint32(le.AppendUint64(places, w.end), number)
		b = le.AppendUint16(le.AppendUint16(b, uint16(number)), 1) // number, references
		b = le.AppendUint64(le.AppendUint32(b, 0), uint64(len(t)))
		b = append(append(b, t...), make([]byte, -len(t)&7)...) // in steps of 8 bytes
	}
	if number == 0 {
		return places, nil
	}
	if rest := minGlobalHeap - len(b); rest > 0 { // free, which less than an object's head cannot say
		b = append(b, make([]byte, rest)...)
		if rest >= 16 {
			le.PutUint64(b[len(b)-rest+8:], uint64(rest))
		}
	}
	le.PutUint64(b[8:], uint64(len(b)))
	_, err = w.add(b)
	return places, err
}

// Attribute adds an attribute of the group: a string, strings or a number (string, []string, uint64, int64, float64).
func (g *Group) Attribute(name string, value any) error {
	if name == "" || strings.Contains(name, "\x00") || slices.Contains(g.noted, name) {
		return fmt.Errorf("hdf5: attribute %q of group %s: want a name without NUL that no other has", name, g.path)
	}
	var kind Type
	var shape []int
	var data []byte
	list := func(texts []string) (err error) {
		kind = text
		for _, t := range texts {
			if err := checkText(name, t); err != nil {
				return err
			}
		}
		data, err = g.w.texts(texts)
		return err
	}
	switch v := value.(type) {
	case string:
		if err := list([]string{v}); err != nil {
			return err
		}
	case []string:
		shape = []int{len(v)}
		if err := list(v); err != nil {
			return err
		}
	case uint64:
		kind, data = Uint64, le.AppendUint64(nil, v)
	case int64:
		kind, data = Int64, le.AppendUint64(nil, uint64(v))
	case float64:
		kind, data = Float64, le.AppendUint64(nil, math.Float64bits(v))
	default:
		panic(fmt.Sprintf("hdf5: attribute %q is %T", name, value))
	}
	if len(name)+len(data) > maxAttribute {
		return fmt.Errorf("hdf5: attribute %q of group %s has %d bytes, want %d at most", name, g.path, len(name)+len(data), maxAttribute)
	}
	g.noted = append(g.noted, name)
	g.notes = append(g.notes, attribute(name, kind, shape, data))
	return nil
}

// maxAttribute leaves room in a header, which has 64 KiB, for others.
const maxAttribute = 1 << 15
