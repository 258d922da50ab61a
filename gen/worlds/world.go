package worlds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mereo/internal/bound"
	"mereo/internal/folder"
	"mereo/internal/strict"
	"mereo/scenes"
)

// World is a document with all that follows from it for every sample. It does not change, and may be used by several goroutines at once.
type World struct {
	Document
	// Source is the document as JSON, with its keys in their order.
	Source json.RawMessage
	// Files are the templates of questions, by path.
	Files map[string]string
	// Models are the checksums of files of models, by path.
	Models map[string]string
	// ModelNotes are sentences about files of models: which are left out as broken, simplified, not closed.
	ModelNotes []string

	attributes []Attribute // the declared ones, and category where models have one
	kinds      []*kind
	backdrop   func() []scenes.Surface
	around     *surroundings // of scene.fixed; nil without it
	solids     *sync.Map     // of kinds and scales: see solidKey
	partsOf    *sync.Map     // see kindsOfParts
	find       func(key string) strict.Found
	fault      error
	skipBroken bool // see Folder
}

// Folder is where the files are that a document names. Memory bounds what a model takes while it is read.
type Folder struct {
	Path       string // empty: there is none
	Memory     bound.Size
	SkipBroken bool // as if the key skip_broken were true for all things
}

// Defaults are what a document has that says nothing.
func Defaults() Document {
	return Document{
		Version: 1, License: "CC0 1.0",
		Scene: Scene{
			Count: Count{3, 10}, Attempts: 10_000,
			Place: Placing{Region: [][]float64{{-3, 3}, {-3, 3}}, Turn: Turn{Span: Span{0, 360}}, Tries: 50},
		},
		Ground:    Ground{Kind: groundPlane, Rough: 1},
		Relations: Relations{Kinds: []string{"left", "right", "front", "behind"}, Eps: 0.2},
		Write:     Write{Record: recordFull, Depth: depthNone},
	}
}

