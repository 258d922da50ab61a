package record

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

type Inner struct {
	Size  float64 `json:"size"`
	Place point   `json:"place"`
}

type point struct {
	X    int     `json:"0"`
	Y    int     `json:"1"`
	Deep float64 `json:"2"`
}

type Lie struct {
	Pose [2]float64 `json:"pose"`
}

type whole struct {
	Name string `json:"name"`
	Inner
	*Lie
	Lists   [][]int              `json:"lists"`
	Rows    [2][2]float64        `json:"rows"`
	Tally   map[string]int       `json:"tally,omitempty"`
	ByIndex map[int][]string     `json:"by_index"`
	Small   []uint8              `json:"small"`
	Single  float32              `json:"single"`
	Mask    *Inner               `json:"mask"`
	Else    any                  `json:"else"`
	Left    string               `json:"left,omitempty"`
	Zero    [2]float64           `json:"zero,omitzero"`
	Many    map[string]*[]*Inner `json:"many"`
	Yes     bool                 `json:"yes"`
}

func sample() *whole {
	return &whole{
		Name: "größer \"so\" \\ \n", Inner: Inner{0.5, point{1, -20, 3}}, Lie: &Lie{[2]float64{1e-7, 1e22}},
		Lists: [][]int{{}, {1, 22, 333, -4}}, Rows: [2][2]float64{{0, math.Copysign(0, -1)}, {1e16, 123456.75}},
		Tally: map[string]int{"b": 2, "a": 1}, ByIndex: map[int][]string{10: {"x"}, 9: {}}, Small: []uint8{1, 2}, Single: 0.1,
		Else: map[string]any{"k": []any{1.5, nil, "v"}}, Many: map[string]*[]*Inner{"m": {nil, {1, point{}}}}, Yes: true,
	}
}

const compactText = `{"name":"größer \"so\" \\ \n","size":0.5,"place":[1,-20,3],"pose":[1e-7,1e+22],"lists":[[],[1,22,333,-4]],` +
	`"rows":[[0,-0],[10000000000000000,123456.75]],"tally":{"a":1,"b":2},"by_index":{"10":["x"],"9":[]},"small":[1,2],"single":0.1,` +
	`"mask":null,"else":{"k":[1.5,null,"v"]},"many":{"m":[null,{"size":1,"place":[0,0,0]}]},"yes":true}`

const pythonText = `{"name": "größer \"so\" \\ \n", "size": 0.5, "place": [1, -20, 3.0], "pose": [1e-07, 1e+22], "lists": [[], ` +
	`[1, 22, 333, -4]], "rows": [[0.0, -0.0], [1e+16, 123456.75]], "tally": {"a": 1, "b": 2}, "by_index": {"10": ["x"], "9": []}, ` +
	`"small": [1, 2], "single": 0.1, "mask": null, "else": {"k": [1.5, null, "v"]}, ` +
	`"many": {"m": [null, {"size": 1.0, "place": [0, 0, 0.0]}]}, "yes": true}`

// What is written in any style is read as the same.
func TestAppend(t *testing.T) {
	var indented strings.Builder
	e := json.NewEncoder(&indented)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(json.RawMessage(compactText)); err != nil {
		t.Fatal(err)
	}
	for style, want := range map[Style]string{Compact: compactText, Python: pythonText, Indented: indented.String()} {
		got := string(Append([]byte("a"), style, sample()))
		if got != "a"+want {
			t.Errorf("style %d: %s", style, Diff([]byte(got[1:]), []byte(want)))
		}
		var back whole
		if err := Read([]byte(want), &back, Exact); err != nil || !reflect.DeepEqual(&back, sample()) {
			t.Errorf("style %d is read as %+v, %v", style, back, err)
		}
	}
	if got := JSON(whole{}); !strings.Contains(string(got), `"lists":[],`) || strings.Contains(string(got), "pose") {
		t.Errorf("an empty value is written as %s", got)
	}
}

