package ask

import (
	"math"
	"slices"
)

// cues keep words from giving a family's answers away. Balance makes answers even, but not those of questions about one part
// or one category: whoever has never seen a picture could learn that "wheels" means a cart and "how many legs" four.
//
// The questions of a family are sorted by the value of every slot that is a cue, by whether other slots are filled, and by
// pairs of these. In each sorting it is counted how often the commonest answer of its heap would be right. Of several
// instances that one is asked which lets the family's commonest answer, and these hits where they are more, grow least. One
// that adds to a heap in which guessing does better than the family's commonest answer, and a tolerance, is not asked at all.
type cues struct {
	slots    []cueSlot
	sortings [][2]int // positions in slots; equal for a single one
	heaps    map[heapKey]*heap
	empty    *heap
	all      *heap         // of all questions
	refused  int           // scenes in a row on which every instance told too much
	relief   int           // questions that are tolerated because of that
	right    []float64     // for each sorting the hits of the commonest answers of its heaps
	answers  map[Value]int // position of an answer in given
	at       []uint8       // of the instance that is looked at, by slot
}

// cueSlot numbers the values of a slot.
type cueSlot struct {
	presence bool // what counts is whether the slot is filled
	numbers  map[Value]uint8
}

// heapKey is a sorting and the numbers of its two values, in 16, 8 and 8 bits: maps with such keys are fast.
type heapKey uint32

// maxCueValues is how many values of a slot are told apart; more than any set has, and the rest count as one.
const maxCueValues = 256

// heap counts the answers of questions that share a cue.
type heap struct {
	given []int
	most  int
	n     int
	norm  float64 // the 4-norm of given, each plus one, to the power of 3
}

const (
	cueTolerance = 0.07 // of the family's questions
	cueSlack     = 2    // questions, while there are few
	cuePatience  = 8    // scenes in a row that a family leaves out before a question more is tolerated
	cueEvenness  = 3    // what the growth of the commonest answer counts beside that of a sorting
)

func newHeap(answers int) *heap {
	h := &heap{given: make([]int, answers)}
	h.weigh()
	return h
}

// add counts an answer.
func (h *heap) add(answer int) {
	h.n++
	h.given[answer]++
	h.most = max(h.most, h.given[answer])
	h.weigh()
}

// hits of those who say the commonest answer, having seen all questions but the one that is asked: a heap of one tells nothing.
func (h *heap) hits() float64 {
	if h.n == 0 {
		return 0
	}
	return float64(h.most) - float64(h.most)/float64(h.n)
}

// weigh renews the norm.
func (h *heap) weigh() {
	fourth := 0.0
	for _, n := range h.given {
		square := float64((n + 1) * (n + 1))
		fourth += float64(square * square)
	}
	root := math.Sqrt(fourth)
	h.norm = float64(root * math.Sqrt(root))
}

// growth is by how much hits grow with another such answer, seen further ahead than the next question: the 4-norm of the
// counts stands for the largest of them. Its derivative is 1 for an answer that is far ahead, 0 for one that is far behind,
// and nearly 1/k for each of k that are level, because in turn they will all be given.
func (h *heap) growth(answer int) float64 {
	n := float64(h.given[answer] + 1)
	return float64(n*n*n) / h.norm
}

func newCues[S any](l *Library[S], t *Template[S]) *cues {
	c := &cues{heaps: map[heapKey]*heap{}, answers: map[Value]int{}, at: make([]uint8, len(t.Slots))}
	for i, v := range l.Domain(t.Answer) {
		c.answers[v] = i
	}
	c.empty, c.all = newHeap(len(c.answers)), newHeap(len(c.answers))
	node := make([]int, len(t.Slots)) // that fills a slot
	for n := range t.Nodes {
		for _, slot := range t.Nodes[n].Slots {
			node[slot] = n
		}
	}
	for i, kind := range t.types {
		c.slots = append(c.slots, cueSlot{!slices.Contains(l.Cues, kind), map[Value]uint8{}})
		for j := range i + 1 {
			if i == j || !c.slots[i].presence && !c.slots[j].presence || node[i] == node[j] {
				c.sortings = append(c.sortings, [2]int{j, i})
			}
		}
	}
	c.right = make([]float64, len(c.sortings))
	return c
}

// look numbers the values of an instance's slots.
func (c *cues) look(values []Value) {
	for i, v := range values {
		s := &c.slots[i]
		if s.presence {
			c.at[i] = 0
			if v != "" {
				c.at[i] = 1
			}
			continue
		}
		n, ok := s.numbers[v]
		if !ok {
			n = uint8(min(len(s.numbers), maxCueValues-1))
			s.numbers[v] = n
		}
		c.at[i] = n
	}
}

// heap is where a sorting puts the instance that is looked at, empty when nothing is there.
func (c *cues) heap(sorting int) (heapKey, *heap) {
	s := c.sortings[sorting]
	k := heapKey(sorting)<<16 | heapKey(c.at[s[0]])<<8 | heapKey(c.at[s[1]])
	if h := c.heaps[k]; h != nil {
		return k, h
	}
	return k, c.empty
}

// cost is by how much an answer to a question with these slots would help those who guess; it need not be exact where it is
// not below least. It is not ok when guessing does too well.
func (c *cues) cost(values []Value, answer Value, least float64) (cost float64, ok bool) {
	a := c.answers[answer]
	most := max(c.all.most, c.all.given[a]+1)
	limit := float64(most) + float64(cueTolerance*float64(c.all.n+1)) + cueSlack + float64(c.relief)
	c.look(values)
	cost = float64(cueEvenness * c.all.growth(a))
	for i := range c.sortings {
		if c.right[i] <= float64(c.all.most) {
			continue // it tells no more than the commonest answer
		}
		_, h := c.heap(i)
		if h.given[a] == h.most && c.right[i]+1 > limit &&
			float64(h.most*(c.all.n+1)) > float64(limit*float64(h.n+1)) {
			return 0, false
		}
		if cost += h.growth(a); cost >= least {
			return cost, true
		}
	}
	return cost, true
}

// refuse counts a scene on which every instance told too much. A family that cannot do better is to go on.
func (c *cues) refuse() {
	if c.refused++; c.refused == cuePatience {
		c.refused = 0
		c.relief++
	}
}

// add counts a question that is asked.
func (c *cues) add(values []Value, answer Value) {
	a := c.answers[answer]
	c.refused = 0
	c.all.add(a)
	c.look(values)
	for i := range c.sortings {
		k, h := c.heap(i)
		if h == c.empty {
			h = newHeap(len(c.answers))
			c.heaps[k] = h
		}
		before := h.hits()
		h.add(a)
		c.right[i] += h.hits() - before
	}
}
