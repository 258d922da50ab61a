// Package models has the neural baselines of SynDaCaTE and trains them on the CPU.
//
// A forward pass writes its operations on a tape, which then gives the gradients (reverse accumulation). Operations are
// few, and each has its derivative beside it: dense.go, attention.go, convolution.go, capsule.go, loss.go. Layers own
// parameters under the published names, so that weights pass to and from the published models; network.go and the files of
// the models put them together.
//
// Matrix products are gonum's blas32. GoMLX v0.28.2 with its backend in Go takes three times as long for a step of the set
// transformer, thirty times for convolutions, and stops for ever unless operations are ordered.
//
// Numbers are float32, tensors are in C order with the batch first: sets [B, rows, numbers], pictures [B, channels, height,
// width]. A training step cuts its batch into shards of ten elements, and gradients are added in the order of shards: results
// are the same for any number of workers. They repeat on machines of one kind only, because matrix products use the vector
// instructions that there are.
package models
