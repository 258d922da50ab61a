package qlevr

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mereo/scenes/rng"
)

// engineCounts are counts as vectors have them.
type engineCounts = AnswerRecord

func engineCount(c engineCounts) AnswerRecord { return AnswerRecord{c.True, c.False, c.True + c.False} }

func TestVectorsBalance(t *testing.T) {
	type keyed = []json.RawMessage // [template key, value]
	for _, c := range vectorsAs[[]struct {
		ID, Kind string
		Storage  []keyed
		Keys     []json.RawMessage
		Priority []keyed
		First    [3]int `json:"first_popped_priority"`

		Numerical bool                    `json:"numeric_last_node"`
		Template  *engineCounts           `json:"template_count"`
		Numbers   map[string]engineCounts `json:"numeric_counts"`
		Script    []struct {
			Answer          bool
			Numbers, Result string
		}
		Coins  []bool
		Expect struct {
			Accepted int `json:"accepted_attempt"`
			Answer   bool
			After    struct {
				Template  engineCounts
				Numerical map[string]engineCounts
			} `json:"storage_after"`
			Coins int `json:"coins_used"`
		}
	}](t, "balance.json") {
		if c.Kind == "queue" {
			checkEngineQueue(t, c.ID, c.Storage, c.Keys, c.Priority, c.First)
			continue
		}
		b := newAnswerBalance([]Template{{File: "all.json"}})
		if c.Template != nil {
			b.asked[0].answers = engineCount(*c.Template)
		}
		if c.Numerical {
			b.asked[0].numerical = map[questionNumbers]AnswerRecord{}
			for key, counts := range c.Numbers {
				b.asked[0].numerical[readEngineNumbers(t, key)] = engineCount(counts)
			}
		}
		coins := 0
		coin := func() bool { coins++; return c.Coins[coins-1] }
		e := b.expect(0, coin)
		accepted := 0
		for i, s := range c.Script {
			drawn := drawnAnswer{s.Answer, c.Numerical, readEngineNumbers(t, s.Numbers)}
			if s.Result == "" && b.accepts(0, e, drawn, coin) {
				b.record(0, drawn)
				accepted = i + 1
				if s.Answer != c.Expect.Answer {
					t.Errorf("%s: answer is %t, want %t", c.ID, s.Answer, c.Expect.Answer)
				}
				break
			}
		}
		if accepted != c.Expect.Accepted || coins != c.Expect.Coins {
			t.Errorf("%s: attempt %d is accepted after %d coins, want %d after %d",
				c.ID, accepted, coins, c.Expect.Accepted, c.Expect.Coins)
		}
		if got, want := b.asked[0].answers, engineCount(c.Expect.After.Template); got != want {
			t.Errorf("%s: counts are %v, want %v", c.ID, got, want)
		}
		if got, want := len(b.asked[0].numerical), len(c.Expect.After.Numerical); got != want {
			t.Errorf("%s: %d numbers have counts, want %d", c.ID, got, want)
		}
		for key, counts := range c.Expect.After.Numerical {
			if got, want := b.asked[0].numerical[readEngineNumbers(t, key)], engineCount(counts); got != want {
				t.Errorf("%s: counts of %s are %v, want %v", c.ID, key, got, want)
			}
		}
	}
}

// readEngineNumbers reads the numbers of a key: "3," or "1/2,3,6,", or none. Only which keys are the same matters.
func readEngineNumbers(t *testing.T, key string) (numbers questionNumbers) {
	t.Helper()
	parts := strings.FieldsFunc(key, func(r rune) bool { return r == ',' || r == '/' })
	for i, digits := range parts {
		if _, err := fmt.Sscan(digits, &numbers[i/2][i%2]); err != nil {
			t.Fatalf("%q: %v", key, err)
		}
	}
	return numbers
}

func checkEngineQueue(t *testing.T, id string, storage [][]json.RawMessage, keys []json.RawMessage,
	priority [][]json.RawMessage, first [3]int) {
	t.Helper()
	template := func(key json.RawMessage) (e engineFile) {
		if err := json.Unmarshal([]byte(`{"Template":`+string(key)+`}`), &e); err != nil {
			t.Fatal(err)
		}
		return e
	}
	var templates []Template
	places := map[string]int{}
	for i, key := range keys {
		e := template(key)
		templates = append(templates, e.Template)
		places[e.Template.name().String()] = i
	}
	b := newAnswerBalance(templates)
	place := func(key json.RawMessage) int {
		e := template(key)
		at, ok := places[e.Template.name().String()]
		if !ok {
			t.Fatalf("%s: no template %s", id, key)
		}
		return at
	}
	for _, s := range storage {
		var counts engineCounts
		if err := json.Unmarshal(s[1], &counts); err != nil {
			t.Fatal(err)
		}
		for range counts.True {
			b.record(place(s[0]), drawnAnswer{answer: true})
		}
		for range counts.False {
			b.record(place(s[0]), drawnAnswer{})
		}
	}
	for _, p := range priority {
		var want [3]int
		if err := json.Unmarshal(p[1], &want); err != nil {
			t.Fatal(err)
		}
		if got := b.priority(place(p[0])); got != want {
			t.Errorf("%s: priority of %s is %v, want %v", id, p[0], got, want)
		}
	}
	var q templateQueue
	q.fill(b, rng.Named(id))
	if got := b.priority(q.next()); got != first {
		t.Errorf("%s: the first priority is %v, want %v", id, got, first)
	}
}
