package ptr

import (
	"maps"
	"slices"

	"mereo/gen/ask"
)

// candidate is a side input that a node may have for an object.
type candidate struct {
	value     ask.Value
	words     [2]string // of value, and of the part or color that goes with it; "" for none
	uncertain string    // a part that needs a category beside it unless it is common; "" for none
	branch    branch
}

type queryKey struct {
	function string
	object   ask.Object
}

// candidates lists what can be asked of an object, with the answers.
func (k *known) candidates(l *ask.Library[*known], function string, i ask.Object) []candidate {
	key := queryKey{function, i}
	if c, ok := k.cache.queries[key]; ok {
		return c
	}
	var out []candidate
	add := func(c candidate) {
		side := []ask.Value{c.value}
		v := l.Function(function).Eval(k, []ask.Value{i}, side)
		if v == ask.Invalid {
			return
		}
		c.branch = branch{Slots: side, Steps: []ask.Step{{Function: function, Side: side, Output: v}}}
		out = append(out, c)
	}
	o := &k.objects[i]
	switch function {
	case "query_part-color", "same_part-color":
		for _, p := range o.parts {
			add(candidate{value: p, words: [2]string{p, o.color[p].Name}, uncertain: p})
		}
	case "query_part-count", "same_part-count":
		for _, p := range slices.Sorted(maps.Keys(o.count)) {
			if p != "arm" && p != "arm horizontal bar" { // nobody counts these
				add(candidate{value: p, words: [2]string{p}, uncertain: p})
			}
		}
	case "query_part-category":
		for _, p := range o.parts {
			add(candidate{value: o.color[p].Name, words: [2]string{o.color[p].Name, p}, uncertain: p})
		}
	case "query_part-geometry":
		for _, p := range o.parts {
			line, isLine := o.lines.of(p)
			plane, isPlane := o.planes.of(p)
			if !k.exhaustive && o.labels(o.color[p].Name) > 1 {
				continue // other pieces of the object have that color, too
			}
			if o.geometry && (isLine && valid(line) || !isLine && isPlane && valid(plane)) {
				add(candidate{value: o.color[p], words: [2]string{o.color[p].Name, p}})
			}
		}
	}
	k.cache.queries[key] = out
	return out
}

// propose leaves out candidates that the question already mentions, and those that a question without a category must not
// mention.
func propose(q *search, all []candidate, room []branch) []branch {
	var mentioned [32]string
	n, anyThing := 0, false
	for slot, name := range q.Template.Slots {
		v := q.Slot(slot)
		if v == nil || n == len(mentioned) {
			continue
		}
		if s, ok := v.(ask.Sayer); ok {
			v = s.Says()
		}
		if word, ok := v.(string); ok && word != "" {
			mentioned[n] = word
			n++
			anyThing = anyThing || word == ask.Thing && name[0] == 'S'
		}
	}
next:
	for i := range all {
		c := &all[i]
		if anyThing && c.uncertain != "" && !q.Scene.common(c.uncertain) {
			continue
		}
		for _, word := range mentioned[:n] {
			if word == c.words[0] || word == c.words[1] {
				continue next
			}
		}
		room = append(room, c.branch)
	}
	return room
}
