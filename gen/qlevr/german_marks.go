package qlevr

import (
	"fmt"
	"slices"
	"strings"

	"mereo/scenes/rng"
)

// germanQuestion is one question while it is worded.
type germanQuestion struct {
	*german
	in          *Instance
	s           *rng.Stream
	group       *germanGroup
	words       germanWords
	slots       map[string]Value // "Z2", without brackets
	shared      byte             // the letter of the attribute that majorities are about
	unique      byte             // the letter of the attribute that sets a plane apart
	around      germanCase       // of the phrase of the planes
	there, then string
	extraposes  bool   // the planes' relative clause waits for the verb
	clause      string // that waits
	err         error  // the first
}

func newGermanQuestion(g *german, in *Instance, s *rng.Stream) (*germanQuestion, error) {
	t := in.Template
	if t.Family < 0 || t.Family >= germanFamilies || g.planes[t.File] == nil {
		return nil, fmt.Errorf("qlevr: locale de: template %s family %d: no such file or family, want 0 to %d",
			t.File, t.Family, germanFamilies-1)
	}
	q := &germanQuestion{german: g, in: in, s: s, group: g.group(t.Family), words: newGermanWords(s), slots: map[string]Value{}}
	for i, node := range t.Nodes {
		switch node.Type {
		case "query_attribute_most":
			q.shared = lastLetter(node.Slots)
			continue
		case "different_attribute":
			q.unique = lastLetter(node.Slots)
			continue
		}
		if i >= len(in.Vals) || len(in.Vals[i]) != len(node.Slots) {
			return nil, fmt.Errorf("qlevr: locale de: template %s family %d: node %d lacks values for its %d slots",
				t.File, t.Family, i, len(node.Slots))
		}
		for j, slot := range node.Slots {
			q.slots[strings.Trim(slot, "<>")] = in.Vals[i][j]
		}
	}
	return q, nil
}

// lastLetter is the attribute's letter in "Z" or "<PC>".
func lastLetter(slots []string) byte {
	slot := strings.TrimRight(strings.Join(slots, ""), ">")
	if slot == "" {
		return 0
	}
	return slot[len(slot)-1]
}

// fail keeps the first error.
func (q *germanQuestion) fail(format string, args ...any) {
	if q.err == nil {
		q.err = fmt.Errorf(format, args...)
	}
}

// say writes text, choices made and marks filled in.
func (q *germanQuestion) say(b *strings.Builder, text germanText) {
	for _, piece := range text {
		switch piece := piece.(type) {
		case germanLiteral:
			b.WriteString(string(piece))
		case germanChoice:
			q.say(b, rng.Choose(q.s, piece))
		case germanMark:
			q.mark(b, piece)
		}
	}
}

