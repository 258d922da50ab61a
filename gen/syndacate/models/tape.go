package models

// value is a tensor that a forward pass has made.
type value struct {
	shape []int
	data  []float32
	grad  []float32 // of the loss; nil where nobody needs it
}

// last is the length of the last axis.
func (v *value) last() int { return v.shape[len(v.shape)-1] }

// batch is the length of the first axis.
func (v *value) batch() int { return v.shape[0] }

// tape runs a forward pass and remembers how to go back. A tape serves one goroutine; its memory is used again after reset.
type tape struct {
	gradients [][]float32 // by Parameter.index, added to; nil when nothing is to be learnt
	back      []func()    // derivatives of the operations, in the order of the forward pass

	memory       []float32 // of a pass
	taken, asked int       // how much of it is taken, and how much was asked for
	spare        []float32
}

// reset forgets the pass, whose values become invalid.
func (t *tape) reset() {
	clear(t.back)
	t.back = t.back[:0]
	if t.asked > len(t.memory) {
		t.memory = make([]float32, t.asked)
	}
	t.taken, t.asked = 0, 0
}

// learns tells whether derivatives are wanted.
func (t *tape) learns() bool { return t.gradients != nil }

// floats is memory until reset, with any content.
func (t *tape) floats(n int) []float32 {
	t.asked += n
	if t.taken+n > len(t.memory) {
		return make([]float32, n) // from the next reset on, there is room
	}
	t.taken += n
	return t.memory[t.taken-n : t.taken : t.taken]
}

// scratch is memory until it is next called, with any content.
func (t *tape) scratch(n int) []float32 {
	if cap(t.spare) < n {
		t.spare = make([]float32, n)
	}
	return t.spare[:n]
}

// make returns a value with any content and, where something is learnt, a gradient of zeros.
func (t *tape) make(shape ...int) *value {
	v := &value{shape: shape, data: t.floats(size(shape))}
	if t.learns() {
		v.grad = t.floats(len(v.data))
		clear(v.grad)
	}
	return v
}

// input is a value without a gradient.
func input(data []float32, shape ...int) *value {
	must(len(data) == size(shape), "%d numbers for shape %v", len(data), shape)
	return &value{shape: shape, data: data}
}

// use is a parameter as a value.
func (t *tape) use(p *Parameter) *value {
	v := &value{shape: p.Shape, data: p.Data}
	if t.learns() {
		v.grad = t.gradients[p.index]
	}
	return v
}

// then says what an operation adds to the gradients of its inputs once that of its output is known.
func (t *tape) then(back func()) {
	if t.learns() {
		t.back = append(t.back, back)
	}
}

// backward goes back from values whose gradients the loss has set.
func (t *tape) backward() {
	for i := len(t.back) - 1; i >= 0; i-- {
		t.back[i]()
	}
}

// reshape is the same numbers under another shape.
func (t *tape) reshape(x *value, shape ...int) *value {
	must(size(shape) == len(x.data), "shape %v of %d numbers", shape, len(x.data))
	return &value{shape: shape, data: x.data, grad: x.grad}
}

// layer is an operation, with the parameters that it owns if it has any.
type layer func(t *tape, x *value) *value

// chain is layers one after the other.
func chain(layers ...layer) layer {
	return func(t *tape, x *value) *value {
		for _, l := range layers {
			x = l(t, x)
		}
		return x
	}
}

// residual is x + scale f(x).
func residual(scale *Parameter, f layer) layer {
	return func(t *tape, x *value) *value { return t.rezero(x, f(t, x), scale) }
}
