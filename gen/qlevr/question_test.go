package qlevr

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/judge"
	"mereo/gen/record"
)

// askedQuestion is a question about secondDesk, with its program's outputs.
func askedQuestion() QuestionRecord {
	return QuestionRecord{
		ImageIndex: 7, Question: "Do 2 or more balls lie on the black round area?", Answer: true,
		Template: QuestionTemplate{"all.json", []int{8}},
		Program: []QuestionNode{
			{NodeOutput{OutputSets, []int{0, 1, 2}, []int{0, 1, 2, 3, 4}, ""}, []Value{}},
			{NodeOutput{OutputSets, []int{0}, []int{0, 1, 2}, ""}, secondWords("black", "-", "circle", "")},
			{NodeOutput{OutputSets, []int{0}, []int{1, 2}, ""}, secondWords("-", "-", "-", "sphere")},
			{NodeOutput{OutputSets, []int{0}, []int{1, 2}, ""}, secondWords("2", "are", "s")},
		},
	}
}

const askedLine = `{"info":{"date":"01/02/2026","version":"1.0","split":"val"},"questions":[` +
	`{"question_index":0,"image_index":7,"question":"Do 2 or more balls lie on the black round area?","program":[` +
	`{"_output":{"plane":[0,1,2],"object":[0,1,2,3,4]},"vals":[]},` +
	`{"_output":{"plane":[0],"object":[0,1,2]},"vals":["black",null,"circle",""]},` +
	`{"_output":{"plane":[0],"object":[1,2]},"vals":[null,null,null,"sphere"]},` +
	`{"_output":{"plane":[0],"object":[1,2]},"vals":["2","are","s"]}],"answer":true,"template":["all.json",8]}]}`

// questionsOf yields questions.
func questionsOf(questions ...QuestionRecord) func(func(*QuestionRecord, error) bool) {
	return func(yield func(*QuestionRecord, error) bool) {
		for i := range questions {
			if !yield(&questions[i], nil) {
				return
			}
		}
	}
}

func TestWriteQuestions(t *testing.T) {
	var b bytes.Buffer
	if err := WriteQuestions(&b, QuestionInfo{"01/02/2026", "1.0", "val"}, questionsOf(askedQuestion())); err != nil {
		t.Fatal(err)
	}
	if b.String() != askedLine {
		t.Errorf("got\n%s\nwant\n%s", b.String(), askedLine)
	}
	name := filepath.Join(t.TempDir(), "questions_val.json")
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := readQuestions(t.Context(), name)
	if want := []QuestionRecord{askedQuestion()}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, %v, want %+v", got, err, want)
	}
}

func TestNodeOutputForms(t *testing.T) {
	for text, want := range map[string]NodeOutput{
		`{"plane":[],"object":[3]}`: {Form: OutputSets, First: []int{}, Second: []int{3}},
		`"red"`:                     {Form: OutputValue, Value: "red"},
		`[[1,2],[]]`:                {Form: OutputPair, First: []int{1, 2}, Second: []int{}},
		`{}`:                        {},
	} {
		var got NodeOutput
		if err := record.Read([]byte(text), &got, record.Exact); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v, %v, want %+v", text, got, err, want)
		}
		if back := record.JSON(got); string(back) != text {
			t.Errorf("%s is written as %s", text, back)
		}
	}
}

func TestReadQuestionsErrors(t *testing.T) {
	name := filepath.Join(t.TempDir(), "questions_val.json")
	for _, c := range []struct{ from, to, want string }{
		{`"answer":true`, `"answer":"yes"`, `: question 0: answer is `},
		{`"answer":true,`, ``, `: question 0: answer is missing`},
		{`["all.json",8]`, `["all.json"]`, `: question 0: template is ('all.json'), want a file and whole numbers`},
		{`["all.json",8]`, `["all.json","8"]`, `: question 0: template[1] is a text, want a whole number`},
		{`"plane":[0]`, `"plane":["0"]`, `: question 0: program[1]._output.plane[0] is a text`},
		{`"question_index":0`, `"question_index":1`, `: question 0: question_index is 1, want 0: they count from 0`},
		{`"questions"`, `"scenes"`, `: not a file of questions, {"questions": [...]}: that key is missing`},
		{`"2","are"`, `"2","a`, `: the file is cut short or damaged at question 0: `},
	} {
		text := strings.Replace(askedLine, c.from, c.to, 1)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := readQuestions(t.Context(), name)
		if err == nil || !strings.HasPrefix(err.Error(), "judge: "+name+": ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: error is %v, want %q", c.to, c.from, err, c.want)
		}
	}
}

func TestLabelTable(t *testing.T) {
	table := labelsOf([]Template{
		{
			File: "each_no.json", Family: 20, Variant: []int{1, 3},
			Quantifiers: []string{"each", "no", "some", "most"}, Types: []string{"compare_attr_shape"},
		},
		{File: "all.json", Family: 8, Quantifiers: []string{"at_least_number"}, Types: []string{"existence1"}},
	})
	var b bytes.Buffer
	if err := WriteLabels(&b, table); err != nil {
		t.Fatal(err)
	}
	want := `{
"('all.json', 8)": {"quantifiers":["at_least_number"],"type":["existence1"]},
"('each_no.json', 20, 1, 3)": {"quantifiers":["each","no","some","most"],"type":["compare_attr_shape"]}
}
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	name := filepath.Join(t.TempDir(), labelsFile)
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(want)
	if got, err := ReadLabels(name); err != nil || !reflect.DeepEqual(got, table) {
		t.Errorf("read %v, %v, want %v", got, err, table)
	}
	write(strings.Replace(want, "existence1", "existence3", 1))
	_, err := ReadLabels(name)
	if err == nil || !strings.Contains(err.Error(), `template ('all.json', 8): type has "existence3", want labels out of`) {
		t.Errorf("error is %v", err)
	}
}

// readQuestions reads a whole question file. Errors name the file, the question by its place, and the field.
func readQuestions(ctx context.Context, name string) ([]QuestionRecord, error) {
	var out []QuestionRecord
	err := judge.Stored(ctx, name, "questions", "question", func(n int, data jsontext.Value) error {
		q, err := (&evaluated{}).Question(n, data)
		if err == nil {
			out = append(out, *q.Of.(*QuestionRecord))
		}
		return err
	})
	return out, err
}
