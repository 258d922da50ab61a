package syndacate

import (
	"archive/tar"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"reflect"
	"strconv"

	"mereo/gen/write"
	"mereo/gen/write/npz"
)

// shards writes TAR archives as WebDataset reads them. A sample is what has the same name up to the first dot, which is
// the element's index in the task's file:
//
//	010000.cls     the class as text, of class tasks
//	010000.json    index, task, split, and t as numbers in lists
//	010000.png     x, of tasks with pictures that are bytes: a value is that of the pixel divided by 255
//	010000.t.npy   t
//	010000.x.npy   x, of other tasks
//
// Members lie in this order, with mode 0444, without times and owners.
func (o ExportOptions) shards(ctx context.Context) error {
	for _, split := range o.Task.Splits() {
		if err := o.foreignShards(split); err != nil {
			return err
		}
	}
	for _, split := range o.Task.Splits() {
		err := o.each(ctx, split.Name, true, true, func(p Piece) error {
			name := shardName(split.Name, (p.First-split.First)/pieceElements)
			_, err := write.Commit(o.Out, name, nil, func(w io.Writer) error {
				e := exportShard{tar: tar.NewWriter(w)}
				for i := range p.X.Shape[0] {
					e.sample(exportedSample{p.First + i, o.Task.Name, split.Name, nil}, tensorRow(p.X, i), tensorRow(p.T, i))
				}
				return cmp.Or(e.err, e.tar.Close())
			})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// exportShard is a shard, to which nothing is added after an error.
type exportShard struct {
	tar *tar.Writer
	err error
}

// shardName is the name of a shard below the folder.
func shardName(split string, shard int) string { return fmt.Sprintf("%s/%06d.tar", split, shard) }

// foreignShards refuses a folder with shards that would not be written over: readers take all that are there.
func (o ExportOptions) foreignShards(split TaskSplit) error {
	there, err := filepath.Glob(filepath.Join(o.Out, split.Name, "*.tar"))
	if err != nil {
		return fmt.Errorf("syndacate: %w", err)
	}
	ours := map[string]bool{}
	for i := range (split.End - split.First + pieceElements - 1) / pieceElements {
		ours[path.Base(shardName(split.Name, i))] = true
	}
	for _, name := range there {
		if !ours[filepath.Base(name)] {
			return fmt.Errorf("syndacate: %s is no shard of task %s, want a folder without others", name, o.Task.Name)
		}
	}
	return nil
}

// tensorRow is element i of a tensor.
func tensorRow(a npz.Array, i int) npz.Array {
	shape := a.Shape[1:]
	n := product(shape)
	return npz.Array{Key: a.Key, Shape: shape, Data: reflect.ValueOf(a.Data).Slice(i*n, (i+1)*n).Interface()}
}

// exportedSample is what the JSON of a sample says.
type exportedSample struct {
	Index int    `json:"index"`
	Task  string `json:"task"`
	Split string `json:"split"`
	T     any    `json:"t"`
}

// sample adds an element.
func (e *exportShard) sample(about exportedSample, x, t npz.Array) {
	key := fmt.Sprintf("%06d", about.Index)
	about.T = nestedLists(t.Data, t.Shape)
	text, err := json.Marshal(about)
	e.err = cmp.Or(e.err, err)
	if label, isClass := t.Data.([]int64); isClass {
		e.add(key+".cls", strconv.AppendInt(nil, label[0], 10))
	}
	e.add(key+".json", text)
	pixels, isPicture := x.Data.([]uint8)
	if isPicture {
		e.add(key+".png", write.EncodeGray(x.Shape[2], x.Shape[1], pixels))
	}
	e.addArray(key+".t.npy", t)
	if !isPicture {
		e.addArray(key+".x.npy", x)
	}
}

// addArray adds an array in numpy's format.
func (e *exportShard) addArray(name string, a npz.Array) {
	data, err := binary.Append(write.NPYHeader(npz.Dtype(a.Data), a.Shape), binary.LittleEndian, a.Data)
	e.err = cmp.Or(e.err, err)
	e.add(name, data)
}

// add adds a member.
func (e *exportShard) add(name string, data []byte) {
	header := tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o444, Size: int64(len(data)), Format: tar.FormatUSTAR}
	if e.err == nil {
		e.err = e.tar.WriteHeader(&header)
	}
	if e.err == nil {
		_, e.err = e.tar.Write(data)
	}
}

// nestedLists is an array as lists of lists, or the number itself of a scalar.
func nestedLists(data any, shape []int) any {
	switch d := data.(type) {
	case []int64:
		if len(shape) == 0 {
			return d[0]
		}
		return d
	case []float32:
		if len(shape) == 1 {
			return d
		}
		lists := make([]any, shape[0])
		n := len(d) / shape[0]
		for i := range lists {
			lists[i] = nestedLists(d[i*n:(i+1)*n], shape[1:])
		}
		return lists
	}
	panic(fmt.Sprintf("syndacate: t is %T, want []int64 or []float32", data))
}
