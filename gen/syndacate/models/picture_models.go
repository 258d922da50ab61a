package models

import (
	"fmt"

	"mereo/gen/write/npz"
)

// cnnLayer is a residual layer on pictures.
type cnnLayer struct {
	scale        *Parameter
	conv1        depthwise
	conv2, conv3 convolution
}

func newCNNLayer(p *parameters, name string, d, k int) cnnLayer {
	return cnnLayer{
		p.add(name+"scale", startAtZero),
		newDepthwise(p, name+"conv_1.", d, k),
		newConvolution(p, name+"conv_2.", d, expand*d, 1, 1),
		newConvolution(p, name+"conv_3.", expand*d, d, 1, 1),
	}
}

func (l cnnLayer) forward(t *tape, x *value) *value {
	return t.rezero(x, l.conv3.forward(t, t.relu(l.conv2.forward(t, l.conv1.forward(t, x)))), l.scale)
}

// newCNN is a residual network on pictures of channels x height x width. Its body ends with features [B, d, H, W]. The head
// gives [B, out] of their mean, or the set [B, H W, out] of all positions in row-major order.
func newCNN(channels, height, width, out, d, k, stages, blocks, stride int, set bool) *Model {
	m := &Model{Name: "cnn"}
	p := &m.parameters
	m.constants = []npz.Array{{
		Key: "embed._coord_tensor", Shape: []int{2, height, width}, Data: coordinates(height, width),
	}}
	type layer interface {
		forward(t *tape, x *value) *value
	}
	var layers []layer
	name := func() string { return fmt.Sprintf("layers.%d.", len(layers)) }
	in := channels + 2
	for stage := range stages {
		layers = append(layers, newConvolution(p, name(), in, d, k, stride))
		in = d
		residual := blocks - 1
		if stage == stages-1 {
			residual = blocks
		}
		for range residual {
			layers = append(layers, newCNNLayer(p, name(), d, k))
		}
	}
	m.body = func(t *tape, x *value) *value {
		x = t.withCoordinates(x)
		for _, l := range layers {
			x = l.forward(t, x)
		}
		return x
	}
	m.head = newHead(p, d, out, set, func(t *tape, x *value) *value {
		return t.swap(t.reshape(x, x.batch(), d, x.shape[2]*x.shape[3]))
	})
	return m
}

// newHead is what comes after features that rows turns into [B, positions, d].
func newHead(p *parameters, d, out int, set bool, rows func(t *tape, x *value) *value) func(t *tape, x *value) *value {
	if set {
		l := newLinear(p, "pool.linear.", d, out)
		return func(t *tape, x *value) *value { return l.forward(t, rows(t, x)) }
	}
	l := newTransposedLinear(p, "pool.linear.", d, out)
	return func(t *tape, x *value) *value {
		r := rows(t, x)
		return l.forward(t, t.total(r, 1/float32(r.shape[1])))
	}
}

// Sizes of the capsule network.
const (
	capsuleSide       = 28 // pixels to which pictures are resized
	capsuleChannels   = 256
	capsuleKernel     = 9
	capsuleTypes      = 32
	capsuleLength     = 8
	capsulesIn        = capsuleTypes * 6 * 6 // types at the 6 x 6 positions that remain
	capsuleOutLength  = 16
	routingIterations = 3
)

// newCapsNet has capsules of classes, whose lengths are the output.
func newCapsNet(channels, classes int) *Model {
	m := &Model{Name: "capsnet"}
	p := &m.parameters
	conv := newConvolution(p, "conv1.", channels, capsuleChannels, capsuleKernel, 1)
	primary := newPrimaryCapsules(p, "primaryCaps.", capsuleChannels, capsuleTypes, capsuleLength, capsuleKernel, 2)
	digits := newCapsuleLayer(p, "digitCaps.", capsulesIn, capsuleLength, classes, capsuleOutLength, routingIterations)
	m.body = func(t *tape, x *value) *value {
		x = t.relu(conv.forward(t, t.resize(x, capsuleSide, capsuleSide)))
		return t.lengths(digits.forward(t, primary.forward(t, x)))
	}
	return m
}

// Sizes of MereoFormer.
const (
	mereoWindow = 5
	mereoStages = 3
	mereoBlocks = 2
)

// newMereoFormer is a transformer with local attention on maps whose sides are halved from stage to stage.
func newMereoFormer(channels, out, d, heads int, set bool) *Model {
	m := &Model{Name: "mereoformer"}
	p := &m.parameters
	conv := newConvolution(p, "layers.0.", channels+2, d, mereoWindow, 2)
	var attentions []attention
	var mlps []mlpLayer
	n := 1
	for stage := range mereoStages {
		if stage > 0 {
			n++ // the layer that halves has a number, too
		}
		for range mereoBlocks {
			attentions = append(attentions, newAttention(p, fmt.Sprintf("layers.%d.", n), d, heads))
			mlps = append(mlps, newMLPLayer(p, fmt.Sprintf("layers.%d.", n+1), d))
			n += 2
		}
	}
	m.body = func(t *tape, x *value) *value {
		y := conv.forward(t, t.withCoordinates(x))
		high, wide := y.shape[2], y.shape[3]
		y = t.swap(t.reshape(y, y.batch(), d, high*wide))
		y = t.reshape(y, y.batch(), high, wide, d)
		for i := range attentions {
			if i > 0 && i%mereoBlocks == 0 {
				y = t.halve(y)
			}
			y = mlps[i].forward(t, attentions[i].forwardLocal(t, y, mereoWindow))
		}
		return y
	}
	m.head = newHead(p, d, out, set, func(t *tape, x *value) *value {
		return t.reshape(x, x.batch(), x.shape[1]*x.shape[2], d)
	})
	return m
}
