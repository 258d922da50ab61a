package syndacate

import (
	"archive/tar"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strconv"

	"mereo/gen/write"
	"mereo/gen/write/npz"
)

// shardSamples is how many samples a shard of WebDataset has. Readers share out whole shards, so there are enough of them.
const shardSamples = 2 * exportBatch

// exportShards writes TAR archives as WebDataset reads them. A sample is what has the same name up to the first dot, which is
// the element's index in the task's file:
//
//	010000.cls     the class as text, of class tasks
//	010000.json    index, task, split, and t as numbers in lists
//	010000.png     x, of tasks with pictures that are bytes: a value is that of the pixel divided by 255
//	010000.t.npy   t
//	010000.x.npy   x, of other tasks
//
// Members lie in this order, with mode 0444, without times and owners.
type exportShards struct {
	o     ExportOptions
	split TaskSplit
	tar   *tar.Writer
}

// shards writes the shards of both splits.
func (o ExportOptions) shards(ctx context.Context) error {
	for _, split := range o.Task.Splits() {
		if err := o.foreignShards(split); err != nil {
			return err
		}
	}
	for _, split := range o.Task.Splits() {
		e := &exportShards{o: o, split: split}
		if err := e.write(ctx); err != nil {
			return err
		}
	}
	return nil
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
	for i := range (split.End - split.First + shardSamples - 1) / shardSamples {
		ours[path.Base(shardName(split.Name, i))] = true
	}
	for _, name := range there {
		if !ours[filepath.Base(name)] {
			return fmt.Errorf("syndacate: %s is no shard of task %s, want a folder without others", name, o.Task.Name)
		}
	}
	return nil
}

// write writes the shards of the split.
func (e *exportShards) write(ctx context.Context) error {
	r, err := e.o.Task.Open(e.o.Data, e.split.Name)
	if err != nil {
		return err
	}
	defer r.Close()
	for shard := 0; r.Len() > 0; shard++ {
		_, err := write.Commit(e.o.Out, shardName(e.split.Name, shard), nil, func(w io.Writer) error {
			e.tar = tar.NewWriter(w)
			for left := shardSamples; left > 0 && r.Len() > 0; left -= exportBatch {
				if err := ctx.Err(); err != nil {
					return err
				}
				first := e.split.End - r.Len()
				x, t, err := r.Next(exportBatch)
				if err != nil {
					return err
				}
				for i := range x.Shape[0] {
					if err := e.sample(first+i, tensorRow(x, i), tensorRow(t, i)); err != nil {
						return err
					}
				}
			}
			return e.tar.Close()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// tensorRow is element i of a tensor.
func tensorRow(a npz.Array, i int) npz.Array {
	shape := a.Shape[1:]
	n := product(shape)
	out := npz.Array{Key: a.Key, Shape: shape}
	switch data := a.Data.(type) {
	case []uint8:
		out.Data = data[i*n : (i+1)*n]
	case []int64:
		out.Data = data[i*n : (i+1)*n]
	case []float32:
		out.Data = data[i*n : (i+1)*n]
	}
	return out
}

// sample adds an element.
func (e *exportShards) sample(index int, x, t npz.Array) error {
	key := fmt.Sprintf("%06d", index)
	label, isClass := t.Data.([]int64)
	if isClass {
		if err := e.add(key+".cls", strconv.AppendInt(nil, label[0], 10)); err != nil {
			return err
		}
	}
	about, err := json.Marshal(struct {
		Index int    `json:"index"`
		Task  string `json:"task"`
		Split string `json:"split"`
		T     any    `json:"t"`
	}{index, e.o.Task.Name, e.split.Name, nestedLists(t.Data, t.Shape)})
	if err != nil {
		return fmt.Errorf("syndacate: task %s: t of element %d: %w", e.o.Task.Name, index, err)
	}
	if err := e.add(key+".json", about); err != nil {
		return err
	}
	pixels, isPicture := x.Data.([]uint8)
	if isPicture && !e.o.Float {
		if err := e.add(key+".png", write.EncodeGray(x.Shape[2], x.Shape[1], pixels)); err != nil {
			return err
		}
	}
	if err := e.addArray(key+".t.npy", t); err != nil {
		return err
	}
	if isPicture && e.o.Float {
		x.Data = AppendFloats(nil, pixels)
	} else if isPicture {
		return nil
	}
	return e.addArray(key+".x.npy", x)
}

// addArray adds an array in numpy's format.
func (e *exportShards) addArray(name string, a npz.Array) error {
	dtype := "<f4"
	if _, ok := a.Data.([]int64); ok {
		dtype = "<i8"
	}
	data, err := binary.Append(write.NPYHeader(dtype, a.Shape), binary.LittleEndian, a.Data)
	if err != nil {
		return fmt.Errorf("syndacate: %w", err)
	}
	return e.add(name, data)
}

// add adds a member.
func (e *exportShards) add(name string, data []byte) error {
	header := tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o444, Size: int64(len(data)), Format: tar.FormatUSTAR}
	if err := e.tar.WriteHeader(&header); err != nil {
		return fmt.Errorf("syndacate: %w", err)
	}
	_, err := e.tar.Write(data)
	return err
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
