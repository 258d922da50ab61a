package qlevr

import (
	"fmt"
	"slices"
	"strings"

	"mereo/gen/ask"
	"mereo/gen/show"
)

// fault says why a call yields nothing.
func (s *shownSample) fault(n ask.Node, in []ask.Value) string {
	scene, name := &s.record.Scene, n.Function
	states := make([]secondState, len(in))
	for i, v := range in {
		states[i], _ = v.(secondState)
	}
	f := secondLibrary.Function(name)
	switch {
	case strings.HasPrefix(name, "plane "):
		if len(n.Side) > len(secondPlaneKeyTypes) {
			return planeRelationFault(scene, states[0].planes, n.Side[0].(string), secondPlaneKeyOf(n.Side[1:]))
		}
		return planeFilterFault(scene, name, states[0].planes, secondPlaneKeyOf(n.Side))
	case f.Out == secondTypeException:
		all := secondOnPlanes(scene, states[0].planes).objects
		return exceptionFault(scene, name, all, secondObjectKeyOf(n.Side), secondObjectKeyOf(n.Side[len(secondObjectKeyTypes):]))
	case relates(name):
		return relationFault(scene, name, states[0], n.Side[0].(string), secondObjectKeyOf(n.Side[1:]))
	case strings.Contains(name, "contain_"):
		return countingFault(scene, n, states[0].planes, secondObjectKeyOf(n.Side[len(n.Side)-len(secondObjectKeyTypes):]))
	case f.Out == secondTypeObjects:
		key := secondObjectKeyOf(n.Side)
		found := secondObjectsOf(scene, secondOnPlanes(scene, states[0].planes).objects, key)
		return wordsFault(name, found.Len(), "object", objectWords(key), key == secondObjectKey{})
	case name == "count_related" && states[0].direction == "":
		return "the objects lie in no direction, want those of a function that begins with relate_filter"
	}
	attribute := ""
	if len(n.Side) > 0 {
		attribute = secondLibrary.Type(f.Side[0]).Said(n.Side[0])
	}
	switch name {
	case "different_attribute":
		if states[0].planes.Len() <= 3 {
			return fmt.Sprintf("these are %s with the desk, want more than 3 to tell one from the others", show.Count(states[0].planes.Len(), "plane"))
		}
		return fmt.Sprintf("no plane, or more than one, has a %s that no other has, want one", attribute)
	case "query_attribute_most":
		return fmt.Sprintf("no %s is that of more than half of the %s", attribute, show.Count(states[0].objects.Len(), "object"))
	case "count_alike":
		return fmt.Sprintf("none of the %s has the value, want some", show.Count(states[1].objects.Len(), "object"))
	}
	if tally, ok := in[0].(secondTally); ok {
		if secondQuantifierOf(name).needs == "not all" {
			return fmt.Sprintf("all %d of them were counted, but the question supposes that some were not", tally.all.Len())
		}
		return fmt.Sprintf("none of the %d were counted, but the question supposes that some were", tally.all.Len())
	}
	return "there is nothing to count"
}

// objectWords is what a key says of an object: "large red object".
func objectWords(k secondObjectKey) string {
	shape := k[3].Word
	if shape == "" {
		shape = "object"
	}
	return joinWords(k[0].Word, k[1].Word, k[2].Word, shape)
}

func planeWords(k secondPlaneKey) string { return joinWords(k[0].Word, k[1].Word, k[2].Word, "plane") }