func TestAppendNumber(t *testing.T) {
	for _, f := range []float64{
		0, math.Copysign(0, -1), 1, -1, 960, 0.05, -0.0013012271614727545, 1e-6, 9.9e-7, -1e-9, 1.5e-300, 1 << 53, 1<<53 + 2,
		1e20, 1e21, -math.MaxFloat64, math.SmallestNonzeroFloat64,
	} {
		want, _ := json.Marshal(f)
		if got := AppendNumber(nil, f, Compact); string(got) != string(want) {
			t.Errorf("%v is written as %s, want %s", f, got, want)
		}
	}
	for f, want := range map[float64]string{
		0: "0.0", 1: "1.0", -2.5: "-2.5", 1e15: "1000000000000000.0", 1e16: "1e+16", 1e-4: "0.0001", 9e-5: "9e-05",
	} {
		if got := AppendNumber(nil, f, Python); string(got) != want {
			t.Errorf("%v is written as %s, want %s", f, got, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("what is not a number was written")
		}
	}()
	AppendNumber(nil, math.NaN(), Compact)
}

func TestModes(t *testing.T) {
	type value struct {
		A int    `json:"a"`
		B string `json:"b"`
		C bool   `json:"c,omitempty"`
	}
	for _, c := range []struct {
		text string
		how  Mode
		want string
	}{
		{`{"a": 1, "b": ""}`, Exact, ""},
		{`{"b": "", "a": 1, "c": true}`, Exact, ""},
		{"{\n\"a\": 1}", Exact, "line 1, column 1: b is missing"},
		{`{"a": 1}`, Item, "b is missing"},
		{`{"a": 1}`, Lacking, ""},
		{`{"a": 1, "d": 2}`, Lacking, "line 1, column 10: d is an unknown key"},
		{`{"a": 1, "d": {"a": [1]}, "b": "x"}`, More, ""},
		{`{"d": [1 2]}`, Part, "line 1, column 10: d is no JSON: "},
		{`{"c": true, "b": "x", "a": 1, no`, Head | More, ""},
		{`{"a": null}`, Lacking, "line 1, column 7: a is null, want a whole number"},
		{`{"a": 1, "b": "\ud800"}`, Exact, "line 1, column 16: b is no JSON: "},
		{`{"a": 1,}`, Exact, "line 1, column 9: is no JSON: "},
		{`{"b": "a` + "\n" + `"}`, Lacking, "line 1, column 9: b is no JSON: "},
	} {
		var v value
		err := Read([]byte(c.text), &v, c.how)
		if (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

func TestDiff(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{`{"objects": [1, {"color": "red"}]}`, `{"objects":[1,{"color":"blue"}]}`, `objects[1].color is "red", want "blue"`},
		{`{"a": 1}`, `{"a": 1.0}`, `a is 1, want 1.0`},
		{`{"a": 1}`, `{"a": 1, "b": null}`, `b is absent, want null`},
		{`[1, 2]`, `[1]`, `is a list of 2, want a list of 1`},
		{`{"a":1}`, `{"a": 1}`, `line 1 is "{\"a\":1}", want "{\"a\": 1}"`},
		{`{"a": "` + strings.Repeat("x", 200) + `"}`, `{"a": []}`, `a is "` + strings.Repeat("x", 99) + `..., want []`},
		{"{}\n{", "{}\n", `line 2 is "{", want the end`},
		{"{}", "{}", ""},
	} {
		if got := Diff([]byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("%s and %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// What is read is what another reader finds, and what it does not take is not read.
func FuzzRead(f *testing.F) {
	f.Add([]byte(compactText))
	f.Add([]byte(pythonText))
	f.Fuzz(func(t *testing.T, data []byte) {
		type plain struct {
			Name  string            `json:"name"`
			Size  float64           `json:"size"`
			Lists [][]int           `json:"lists"`
			Tally map[string]int    `json:"tally"`
			Rows  [2][2]float64     `json:"rows"`
			Else  any               `json:"else"`
			Mask  *map[string]int64 `json:"mask"`
			Yes   bool              `json:"yes"`
		}
		var got, want plain
		if Read(data, &got, Part) != nil {
			return
		}
		d := json.NewDecoder(strings.NewReader(string(data)))
		if err := d.Decode(&want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, want %+v, %v", data, got, want, err)
		}
	})
}
