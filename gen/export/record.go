package export

import (
	"mereo/gen/show"
	"mereo/scenes/annot"
)

// Record is what is told of a sample beside its pictures, in the same words for all sets. It is the JSON of WebDataset, HDF5 and glTF,
// and Parquet has the same in columns.
//
// The world has +Z up and meters; pixels are counted from the top left, boxes are half-open: [x0, y0, x1, y1].
type Record struct {
	Set      string          `json:"set"`
	Split    string          `json:"split"`
	Index    int             `json:"index"`
	About    show.Facts      `json:"about"` // of the whole sample: room, steps, how it was made
	Pictures []PictureRecord `json:"pictures"`
	Objects  []Object        `json:"objects"`
	// Relations are pairs of objects' keys by the relation's name: of each pair under "left" the first is left of the second. They
	// are those of the first picture.
	Relations map[string][][2]string `json:"relations"`
	Questions []Question             `json:"questions"`
	// Unit is how long a meter of this world is in fact, in meters, in sets of small things.
	Unit float64 `json:"unit,omitempty"`
}

// PictureRecord is a color picture.
type PictureRecord struct {
	Name    string        `json:"name"`
	Path    string        `json:"path,omitempty"` // in the dataset
	Width   int           `json:"width"`
	Height  int           `json:"height"`
	Film    string        `json:"film,omitempty"` // the name of the film that it is a frame of
	Time    float64       `json:"time,omitempty"` // of a frame, seconds
	Drawing bool          `json:"drawing,omitempty"`
	Camera  *annot.Camera `json:"camera,omitempty"` // none where no camera saw it
}

// Object is something of the scene graph: an object, a part, a plane, a character. Of what changes between pictures, Class, Name,
// Attributes and At are those of the first one.
type Object struct {
	Key        string       `json:"key"`
	Kind       string       `json:"kind"`
	Class      string       `json:"class"`
	Name       string       `json:"name"`
	Channel    show.Channel `json:"channel,omitempty"` // of label pictures: "object", "part", "region"
	ID         int          `json:"id,omitempty"`      // there
	Attributes show.Facts   `json:"attributes"`
	// Boxes are where it is seen in each picture; null where it is not.
	Boxes []*[4]float64 `json:"boxes"`
	At    *[3]float64   `json:"at,omitempty"`    // meters
	Color string        `json:"color,omitempty"` // "#rrggbb", sRGB
	// States are what it is in each picture, in sets in which things change between them.
	States []State  `json:"states,omitempty"`
	Parts  []Object `json:"parts,omitempty"` // what it consists of, or holds
}

// State is what an object is in one picture.
type State struct {
	Class      string      `json:"class"`
	Name       string      `json:"name"`
	At         *[3]float64 `json:"at,omitempty"` // meters
	Attributes show.Facts  `json:"attributes"`
}

// Question is a question with its program.
type Question struct {
	Question string       `json:"question"`
	Answer   string       `json:"answer"`
	Choices  []string     `json:"choices,omitempty"`
	About    show.Facts   `json:"about"` // type, family
	Texts    []show.Row   `json:"texts,omitempty"`
	Program  show.Program `json:"program"`
}

// record tells of a sample.
func (s *Sample) record() *Record {
	p := s.Page
	out := &Record{
		Set: s.Set, Split: s.Split, Index: s.Index, About: facts(p.Facts), Unit: p.Unit, Pictures: []PictureRecord{}, Objects: objects(p.Entities),
		Relations: map[string][][2]string{}, Questions: []Question{},
	}
	for _, q := range p.Pictures {
		out.Pictures = append(out.Pictures, PictureRecord{q.Name, q.Path, q.Width, q.Height, q.Film, q.Time, q.Drawing, q.Camera})
	}
	for _, r := range p.Relations {
		out.Relations[r.Name] = append(out.Relations[r.Name], [2]string{r.From, r.To})
	}
	for _, q := range p.Questions {
		out.Questions = append(out.Questions, Question{q.Text, q.Answer, q.Choices, facts(q.Facts), q.Texts, q.Program})
	}
	return out
}

func objects(all []show.Entity) []Object {
	out := []Object{}
	for i := range all {
		e := &all[i]
		first := stateIn(e, 0)
		o := Object{
			Key: e.Key, Kind: e.Kind, Class: first.Class, Name: first.Name, Channel: e.Channel, ID: e.ID, Attributes: first.Attributes,
			Boxes: []*[4]float64{}, At: first.At, Color: e.Color,
		}
		for _, b := range e.Boxes {
			if b == (show.Rect{}) {
				o.Boxes = append(o.Boxes, nil)
				continue
			}
			o.Boxes = append(o.Boxes, &[4]float64{b.X0, b.Y0, b.X1, b.Y1})
		}
		for p := range e.States {
			o.States = append(o.States, stateIn(e, p))
		}
		if len(e.Entities) > 0 {
			o.Parts = objects(e.Entities)
		}
		out = append(out, o)
	}
	return out
}

// stateIn is what an entity is in picture p. Its class is its kind where there are no classes.
func stateIn(e *show.Entity, p int) State {
	s := e.In(p)
	if s.Class == "" {
		s.Class = e.Kind
	}
	return State{s.Class, s.Name, s.At, facts(s.Facts)}
}

// facts are never null.
func facts(f show.Facts) show.Facts {
	if f == nil {
		return show.Facts{}
	}
	return f
}
