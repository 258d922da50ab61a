package models

import "fmt"

// expand is the ratio of the inner width of residual layers to the outer one.
const expand = 2

// newMLPLayer is a residual layer over the last axis.
func newMLPLayer(p *parameters, name string, d int) layer {
	scale := p.add(name+"scale", startAtZero)
	return residual(scale, chain(newLinear(p, name+"f1.", d, expand*d), (*tape).relu, newLinear(p, name+"f2.", expand*d, d)))
}

// newTransformerLayer is self-attention, under number n, and a residual layer under the next.
func newTransformerLayer(p *parameters, n, d, heads, window int) layer {
	return chain(newAttention(p, numbered(n), d, heads, window), newMLPLayer(p, numbered(n+1), d))
}

// numbered is the name under which published models have layer n.
func numbered(n int) string { return fmt.Sprintf("layers.%d.", n) }

// newSetTransformer maps every row of a set. Pooled, rows are averaged then and mapped once more: [B, out] instead of
// [B, rows, out].
func newSetTransformer(in, out, depth, d, heads int, pooled bool) *Model {
	m := &Model{}
	p, last := &m.parameters, numbered(2*depth+1)
	layers := []layer{newLinear(p, numbered(0), in, d)}
	for i := range depth {
		layers = append(layers, newTransformerLayer(p, 2*i+1, d, heads, 0))
	}
	layers = append(layers, newLinear(p, last, d, out))
	if pooled {
		layers = append(layers, average, newTransposedLinear(p, "pool.linear.", out, out))
	}
	for _, of := range [][2]string{{"input_linear.", numbered(0)}, {"output_linear.", last}} {
		m.aliases = append(m.aliases, alias{of[0] + "w_io", of[1] + "w_io"}, alias{of[0] + "b_o", of[1] + "b_o"})
	}
	m.body = chain(layers...)
	return m
}

// newDeepSetToSet maps the sum of all rows' embeddings, plus the row itself, to the row's output. Zaheer et al. 2017, "Deep
// Sets".
func newDeepSetToSet(in, out, depth, hidden int) *Model {
	m := &Model{}
	p := &m.parameters
	alone := newLinear(p, "linear.", in, hidden)
	mlp := func(name string, in, out int) layer {
		var layers []layer
		for i := range depth {
			layers = append(layers, newLinear(p, name+numbered(i)+"linear.", in, hidden), (*tape).relu)
			in = hidden
		}
		return chain(append(layers, newLinear(p, name+numbered(depth), in, out))...)
	}
	phi, rho := mlp("mlp_1.", in, hidden), mlp("mlp_2.", hidden, out)
	m.body = func(t *tape, x *value) *value {
		return rho(t, t.addRow(alone(t, x), t.total(phi(t, x), 1)))
	}
	return m
}

// newMLP is a residual network over the last axis. With flat inputs, all axes but the batch's are one; outShape is then the
// shape of an element of the output, whose product is out.
func newMLP(in, out, depth, d int, flat bool, outShape []int) *Model {
	m := &Model{}
	p := &m.parameters
	layers := []layer{newLinear(p, numbered(0), in, d)}
	for i := range depth {
		layers = append(layers, newMLPLayer(p, numbered(i+1), d))
	}
	m.body = chain(append(layers, newLinear(p, numbered(depth+1), d, out))...)
	if rows := m.body; flat {
		m.body = func(t *tape, x *value) *value {
			y := rows(t, t.reshape(x, x.batch(), len(x.data)/x.batch()))
			return t.reshape(y, append([]int{y.batch()}, outShape...)...)
		}
	}
	return m
}
