package shopvrb

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/record"
	"mereo/scenes/annot"
)

// evalPicture is a scene as evaluation reads it, be it true or predicted.
type evalPicture struct {
	index    int
	filename string // "" where it is not told
	objects  []evalObject
}

// evalObject is an object of a scene; what is not told is nil.
type evalObject struct {
	words    [listAttribute]string // "" for nil
	labels   []string              // of listAttribute
	position []float64             // x and y
	mask     *annot.RLE
	box      *pixelBox
	score    *float64
}

// pixelBox is a box with its first and last column and row; the corners of detectors need not be whole.
type pixelBox struct{ x0, y0, x1, y1 float64 }

// readPicture reads a scene whose objects are to be matched in a way.
func readPicture(entry jsontext.Value, match string, words *closed.Vocabulary) (*evalPicture, error) {
	var s struct {
		ImageIndex *int                         `json:"image_index"`
		Filename   string                       `json:"image_filename"`
		Objects    *[]map[string]jsontext.Value `json:"objects"`
	}
	if err := record.Read(entry, &s, record.Part|record.Item); err != nil {
		return nil, err
	}
	p := &evalPicture{filename: s.Filename}
	switch {
	case s.ImageIndex != nil:
		p.index = *s.ImageIndex
	case s.Filename == "":
		return nil, errors.New("scene has neither image_index nor image_filename; add one of them")
	default:
		name := strings.TrimSuffix(s.Filename, ".png")
		var err error
		if p.index, err = strconv.Atoi(name[strings.LastIndexByte(name, '_')+1:]); err != nil {
			return nil, fmt.Errorf("image_filename is %q, want one that ends with _ and a number, as SHOP_VRB_test_000012.png", s.Filename)
		}
	}
	if s.Objects == nil {
		return nil, errors.New("scene has no objects; write an empty list where none are found")
	}
	p.objects = make([]evalObject, len(*s.Objects))
	for i, o := range *s.Objects {
		if err := p.objects[i].read(o, words); err != nil {
			return nil, fmt.Errorf("objects[%d].%w", i, err)
		}
	}
	return p, p.check(match)
}

// read reads an object. Errors begin with a key.
func (o *evalObject) read(from map[string]jsontext.Value, words *closed.Vocabulary) error {
	for a := range attributes {
		if err := o.readAttribute(a, from[attributes[a].Key], words); err != nil {
			return fmt.Errorf("%s %w", attributes[a].Key, err)
		}
	}
	var mask *Mask
	var box []float64
	for _, field := range []struct {
		key  string
		into any
	}{{"3d_coords", &o.position}, {"mask", &mask}, {"bbox", &box}, {"score", &o.score}} {
		if raw := from[field.key]; raw != nil {
			if err := record.Read(raw, field.into, record.Part|record.Item); err != nil {
				return fmt.Errorf("%s: %w", field.key, err)
			}
		}
	}
	if o.position != nil && len(o.position) != 2 && len(o.position) != 3 {
		return fmt.Errorf("3d_coords has %d numbers, want [x, y, z]", len(o.position))
	}
	if box != nil {
		if len(box) != 4 || box[2] < box[0] || box[3] < box[1] {
			return fmt.Errorf("bbox is %v, want [x0, y0, x1, y1], the first and last column and row", box)
		}
		o.box = &pixelBox{box[0], box[1], box[2], box[3]}
	}
	if mask == nil {
		return nil
	}
	r, err := mask.RLE()
	if err != nil {
		return fmt.Errorf("mask: %w", err)
	}
	o.mask = &r
	if b := r.Box(); o.box == nil && !b.Empty() {
		o.box = &pixelBox{float64(b.X0), float64(b.Y0), float64(b.X1 - 1), float64(b.Y1 - 1)}
	}
	return nil
}

// readAttribute reads a property, which must be one of those that there are, so that no other spelling counts as wrong.
func (o *evalObject) readAttribute(a int, raw jsontext.Value, known *closed.Vocabulary) error {
	if raw == nil {
		return nil
	}
	var given closed.Property
	if record.Read(raw, &given, record.Item) != nil {
		return errors.New("is neither a string nor a list of strings")
	}
	words := []string{}
	switch v := given.Value.(type) {
	case string:
		words = append(words, v)
	case closed.List:
		words = append(words, v.Items()...)
	}
	_, isList := given.Value.(closed.List)
	if isList != (a == listAttribute) {
		wanted := "a text"
		if a == listAttribute {
			wanted = "a list of texts"
		}
		return fmt.Errorf("is %s, want %s", raw, wanted)
	}
	for _, w := range words {
		if !slices.Contains(known.Words[a], ask.Value(w)) {
			return fmt.Errorf("is %q, want one of %s", w, strings.Join(domainText(known.Words[a]), ", "))
		}
	}
	if isList {
		o.labels = words
	} else {
		o.words[a] = words[0]
	}
	return nil
}

// class is the object's, "" if it is not told.
func (o *evalObject) class() string { return o.words[nameAttribute] }

// sure is the object's score, 1 if it is not told.
func (o *evalObject) sure() float64 {
	if o.score == nil {
		return 1
	}
	return *o.score
}

// has tells whether a property is told.
func (o *evalObject) has(a int) bool {
	if a == listAttribute {
		return o.labels != nil
	}
	return o.words[a] != ""
}

// surest are the numbers of objects by descending score, in their order where scores are equal.
func surest(objects []evalObject) []int {
	out := inOrder(len(objects))
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(objects[b].sure(), objects[a].sure()) })
	return out
}
