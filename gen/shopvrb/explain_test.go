package shopvrb

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/gen/write"
)

// explained writes a record of two things with two questions, a visual and a textual one, and returns the scene's file.
func explained(t *testing.T, change func(v, x *QuestionRecord)) (root, scene string) {
	t.Helper()
	root = t.TempDir()
	r := twoThings()
	f := filesOf(r.Split, r.ImageIndex)
	r.Objects[0].Extra.Description = fittingDescriptions(&r.Objects[0])[0]
	node := func(function string, input int, values ...string) QuestionNode {
		n := QuestionNode{Function: function, Inputs: []int{}, ValueInputs: append([]string{}, values...)}
		if input >= 0 {
			n.Inputs = append(n.Inputs, input)
		}
		return n
	}
	v := &QuestionRecord{
		Question: "Count the cyan mugs.", Answer: "1", TemplateFilename: "zero_hop.json", QuestionFamilyIndex: 149,
		Program: []QuestionNode{node("scene", -1), node("filter_color", 0, "cyan"), node("filter_name", 1, "mug"), node("count", 2)},
	}
	x := &QuestionRecord{
		Question: "How should one pick up the thing used for tea?", Answer: "handle-pickable", TemplateFilename: "zero_hop_text.json",
		QuestionInFamilyIndex: 6,
		Program:               []QuestionNode{node("scene", -1), node("filter_attribute", 0, "used for tea"), node("unique", 1), node("query_picking", 2)},
	}
	if change != nil {
		change(v, x)
	}
	for _, step := range []func() (write.File, error){
		func() (write.File, error) { return write.Bytes(root, f.record, append(r.Append(nil), 0x0a)) },
		func() (write.File, error) { return writeQuestions(root, f.visual, []*QuestionRecord{v}) },
		func() (write.File, error) { return writeQuestions(root, f.textual, []*QuestionRecord{x}) },
	} {
		if _, err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return root, filepath.Join(root, filepath.FromSlash(f.record))
}

// squeezed has single blanks in lines.
func squeezed(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = single(l)
	}
	return strings.Join(lines, "\n")
}

func TestExplain(t *testing.T) {
	_, scene := explained(t, nil)
	number := fittingDescriptions(&twoThings().Objects[0])[0]
	told := func(value string) string {
		if phrase := Evidence("mug", number, value); phrase != "" {
			return value + `: "` + phrase + `"`
		}
		return value + ": its description does not tell"
	}
	for i, want := range []string{`SHOP_VRB_train_000012.png, question 0 (visual, zero_hop.json:0)

Count the cyan mugs.

object 0: small medium-weight cyan ceramic mug (portable, cylindrical)
object 1: large heavy metallic metal kettle (movable, irregularly shaped)

3 count = 1
└─ 2 filter_name "mug" = [0]
└─ 1 filter_color "cyan" = [0]
└─ 0 scene = [0,1]

answer: 1
`, `SHOP_VRB_train_000012.png, question 1 (textual, zero_hop_text.json:6)

How should one pick up the thing used for tea?

object 0: small medium-weight cyan ceramic mug (portable, cylindrical)
` + told("handle-pickable") + "\n" + told("used for tea") + `
object 1: large heavy metallic metal kettle (movable, irregularly shaped)
handle-pickable

3 query_picking = "handle-pickable"
└─ 2 unique = 0
└─ 1 filter_attribute "used for tea" = [0]
└─ 0 scene = [0,1]

answer: handle-pickable
`} {
		var b bytes.Buffer
		if err := Explain(&b, scene, i); err != nil {
			t.Fatal(err)
		}
		if got := squeezed(b.String()); got != want {
			t.Errorf("question %d: got\n%s\nwant\n%s", i, got, want)
		}
	}
}

func TestExplainTellsWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		name     string
		question int
		change   func(v, x *QuestionRecord)
		damage   func(root, scene string) error
		want     string
	}{
		{"no such question", 2, nil, nil, "there is no question 2, want 0 to 1"},
		{"no questions", 0, nil, func(root, _ string) error { return os.RemoveAll(filepath.Join(root, "questions")) }, `"mereo ask" makes them`},
		{"no scene", 0, nil, func(_, scene string) error { return os.Remove(scene) }, "no such file"},
		{"half a scene", 0, nil, func(_, scene string) error { return os.WriteFile(scene, []byte("{"), 0o666) }, "make it again"},
		{
			"another answer", 0, func(v, _ *QuestionRecord) { v.Answer = "2" }, nil,
			`the file says 2; "mereo ask" asks afresh`,
		},
		{
			"a raw answer", 0, func(v, _ *QuestionRecord) { v.Answer = 2 }, nil,
			`the file says 2; "mereo ask" asks afresh`,
		},
		{
			"no answer", 1, func(_, x *QuestionRecord) { x.Program[1].ValueInputs[0] = "sharp" }, nil,
			`has no answer on its scene; "mereo ask" asks afresh`,
		},
		{"no function", 1, func(_, x *QuestionRecord) { x.Program[3].Function = "query_price" }, nil, "query_price"},
	} {
		root, scene := explained(t, c.change)
		if c.damage != nil {
			if err := c.damage(root, scene); err != nil {
				t.Fatal(err)
			}
		}
		if err := Explain(&bytes.Buffer{}, scene, c.question); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got error %v, want one with %q", c.name, err, c.want)
		}
	}
	// An answer in the raw form is the same answer.
	_, scene := explained(t, func(v, _ *QuestionRecord) { v.Answer = 1 })
	if err := Explain(&bytes.Buffer{}, scene, 0); err != nil {
		t.Error(err)
	}
	// A scene file elsewhere has no questions beside it.
	data, err := os.ReadFile(scene)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "scene.json")
	if err := os.WriteFile(other, data, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Explain(&bytes.Buffer{}, other, 0); err == nil || !strings.Contains(err.Error(), "another name and place") {
		t.Errorf("elsewhere: got error %v", err)
	}
}
