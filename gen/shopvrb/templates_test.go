package shopvrb_test

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"mereo/gen/shopvrb"
)

// storedTemplate is what a template file has an array of, and what its calls and constraints say.
type storedTemplate struct {
	Program []string `json:"program"`
	Limits  []string `json:"constraints"`
	Text    []string `json:"text"`

	Each []struct {
		With   map[string]string `json:"with"`
		Limits []string          `json:"constraints"`
		Text   []string          `json:"text"`
	} `json:"each"`

	Nodes       []storedNode       `json:"-"`
	Constraints []storedConstraint `json:"-"`
}

type storedNode struct {
	Type   string
	Inputs []int
	Slots  []string
}

type storedConstraint struct {
	Type   string
	Params []string // slots, and numbers of nodes
}

// seenGroup stands in constraints for the slots of what is seen.
var seenGroup = regexp.MustCompile(`<G(\d*)>`)

// read reads the program and the constraints, which are well formed.
func (s *storedTemplate) read() {
	names := map[string]int{}
	for _, line := range s.Program {
		name, call, named := strings.Cut(line, " = ")
		if !named {
			call = line
		}
		names[name] = s.node(call, names)
	}
	for _, line := range s.Limits {
		kind, params := arguments(seenGroup.ReplaceAllString(line, "<Z$1>, <W$1>, <C$1>, <M$1>, <V$1>, <S$1>, <N$1>"))
		for i, p := range params {
			if k, ok := names[p]; ok {
				params[i] = strconv.Itoa(k)
			}
		}
		s.Constraints = append(s.Constraints, storedConstraint{kind, params})
	}
}

// families are those that a template makes, with the words of each.
func (s storedTemplate) families() (out []storedTemplate) {
	if s.Each == nil {
		return []storedTemplate{s}
	}
	for _, e := range s.Each {
		said := func(lines, shared []string) (out []string) {
			if lines == nil {
				lines = shared
			}
			for _, line := range lines {
				for _, key := range slices.Backward(slices.Sorted(maps.Keys(e.With))) {
					line = strings.ReplaceAll(line, key, e.With[key])
				}
				out = append(out, line)
			}
			return out
		}
		out = append(out, storedTemplate{Program: said(nil, s.Program), Limits: said(e.Limits, s.Limits), Text: said(e.Text, s.Text)})
	}
	return out
}

// node adds a call behind what it takes.
func (s *storedTemplate) node(call string, names map[string]int) int {
	if k, ok := names[call]; ok {
		return k
	}
	var n storedNode
	var args []string
	n.Type, args = arguments(call)
	for _, arg := range args {
		if strings.HasPrefix(arg, "<") {
			n.Slots = append(n.Slots, arg)
		} else {
			n.Inputs = append(n.Inputs, s.node(arg, names))
		}
	}
	s.Nodes = append(s.Nodes, n)
	return len(s.Nodes) - 1
}

// arguments takes "a(b(c), <D>)" apart: "a", and "b(c)" and "<D>".
func arguments(call string) (name string, args []string) {
	name, inside, ok := strings.Cut(call, "(")
	if !ok {
		return name, nil
	}
	depth, from := 0, 0
	for i, r := range inside {
		switch {
		case r == '(':
			depth++
		case r == ',' && depth == 0, r == ')' && depth == 0:
			args = append(args, strings.TrimSpace(inside[from:i]))
			from = i + 1
		case r == ')':
			depth--
		}
	}
	return name, args
}

// readTemplateFiles knows files by folder and name, "visual/zero_hop.json".
func readTemplateFiles(t *testing.T) map[string][]storedTemplate {
	t.Helper()
	names, err := fs.Glob(shopvrb.TemplateFiles, "templates/*/*")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]storedTemplate{}
	for _, name := range names {
		data, err := shopvrb.TemplateFiles.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var templates []storedTemplate
		if err := json.Unmarshal(data, &templates, json.RejectUnknownMembers(true)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		file := strings.TrimPrefix(name, "templates/")
		for _, s := range templates {
			for _, s := range s.families() {
				s.read()
				files[file] = append(files[file], s)
			}
		}
	}
	return files
}

