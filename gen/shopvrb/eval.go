package shopvrb

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/ask"
	"mereo/gen/ask/closed"
	"mereo/gen/judge"
	"mereo/gen/record"
	"mereo/internal/folder"
)

// Judge is how answers to the set's questions and predicted scenes are judged.
func Judge() *judge.Set {
	o := sceneOptions{match: MatchMask, iou: defaultIoU}
	return &judge.Set{
		Name: setName, Layout: []string{"scenes/SHOP_VRB_{split}_scenes.json"}, Together: "visual and textual",
		Flags: func(f *flag.FlagSet) {
			f.StringVar(&o.match, "match", o.match, "what objects of scenes are matched by: "+strings.Join(Matches, ", "))
			f.Float64Var(&o.iou, "iou", o.iou, "matched objects of scenes overlap by more, from 0 to 1")
		},
		Check: o.check,
		Tasks: []*judge.Task{questionTask(visual), questionTask(textual), o.task()},
		TaskOf: func(e judge.Entry) string {
			var scene struct {
				Objects jsontext.Value `json:"objects"`
			}
			if e.Decode(&scene) == nil && scene.Objects != nil {
				return taskScenes
			}
			return ""
		},
	}
}

// questionTask is about the questions of a kind. What is published is about visual ones.
func questionTask(k kind) *judge.Task {
	q := judge.Questions{
		Task: judge.Task{
			Name: k.String(), Groups: []string{"family", "objects"}, Rows: questionRows,
			Columns: []judge.Column{{Name: "as sets", Percent: true, Digits: 1, Share: true}},
		},
		Files: []string{questionFile(k)},
		Open: func(ctx context.Context, root, split, _ string) (judge.Asker, error) {
			classes, err := otherClasses(root)
			return &evaluated{ctx: ctx, root: root, split: split, classes: classes, possible: map[string][]string{}}, err
		},
		More: func(q *judge.Question, answer string) []judge.Value {
			return []judge.Value{judge.Right(answer == q.Answer || sameAsSets(answer, q.Answer))}
		},
	}
	if k == visual {
		q.Rows, q.Papers = publishedRows, []string{"NS 1", "NS 2", "XNM"}
		q.Note = "* of the paper, on its test or benchmark split: NS 1 and NS 2 with the programs of 1 and 2 questions of each template,\n" +
			"  XNM with true scenes and programs"
	}
	return q.New()
}

// questionRows are the types of questions and all.
func questionRows(string) (out []judge.Row) {
	for _, t := range questionTypes {
		out = append(out, judge.Row{Group: "type", Name: t})
	}
	return append(out, judge.Row{Group: judge.AllGroup, Name: judge.AllGroup})
}

// publishedRows are those with what is published of them.
func publishedRows(split string) []judge.Row {
	out, f := questionRows(split), publishedQuestions[split == benchmarkSplit]
	for i := range out {
		out[i].Published = []float64{f.ns1[i], f.ns2[i], f.xnm[i]}
	}
	return out
}

func questionFile(k kind) string {
	if k == textual {
		return filesOfSplit("{split}").textual
	}
	return filesOfSplit("{split}").visual
}

// evaluated is what judging knows of the questions of a split.
type evaluated struct {
	ctx         context.Context
	root, split string
	classes     []string            // beside the published ones
	possible    map[string][]string // answers by function
	scenes      map[int]evalScene
	records     bool // of the scenes are needed
}

// evalQuestion is what evaluation reads of a question.
type evalQuestion struct {
	QuestionIndex int            `json:"question_index"`
	ImageIndex    int            `json:"image_index"`
	Question      string         `json:"question"`
	Answer        jsontext.Value `json:"answer"`
	Program       jsontext.Value `json:"program"`
	Template      string         `json:"template_filename"`
	InFamily      int            `json:"question_in_family_index"`

	last string // function of the program, which gives the answer
}

func (a *evaluated) Question(_ int, value jsontext.Value) (*judge.Question, error) {
	q := &evalQuestion{}
	if err := record.Read(value, q, record.Part|record.Item); err != nil {
		return nil, err
	}
	var program []struct {
		Function string `json:"function"`
	}
	if err := json.Unmarshal(q.Program, &program); err != nil || len(program) == 0 {
		return nil, fmt.Errorf("program is %.60s, want a list of calls", q.Program)
	}
	q.last = program[len(program)-1].Function
	word, err := answerText(q.Answer)
	return &judge.Question{
		Index: q.QuestionIndex, Image: q.ImageIndex, Text: q.Question, Family: q.Template + ":" + strconv.Itoa(q.InFamily), Answer: word,
		Of: q,
	}, err
}

func (a *evaluated) Groups(of *judge.Question) ([]judge.Group, error) {
	q := of.Of.(*evalQuestion)
	scene, err := a.scene(q.ImageIndex)
	if err != nil {
		return nil, err
	}
	kindOf := questionType(q.last)
	if kindOf == "" {
		return nil, fmt.Errorf("program ends with %q, which gives no answer", q.last)
	}
	return []judge.Group{
		{Group: "type", Name: kindOf}, {Group: "family", Name: q.Template}, {Group: "objects", Name: strconv.Itoa(scene.objects)},
	}, nil
}

func (a *evaluated) Word(answer jsontext.Value) (string, error) { return answerText(answer) }

func (a *evaluated) Possible(of *judge.Question) ([]string, error) {
	last := of.Of.(*evalQuestion).last
	if a.possible[last] == nil {
		a.possible[last] = possibleAnswers(last, a.classes...)
	}
	if len(a.possible[last]) == 0 {
		return nil, fmt.Errorf("program ends with %q, which gives no answer", last)
	}
	return a.possible[last], nil
}

