package show

import "mereo/scenes/annot"

// Data is a page for programs: what Page tells people, with Facts in place of rows. It is JSON.
type Data struct {
	Title     string         `json:"title"`
	Facts     Facts          `json:"facts"`
	Pictures  []PictureData  `json:"pictures"`
	Entities  []EntityData   `json:"entities"`
	Relations []Relation     `json:"relations"`
	Questions []QuestionData `json:"-"` // which are told apart
}

// PictureData is a Picture.
type PictureData struct {
	Name   string        `json:"name"`
	Width  int           `json:"width"`
	Height int           `json:"height"`
	Film   string        `json:"film,omitempty"`
	Time   float64       `json:"time,omitempty"` // s
	Camera *annot.Camera `json:"camera,omitempty"`
}

// EntityData is an Entity. States are what it is in each picture, of things that change between them.
type EntityData struct {
	Key      string           `json:"key"`
	Name     string           `json:"name"`
	Kind     string           `json:"kind"`
	Class    string           `json:"class,omitempty"`
	Channel  Channel          `json:"channel,omitempty"`
	ID       int              `json:"id,omitempty"`
	At       *[3]float64      `json:"at,omitempty"`
	Boxes    []Rect           `json:"boxes,omitempty"`
	Lines    [][][][2]float64 `json:"lines,omitempty"`
	Facts    Facts            `json:"facts,omitempty"`
	States   []StateData      `json:"states,omitempty"`
	Edits    []EditKind       `json:"edits,omitempty"`
	Colors   []string         `json:"colors,omitempty"`
	Entities []EntityData     `json:"entities,omitempty"`
}

// StateData is a State.
type StateData struct {
	Name  string      `json:"name"`
	Class string      `json:"class,omitempty"`
	At    *[3]float64 `json:"at,omitempty"`
	Facts Facts       `json:"facts,omitempty"`
}

// QuestionData is a Question.
type QuestionData struct {
	Text    string   `json:"text"`
	Answer  string   `json:"answer"`
	Choices []string `json:"choices,omitempty"`
	Texts   []Row    `json:"texts,omitempty"`
	Facts   Facts    `json:"facts,omitempty"`
	Program Program  `json:"program,omitempty"`
	Trace   []string `json:"trace,omitempty"` // what each call yields: Result.Text; of questions with Traces alone
}

// Data is the page for programs.
func (p *Page) Data() *Data {
	d := &Data{
		Title: p.Title, Facts: p.Facts, Pictures: []PictureData{}, Entities: entitiesData(p.Entities), Relations: p.Relations,
		Questions: QuestionsData(p.Questions),
	}
	for _, im := range p.Pictures {
		d.Pictures = append(d.Pictures, PictureData{im.Name, im.Width, im.Height, im.Film, im.Time, im.Camera})
	}
	return d
}

func entitiesData(all []Entity) []EntityData {
	out := []EntityData{}
	for i := range all {
		e := &all[i]
		d := EntityData{
			Key: e.Key, Name: e.Name, Kind: e.Kind, Class: e.Class, Channel: e.Channel, ID: e.ID, At: e.At, Boxes: e.Boxes, Lines: e.Lines, Facts: e.Facts,
			Edits: e.Edits, Colors: e.Colors,
		}
		for _, s := range e.States {
			d.States = append(d.States, StateData(s))
		}
		if len(e.Entities) > 0 {
			d.Entities = entitiesData(e.Entities)
		}
		out = append(out, d)
	}
	return out
}

// QuestionsData are questions for programs.
func QuestionsData(list []Question) []QuestionData {
	out := []QuestionData{}
	for i := range list {
		q := &list[i]
		out = append(out, QuestionData{q.Text, q.Answer, q.Choices, q.Texts, q.Facts, q.Program, nil})
	}
	return out
}

// Traces runs the programs of a sample's questions, which then tell what each call yields.
func Traces(s Sample, questions []QuestionData) error {
	for i := range questions {
		q := &questions[i]
		if len(q.Program) == 0 {
			continue
		}
		t, err := s.Run(q.Program)
		if err != nil {
			return err
		}
		for _, r := range t.Results {
			q.Trace = append(q.Trace, r.Text)
		}
	}
	return nil
}