// eachTemplate calls f as a subtest for every template, "visual/zero_hop.json:0".
func eachTemplate(t *testing.T, f func(t *testing.T, s *storedTemplate)) {
	files := readTemplateFiles(t)
	for _, file := range slices.Sorted(maps.Keys(files)) {
		for i := range files[file] {
			t.Run(fmt.Sprintf("%s:%d", file, i), func(t *testing.T) { f(t, &files[file][i]) })
		}
	}
}

// slotParts takes "<Z2>" apart; a slot without number is of group 1.
func slotParts(slot string) (letter string, group string) {
	slot = strings.Trim(slot, "<>")
	if len(slot) == 1 {
		return slot, "1"
	}
	return slot[:1], slot[1:]
}

// program writes nodes in the notation of templateRows: "scene, filter_unique(0; g1), relate_filter_count(1; R1, g2)".
func (s *storedTemplate) program() string {
	var calls []string
	for _, n := range s.Nodes {
		call := n.Type
		if len(n.Inputs) > 0 {
			call += "(" + strings.ReplaceAll(strings.Trim(fmt.Sprint(n.Inputs), "[]"), " ", ",")
			for i, slot := range n.Slots {
				letter, group := slotParts(slot)
				if letter == "G" || letter == "E" {
					letter = "g"
				}
				call += []string{"; ", ", "}[min(i, 1)] + letter + group
			}
			call += ")"
		}
		calls = append(calls, call)
	}
	return strings.Join(calls, ", ")
}

// groups writes what constraints say of the groups, and the nodes that may not be equal, in the notation of templateRows.
func (s *storedTemplate) groups(t *testing.T) string {
	t.Helper()
	const all = "ZWCMVSNPDKA"
	said := map[string]string{} // of groups
	for _, n := range s.Nodes {
		for _, slot := range n.Slots {
			if letter, group := slotParts(slot); letter == "G" || letter == "E" {
				said[group] = map[string]string{"G": "", "E": "eleven"}[letter]
			}
		}
	}
	differing := "-"
	for _, c := range s.Constraints {
		var params, letters []string
		group := ""
		for _, p := range c.Params {
			params = append(params, p)
			letter, k := slotParts(params[len(params)-1])
			letters = append(letters, letter)
			if c.Type != "OUT_NEQ" && group != "" && k != group {
				t.Errorf("%s is about groups %s and %s", c.Type, group, k)
			}
			group = k
		}
		switch joined := strings.Join(letters, "/"); c.Type {
		case "OUT_NEQ":
			differing = "(" + strings.Join(params, ",") + ")"
		case "ONE_OF":
			said[group] += " " + joined
		case "ONE_OF_FORCE":
			said[group] += " !" + joined
		case "NULL":
			said[group] += " -" + joined
		case "NONE_OF":
			want := strings.Map(func(l rune) rune {
				if strings.ContainsRune(said[group], l) {
					return -1
				}
				return l
			}, all)
			if got := strings.Join(letters, ""); got != want {
				t.Errorf("NONE_OF of group %s is about %s, want %s", group, got, want)
			}
			said[group] = strings.Replace(said[group], "eleven", "", 1)
		default:
			t.Errorf("unknown constraint %s", c.Type)
		}
	}
	var out []string
	for _, group := range slices.Sorted(maps.Keys(said)) {
		out = append(out, "g"+group+": "+strings.TrimSpace(said[group]))
	}
	return strings.Join(out, ", ") + " | " + differing
}