// Oracle runs programs on their scenes, with an executor that questions are not made with.
func (a *evaluated) Oracle(context.Context, *judge.Job, string) (func(*judge.Question) (string, error), func(), error) {
	a.records = true
	var scene *ask.Plain
	of, library := -1, newLibrary()
	return func(q *judge.Question) (string, error) {
		if scene == nil || q.Image != of {
			stored, err := a.scene(q.Image)
			if err != nil {
				return "", err
			}
			if scene, err = ask.ReadPlain(stored.record); err != nil {
				return "", fmt.Errorf("shopvrb: %w", err)
			}
			of = q.Image
		}
		program, err := library.ParseProgram(q.Of.(*evalQuestion).Program)
		if err != nil {
			return "", err
		}
		outputs := library.RunPlain(scene, program)
		data, err := json.Marshal(outputs[len(outputs)-1])
		if err != nil {
			return "", err
		}
		return answerText(data)
	}, func() {}, nil
}

// evalScene is what questions need of a scene.
type evalScene struct {
	objects int
	record  []byte // nil unless programs are run
}

// scene finds a scene of the split, all of which are read the first time.
func (a *evaluated) scene(index int) (evalScene, error) {
	file := filesOfSplit(a.split).scenes
	if a.scenes == nil {
		a.scenes = map[int]evalScene{}
		err := judge.Stored(a.ctx, filepath.Join(a.root, filepath.FromSlash(file)), "scenes", "scene", func(_ int, entry jsontext.Value) error {
			var s struct {
				ImageIndex *int                        `json:"image_index"`
				Objects    []map[string]jsontext.Value `json:"objects"`
			}
			if err := record.Read(entry, &s, record.Part|record.Item); err != nil {
				return err
			}
			if s.ImageIndex == nil {
				return errors.New("scene has no image_index")
			}
			of := evalScene{objects: len(s.Objects)}
			if a.records {
				of.record = entry.Clone()
			}
			a.scenes[*s.ImageIndex] = of
			return nil
		})
		if err != nil {
			return evalScene{}, err
		}
	}
	s, ok := a.scenes[index]
	if !ok {
		return s, fmt.Errorf("there is no scene with image_index %d in %s", index, file)
	}
	return s, nil
}

// answerText is an answer in the released form: true is yes, 3 is "3", and a list is a text as Python prints it.
func answerText(raw jsontext.Value) (string, error) {
	switch raw.Kind() {
	case 't', 'f':
		return releasedAnswer(raw.Kind() == 't'), nil
	case '"':
		var text string
		err := json.Unmarshal(raw, &text)
		return text, err
	case '0':
		if n, err := strconv.Atoi(string(raw)); err == nil {
			return releasedAnswer(n), nil
		}
	case '[':
		var items []string
		if err := json.Unmarshal(raw, &items); err == nil {
			return releasedAnswer(closed.ListOf(items)), nil
		}
	}
	return "", fmt.Errorf("answer is %.60s, want a text, a whole number, true or false, or a list of texts", raw)
}

// possibleAnswers are those that a program can end with: yes and no, numbers of things, or the values of a property; lists are
// those that the published things have. classes are those beside the published ones.
func possibleAnswers(function string, classes ...string) (out []string) {
	key, isQuery := strings.CutPrefix(function, "query_")
	switch {
	case function == "count":
		return domainText(counted())
	case !isQuery:
		return []string{"yes", "no"}
	case key != attributes[listAttribute].Key:
		words := newVocabulary(classes...)
		for a := range attributes {
			if attributes[a].Key == key {
				return domainText(words.Words[a])
			}
		}
		return nil
	}
	for _, class := range slices.Sorted(maps.Keys(textualProperties)) {
		for _, p := range textualProperties[class] {
			if p.key != key {
				continue
			}
			for _, r := range p.rules {
				if text := releasedAnswer(closed.ListOf(r.then.list)); !slices.Contains(out, text) {
					out = append(out, text)
				}
			}
		}
	}
	return out
}

func domainText(values []ask.Value) (out []string) {
	for _, v := range values {
		out = append(out, releasedAnswer(v))
	}
	return out
}

// questionFigures are accuracies of a model, in the order of questionTypes and of all questions.
type questionFigures [6]float64

// publishedQuestions are the accuracies of the paper's neural-symbolic model, trained with the programs of one and of two
// questions of each template, and of XNM, which is given true scenes and programs.
var publishedQuestions = map[bool]struct{ ns1, ns2, xnm questionFigures }{ // by whether the split is benchmark
	false: {
		questionFigures{84.4, 92.0, 58.8, 94.0, 89.5, 88.0}, questionFigures{94.4, 96.8, 96.2, 93.6, 93.5, 94.2},
		questionFigures{98.7, 99.5, 99.7, 99.9, 99.5, 99.6},
	},
	true: {
		questionFigures{35.5, 59.8, 50.2, 53.3, 27.8, 38.7}, questionFigures{36.1, 59.2, 62.3, 53.2, 26.6, 38.8},
		questionFigures{98.0, 99.5, 98.8, 98.7, 99.5, 99.0},
	},
}

// otherClasses are the classes of a dataset that are not published, as its file of numbers tells; none without the file.
func otherClasses(root string) ([]string, error) {
	data, err := folder.Read(root, classesFile, folder.Record)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	var numbers map[string]int
	if err := record.Read(data, &numbers, record.Exact); err != nil {
		return nil, fmt.Errorf("shopvrb: %s: %w", classesFile, err)
	}
	for _, class := range valuesFor("name") {
		delete(numbers, class)
	}
	return slices.Sorted(maps.Keys(numbers)), nil
}