// mark writes what a mark stands for.
func (q *germanQuestion) mark(b *strings.Builder, m germanMark) {
	switch m[0] {
	case "sich":
		if q.group.verb == "be" && q.words.befinden {
			b.WriteString("sich")
		}
		return
	case "nur":
		if !q.whole() {
			b.WriteString("nur")
		}
		return
	case "da":
		b.WriteString(q.there)
		return
	case "dann":
		b.WriteString(q.then)
		return
	case "later":
		b.WriteString(q.clause)
		q.clause = ""
		return
	case "L":
		q.extraposes = len(m) == 2
		q.say(b, rng.Choose(q.s, q.group.predicate))
		q.extraposes = false
		return
	case "P":
		if !strings.Contains(m[1], "/") {
			q.sayPlanes(b, q.caseOf(m[1]), q.extraposes || len(m) == 3)
			return
		}
	}
	if name, ok := strings.CutPrefix(m[0], "@"); ok {
		phrases := q.phrases[name]
		if phrases == nil {
			q.fail("no phrase %q", name)
			return
		}
		q.say(b, phrases[q.words.synonym(m[0], len(phrases))])
		return
	}
	if len(m) == 1 {
		b.WriteString(q.slot(germanNumbers[m[0]]).Word)
		return
	}
	last := m[len(m)-1]
	switch one, many, two := strings.Cut(last, "/"); {
	case two:
		if q.many(m[0]) {
			one = many
		}
		b.WriteString(strings.ReplaceAll(one, "_", " "))
	case m[0] == "v":
		b.WriteString(q.verb(q.many(last)))
	case m[0] == "stehen":
		b.WriteString(posture(q.noun(m[1]), q.many(last)))
	case m[0] == "f":
		b.WriteString(q.fraction(q.caseOf(last)))
	case m[0] == "in":
		phrase := q.noun(last)
		b.WriteString(contract("in " + phrase.say(germanDeterminers["der"], nil, dative, false)))
	case m[0] == "OR" || m[0] == "OR2" || m[0] == "PR":
		b.WriteString(q.direction(m[0], q.noun(last)))
	case germanNumbers[m[0]] != "":
		phrase := q.noun(m[1])
		number := q.slot(germanNumbers[m[0]]).Word
		b.WriteString(phrase.say(germanDigits(number), nil, q.caseOf(last), q.many(m[0])))
	case m[0] == "einer" || m[0] == "jeder" && len(m) == 3:
		b.WriteString(germanPronouns[m[0]].form(q.noun(m[1]).noun.gender, q.caseOf(last)))
	case len(m) < 4:
		q.fail("cannot read mark %q", m)
	case germanPronouns[m[0]] != nil && germanDeterminers[m[0]] == nil:
		phrase := q.noun(m[1])
		b.WriteString(germanPronouns[m[0]].form(phrase.column(q.many(last)), q.caseOf(m[2])))
	case germanDeterminers[m[0]] != nil:
		end := len(m) - 3
		phrase := q.noun(m[end])
		b.WriteString(phrase.say(germanDeterminers[m[0]], m[1:end], q.caseOf(m[end+1]), q.many(last)))
	default:
		q.fail("cannot read mark %q", m)
	}
}

// sayPlanes writes the phrase of the planes. German likes to put a relative clause behind the verb that ends the clause around
// it; then it is kept for {later}.
func (q *germanQuestion) sayPlanes(b *strings.Builder, c germanCase, later bool) {
	q.around = c
	var phrase strings.Builder
	q.say(&phrase, rng.Choose(q.s, q.planes[q.in.Template.File]))
	head, clause, found := strings.Cut(phrase.String(), ",")
	b.WriteString(head)
	switch {
	case later && found:
		q.clause = "," + clause
	case found:
		b.WriteString("," + clause)
	}
}

// slot is what fills a slot.
func (q *germanQuestion) slot(name string) Value {
	v, ok := q.slots[name]
	if !ok {
		q.fail("no node has slot <%s>", name)
	}
	return v
}

// germanNumbers are the slots of numbers in marks.
var germanNumbers = map[string]string{"n": "OC", "m": "OC2", "k": "OC3", "a": "OCP", "b": "OCP2"}

func (q *germanQuestion) caseOf(word string) germanCase {
	if word == "=" {
		return q.around
	}
	c := germanCase(slices.Index([]string{"nom", "acc", "dat", "gen"}, word))
	if c < 0 {
		q.fail("no case %q", word)
		c = nominative
	}
	return c
}

// many tells whether a number's noun is in the plural: all but 1 take it, zero too.
func (q *germanQuestion) many(name string) bool {
	switch name {
	case "sg":
		return false
	case "pl":
		return true
	case "f":
		return !strings.HasPrefix(q.slot("OP").Word, "1/")
	case "E":
		return q.slot("so").Word == "s"
	case "q":
		return q.slot("sp").Word == "s"
	case "P":
		if q.in.Template.File == "relate.json" {
			return q.many("q")
		}
		return !q.whole() && q.many("p")
	case "p":
		switch file := q.in.Template.File; {
		case file == "all.json":
			return q.slot("sp").Word == "s"
		case file == "total.json":
			return true
		case strings.HasPrefix(file, "each_"):
			return len(q.in.Template.Variant) > 0 && q.in.Template.Variant[0] == 1
		}
		return false // the reference of a relation, and the plane that has an attribute alone
	}
	if germanNumbers[name] == "" {
		q.fail("no number %q", name)
		return false
	}
	return q.slot(germanNumbers[name]).Word != "1"
}

// whole tells whether a question is about everything on the desk.
func (q *germanQuestion) whole() bool {
	return q.in.Template.File == "all.json" && !q.slot("PC").Said && !q.slot("PM").Said && !q.slot("PS").Said
}