// Chains, groups, constraints and numbers of phrasings are those of the published tables, row by row.
func TestTemplatesAreTheTables(t *testing.T) {
	files, want := readTemplateFiles(t), templateRows()
	if got, want := slices.Sorted(maps.Keys(files)), slices.Sorted(maps.Keys(want)); !slices.Equal(got, want) {
		t.Fatalf("files are %q, want %q", got, want)
	}
	for file, rows := range want {
		if len(files[file]) != len(rows) {
			t.Errorf("%s has %d templates, want %d", file, len(files[file]), len(rows))
			continue
		}
		for i := range rows {
			s := &files[file][i]
			if got := s.program() + " | " + s.groups(t); got != rows[i].program {
				t.Errorf("%s:%d is\n %s, want\n %s", file, i, got, rows[i].program)
			}
			if len(s.Text) != rows[i].texts {
				t.Errorf("%s:%d has %d phrasings, want %d", file, i, len(s.Text), rows[i].texts)
			}
		}
	}
}

// Every file has as many templates and phrasings as the published one.
func TestTemplateNumbers(t *testing.T) {
	files := readTemplateFiles(t)
	for _, c := range []struct {
		family                                  string
		visual, visualTexts, textual, textTexts int
	}{
		{"compare_integer", 8, 18, 36, 84},
		{"comparison", 28, 146, 21, 86},
		{"one_hop", 9, 43, 8, 28},
		{"same_relate", 67, 341, 55, 216},
		{"single_and", 8, 40, 13, 46},
		{"single_or", 11, 40, 20, 76},
		{"three_hop", 9, 45, 18, 68},
		{"two_hop", 9, 45, 16, 62},
		{"zero_hop", 9, 35, 8, 22},
	} {
		for file, want := range map[string][2]int{
			"visual/" + c.family + ".json":       {c.visual, c.visualTexts},
			"textual/" + c.family + "_text.json": {c.textual, c.textTexts},
		} {
			texts := 0
			for _, s := range files[file] {
				texts += len(s.Text)
			}
			if got := [2]int{len(files[file]), texts}; got != want {
				t.Errorf("%s has %d templates with %d phrasings, want %d and %d", file, got[0], got[1], want[0], want[1])
			}
		}
	}
}

// slotsOf lists what a text has to name: groups of seven slots as one, of the others only what may be filled.
func (s *storedTemplate) slotsOf() []string {
	var out []string
	for _, n := range s.Nodes {
		for _, slot := range n.Slots {
			if !strings.HasPrefix(slot, "<E") {
				out = append(out, slot)
			}
		}
	}
	for _, c := range s.Constraints {
		if c.Type == "ONE_OF_FORCE" {
			for _, p := range c.Params {
				out = append(out, p)
			}
		}
	}
	slices.Sort(out)
	return out
}

// mayBeEmpty lists the slots of a template that may be left empty, so that a blank stays in front of what follows them.
func (s *storedTemplate) mayBeEmpty() []string {
	var out []string
	for _, slot := range s.slotsOf() {
		if strings.HasPrefix(slot, "<G") {
			out = append(out, slot)
		}
	}
	for _, c := range s.Constraints {
		if c.Type == "ONE_OF_FORCE" && len(c.Params) > 1 {
			for _, p := range c.Params {
				out = append(out, p)
			}
		}
	}
	return out
}

// Every phrasing names each slot of its template once and no other.
func TestPhrasingsNameTheirSlots(t *testing.T) {
	slot := regexp.MustCompile(`<\w+>`)
	eachTemplate(t, func(t *testing.T, s *storedTemplate) {
		for _, text := range s.Text {
			got := slot.FindAllString(text, -1)
			slices.Sort(got)
			if want := s.slotsOf(); !slices.Equal(got, want) {
				t.Errorf("%q names %v, want %v", text, got, want)
			}
		}
	})
}

