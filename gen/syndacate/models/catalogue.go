package models

import (
	"fmt"
	"slices"
	"strings"

	"mereo/gen/syndacate"
)

// Config says what is trained, and how: for a number of steps or of epochs, one of which is 0.
type Config struct {
	Task         string `json:"task"`
	Model        string `json:"model"`
	Depth        int    `json:"depth"`         // If -1, that of the published model
	Width        int    `json:"width"`         // If 0, that of the published model
	TrainSamples int    `json:"train_samples"` // If 0, all
	Steps        int    `json:"steps"`
	Epochs       int    `json:"epochs"`
	Seed         uint64 `json:"seed"`
}

// architecture makes models of one kind.
type architecture struct {
	name         string
	depth, width int // published ones; 0 where there is nothing to choose
	fits         func(t syndacate.Task) bool
	make         func(c Config, t syndacate.Task) *Model
}

// heads is the number of attention heads.
const heads = 8

// classes are the characters.
const classes = 10

var architectures = []architecture{
	{"cnn", 0, 64, isPicture, func(c Config, t syndacate.Task) *Model {
		x := t.XShape()
		stages, blocks, stride := 3, 2, 2
		if x[1] < 28 { // features of a network
			stages, blocks, stride = 1, 3, 1
		}
		out, set := outputs(t)
		return newCNN(x[0], x[1], x[2], out, c.Width, 5, stages, blocks, stride, set)
	}},
	{"capsnet", 0, 0, func(t syndacate.Task) bool { return isPicture(t) && isClass(t) }, func(c Config, t syndacate.Task) *Model {
		return newCapsNet(t.XShape()[0], classes)
	}},
	{"mereoformer", 0, 64, func(t syndacate.Task) bool { return isPicture(t) && t.XShape()[1] >= 28 },
		func(c Config, t syndacate.Task) *Model {
			out, set := outputs(t)
			return newMereoFormer(t.XShape()[0], out, c.Width, heads, set)
		}},
	{"settransformer", 5, 64, isParts, func(c Config, t syndacate.Task) *Model {
		out, set := outputs(t)
		return newSetTransformer(t.XShape()[1], out, c.Depth, c.Width, heads, !set)
	}},
	{"deepsettoset", 5, 100, isAligned, func(c Config, t syndacate.Task) *Model {
		return newDeepSetToSet(t.XShape()[1], t.TShape()[1], c.Depth, c.Width)
	}},
	{"mlp", 5, 100, isParts, func(c Config, t syndacate.Task) *Model {
		shape := []int{classes}
		if !isClass(t) {
			shape = t.TShape()
		}
		return newMLP(size(t.XShape()), size(shape), c.Depth, c.Width, true, shape)
	}},
	{"mlp-elementwise", 5, 100, isAligned, func(c Config, t syndacate.Task) *Model {
		return newMLP(t.XShape()[1], t.TShape()[1], c.Depth, c.Width, false, nil)
	}},
}

func isPicture(t syndacate.Task) bool { return len(t.XShape()) == 3 }
func isParts(t syndacate.Task) bool   { return len(t.XShape()) == 2 }
func isClass(t syndacate.Task) bool   { return t.Loss == syndacate.LossCrossEntropy }
func isAligned(t syndacate.Task) bool { return t.Loss == syndacate.LossAlignedSetMSE }

// outputs is how many numbers a row has, and whether there are several rows.
func outputs(t syndacate.Task) (n int, set bool) {
	if isClass(t) {
		return classes, false
	}
	shape := t.TShape()
	return shape[len(shape)-1], len(shape) == 2
}

// Names are those of the models.
func Names() []string {
	var names []string
	for _, a := range architectures {
		names = append(names, a.name)
	}
	return names
}

// Fitting are the names of the models that a task can have.
func Fitting(t syndacate.Task) []string {
	var names []string
	for _, a := range architectures {
		if a.fits(t) {
			names = append(names, a.name)
		}
	}
	return names
}

// New returns a model with its first weights, and the configuration with the published numbers where they were left open: a
// depth of -1 (0 layers are possible) and a width of 0.
func New(c Config) (*Model, Config, error) {
	task, err := syndacate.TaskByName(c.Task)
	if err != nil {
		return nil, c, err
	}
	i := slices.IndexFunc(architectures, func(a architecture) bool { return a.name == c.Model })
	if i < 0 {
		return nil, c, fmt.Errorf("models: no model %q, there are %s", c.Model, strings.Join(Names(), ", "))
	}
	a := architectures[i]
	if !a.fits(task) {
		return nil, c, fmt.Errorf("models: model %s does not fit task %s; those that do are %s",
			c.Model, c.Task, strings.Join(Fitting(task), ", "))
	}
	if a.depth == 0 && c.Depth > 0 {
		return nil, c, fmt.Errorf("models: depth is %d, but model %s has no depth to choose", c.Depth, c.Model)
	}
	if a.width == 0 && c.Width > 0 {
		return nil, c, fmt.Errorf("models: width is %d, but model %s has no width to choose", c.Width, c.Model)
	}
	if c.Depth < 0 {
		c.Depth = a.depth
	}
	if c.Width == 0 {
		c.Width = a.width
	}
	if c.Depth > 100 || c.Width < 0 || c.Width > 4096 {
		return nil, c, fmt.Errorf("models: depth is %d, width %d, want at most 100 and from 1 to 4096", c.Depth, c.Width)
	}
	if attends := a.name == "settransformer" || a.name == "mereoformer"; attends && c.Width%heads != 0 {
		return nil, c, fmt.Errorf("models: width is %d, want a multiple of the %d heads of model %s", c.Width, heads, c.Model)
	}
	m := a.make(c, task)
	m.Name = a.name
	m.In = task.XShape()
	m.draw(c.Seed, m.Name)
	return m, c, nil
}
