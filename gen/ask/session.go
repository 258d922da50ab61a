package ask

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mereo/scenes/rng"
)

// Session is what the questions of a block share: how often each family was asked and each answer given. Scenes must come
// in index order.
type Session[S any] struct {
	Grammar *Grammar[S]
	Voice   Voice[S]
	Options Options[S]
	// Rejects counts by reason why instances, and whole families on a scene, were not asked.
	Rejects map[string]int

	asked    []int // for each template
	balances []*Balance
	cues     []*cues
	order    []int
}

// Options are a set's rules for asking.
type Options[S any] struct {
	// PerScene is how many questions a scene gets, each of another family. All choices of a question are one.
	PerScene int
	// Most is how many of them may be of the file of a family. Nil: any number.
	Most func(t *Template[S]) int
	// Early families are tried before the others, so that a scene has as many of them as it can. Nil: none.
	Early func(t *Template[S]) bool
	// Budget is how many branches one family may try on one scene.
	Budget int
	// Fits tells whether a family is tried on a scene at all. Nil: always.
	Fits func(s S, t *Template[S]) bool
	// Exempt families may have a relation that changes nothing. Nil: none.
	Exempt func(t *Template[S]) bool
	// Hides families must not name the answer: an instance with a slot whose value is the answer, or says it (Sayer), is not
	// asked. Nil: none.
	Hides func(t *Template[S]) bool
	// First asks the first instance that may be asked, as published generators do, without comparing what words tell.
	First bool
	// Shuffle tries equally used families in random order, drawn from the stream "order".
	Shuffle bool
	// Balance is the rule for how often answers may be given.
	Balance BalanceRule
	// Text says an instance. Nil: Grammar.Text.
	Text func(in *Instance[S], stream *rng.Stream) string
	// Readings are a scene as other careful readers may see it: an instance that has another answer in one of them is not asked.
	// Nil: none.
	Readings func(s S) []S
	// Accept gives a reason not to ask an instance, or "". Nil: none.
	Accept func(in *Instance[S]) (reason string)
	// Topic is what an instance asks, whatever its words are, as a value that can be compared: a scene is not asked the same twice. It
	// is nil where instances differ by their words. Nil: always.
	Topic func(in *Instance[S]) any
}

// enough is how many instances of a family are looked at before the best of them is asked, where it is not the first, and how many may
// have another answer in another reading before the family is given up on a scene: its answers hang on what is doubtful, whatever is
// named.
const enough = 16

// Sayer is a value of a slot that is more than the word that a reader finds in the text.
type Sayer interface{ Says() Value }

// named tells whether one of some slots says the answer.
func named(values []Value, answer Value) bool {
	for _, v := range values {
		if s, ok := v.(Sayer); ok {
			v = s.Says()
		}
		if v == answer {
			return true
		}
	}
	return false
}

// Reasons not to ask.
const (
	rejectBalance    = "answer given too often"
	rejectCue        = "words would give the answer away"
	rejectNamed      = "answer is named in the question"
	rejectDegenerate = "relation changes nothing"
	rejectRepeat     = "asked already in other words"
	rejectReading    = "another reader would answer otherwise"
	rejectBudget     = "search given up"
	rejectNone       = "family does not fit the scene"
	rejectChoices    = "not both right and wrong choices"
)

// NewSession begins a block.
func NewSession[S any](g *Grammar[S], voice Voice[S], o Options[S]) *Session[S] {
	s := &Session[S]{Grammar: g, Voice: voice, Options: o, Rejects: map[string]int{}, asked: make([]int, len(g.Templates))}
	for i, t := range g.Templates {
		s.balances = append(s.balances, NewBalance(g.Library.Type(t.Answer), o.Balance))
		if !o.First {
			s.cues = append(s.cues, newCues(g.Library, t))
		}
		s.order = append(s.order, i)
	}
	return s
}

// Question is an instance in words.
type Question[S any] struct {
	*Instance[S]
	Text string
	// Of a choice: the number of the question that it is one of, from 1, what all its choices share, and the choice. Text is both in one.
	Group        int
	Stem, Choice string
}

