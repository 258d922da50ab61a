package qlevr

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// The files of samples are written by hand: they are most of what a run without pictures does, and encoders that look at types
// take ten times as long. The bytes are those of json.Marshal for records without nil lists and without <, > and & in words.

// appended is a record that appends itself as JSON.
type appended interface{ append(b []byte) []byte }

// recordBytes is how long most files are at most.
const recordBytes = 24 << 10

// encodeRecord appends a record on one line, so that joined files need only put lines together.
func encodeRecord(b []byte, r appended) []byte { return append(r.append(b), '\n') }

// writeRecord writes the file of a record.
func writeRecord(root, path string, r appended) (write.File, error) {
	b := recordMemory.Get().(*[]byte)
	defer recordMemory.Put(b)
	*b = encodeRecord((*b)[:0], r)
	return write.Bytes(root, path, *b)
}

// readRecord reads the file of a record. Its bytes are valid until the memory is put back into recordMemory.
func readRecord(root, path string) (*[]byte, error) {
	f, err := folder.Open(root, path)
	if err != nil {
		return nil, fmt.Errorf("qlevr: %w", err)
	}
	defer f.Close()
	b := recordMemory.Get().(*[]byte)
	for *b = (*b)[:0]; ; {
		n, err := f.Read((*b)[len(*b):cap(*b)])
		*b = (*b)[:len(*b)+n]
		if errors.Is(err, io.EOF) {
			return b, nil
		} else if err != nil {
			return nil, fmt.Errorf("qlevr: %w", err)
		}
		if len(*b) == cap(*b) {
			*b = slices.Grow(*b, recordBytes)
		}
	}
}

// recordMemory is for the bytes of one file at a time, *[]byte.
var recordMemory = sync.Pool{New: func() any {
	b := make([]byte, 0, recordBytes)
	return &b
}}

// appendList writes a list of what is appended one by one.
func appendList[T any](b []byte, list []T, item func(b []byte, of *T) []byte) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = item(b, &list[i])
	}
	return append(b, ']')
}

func appendIntegers(b []byte, list []int) []byte {
	b = append(b, '[')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		switch { // most of what a file holds are numbers of objects
		case 0 <= n && n < 10:
			b = append(b, '0'+byte(n))
		case 10 <= n && n < 100:
			b = append(b, '0'+byte(n/10), '0'+byte(n%10))
		default:
			b = strconv.AppendInt(b, int64(n), 10)
		}
	}
	return append(b, ']')
}

// appendRelation writes the lists of one direction.
func appendRelation(b []byte, lists [][]int) []byte {
	return appendList(b, lists, func(b []byte, list *[]int) []byte { return appendIntegers(b, *list) })
}