// joinWords puts spaces between the words that are not empty.
func joinWords(words ...string) string {
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// wordsFault says why n things of a kind are not what the words of a function's name ask for.
func wordsFault(name string, n int, kind, words string, unsaid bool) string {
	switch {
	case n == 0:
		return fmt.Sprintf("there is no %s here", words)
	case unsaid && strings.Contains(name, "valid"):
		return fmt.Sprintf("nothing is said of the %ss, want a value", kind)
	case strings.Contains(name, "unique"):
		return fmt.Sprintf("there are %d such things here (%s), want one", n, words)
	}
	return fmt.Sprintf("there is only one %s here, want at least two", words)
}

func planeFilterFault(s *Scene, name string, planes ask.Set, k secondPlaneKey) string {
	found := secondWhere(planes, func(p ask.Object) bool { return k.fits(&s.Planes[p]) })
	if !found.Empty() && k.namesDesk() {
		return "the desk is named, want another plane"
	}
	return wordsFault(name, found.Len(), "plane", planeWords(k), k == secondPlaneKey{})
}

func planeRelationFault(s *Scene, planes ask.Set, direction string, k secondPlaneKey) string {
	from, ok := planes.Only()
	if !ok {
		return fmt.Sprintf("the direction goes from %s, want one", show.Count(planes.Len(), "plane"))
	}
	if int(from) == len(s.Planes)-1 {
		return "the direction goes from the desk, want another plane"
	}
	there := secondWhere(secondRelated(&s.PlaneRelations, direction, from), func(p ask.Object) bool { return k.fits(&s.Planes[p]) })
	if there.Empty() {
		return fmt.Sprintf("there is no %s in the direction %q", planeWords(k), direction)
	}
	return fmt.Sprintf("there is no %s in the direction opposite to %q, so the direction would say nothing", planeWords(k), direction)
}

// countingFault says why a number of objects chooses no planes.
func countingFault(s *Scene, n ask.Node, planes ask.Set, k secondObjectKey) string {
	if low, ok := n.Side[0].(int); ok && len(n.Side) == 2+len(secondObjectKeyTypes) {
		if high := n.Side[1].(int); low+2 > high {
			return fmt.Sprintf("the numbers are %d and %d, want the second greater by 2 or more", low, high)
		}
	}
	if n.Function == "contain_total_multiple_filter" {
		return fmt.Sprintf("there is not just one choice of several of the %s, but not all, that has so many in total (%s)",
			show.Count(planes.Len(), "plane"), objectWords(k))
	}
	var each []string
	for p := range planes.All() {
		each = append(each, fmt.Sprint(secondCount(s, p, k)))
	}
	want := "one of several"
	if strings.Contains(n.Function, "_multiple_") {
		want = "several but not all"
	}
	return fmt.Sprintf("the planes have %s such objects (%s), which chooses %d of %d, want %s", strings.Join(each, ", "), objectWords(k),
		chosenPlanes(s, n, planes).Len(), planes.Len(), want)
}

// chosenPlanes are those that a counting call would choose if any number of them were right.
func chosenPlanes(s *Scene, n ask.Node, planes ask.Set) ask.Set {
	i := slices.IndexFunc(secondCountings, func(c secondCounting) bool {
		return n.Function == c.name+"unique_filter" || n.Function == c.name+"multiple_filter"
	})
	c := &secondCountings[i]
	numbers, k := secondNumbers(n.Side[:c.numbers]), secondObjectKeyOf(n.Side[c.numbers:])
	return secondWhere(planes, func(p ask.Object) bool { return c.chosen(secondCount(s, p, k), numbers) })
}

func relationFault(s *Scene, name string, from secondState, direction string, k secondObjectKey) string {
	reference, ok := from.objects.Only()
	if !ok {
		return fmt.Sprintf("the direction goes from %s, want one", show.Count(from.objects.Len(), "object"))
	}
	all := secondOnPlanes(s, from.planes).objects
	towards := func(d string, k secondObjectKey) int {
		return secondObjectsOf(s, all.And(secondRelated(&s.ObjectRelations, d, reference)), k).Len()
	}
	n, any := towards(direction, k), secondObjectKey{}
	unlimited := strings.Contains(name, "unlimited")
	switch {
	case secondObjectsOf(s, all, k).Empty():
		return fmt.Sprintf("there is no %s here", objectWords(k))
	case unlimited && towards(direction, any) == 0:
		return fmt.Sprintf("there is nothing in the direction %q", direction)
	case !secondWordsFit(name, n, k) || n == 0 && !unlimited:
		if n > 0 && k != any {
			return fmt.Sprintf("there is only one %s in the direction %q, want at least two", objectWords(k), direction)
		} else if k == any && strings.Contains(name, "valid") {
			return "nothing is said of the objects, want a value"
		}
		return fmt.Sprintf("there is no %s in the direction %q", objectWords(k), direction)
	case unlimited:
		return fmt.Sprintf("there is nothing in the direction opposite to %q, so the direction would say nothing", direction)
	}
	return fmt.Sprintf("there are not enough of %s in the direction opposite to %q, so the direction would say nothing", objectWords(k), direction)
}

func exceptionFault(s *Scene, name string, all ask.Set, except, predicate secondObjectKey) string {
	excepted, said := secondObjectsOf(s, all, except), secondObjectsOf(s, all, predicate)
	none := secondObjectKey{}
	for i := range except {
		if except[i].Said && predicate[i].Said {
			return fmt.Sprintf("the %s is said of the excepted and of the others, want it once", secondAttributeNames[i])
		}
	}
	switch {
	case except == none || predicate == none:
		return "nothing is said of the excepted or of the others, want a value for both"
	case excepted.Empty():
		return fmt.Sprintf("there is no %s here that could be excepted", objectWords(except))
	case excepted == all:
		return fmt.Sprintf("all objects here are of the excepted kind (%s)", objectWords(except))
	case said.Empty():
		return fmt.Sprintf("there is no %s here", objectWords(predicate))
	case name == "attributes_subset_no_except":
		return fmt.Sprintf("not all of the excepted (%s) are what is said (%s)", objectWords(except), objectWords(predicate))
	}
	return fmt.Sprintf("the excepted (%s) are not alike in what is said of the others (%s), or are like them",
		objectWords(except), objectWords(predicate))
}
