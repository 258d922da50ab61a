package ask

import "slices"

// A search that cannot succeed tries every way to say what does not help. What helps is seen much faster from values alone:
// what a node may yield depends on what its inputs may yield, and words come in only where a constraint is about them. Going
// back from the wanted answers leaves for each node the values that may lead to one (arc consistency: Mackworth 1977,
// "Consistency in Networks of Relations").

// doubt is how many branches a search tries before it looks which values lead to a wanted answer.
const doubt = 32

// maxReach is how many values of a node, or combinations of its inputs' values, are looked at; where there are more, any value
// may lead anywhere.
const maxReach = 10000

// Wide tells that a macro must list every branch that it may ever offer where q stands, drawn or not; of those with equal
// results one will do. There is no stream then, and all slots are empty.
func (q *Search[S]) Wide() bool { return q.wide }

// reached is what a node can yield.
type reached struct {
	values []Value
	at     map[Value]int
	ways   []way
	useful []bool // values that may lead to a wanted answer
}

// way says that a combination of values of a node's inputs can yield a value of the node, by position.
type way struct{ inputs, value int }

// reach finds what each node of the template can yield on the scene, and what of it may lead to a wanted answer: all that
// Each would place without a budget, and perhaps more, because nodes with an input in common are taken for independent, and
// constraints count as violated only where a node and its inputs show it. It is nil when there are too many values to tell.
func (q *Search[S]) reach() []reached {
	w := &Search[S]{Library: q.Library, Template: q.Template, Scene: q.Scene, wide: true}
	w.begin()
	defer w.end()
	w.rules = q.rules
	nodes := make([]reached, len(w.Template.Nodes))
	for n := range nodes {
		if !w.reachNode(n, nodes) {
			return nil
		}
	}
	last := len(nodes) - 1
	for i, v := range nodes[last].values {
		nodes[last].useful[i] = q.Wanted(v)
	}
	for n := last; n >= 0; n-- {
		for _, way := range nodes[n].ways {
			if !nodes[n].useful[way.value] {
				continue
			}
			for _, from := range w.Template.Nodes[n].Inputs {
				k := len(nodes[from].values)
				nodes[from].useful[way.inputs%k] = true
				way.inputs /= k
			}
		}
	}
	return nodes
}

// reachNode finds what node n can yield, given what the nodes before it can.
func (q *Search[S]) reachNode(n int, nodes []reached) (ok bool) {
	inputs := q.Template.Nodes[n].Inputs
	combinations := 1
	for _, from := range inputs {
		if combinations *= len(nodes[from].values); combinations > maxReach {
			return false
		}
	}
	r := &nodes[n]
	r.at = map[Value]int{}
	clear(q.outputs)
	for c := range combinations {
		left := c
		for _, from := range inputs {
			k := len(nodes[from].values)
			q.outputs[from] = nodes[from].values[left%k]
			left /= k
		}
		q.outputs[n] = nil
		if slices.ContainsFunc(inputs, q.violated) {
			continue
		}
		branches := q.expand(n)
		for i := range branches {
			v := q.output(n, &branches[i])
			if q.outputs[n] = v; q.violated(n) {
				continue
			}
			k, ok := r.at[v]
			if !ok {
				k = len(r.values)
				r.at[v] = k
				r.values = append(r.values, v)
			}
			if w := (way{c, k}); len(r.ways) == 0 || r.ways[len(r.ways)-1] != w {
				r.ways = append(r.ways, w)
			}
		}
	}
	r.useful = make([]bool, len(r.values))
	return len(r.values) <= maxReach
}
