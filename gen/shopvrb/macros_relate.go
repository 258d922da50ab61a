package shopvrb

import (
	"math"

	"mereo/gen/ask"
)

// relateKey is what the branches of a relation with a filter depend on.
type relateKey struct {
	naming
	end    ending
	object ask.Object
}

// relateBranches are the ways to fill a relation and a group. Trivial ones have a group that fits the same things without the
// relation.
type relateBranches struct{ telling, trivial []ask.Branch }

// relatives lists the ways to fill a relation and a group that filters what is related to a thing: one in ten is trivial if
// there are as many.
func (k *known) relatives(q *search, n *ask.TemplateNode, end ending, room *[]ask.Branch) []ask.Branch {
	t := k.table(namingOf(q, n.Slots[1:]))
	key := relateKey{t.naming, end, q.Output(n.Inputs[0]).(ask.Object)}
	if q.Wide() {
		*room = (*room)[:0]
		for r := range Relations {
			for _, fit := range t.fits {
				if m := fit & k.related[r][key.object]; m != 0 || end == endCount || end == endExist {
					*room = k.addResult(*room, end, m)
				}
			}
		}
		return *room
	}
	found := k.relates[key]
	if found == nil {
		found = k.findRelatives(t, key)
		k.relates[key] = found
	}
	if k.exhaustive {
		*room = append(append((*room)[:0], found.telling...), found.trivial...)
		return *room
	}
	*room = append((*room)[:0], found.telling...)
	if keep := min(trivialCount(len(found.telling)), len(found.trivial)); keep > 0 {
		for _, i := range q.Stream.Perm(len(found.trivial))[:keep] {
			*room = append(*room, found.trivial[i])
		}
	}
	return *room
}

// trivialCount is how many trivial branches go with others: a tenth of all, rounded to even.
func trivialCount(telling int) int { return int(math.RoundToEven(float64(telling) * 0.1 / 0.9)) }

func (k *known) findRelatives(t *keyTable, b relateKey) *relateBranches {
	out := &relateBranches{}
	for r := range Relations {
		related := k.related[r][b.object]
		values := t.relation(r)
		for i := range t.keys {
			fit := t.keys[i].fit
			m := fit & related
			if m == 0 && b.end != endCount && b.end != endExist {
				continue
			}
			v := k.result(b.end, m)
			if v == ask.Invalid {
				continue
			}
			branch := ask.Branch{Slots: values[i], Output: v}
			if m == fit {
				out.trivial = append(out.trivial, branch)
			} else {
				out.telling = append(out.telling, branch)
			}
		}
	}
	return out
}
