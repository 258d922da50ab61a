package export

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen/show"
	"mereo/gen/write"
)

// clevrer writes films as CLEVRER has them (Yi et al. 2020, http://clevrer.csail.mit.edu): of the first camera,
//
//	train/video_00012.mp4         where the dataset has pictures
//	train/annotation_00012.json   object_property, motion_trajectory, collision
//	train.json                    questions of all films, programs in postfix order
//
// Objects have the attributes color, material and shape. Orientations are angles about x, y and z, radians, in Blender's order XYZ.
type clevrer struct{ d *dataset }

func (*clevrer) wants() wants { return wants{} }

func (f *clevrer) prepare(ctx context.Context, d *dataset) error {
	f.d = d
	if err := mustBeFilms(d, "clevrer"); err != nil {
		return err
	}
	if d.manifest.Pictures {
		return hasFFmpeg()
	}
	return nil
}

// clevrerSample is a film as it goes into the files.
type clevrerSample struct {
	Name       string // "train/%s_00012.%s"
	Video      []byte
	Annotation []byte
	Questions  []byte // an element of the split's list; nil where there are none
}

type clevrerAnnotation struct {
	Scene      int                `json:"scene_index"`
	Video      string             `json:"video_filename"`
	Properties []clevrerObject    `json:"object_property"`
	Trajectory []clevrerFrame     `json:"motion_trajectory"`
	Collisions []clevrerCollision `json:"collision"`
}

type clevrerObject struct {
	ID       int    `json:"object_id"`
	Color    string `json:"color"`
	Material string `json:"material"`
	Shape    string `json:"shape"`
}

type clevrerFrame struct {
	Frame   int            `json:"frame_id"`
	Objects []clevrerState `json:"objects"`
}

type clevrerState struct {
	ID          int        `json:"object_id"`
	Location    [3]float64 `json:"location"`
	Orientation [3]float64 `json:"orientation"`
	Velocity    [3]float64 `json:"velocity"`
	Angular     [3]float64 `json:"angular_velocity"`
	InView      bool       `json:"inside_camera_view"`
}

type clevrerCollision struct {
	Objects  [2]int     `json:"object_ids"`
	Frame    int        `json:"frame_id"`
	Location [3]float64 `json:"location"`
}

type clevrerFilm struct {
	Scene     int               `json:"scene_index"`
	Video     string            `json:"video_filename"`
	Questions []clevrerQuestion `json:"questions"`
}

type clevrerQuestion struct {
	ID      int             `json:"question_id"`
	Text    string          `json:"question"`
	Type    string          `json:"question_type"`
	Subtype string          `json:"question_subtype,omitempty"`
	Program []string        `json:"program"`
	Answer  string          `json:"answer,omitempty"`
	Choices []clevrerChoice `json:"choices,omitempty"`
}

type clevrerChoice struct {
	ID      int      `json:"choice_id"`
	Text    string   `json:"choice"`
	Program []string `json:"program"`
	Answer  string   `json:"answer"` // correct or wrong
	// ByOrder is what the published executor says, which takes for causes what came before.
	ByOrder string `json:"answer_by_order,omitempty"`
}

func (f *clevrer) encode(s *Sample) (any, error) {
	video := fmt.Sprintf("video_%05d.mp4", s.Index)
	out := &clevrerSample{Name: fmt.Sprintf("%s/%%s_%05d.%%s", s.Split, s.Index)}
	number := map[int]int{} // of objects, by id
	a := clevrerAnnotation{Scene: s.Index, Video: video, Properties: []clevrerObject{}, Trajectory: []clevrerFrame{}, Collisions: []clevrerCollision{}}
	for i := range s.Film.Things {
		t := &s.Film.Things[i]
		o := clevrerObject{ID: len(number)}
		at := slices.IndexFunc(s.Page.Entities, func(e show.Entity) bool { return e.Channel == show.ChannelObject && e.ID == t.ID })
		for key, to := range map[string]*string{"color": &o.Color, "material": &o.Material, "shape": &o.Shape} {
			word, ok := "", false
			if at >= 0 {
				word, ok = s.Page.Entities[at].Facts[key].(string)
			}
			if !ok {
				return nil, fmt.Errorf("%s/%d: object %d has no %s, which CLEVRER's files tell; want a world whose things have color, material and shape", s.Split, s.Index, t.ID, key)
			}
			*to = word
		}
		number[t.ID] = o.ID
		a.Properties = append(a.Properties, o)
	}
	cams := s.Film.Cameras[0].Pinholes
	for frame := range s.Film.Frames {
		row := clevrerFrame{Frame: frame, Objects: []clevrerState{}}
		for i := range s.Film.Things {
			t := &s.Film.Things[i]
			state, cam := &t.States[frame], &cams[frame]
			x, y, z := cam.Project(state.Location.Add(state.Rotation.Rotate(t.Box.Center())))
			row.Objects = append(row.Objects, clevrerState{
				number[t.ID], triple(state.Location), eulerXYZ(state.Rotation), triple(state.Velocity), triple(state.Angular),
				z > 0 && x >= 0 && y >= 0 && x < float64(cam.Width) && y < float64(cam.Height),
			})
		}
		a.Trajectory = append(a.Trajectory, row)
	}
	for _, c := range s.Film.Collisions {
		a.Collisions = append(a.Collisions, clevrerCollision{[2]int{number[c.A], number[c.B]}, c.Frame, triple(c.Position)})
	}
	var err error
	if out.Annotation, err = json.Marshal(a); err != nil {
		return nil, err
	}
	if len(s.Page.Questions) > 0 {
		if out.Questions, err = json.Marshal(clevrerFilm{s.Index, video, clevrerQuestions(s.Page.Questions)}); err != nil {
			return nil, err
		}
	}
	if f.d.manifest.Pictures {
		out.Video, err = f.d.mp4(s.Film.Cameras[0].Pictures)
	}
	return out, err
}