func (q *germanQuestion) key(suffix string) [4]Value {
	return [4]Value{q.slot("Z" + suffix), q.slot("C" + suffix), q.slot("M" + suffix), q.slot("S" + suffix)}
}

func (q *germanQuestion) planeKey(suffix string) [3]Value {
	return [3]Value{q.slot("PC" + suffix), q.slot("PM" + suffix), q.slot("PS" + suffix)}
}

// noun is the phrase that a mark names.
func (q *germanQuestion) noun(name string) *germanPhrase {
	var p germanPhrase
	var err error
	other := false
	if name == "S" {
		name = q.group.subject
		// The thing from which one looks does not count, so where it is of the kind one speaks of the others.
		other = name == "o2" && q.group.verb == "be" && q.in.CountsReference
	}
	switch name {
	case "obj":
		p, err = q.words.thing([4]Value{})
	case "o1":
		p, err = q.words.thing(q.key(""))
	case "o2", "o3", "o4":
		p, err = q.words.thing(q.key(name[1:]))
	case "po":
		p, err = q.words.thing(q.key("P"))
	case "p":
		p, err = q.plane()
	case "q":
		if p, err = q.words.area(q.planeKey("2")); err == nil && q.slot("pg").Word != "" {
			err = q.words.stem(&p, Value{"geometric", true})
		}
	case "A":
		p.noun = germanAttributes[q.shared]
	case "PA":
		p.noun = germanAttributes[q.unique]
	default:
		err = fmt.Errorf("no noun %q", name)
	}
	if err != nil {
		q.fail("%w", err)
	}
	if other {
		p.adjectives = slices.Insert(p.adjectives, 0, "ander")
	}
	return &p
}

// plane is the phrase of the planes' first key.
func (q *germanQuestion) plane() (germanPhrase, error) {
	switch {
	case q.in.Template.File == "different_attr.json": // the white of the desk is unique too
		p := germanPhrase{noun: germanArea}
		return p, q.words.stem(&p, Value{"geometric", true})
	case q.whole():
		p := germanPhrase{noun: germanDesk}
		return p, q.words.stem(&p, Value{"whole", true})
	}
	p, err := q.words.area(q.planeKey(""))
	if q.planeKey("") == [3]Value{} { // the desk is one of them
		p.tail = "(vielleicht die Tischfläche)"
		if q.many("p") {
			p.tail = "(Tischfläche eingeschlossen)"
		}
	}
	return p, err
}

// verb is the group's, present tense.
func (q *germanQuestion) verb(many bool) string {
	switch {
	case q.group.verb == "have" && many:
		return "haben"
	case q.group.verb == "have":
		return "hat"
	case !q.words.befinden:
		return posture(q.noun(q.group.subject), many)
	case many:
		return "befinden"
	}
	return "befindet"
}

// posture is how a thing is on a plane.
func posture(p *germanPhrase, many bool) string {
	switch {
	case p.noun.lies && many:
		return "liegen"
	case p.noun.lies:
		return "liegt"
	case many:
		return "stehen"
	}
	return "steht"
}

// direction is where something lies from the one thing of a phrase. A comparison says the place alone, so it serves where
// that is all a predicate says.
func (q *germanQuestion) direction(slot string, p *germanPhrase) string {
	words, known := germanDirections[q.slot(slot).Word]
	if !known {
		q.fail("no German word for direction %q", q.slot(slot).Word)
	}
	the := germanDeterminers["der"]
	if q.words.comparing && q.group.subject == "o2" && slot == "OR" && q.in.Template.File != "relate.json" {
		return words[1] + " " + p.say(the, nil, nominative, false)
	}
	return contract(words[0] + " " + p.say(the, nil, dative, false))
}

var germanContractions = strings.NewReplacer("von dem ", "vom ", "in dem ", "im ")

// contract makes one word of a preposition and the article behind it, where German always does.
func contract(text string) string { return germanContractions.Replace(text) }

// fraction is the words or the digits of <OP>.
func (q *germanQuestion) fraction(c germanCase) string {
	text := q.slot("OP").Word
	if q.words.fraction {
		if words := germanFraction(text, c); words != "" {
			return words
		}
	}
	return text
}
