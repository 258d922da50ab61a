package ask

// pointless tells whether a relation of the filled template, one that is a node of its own, could as well be the whole scene: the
// answer stays the same. It finds less than Library.Degenerate, but needs no program.
func (q *Search[S]) pointless() bool {
	t, l := q.Template, q.Library
	answer := q.outputs[len(t.Nodes)-1]
	for n := range t.Nodes {
		if t.macros[n] != nil || t.functions[n].Name != l.Relate {
			continue
		}
		if q.answerWith(n, l.functions[l.Scene].Eval(q.Scene, nil, nil)) == answer {
			return true
		}
	}
	return false
}

// answerWith is the answer if a node yielded something else, Invalid also where that cannot be told.
func (q *Search[S]) answerWith(node int, v Value) Value {
	t := q.Template
	q.before = append(q.before[:0], q.outputs...)
	q.outputs[node] = v
	for n := node + 1; n < len(t.Nodes) && v != Invalid; n++ {
		changed := false
		for _, from := range t.Nodes[n].Inputs {
			changed = changed || q.outputs[from] != q.before[from]
		}
		if changed {
			v = q.again(n)
			q.outputs[n] = v
		}
	}
	if v != Invalid {
		v = q.outputs[len(t.Nodes)-1]
	}
	copy(q.outputs, q.before)
	return v
}

// again evaluates a filled node where its inputs have changed.
func (q *Search[S]) again(n int) Value {
	t := q.Template
	if m := t.macros[n]; m != nil {
		if m.Result == nil {
			return Invalid
		}
		return m.Result(q, &t.Nodes[n])
	}
	var side []Value
	for _, slot := range t.Nodes[n].Slots {
		side = append(side, q.values[slot])
	}
	return q.call(n, t.functions[n], side)
}