// appendNumber writes a number in the shortest form that is read back as the same. It panics unless the number is finite.
func appendNumber(b []byte, f float64) []byte {
	switch size := math.Abs(f); {
	case size < 1<<53 && size >= 1 && f == math.Trunc(f):
		return strconv.AppendInt(b, int64(f), 10)
	case f == 0 || size >= 1e-6 && size < 1e21:
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	data, err := json.Marshal(f) // with an exponent
	if err != nil {
		panic(fmt.Sprintf("qlevr: a record has the number %v, want a finite one", f))
	}
	return append(b, data...)
}

func appendNumbers(b []byte, list []float64) []byte {
	return appendList(b, list, func(b []byte, f *float64) []byte { return appendNumber(b, *f) })
}

// appendText writes a string.
func appendText(b []byte, text string) []byte {
	b, _ = jsontext.AppendQuote(b, text) // what is not UTF-8 becomes U+FFFD
	return b
}

// appendWord writes a key with its comma and its colon, and the word.
func appendWord(b []byte, key, word string) []byte { return appendText(append(b, key...), word) }

func appendBox(b []byte, box *Box) []byte {
	b = appendNumber(append(b, `{"left":`...), box.Left)
	b = appendNumber(append(b, `,"top":`...), box.Top)
	b = appendNumber(append(b, `,"width":`...), box.Width)
	b = appendNumber(append(b, `,"height":`...), box.Height)
	return append(b, '}')
}

func (p *Plane) append(b []byte) []byte {
	b = appendWord(b, `{"shape":`, p.Shape)
	b = appendWord(b, `,"material":`, p.Material)
	b = appendWord(b, `,"color":`, p.Color)
	b = appendIntegers(append(b, `,"internal_objs":`...), p.Objects)
	b = appendNumbers(append(b, `,"center_pixel_coords":`...), p.Center[:])
	b = appendBox(append(b, `,"bounding_box":`...), &p.Box)
	return append(b, '}')
}

func (o *Object) append(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"rotation":`...), int64(o.Rotation), 10)
	b = appendWord(b, `,"size":`, o.Size)
	b = appendWord(b, `,"color":`, o.Color)
	b = appendWord(b, `,"material":`, o.Material)
	b = appendWord(b, `,"shape":`, o.Shape)
	b = appendNumbers(append(b, `,"pixel_coords":`...), o.Center[:])
	b = appendNumbers(append(b, `,"3d_coords":`...), o.Position[:])
	b = appendBox(append(b, `,"bounding_box":`...), &o.Box)
	return append(b, '}')
}

func (r *Relations) append(b []byte) []byte {
	b = appendRelation(append(b, `{"behind":`...), r.Behind)
	b = appendRelation(append(b, `,"front":`...), r.Front)
	b = appendRelation(append(b, `,"left":`...), r.Left)
	b = appendRelation(append(b, `,"right":`...), r.Right)
	return append(b, '}')
}

func (v *ViewRecord) append(b []byte) []byte {
	b = append(b, `{"directions":{`...)
	d := &v.Directions
	for _, direction := range [...]struct {
		key string
		of  *[3]float64
	}{
		{`"behind":`, &d.Behind}, {`,"front":`, &d.Front}, {`,"left":`, &d.Left}, {`,"right":`, &d.Right},
		{`,"above":`, &d.Above}, {`,"below":`, &d.Below}, {`},"camera_lct":`, &v.CameraAt}, {`,"camera_rtt":`, &v.CameraTurned},
	} {
		b = appendNumbers(append(b, direction.key...), direction.of[:])
	}
	return append(b, '}')
}

// append writes the scene without the brace that ends it.
func (s *Scene) append(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"image_index":`...), int64(s.ImageIndex), 10)
	b = appendList(append(b, `,"planes":`...), s.Planes, func(b []byte, p *Plane) []byte { return p.append(b) })
	b = s.PlaneRelations.append(append(b, `,"plane_spatial_relations":`...))
	b = s.PlanePixelRelations.append(append(b, `,"plane_pixel_relations":`...))
	b = appendList(append(b, `,"objects":`...), s.Objects, func(b []byte, o *Object) []byte { return o.append(b) })
	b = s.ObjectRelations.append(append(b, `,"obj_spatial_relations":`...))
	b = s.ObjectPixelRelations.append(append(b, `,"obj_pixel_relations":`...))
	return s.View.append(append(b, `,"blender_info":`...))
}

// append writes a scene file's record.
func (r *Record) append(b []byte) []byte {
	b = r.Scene.append(b)
	b = strconv.AppendInt(append(b, `,"mereo":{"preset":`...), int64(r.Mereo.Preset), 10)
	b = appendIntegers(append(b, `,"material_variants":`...), r.Mereo.Variants)
	b = appendList(append(b, `,"lamps":`...), r.Mereo.Lamps, func(b []byte, l *LampExtra) []byte {
		b = appendNumbers(append(b, `{"shift_m":`...), l.Shift[:])
		b = appendNumbers(append(b, `,"turn_deg":`...), l.TurnDeg[:])
		b = appendNumber(append(b, `,"power_w":`...), l.PowerW)
		return append(b, '}')
	})
	b = appendCamera(append(b, `,"camera":`...), &r.Mereo.Camera)
	return append(b, "}}"...)
}

// append writes a plan's record.
func (r *PlanRecord) append(b []byte) []byte {
	b = strconv.AppendInt(append(b, `{"image_index":`...), int64(r.ImageIndex), 10)
	b = appendList(append(b, `,"planes":`...), r.Planes, func(b []byte, p *PlanPlaneRecord) []byte { return p.append(b) })
	b = r.PlaneRelations.append(append(b, `,"plane_relations":`...))
	b = appendList(append(b, `,"objects":`...), r.Objects, func(b []byte, o *PlanObjectRecord) []byte { return o.append(b) })
	b = r.ObjectRelations.append(append(b, `,"obj_relations":`...))
	return append(b, '}')
}

func (p *PlanPlaneRecord) append(b []byte) []byte {
	b = appendWord(b, `{"shape":`, p.Shape)
	b = appendUnlessDesk(append(b, `,"coordinate_points":`...), p.Border.Value)
	b = appendUnlessDesk(append(b, `,"center_coordinate":`...), p.Center.Value)
	b = appendWord(b, `,"material":`, p.Material)
	b = appendWord(b, `,"color":`, p.Color)
	b = appendUnlessDesk(append(b, `,"area_ratio":`...), p.AreaRatio.Value)
	b = appendIntegers(append(b, `,"internal_objs":`...), p.Objects)
	return append(b, '}')
}

// appendUnlessDesk writes a value, or "" where there is none.
func appendUnlessDesk[T any, P interface {
	*T
	appended
}](b []byte, value P) []byte {
	if value == nil {
		return append(b, `""`...)
	}
	return value.append(b)
}

func (o *PlanObjectRecord) append(b []byte) []byte {
	b = o.Border.append(append(b, `{"coordinate_points":`...))
	b = o.Center.append(append(b, `,"center_coordinate":`...))
	b = strconv.AppendInt(append(b, `,"rotation":`...), int64(o.Rotation), 10)
	b = appendWord(b, `,"size":`, o.Size)
	b = appendWord(b, `,"color":`, o.Color)
	b = appendWord(b, `,"material":`, o.Material)
	b = appendWord(b, `,"shape":`, o.Shape)
	b = appendWord(b, `,"shape_3d":`, o.Solid)
	return append(b, '}')
}

func (r *PlanRelations) append(b []byte) []byte {
	b = appendRelation(append(b, `{"left":`...), r.Left)
	b = appendRelation(append(b, `,"right":`...), r.Right)
	b = appendRelation(append(b, `,"up":`...), r.Up)
	b = appendRelation(append(b, `,"down":`...), r.Down)
	return append(b, '}')
}
