package models

import "mereo/gen/write/npz"

// newCNNLayer is a residual layer on pictures.
func newCNNLayer(p *parameters, name string, d, k int) layer {
	scale := p.add(name+"scale", startAtZero)
	return residual(scale, chain(
		newDepthwise(p, name+"conv_1.", d, k),
		newConvolution(p, name+"conv_2.", d, expand*d, 1, 1), (*tape).relu,
		newConvolution(p, name+"conv_3.", expand*d, d, 1, 1),
	))
}

// newCNN is a residual network on pictures of channels x height x width. Its body ends with features [B, d, H, W]. The head
// gives [B, out] of their mean, or the set [B, H W, out] of all positions in row-major order.
func newCNN(channels, height, width, out, d, k, stages, blocks, stride int, set bool) *Model {
	m := &Model{}
	p := &m.parameters
	m.constants = []npz.Array{{
		Key: "embed._coord_tensor", Shape: []int{2, height, width}, Data: coordinates(height, width),
	}}
	layers := []layer{(*tape).withCoordinates}
	name := func() string { return numbered(len(layers) - 1) }
	in := channels + 2
	for stage := range stages {
		layers = append(layers, newConvolution(p, name(), in, d, k, stride))
		in = d
		more := blocks - 1
		if stage == stages-1 {
			more = blocks
		}
		for range more {
			layers = append(layers, newCNNLayer(p, name(), d, k))
		}
	}
	m.body = chain(layers...)
	m.head = chain((*tape).positions, newHead(p, d, out, set))
	return m
}

// positions is a map x [B, D, H, W] as the set [B, H W, D].
func (t *tape) positions(x *value) *value {
	return t.swap(t.reshape(x, x.batch(), x.shape[1], x.shape[2]*x.shape[3]))
}

// newHead is what comes after features [B, positions, d].
func newHead(p *parameters, d, out int, set bool) layer {
	if set {
		return newLinear(p, "pool.linear.", d, out)
	}
	return chain(average, newTransposedLinear(p, "pool.linear.", d, out))
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
	m := &Model{}
	p := &m.parameters
	m.body = chain(
		func(t *tape, x *value) *value { return t.resize(x, capsuleSide, capsuleSide) },
		newConvolution(p, "conv1.", channels, capsuleChannels, capsuleKernel, 1), (*tape).relu,
		newPrimaryCapsules(p, "primaryCaps.", capsuleChannels, capsuleTypes, capsuleLength, capsuleKernel, 2),
		newCapsuleLayer(p, "digitCaps.", capsulesIn, capsuleLength, classes, capsuleOutLength, routingIterations),
		(*tape).lengths,
	)
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
	m := &Model{}
	p := &m.parameters
	layers := []layer{
		(*tape).withCoordinates, newConvolution(p, numbered(0), channels+2, d, mereoWindow, 2),
		func(t *tape, x *value) *value { return t.reshape(t.positions(x), x.batch(), x.shape[2], x.shape[3], d) },
	}
	n := 1
	for stage := range mereoStages {
		if stage > 0 {
			layers = append(layers, (*tape).halve)
			n++ // it has a number, too
		}
		for range mereoBlocks {
			layers = append(layers, newTransformerLayer(p, n, d, heads, mereoWindow))
			n += 2
		}
	}
	m.body = chain(layers...)
	m.head = chain(func(t *tape, x *value) *value {
		return t.reshape(x, x.batch(), x.shape[1]*x.shape[2], d)
	}, newHead(p, d, out, set))
	return m
}
