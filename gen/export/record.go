package export

import "mereo/gen/show"

// Record is what is told of a sample beside its pictures, in the same words for all sets. It is the JSON of WebDataset, Parquet, HDF5
// and glTF.
//
// The world has +Z up and metres; pixels are counted from the top left, boxes are half-open: [x0, y0, x1, y1].
type Record struct {
	Set       string            `json:"set"`
	Split     string            `json:"split"`
	Index     int               `json:"index"`
	About     map[string]string `json:"about"` // of the whole sample: camera, room, how it was made
	Pictures  []PictureRecord   `json:"pictures"`
	Objects   []Object          `json:"objects"`
	Relations []show.Relation   `json:"relations"` // between objects' keys
	Questions []Question        `json:"questions"`
	// Unit is how long a metre of this world is in fact, in metres, in sets of small things.
	Unit float64 `json:"unit,omitempty"`
}

// PictureRecord is a color picture.
type PictureRecord struct {
	Name   string  `json:"name"`
	Path   string  `json:"path,omitempty"` // in the dataset
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Film   string  `json:"film,omitempty"` // the name of the film that it is a frame of
	Time   float64 `json:"time,omitempty"` // of a frame, seconds
}

// Object is something of the scene graph: an object, a part, a plane, a character.
type Object struct {
	Key        string            `json:"key"`
	Kind       string            `json:"kind"`
	Class      string            `json:"class"`
	Name       string            `json:"name"`
	Channel    show.Channel      `json:"channel,omitempty"` // of label pictures: "object", "part", "region"
	ID         int               `json:"id,omitempty"`      // there
	Attributes map[string]string `json:"attributes"`
	// Boxes are where it is seen in each picture; null where it is not.
	Boxes []*[4]float64 `json:"boxes"`
	At    *[3]float64   `json:"at,omitempty"`    // metres
	Color string        `json:"color,omitempty"` // "#rrggbb", sRGB
	Parts []Object      `json:"parts,omitempty"` // what it consists of, or holds
}

// Question is a question with its program.
type Question struct {
	Question string            `json:"question"`
	Answer   string            `json:"answer"`
	Choices  []string          `json:"choices,omitempty"`
	About    map[string]string `json:"about"` // type, family
	Texts    []show.Row        `json:"texts,omitempty"`
	Program  show.Program      `json:"program"`
}

// record tells of a sample.
func (s *Sample) record() *Record {
	p := s.Page
	out := &Record{
		Set: s.Set, Split: s.Split, Index: s.Index, About: attributes(p.Rows), Unit: p.Unit, Pictures: []PictureRecord{}, Objects: objects(p.Entities),
		Relations: p.Relations, Questions: []Question{},
	}
	for _, q := range p.Pictures {
		out.Pictures = append(out.Pictures, PictureRecord{q.Name, q.Path, q.Width, q.Height, q.Film, q.Time})
	}
	for _, q := range p.Questions {
		out.Questions = append(out.Questions, Question{q.Text, q.Answer, q.Choices, attributes(q.Rows), q.Texts, q.Program})
	}
	return out
}

func objects(all []show.Entity) []Object {
	out := []Object{}
	for i := range all {
		e := &all[i]
		o := Object{
			Key: e.Key, Kind: e.Kind, Class: class(e), Name: e.Name, Channel: e.Channel, ID: e.ID, Attributes: attributes(e.Rows), Boxes: []*[4]float64{},
			At: e.At, Color: e.Color,
		}
		for _, b := range e.Boxes {
			if b == (show.Rect{}) {
				o.Boxes = append(o.Boxes, nil)
				continue
			}
			o.Boxes = append(o.Boxes, &[4]float64{b.X0, b.Y0, b.X1, b.Y1})
		}
		if len(e.Entities) > 0 {
			o.Parts = objects(e.Entities)
		}
		out = append(out, o)
	}
	return out
}

// class is the entity's, or its kind where there are no classes.
func class(e *show.Entity) string {
	if e.Class != "" {
		return e.Class
	}
	return e.Kind
}

// attributes are rows by their names; what is said twice is joined.
func attributes(rows []show.Row) map[string]string {
	out := map[string]string{}
	for _, r := range rows {
		if old, ok := out[r.Name]; ok {
			out[r.Name] = old + "; " + r.Value
			continue
		}
		out[r.Name] = r.Value
	}
	return out
}