// Phrasings are clean: distinct, with paired brackets, single blanks and an end that suits their kind; whatever optional words
// are left out and slots are empty, no mark stands after a blank and no word is taken for a plural.
func TestPhrasingsAreClean(t *testing.T) {
	// What the last part of an order begins with.
	orders := []string{"Count", "Tell", "Say", "State", "Name", "List", "Find"}
	bracket, blanks := regexp.MustCompile(`\[([a-z ]+)\]`), regexp.MustCompile(` +`)
	strayBlank := regexp.MustCompile(`^ | $| [,.:;?]`)
	// "thing s" becomes "things". Of the slots that may follow a noun only relations never begin with s.
	joined := regexp.MustCompile(`(thing|object|<[GN]\d*>) (s|<[^R])`)
	eachTemplate(t, func(t *testing.T, s *storedTemplate) {
		seen := map[string]bool{}
		for _, text := range s.Text {
			if seen[text] {
				t.Errorf("%q is there twice", text)
			}
			seen[text] = true
			if rest := bracket.ReplaceAllString(text, ""); strings.ContainsAny(rest, "[]") {
				t.Errorf("%q has odd brackets", text)
			}
			if strings.Contains(text, "  ") || strings.TrimSpace(text) != text {
				t.Errorf("%q has blanks too many", text)
			}
			last := strings.TrimSpace(text[strings.LastIndex(text, ";")+1:])
			word, _, _ := strings.Cut(last, " ")
			order := slices.ContainsFunc(orders, func(o string) bool { return strings.EqualFold(o, word) })
			if want := map[bool]string{true: ".", false: "?"}[order]; !strings.HasSuffix(text, want) {
				t.Errorf("%q does not end with %q", text, want)
			}
			for _, slot := range s.mayBeEmpty() {
				for _, mark := range ".'" {
					if strings.Contains(text, slot+string(mark)) {
						t.Errorf("%q has %q after %s, which may be empty", text, mark, slot)
					}
				}
			}
			all, none := bracket.ReplaceAllString(text, "$1"), bracket.ReplaceAllString(text, "")
			for _, said := range []string{all, blanks.ReplaceAllString(none, " ")} {
				if strayBlank.MatchString(said) {
					t.Errorf("%q has a blank before a mark or an end", said)
				}
				if joined.MatchString(said) {
					t.Errorf("%q has a word with s after a thing, which would be made its plural", said)
				}
			}
			if first := text[0]; first < 'A' || first > 'Z' {
				t.Errorf("%q does not begin with a capital letter", text)
			}
		}
	})
}

// Optional words are about as frequent as in the published phrasings.
func TestOptionalWordsAreAsFrequentAsPublished(t *testing.T) {
	other := regexp.MustCompile(`\b(an)?other\b`)
	got := map[string]int{}
	for _, file := range readTemplateFiles(t) {
		for _, s := range file {
			for _, text := range s.Text {
				for _, optional := range regexp.MustCompile(`\[[^]]*\]`).FindAllString(text, -1) {
					if optional == "[made]" { // things are of a material, made of it or not
						optional = "[made of]"
					}
					got[optional]++
				}
				if other.MatchString(text) {
					got["other"]++
				}
			}
		}
	}
	want := map[string]int{
		"[that is]": 743, "[that are]": 123, "[either]": 116, "[both]": 86, "[made of]": 51, "[material]": 3, "other": 536,
	}
	for _, words := range slices.Sorted(maps.Keys(want)) {
		t.Logf("%s: %d, published %d", words, got[words], want[words])
		if ratio := float64(got[words]) / float64(want[words]); ratio < 1/1.5 || ratio > 1.5 {
			t.Errorf("%s is there %d times, want about %d", words, got[words], want[words])
		}
	}
	// A few more make short questions less alike.
	for _, words := range slices.Sorted(maps.Keys(got)) {
		if want[words] == 0 && (!slices.Contains([]string{"[here]", "[on the table]", "[that]"}, words) || got[words] > 20) {
			t.Errorf("%s is there %d times, want it rarely if at all", words, got[words])
		}
	}
}
