package syndacate

import (
	"fmt"

	"mereo/gen/write/npz"
)

// inspectedSet is what an element shows once: as a model sees it, or without noise.
type inspectedSet struct {
	pictures       []uint8 // frames x height x width
	parts, objects Batch   // a set for each frame; parts are empty if the file has none
}

// inspectedElement is an element. A single picture is one frame.
type inspectedElement struct {
	seen  inspectedSet
	clean *inspectedSet // nil if there was no noise that is seen; what noise left alone is that of seen
	// Of strokes in space.
	depth  []float32
	mask   []uint8
	camera []float32
}

// inspectStream reads elements of an array, one after the other.
type inspectStream struct {
	key   string
	rows  *npz.Rows
	shape []int // of an element
}

// inspectStreams are the arrays of a file by their keys, without prefix.
type inspectStreams map[string]*inspectStream

func (s inspectStreams) close() {
	for _, stream := range s {
		stream.rows.Close()
	}
}

// openStreams opens all arrays that are shown at the first element. Those that are open must be closed after errors, too.
func (in *inspected) openStreams() (inspectStreams, error) { return in.openKeys(inspectKeys[:]...) }

// inspectKeys are the arrays that are shown.
var inspectKeys = [...]string{
	keyObjects, keyObjects + cleanSuffix, keyImages, keyParts, keyImages + cleanSuffix, keyParts + cleanSuffix, keyDepth, keyMask,
	keyCamera,
}

// openKeys opens those arrays among some that there are.
func (in *inspected) openKeys(keys ...string) (inspectStreams, error) {
	streams := inspectStreams{}
	for _, key := range keys {
		if !in.has(key) {
			continue
		}
		_, shape, err := in.reader.Header(in.prefix + key)
		if err != nil {
			return streams, fmt.Errorf("syndacate: %w", err)
		}
		if len(shape) < 2 || shape[0] != in.n || product(shape) == 0 {
			return streams, fmt.Errorf("syndacate: %s: %s has shape %s, want %d elements as %s has", in.path, in.prefix+key,
				shapeText(shape), in.n, in.prefix+keyImages)
		}
		rows, err := in.reader.Rows(in.prefix + key)
		if err != nil {
			return streams, fmt.Errorf("syndacate: %w", err)
		}
		streams[key] = &inspectStream{in.prefix + key, rows, shape[1:]}
		if err := rows.Skip(in.first); err != nil {
			return streams, fmt.Errorf("syndacate: %w", err)
		}
	}
	return streams, nil
}

// next reads an element.
func (s inspectStreams) next(in *inspected, index int) (e inspectedElement, err error) {
	read := func(set *inspectedSet, suffix string) {
		if err == nil {
			err = readStream(s[keyImages+suffix], &set.pictures)
		}
		if err == nil {
			err = s.readRows(in, index, keyParts+suffix, &set.parts)
		}
		if err == nil {
			err = s.readRows(in, index, keyObjects+suffix, &set.objects)
		}
	}
	read(&e.seen, "")
	if in.noise != nil {
		clean := e.seen
		read(&clean, cleanSuffix)
		e.clean = &clean
	}
	if err == nil {
		err = readStream(s[keyDepth], &e.depth)
	}
	if err == nil {
		err = readStream(s[keyMask], &e.mask)
	}
	if err == nil {
		err = readStream(s[keyCamera], &e.camera)
	}
	return e, err
}

// readStream reads an element into memory of its own. Without the array dst stays what it is.
func readStream[T uint8 | float32](s *inspectStream, dst *[]T) error {
	if s == nil {
		return nil
	}
	data := make([]T, product(s.shape))
	if _, err := s.rows.Read(data); err != nil {
		return fmt.Errorf("syndacate: %w", err)
	}
	*dst = data
	return nil
}

// readRows reads the sets of rows of an element, which must be finite.
func (s inspectStreams) readRows(in *inspected, index int, key string, dst *Batch) error {
	stream := s[key]
	if stream == nil {
		return nil
	}
	shape := stream.shape
	if in.frames == 0 {
		shape = append([]int{1}, shape...)
	}
	if len(shape) != 3 {
		return fmt.Errorf("syndacate: %s: an element of %s has shape %s, want rows and columns", in.path, stream.key,
			shapeText(stream.shape))
	}
	b := Batch{N: shape[0], Rows: shape[1], Width: shape[2]}
	if err := readStream(stream, &b.Data); err != nil {
		return err
	}
	for i, v := range b.Data {
		if v-v != 0 {
			return fmt.Errorf("syndacate: %s: %s is %g in column %d of row %d of element %d, want finite numbers", in.path, stream.key,
				v, i%b.Width, i/b.Width%b.Rows, index)
		}
	}
	*dst = b
	return nil
}
