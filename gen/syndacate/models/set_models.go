package models

import "fmt"

// expand is the ratio of the inner width of residual layers to the outer one.
const expand = 2

// mlpLayer is a residual layer over the last axis.
type mlpLayer struct {
	scale  *Parameter
	f1, f2 linear
}

func newMLPLayer(p *parameters, name string, d int) mlpLayer {
	return mlpLayer{
		p.add(name+"scale", startAtZero),
		newLinear(p, name+"f1.", d, expand*d),
		newLinear(p, name+"f2.", expand*d, d),
	}
}

func (l mlpLayer) forward(t *tape, x *value) *value {
	return t.rezero(x, l.f2.forward(t, t.relu(l.f1.forward(t, x))), l.scale)
}

// newSetTransformer maps every row of a set. Pooled, rows are averaged then and mapped once more: [B, out] instead of
// [B, rows, out].
func newSetTransformer(in, out, depth, d, heads int, pooled bool) *Model {
	m := &Model{Name: "settransformer"}
	p := &m.parameters
	first := newLinear(p, "layers.0.", in, d)
	var attentions []attention
	var mlps []mlpLayer
	for i := range depth {
		attentions = append(attentions, newAttention(p, fmt.Sprintf("layers.%d.", 2*i+1), d, heads))
		mlps = append(mlps, newMLPLayer(p, fmt.Sprintf("layers.%d.", 2*i+2), d))
	}
	name := fmt.Sprintf("layers.%d.", 2*depth+1)
	last := newLinear(p, name, d, out)
	var pool linear
	if pooled {
		pool = newTransposedLinear(p, "pool.linear.", out, out)
	}
	m.aliases = []alias{
		{"input_linear.w_io", "layers.0.w_io"}, {"input_linear.b_o", "layers.0.b_o"},
		{"output_linear.w_io", name + "w_io"}, {"output_linear.b_o", name + "b_o"},
	}
	m.body = func(t *tape, x *value) *value {
		y := first.forward(t, x)
		for i := range attentions {
			y = mlps[i].forward(t, attentions[i].forward(t, y))
		}
		y = last.forward(t, y)
		if pooled {
			y = pool.forward(t, t.total(y, 1/float32(y.shape[1])))
		}
		return y
	}
	return m
}

// newDeepSetToSet maps the sum of all rows' embeddings, plus the row itself, to the row's output. Zaheer et al. 2017, "Deep
// Sets".
func newDeepSetToSet(in, out, depth, hidden int) *Model {
	m := &Model{Name: "deepsettoset"}
	p := &m.parameters
	residual := newLinear(p, "linear.", in, hidden)
	mlp := func(name string, in, out int) func(t *tape, x *value) *value {
		var layers []linear
		for i := range depth {
			layers = append(layers, newLinear(p, fmt.Sprintf("%s.layers.%d.linear.", name, i), in, hidden))
			in = hidden
		}
		last := newLinear(p, fmt.Sprintf("%s.layers.%d.", name, depth), in, out)
		return func(t *tape, x *value) *value {
			for _, l := range layers {
				x = t.relu(l.forward(t, x))
			}
			return last.forward(t, x)
		}
	}
	phi, rho := mlp("mlp_1", in, hidden), mlp("mlp_2", hidden, out)
	m.body = func(t *tape, x *value) *value {
		return rho(t, t.addRow(residual.forward(t, x), t.total(phi(t, x), 1)))
	}
	return m
}

// newMLP is a residual network over the last axis. With flat inputs, all axes but the batch's are one; outShape is then the
// shape of an element of the output, whose product is out.
func newMLP(in, out, depth, d int, flat bool, outShape []int) *Model {
	m := &Model{Name: "mlp"}
	p := &m.parameters
	first := newLinear(p, "layers.0.", in, d)
	var layers []mlpLayer
	for i := range depth {
		layers = append(layers, newMLPLayer(p, fmt.Sprintf("layers.%d.", i+1), d))
	}
	last := newLinear(p, fmt.Sprintf("layers.%d.", depth+1), d, out)
	m.body = func(t *tape, x *value) *value {
		if flat {
			x = t.reshape(x, x.batch(), len(x.data)/x.batch())
		}
		y := first.forward(t, x)
		for _, l := range layers {
			y = l.forward(t, y)
		}
		y = last.forward(t, y)
		if flat {
			y = t.reshape(y, append([]int{y.batch()}, outShape...)...)
		}
		return y
	}
	return m
}
