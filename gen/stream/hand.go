package stream

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"unsafe"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/worker"
	"mereo/gen/write/npz"
	"mereo/internal/folder"
)

// Arrays of a picture.
const (
	RGB     = "rgb"     // (height, width, 3) uint8, sRGB
	Depth   = "depth"   // (height, width) float32, meters along the camera's axis; 0 where nothing is hit
	IDs     = "ids"     // (height, width) uint16, objects from 1; 0 for background
	Parts   = "parts"   // (height, width) uint16, parts from 1; 0 for none
	Regions = "regions" // (height, width) uint16, regions from 1; 0 for none
	Normals = "normals" // (height, width, 3) float32, unit, world; 0 where nothing is hit
)

// Names are those of the arrays of pictures, in the order in which they lie in a slot. Behind them are those of a set's own, a
// show.ArrayReader's.
var Names = []string{RGB, Depth, IDs, Parts, Regions, Normals}

// CheckNames refuses arrays that samples of a reader do not have.
func CheckNames(r show.Reader, names []string) error {
	known := Names
	if own, ok := r.(show.ArrayReader); ok {
		known = append(slices.Clone(Names), Own(own.ArrayNames())...)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return fmt.Errorf("stream: array is %q, want one of %v", name, known)
		}
	}
	return nil
}

// Own are those of some names that are not of pictures.
func Own(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(Names, name) })
}

// Array is an array in C order, little-endian, in shared memory.
type Array struct {
	Picture int    `json:"picture"` // of the page
	Name    string `json:"name"`
	Type    string `json:"type"` // numpy's name: "|u1", "<u2", "<i4", "<f4"
	Shape   []int  `json:"shape"`
	Offset  int    `json:"offset"` // in bytes, a multiple of 64
}

// Bytes is how long the array is.
func (a *Array) Bytes() int {
	n := int(a.Type[2] - '0')
	for _, d := range a.Shape {
		n *= d
	}
	return n
}

// hello opens hands.
type hello struct {
	Set json.RawMessage `json:"set"`
	Job gen.Job         `json:"job"`
}

// wish asks for a sample. Its arrays are put into a slot; what was there is overwritten.
type wish struct {
	Index  int      `json:"index"`
	Slot   int      `json:"slot"`
	Arrays []string `json:"arrays"` // that are wanted; without any, and no scene, its records alone are made
	Scene  bool     `json:"scene"`  // as well
}

// handed is a sample that was made.
type handed struct {
	Item   *gen.Item         `json:"item"`
	Things int               `json:"things"`
	Files  map[string]string `json:"files"` // records by path
	Arrays []Array           `json:"arrays"`
	FD     int               `json:"fd"` // of the slot, in the process that made it; -1 for none
	Scene  *show.Data        `json:"scene,omitempty"`
}

// hands make samples and put their arrays into slots. Its methods may be called at once from several goroutines.
type hands struct {
	set    gen.Set
	job    gen.Job
	memory *folder.Memory

	mu     sync.Mutex
	makers map[bool]show.Maker // with and without pictures
	slots  map[int]*slot
}

func openHands(set gen.Set, job gen.Job) *hands {
	h := &hands{set: set, job: job, memory: folder.NewMemory(false), makers: map[bool]show.Maker{}, slots: map[int]*slot{}}
	h.job.Root = h.memory.Root()
	return h
}

// Serve is a process that makes samples for a Stream. open builds the set from Processes.Set.
func Serve(ctx context.Context, in io.Reader, out io.Writer, open func(set json.RawMessage) (gen.Set, error)) error {
	return worker.Serve(in, out, func(message json.RawMessage) (worker.Handler, error) {
		var m hello
		if err := json.Unmarshal(message, &m); err != nil {
			return nil, fmt.Errorf("stream: worker: %w", err)
		}
		set, err := open(m.Set)
		if err != nil {
			return nil, err
		}
		h := openHands(set, m.Job)
		if _, err := h.maker(ctx, m.Job.Pictures); err != nil {
			return nil, err
		}
		return &handler{ctx, h}, nil
	})
}

type handler struct {
	ctx context.Context
	*hands
}

func (h *handler) Handle(message json.RawMessage) (any, error) {
	var w wish
	if err := json.Unmarshal(message, &w); err != nil {
		return nil, fmt.Errorf("stream: worker: %w", err)
	}
	return h.make(h.ctx, &w)
}

// maker opens a maker when it is first needed.
func (h *hands) maker(ctx context.Context, pictures bool) (show.Maker, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m := h.makers[pictures]; m != nil {
		return m, nil
	}
	job := h.job
	job.Pictures = pictures
	maker, err := h.set.NewMaker(ctx, job)
	if err != nil {
		return nil, err
	}
	m, ok := maker.(show.Maker)
	if !ok {
		maker.Close()
		return nil, fmt.Errorf("%s: its samples come in files only", h.set.Name())
	}
	h.makers[pictures] = m
	return m, nil
}