// eulerXYZ are the angles of a rotation about x, then y, then z of the world.
func eulerXYZ(q geom.Quat) [3]float64 {
	m := q.Mat3()
	level := math.Sqrt(float64(m.X.X*m.X.X) + float64(m.X.Y*m.X.Y))
	if level < 1e-6 { // x points up or down: z turns as x does
		return [3]float64{geom.Atan2(-m.Z.Y, m.Y.Y), geom.Atan2(-m.X.Z, level), 0}
	}
	return [3]float64{geom.Atan2(m.Y.Z, m.Z.Z), geom.Atan2(-m.X.Z, level), geom.Atan2(m.X.Y, m.X.X)}
}

// clevrerQuestions are the questions of a film, choices of one together.
func clevrerQuestions(list []show.Question) (out []clevrerQuestion) {
	right := func(answer string) string {
		switch answer {
		case "yes":
			return "correct"
		case "no":
			return "wrong"
		}
		return ""
	}
	group := 0
	for i := range list {
		q := &list[i]
		kind, _ := q.Facts["type"].(string)
		last := len(q.Program) - 1
		if q.Group == 0 {
			out = append(out, clevrerQuestion{
				ID: len(out), Text: q.Text, Type: kind, Subtype: clevrerWord(q.Program[last].Function), Program: clevrerPostfix(q.Program, last, nil), Answer: q.Answer,
			})
			continue
		}
		// The choice is what belongs to something, or not.
		belongs := last
		if q.Program[belongs].Function == "negate" {
			belongs = q.Program[belongs].Inputs[0]
		}
		choice := clevrerPostfix(q.Program, q.Program[belongs].Inputs[0], nil)
		whole := clevrerPostfix(q.Program, last, nil)
		if q.Group != group {
			group = q.Group
			out = append(out, clevrerQuestion{ID: len(out), Text: q.Stem, Type: kind, Program: whole[len(choice):]})
		}
		at := &out[len(out)-1]
		order, _ := q.Facts["answer_by_order"].(string)
		at.Choices = append(at.Choices, clevrerChoice{len(at.Choices), q.Choice, choice, right(q.Answer), right(order)})
	}
	return out
}

// clevrerNames are the published names of functions that have others here, where sets of events have functions of their own.
var clevrerNames = map[string]string{
	"scene": "objects", "unique_event": "unique", "count_events": "count", "exist_event": "exist", "object_belong_to": "belong_to",
	"filter_ancestor_by_order": "filter_ancestor",
}

func clevrerWord(function string) string {
	if name := clevrerNames[function]; name != "" {
		return name
	}
	return function
}

// clevrerPostfix adds call i and what it takes in postfix order: what several calls take is there several times. One object is a set to the published
// executor, and all frames are null.
func clevrerPostfix(p show.Program, i int, out []string) []string {
	call := &p[i]
	if call.Function == "whole_film" {
		return append(out, "null")
	}
	for _, from := range call.Inputs {
		out = clevrerPostfix(p, from, out)
	}
	if call.Function == "single" {
		return out
	}
	return append(append(out, call.Side...), clevrerWord(call.Function))
}

func (f *clevrer) item() any { return new(clevrerSample) }

// place writes what of a film has files of its own.
func (f *clevrer) place(out string, _ *dataset, item any) ([]write.File, error) {
	s := item.(*clevrerSample)
	var w written
	if s.Video != nil {
		w.add(write.Bytes(out, fmt.Sprintf(s.Name, "video", "mp4"), s.Video))
	}
	w.add(write.Bytes(out, fmt.Sprintf(s.Name, "annotation", "json"), s.Annotation))
	s.Video, s.Annotation = nil, nil // they need not wait for the split
	return w.all()
}

func (f *clevrer) write(out string, _ *dataset, sh Shard, items iter.Seq2[any, error]) ([]write.File, error) {
	file, err := write.Stream(out, sh.Split+".json", func(w io.Writer) error {
		if _, err := io.WriteString(w, "["); err != nil {
			return err
		}
		first := true
		for item, err := range items {
			if err != nil {
				return err
			}
			if q := item.(*clevrerSample).Questions; q != nil {
				if err := element(w, q, first); err != nil {
					return err
				}
				first = false
			}
		}
		_, err := io.WriteString(w, "\n]\n")
		return err
	})
	return []write.File{file}, err
}