// Ask asks about the next scene. Families are tried from the least used one on, equally used ones in the grammar's order or, if
// they are shuffled, in random order; each draws from a stream of its own, so that what one of them tries in vain moves no other.
func (s *Session[S]) Ask(scene S, streams func(family string) *rng.Stream) []Question[S] {
	slices.Sort(s.order)
	if s.Options.Shuffle {
		s.order = streams("order").Perm(len(s.order))
	}
	slices.SortStableFunc(s.order, func(a, b int) int { return s.asked[a] - s.asked[b] })
	if early := s.Options.Early; early != nil {
		first := slices.DeleteFunc(slices.Clone(s.order), func(i int) bool { return !early(s.Grammar.Templates[i]) })
		others := slices.DeleteFunc(s.order, func(i int) bool { return early(s.Grammar.Templates[i]) })
		s.order = append(first, others...)
	}
	var readings []S
	if s.Options.Readings != nil {
		readings = s.Options.Readings(scene)
	}
	var out []Question[S]
	asked := map[any]bool{} // topics
	count, groups, ofFile := 0, 0, map[string]int{}
	for _, i := range s.order {
		if count == s.Options.PerScene {
			break
		}
		t := s.Grammar.Templates[i]
		if s.Options.Fits != nil && !s.Options.Fits(scene, t) || s.Options.Most != nil && ofFile[t.File] >= s.Options.Most(t) {
			continue
		}
		stream := streams(t.Name())
		var all []*Instance[S]
		if t.Stem == nil {
			if in := s.find(scene, readings, asked, i, stream, s.balances[i].Open); in != nil {
				all = []*Instance[S]{in}
			}
		} else if all = s.several(scene, readings, asked, i, streams); all != nil {
			groups++
		}
		if all == nil {
			continue
		}
		if s.Options.Topic != nil {
			asked[s.Options.Topic(all[0])] = true
		}
		s.asked[i]++
		count++
		ofFile[t.File]++
		for _, in := range all {
			s.balances[i].Add(in.Answer)
			if !s.Options.First {
				s.cues[i].add(in.Values, in.Answer)
			}
			q := Question[S]{Instance: in}
			if t.Stem == nil {
				q.Text = s.text(in, stream)
			} else { // equal streams give the stems equal words
				parts := strings.Split(s.text(in, streams(t.Name()+" text")), ChoiceMark)
				q.Group, q.Stem, q.Choice, q.Text = groups, parts[0], parts[1], parts[2]
			}
			out = append(out, q)
		}
	}
	return out
}

// So many choices of a question are right, and wrong, at most.
const (
	mostAlike   = 2
	choiceTries = 400 // instances that are looked at
)

// several are the choices of a question: of one that has a right choice or, where none has both, of one that has a wrong one.
func (s *Session[S]) several(scene S, readings []S, asked map[any]bool, i int, streams func(string) *rng.Stream) []*Instance[S] {
	name := s.Grammar.Templates[i].Name()
	for _, want := range []bool{true, false} {
		words := fmt.Sprintf("%s %t", name, want)
		if in := s.find(scene, readings, asked, i, streams(words), func(v Value) bool { return v == want }); in != nil {
			if all := s.choices(in, readings, i, streams(words+" choices")); all != nil {
				return all
			}
			s.Rejects[rejectChoices]++
		}
	}
	return nil
}

// choices are instances with the stem of one, itself among them, in random order: at least one that is right and one that is wrong, and no two with
// equal results. Nil where there are none. Of those that are there as many are right as wrong, as far as the words of families before allow.
func (s *Session[S]) choices(in *Instance[S], readings []S, i int, stream *rng.Stream) []*Instance[S] {
	g, o := s.Grammar, &s.Options
	t := g.Templates[i]
	q := &Search[S]{Library: g.Library, Template: t, Scene: in.Scene, Stream: stream, Budget: o.Budget, Fixed: make([]Value, len(t.Slots))}
	for _, k := range t.Stem {
		q.Fixed[k] = in.Values[k]
	}
	found := map[Value][]*Instance[S]{in.Answer: {in}}
	tries := 0
	q.Each(func(answer Value) bool {
		tries++
		if len(found[answer]) >= mostAlike {
			return tries >= choiceTries || len(found[!answer.(bool)]) >= mostAlike
		}
		other := q.Instance()
		if slices.ContainsFunc(found[answer], other.sameResults) || o.Accept != nil && o.Accept(other) != "" ||
			slices.ContainsFunc(readings, func(r S) bool { return g.Library.Answer(r, other.Program) != answer }) {
			return tries >= choiceTries
		}
		if _, ok := s.cueCost(i, other); ok {
			found[answer] = append(found[answer], other)
		}
		return tries >= choiceTries
	})
	if len(found[true]) == 0 || len(found[false]) == 0 {
		return nil
	}
	// Each side gets one or two, at random, and what is left of four goes to the answer that was given less often.
	given := s.balances[i]
	right, wrong := 1+stream.IntN(2), 1+stream.IntN(2)
	if right == wrong {
		right, wrong = 2, 2
	}
	right, wrong = min(right, len(found[true])), min(wrong, len(found[false]))
	switch {
	case given.counts[true]+right < given.counts[false]+wrong && wrong > 1:
		wrong--
	case given.counts[true]+right > given.counts[false]+wrong && right > 1:
		right--
	}
	out := slices.Concat(found[true][:right], found[false][:wrong])
	shuffled := make([]*Instance[S], len(out))
	for k, from := range stream.Perm(len(out)) {
		shuffled[k] = out[from]
	}
	return shuffled
}