// Read reads a document, YAML or JSON. Errors name the file, the line, the column and the key, and say what is possible. files are
// templates and words; nil to read them from the folder.
func Read(name string, data []byte, from Folder, files map[string]string) (*World, error) {
	w, err := read(data, from, files)
	if err == nil && from.Path != "" { // of the built-in ones it takes time, and their labels are there
		err = w.checkLabels()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return w, nil
}

func read(data []byte, from Folder, files map[string]string) (*World, error) {
	d, find, err := strict.Located(data, Defaults())
	if err != nil {
		return nil, err
	}
	w := &World{
		Document: d, solids: &sync.Map{}, partsOf: &sync.Map{}, find: find, Files: files, Models: map[string]string{},
		attributes: slices.Clone(d.Attributes), skipBroken: from.SkipBroken,
	}
	if w.Source, err = strict.YAMLToJSON(data); err != nil {
		return nil, err
	}
	for _, step := range []func(*World, Folder){
		(*World).checkNames, (*World).openFixed, (*World).openThings, (*World).checkThings, (*World).checkScene, (*World).checkMotion, (*World).checkSurroundings, (*World).checkOutput,
		(*World).openQuestions,
	} {
		step(w, from)
	}
	return w, w.fault
}

// wrong keeps the first fault: what is wrong about the value of a key.
func (w *World) wrong(key, format string, args ...any) {
	if w.fault == nil {
		w.fault = w.find(key).Fault(format, args...)
	}
}

// misnamed is wrong about a key that is a name.
func (w *World) misnamed(key, format string, args ...any) {
	if w.fault == nil {
		w.fault = w.find(key).Name.Fault(format, args...)
	}
}

// given tells whether the document has a value for a key: what is left out is not what is 0.
func (w *World) given(key string) bool { return w.find(key).Given }

// number wants a number in a range.
func (w *World) number(key string, is, low, high float64) {
	if !(is >= low && is <= high) {
		w.wrong(key, "is %s, want %s to %s", plain(is), plain(low), plain(high))
	}
}

// plain is a number as people write it.
func plain(v float64) string {
	if size := math.Abs(v); size >= 1e-6 && size < 1e10 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// word wants one of some words.
func (w *World) word(key, is string, possible ...string) {
	if !slices.Contains(possible, is) {
		w.wrong(key, "is %q, want %s", is, listed(possible))
	}
}

// farthest is how far from the origin anything may be in each coordinate: float32 has centimeters there.
const farthest = 1e5

// triple wants three numbers, or none where the document has none.
func (w *World) triple(key string, is []float64) {
	if (is != nil || w.given(key)) && len(is) != 3 {
		w.wrong(key, "has %d numbers, want [x, y, z]", len(is))
	}
	for i, v := range is {
		w.number(fmt.Sprintf("%s[%d]", key, i), v, -farthest, farthest)
	}
}

// attribute is the number of an attribute; -1 where there is none.
func (w *World) attribute(name string) int {
	return slices.IndexFunc(w.attributes, func(a Attribute) bool { return a.Name == name })
}

// value is the number of a value; -1 where there is none.
func (a *Attribute) value(name string) int {
	return slices.IndexFunc(a.Values, func(v Value) bool { return v.Name == name })
}

// names are those of the values.
func (a *Attribute) names() (out []string) {
	for _, v := range a.Values {
		out = append(out, v.Name)
	}
	return out
}

// attributeNames are those of all attributes.
func (w *World) attributeNames() (out []string) {
	for _, a := range w.attributes {
		out = append(out, a.Name)
	}
	return out
}

// condition finds the values of a condition by attribute: nil for any.
func (w *World) condition(key string, of Named[Values]) [][]int {
	out := make([][]int, len(w.attributes))
	for _, e := range of {
		at := key + "." + e.Name
		a := w.attribute(e.Name)
		if a < 0 {
			w.misnamed(at, "is no attribute, want %s", listed(w.attributeNames()))
			continue
		}
		for _, name := range e.Of {
			v := w.attributes[a].value(name)
			if v < 0 {
				w.wrong(at, "is %q, want %s", name, listed(w.attributes[a].names()))
			}
			out[a] = append(out[a], v)
		}
		if len(e.Of) == 0 {
			w.wrong(at, "has no values, want some of %s", listed(w.attributes[a].names()))
		}
	}
	return out
}

// maxName is how long a name may be, bytes: names of files have several and 255 at most.
const maxName = 64

// isName tells whether a text may be part of names of files.
func isName(s string) bool {
	return s != "" && len(s) <= maxName && !strings.ContainsFunc(s, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_')
	})
}

func (w *World) checkNames(Folder) {
	if !w.given("name") {
		w.wrong("name", "is missing, want a name of %s", wantName)
	}
	if !isName(w.Name) || w.Name != strings.ToLower(w.Name) {
		w.wrong("name", "is %q, want %s, at most %d", shortened(w.Name), wantName, maxName)
	}
	if w.Version < 1 {
		w.wrong("version", "is %d, want at least 1", w.Version)
	}
	if len(w.Things) == 0 && w.Scene.Fixed.File == "" || len(w.Things) > maxEntries {
		w.wrong("things", "has %d things, want 1 to %d", len(w.Things), maxEntries)
	}
	if len(w.Attributes) > maxAttributes {
		w.wrong("attributes", "has %d attributes, want at most %d", len(w.Attributes), maxAttributes)
	}
	keys := strict.Keys(new(Thing))
	for _, a := range w.Attributes {
		why := reserved[a.Name]
		switch {
		case slices.Contains(keys, a.Name):
			why = "is a key of things"
		case strings.HasPrefix(a.Name, partName+"_"):
			why = inFunctions
		}
		if why != "" {
			w.misnamed("attributes."+a.Name, "%s, want another name", why)
		}
	}
}

const wantName = "lower-case letters, digits, - and _"

// How many attributes and things a document has at most. All models of a folder are one thing.
const (
	maxAttributes = 32
	maxEntries    = 1000
)

// reserved are names that attributes cannot have, and why. Keys of things are others.
var reserved = map[string]string{
	otherName: "is a word of templates",
	"sqrt":    "is a function of expressions", "min": "is a function of expressions", "max": "is a function of expressions",
	partName: inFunctions, "rotation": inRecords, "pose": inRecords, "bbox": inRecords, "parts": inRecords,
	"things": inCharts, "objects": inCharts, "questions": inCharts, "answer": inCharts, "answers": inCharts,
	"unique": inFunctions, "count": inFunctions, "exist": inFunctions, "integer": inFunctions, "object": inFunctions, "relation": inFunctions,
}

const (
	inRecords   = "is something else in records"
	inCharts    = "is something else in charts"
	inFunctions = "makes functions of questions that there are already"
)

// shortened is a text of which sentences have the beginning.
func shortened(s string) string {
	if len(s) > maxName {
		return s[:maxName] + "..."
	}
	return s
}

// Splits of a document, and what is different in them.
func (w *World) split(name string) (Split, bool) {
	if len(w.Splits) == 0 {
		return Split{}, slices.Contains(defaultSplits, name)
	}
	if s := w.Splits.Find(name); s != nil {
		return *s, true
	}
	return Split{}, false
}

var defaultSplits = []string{"train", "val", "test"}

// Count is how many samples a split has by its document; not ok where there is no such split.
func (w *World) Count(split string) (n int, ok bool) {
	s, ok := w.split(split)
	if s.Count == 0 {
		s.Count = defaultCount
	}
	return s.Count, ok
}

// Pictures is how many color pictures a sample has.
func (w *World) Pictures() int { return len(w.views(keyOfNothing)) }

// SplitNames are those of the splits.
func (w *World) SplitNames() []string {
	if len(w.Splits) == 0 {
		return defaultSplits
	}
	return w.Splits.Names()
}

// openQuestions reads templates, where there are no files yet.
func (w *World) openQuestions(from Folder) {
	if w.fault != nil {
		return
	}
	if q := w.Questions; q != nil && q.Templates != "" && w.Files == nil {
		w.Files = map[string]string{}
		if from.Path == "" {
			w.wrong("questions.templates", "is a folder beside the document, which is not in one")
			return
		}
		at := path.Clean(q.Templates)
		if !fs.ValidPath(at) {
			w.wrong("questions.templates", "is %q, want a folder below that of the document", q.Templates)
			return
		}
		info, err := folder.Stat(from.Path, at)
		switch {
		case err != nil:
			w.wrong("questions.templates", "cannot be read: %v", err)
			return
		case !info.IsDir():
			w.wrong("questions.templates", "is the file %s, want a folder", q.Templates)
			return
		}
		names, err := fs.Glob(folder.FS(path.Join(from.Path, at)), "*.json")
		if err == nil && len(names) == 0 {
			err = fmt.Errorf("has no .json files, want templates")
		}
		for _, name := range names {
			data, fault := folder.Read(from.Path, path.Join(at, name), folder.Record)
			if fault != nil {
				err = fault
			}
			w.Files[name] = string(data)
		}
		if err != nil {
			w.wrong("questions.templates", "%v", err)
		}
	}
	if w.Questions != nil && w.fault == nil {
		_, w.fault = w.grammar()
	}
}

// config is what decides every sample of a world, as dataset.json has it.
type config struct {
	World  json.RawMessage   `json:"world"`
	Files  map[string]string `json:"files,omitempty"`
	Models map[string]string `json:"models,omitempty"`
	Render Render            `json:"render"`

	SkipBroken bool `json:"skip_broken,omitempty"`
}

// Config is what decides every sample: the document itself, files that it names, checksums of models, and how pictures are drawn.
func (w *World) Config() any { return config{w.Source, w.Files, w.Models, w.Render, w.skipBroken} }

// SameDocument tells whether two worlds come from the same document and files.
func (w *World) SameDocument(o *World) bool {
	var a, b bytes.Buffer
	return json.Compact(&a, w.Source) == nil && json.Compact(&b, o.Source) == nil && bytes.Equal(a.Bytes(), b.Bytes()) && maps.Equal(w.Files, o.Files)
}

// Open reads a configuration that Config gave.
func Open(data json.RawMessage, from Folder) (*World, error) {
	var c config
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	if c.Files == nil {
		c.Files = map[string]string{}
	}
	from.SkipBroken = c.SkipBroken
	w, err := Read("dataset.json", c.World, from, c.Files)
	if err != nil {
		return nil, err
	}
	w.Render = c.Render
	if err := w.sameModels(c.Models); err != nil {
		return nil, err
	}
	return w, nil
}