func (h *hands) make(ctx context.Context, w *wish) (*handed, error) {
	pictures := h.job.Pictures && (slices.Contains(w.Arrays, RGB) || len(Own(w.Arrays)) > 0)
	m, err := h.maker(ctx, pictures)
	if err != nil {
		return nil, err
	}
	item, fresh, err := m.Hand(ctx, w.Index)
	if err != nil {
		return nil, err
	}
	item.Renderer = m.Renderer()
	out := &handed{Item: item, Things: fresh.Things(), Files: map[string]string{}, FD: -1}
	for _, f := range item.Files {
		data, err := h.memory.Read(f.Path, folder.Record)
		if err != nil {
			return nil, err
		}
		h.memory.Remove(f.Path)
		out.Files[f.Path] = string(data)
	}
	if w.Scene {
		page, err := fresh.Page()
		if err != nil {
			return nil, err
		}
		out.Scene = page.Data()
	}
	if len(w.Arrays) == 0 {
		return out, nil
	}
	var data [][]byte
	out.Arrays, data = arraysOf(fresh, w.Arrays)
	s, err := h.slot(w.Slot, out.Arrays)
	if err != nil {
		return nil, fmt.Errorf("stream: shared memory: %w", err)
	}
	for i := range data {
		copy(s.mem[out.Arrays[i].Offset:], data[i])
	}
	out.FD = s.fd
	return out, nil
}

// slot is one that has room for arrays.
func (h *hands) slot(number int, arrays []Array) (*slot, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.slots[number]
	if s == nil {
		s = &slot{fd: -1}
		h.slots[number] = s
	}
	size := 0
	if n := len(arrays); n > 0 {
		size = arrays[n-1].Offset + arrays[n-1].Bytes()
	}
	return s, s.grow(size)
}

// arraysOf are the arrays of a sample, of those that are wanted the ones that it has, and their bytes.
func arraysOf(f show.Fresh, want []string) (arrays []Array, data [][]byte) {
	labels := WantsLabels(want)
	for p := range f.Pictures() {
		w, h := f.Size(p)
		var l *show.Labels
		if labels {
			l = f.Labels(p, true)
		}
		a, d := ArraysOf(p, w, h, f.RGB(p), l, want)
		arrays, data = append(arrays, a...), append(data, d...)
	}
	a, d := Rows(f.Arrays(), want)
	arrays, data = append(arrays, a...), append(data, d...)
	Lay(arrays)
	return arrays, data
}

// WantsLabels tells whether labels are wanted of pictures.
func WantsLabels(want []string) bool {
	return slices.ContainsFunc(want, func(name string) bool { return name != RGB && slices.Contains(Names, name) })
}

// Rows are those of a set's own arrays that are wanted, and their bytes, as ArraysOf.
func Rows(rows []npz.Array, want []string) (arrays []Array, data [][]byte) {
	for _, name := range Own(want) {
		if i := slices.IndexFunc(rows, func(a npz.Array) bool { return a.Key == name }); i >= 0 {
			a := rows[i]
			arrays, data = append(arrays, Array{Name: name, Type: npz.Dtype(a.Data), Shape: a.Shape}), append(data, bytesOf(a.Data))
		}
	}
	return arrays, data
}

// bytesOf are numbers of any type that npz.Array has.
func bytesOf(data any) []byte {
	switch d := data.(type) {
	case []uint8:
		return d
	case []int32:
		return Bytes(d)
	case []int64:
		return Bytes(d)
	case []float32:
		return Bytes(d)
	}
	return Bytes(data.([]float64))
}

// ArraysOf are those of picture number p, of those that are wanted the ones that there are, and their bytes. They lie nowhere yet: see Lay.
func ArraysOf(p, width, height int, rgb []uint8, l *show.Labels, want []string) (arrays []Array, data [][]byte) {
	for _, name := range Names {
		kind, shape, bytes := "<u2", []int{height, width}, rgb
		switch name {
		case RGB, Normals:
			kind, shape = map[string]string{RGB: "|u1", Normals: "<f4"}[name], append(shape, 3)
		case Depth:
			kind = "<f4"
		}
		if name != RGB {
			bytes = BytesOf(l, name)
		}
		if len(bytes) > 0 && slices.Contains(want, name) {
			arrays, data = append(arrays, Array{Picture: p, Name: name, Type: kind, Shape: shape}), append(data, bytes)
		}
	}
	return arrays, data
}

// Lay gives arrays places one behind the other.
func Lay(arrays []Array) {
	at := 0
	for i := range arrays {
		arrays[i].Offset = at
		at += (arrays[i].Bytes() + 63) &^ 63
	}
}

// BytesOf is an array of labels; nil where they have none.
func BytesOf(l *show.Labels, name string) []byte {
	if l == nil {
		return nil
	}
	switch name {
	case Depth:
		return Bytes(l.ViewZ)
	case IDs:
		return Bytes(l.Object)
	case Parts:
		return Bytes(l.Part)
	case Regions:
		return Bytes(l.Region)
	case Normals:
		return Bytes(l.Normal)
	}
	return nil
}

// Bytes are numbers as they lie in memory, which is little-endian on all processors that the program is built for.
func Bytes[T uint16 | int32 | int64 | float32 | float64](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0])))
}

// Close gives back the renderer and the slots.
func (h *hands) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var first error
	for _, m := range h.makers {
		if err := m.Close(); first == nil {
			first = err
		}
	}
	for _, s := range h.slots {
		s.close()
	}
	h.memory.Close(nil)
	return first
}