// sameResults tells whether two instances of a family have equal results in all of its nodes.
func (in *Instance[S]) sameResults(o *Instance[S]) bool {
	for n := range in.At {
		if in.Outputs[in.At[n]] != o.Outputs[o.At[n]] {
			return false
		}
	}
	return true
}

// cueCost is what words of an instance tell; not ok where it is too much.
func (s *Session[S]) cueCost(i int, in *Instance[S]) (float64, bool) {
	if s.Options.First {
		return 0, true
	}
	return s.cues[i].cost(in.Values, in.Answer, math.Inf(1))
}

// text says an instance.
func (s *Session[S]) text(in *Instance[S], stream *rng.Stream) string {
	if s.Options.Text != nil {
		return s.Options.Text(in, stream)
	}
	return s.Grammar.Text(in, s.Voice, stream)
}

// find searches an instance of family i that may be asked, with an answer that is wanted and on another topic than those asked already.
func (s *Session[S]) find(scene S, readings []S, asked map[any]bool, i int, stream *rng.Stream, wanted func(Value) bool) *Instance[S] {
	g, o := s.Grammar, &s.Options
	t := g.Templates[i]
	q := &Search[S]{Library: g.Library, Template: t, Scene: scene, Stream: stream, Budget: o.Budget, Wanted: wanted}
	var found *Instance[S] // the one whose words tell least
	exempt, hides := o.Exempt != nil && o.Exempt(t), o.Hides != nil && o.Hides(t)
	least, seen := math.Inf(1), 0
	doubtful := 0  // instances with another answer in another reading
	rejected := "" // why the last instance was not asked; of many all are counted as one
	q.Each(func(answer Value) bool {
		if hides && named(q.values, answer) {
			rejected = rejectNamed
			return false
		}
		if !exempt && q.pointless() {
			rejected = rejectDegenerate
			return false
		}
		cost, ok := 0.0, true
		if !o.First {
			cost, ok = s.cues[i].cost(q.values, answer, least)
		}
		if !ok {
			rejected = rejectCue
			return false
		}
		if cost >= least {
			seen++
			return seen >= enough
		}
		in := q.Instance()
		if !exempt && g.Library.Degenerate(scene, in.Program, in.Answer) {
			rejected = rejectDegenerate
			return false
		}
		if o.Accept != nil {
			if reason := o.Accept(in); reason != "" {
				rejected = reason
				return false
			}
		}
		if o.Topic != nil {
			if topic := o.Topic(in); topic != nil && asked[topic] {
				rejected = rejectRepeat
				return false
			}
		}
		if slices.ContainsFunc(readings, func(other S) bool { return g.Library.Answer(other, in.Program) != in.Answer }) {
			rejected = rejectReading
			doubtful++
			return doubtful >= enough
		}
		found, least = in, cost
		seen++
		return o.First || seen >= enough
	})
	if found == nil {
		switch {
		case q.Exhausted():
			rejected = rejectBudget
		case rejected != "":
		case q.Unwanted():
			rejected = rejectBalance
		default:
			rejected = rejectNone
		}
		s.Rejects[rejected]++
		if rejected == rejectCue {
			s.cues[i].refuse()
		}
	}
	return found
}
