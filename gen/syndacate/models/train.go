package models

import (
	"context"
	"fmt"
	"math"

	"mereo/gen/syndacate"
	"mereo/scenes/rng"
)

// batchSize is that of all published runs.
const batchSize = 100

// Options are how to train, which does not change what comes out.
type Options struct {
	Workers         int                   // If 0, as many as there are processors
	CheckpointEvery int                   // steps. If 0, 200 is used
	Progress        func(done, total int) // steps; may be nil
}

// Measurement is the task's metric on both splits after some steps. On "train" it is that of the elements trained on.
type Measurement struct {
	Step  int     `json:"step"`
	Train float64 `json:"train"`
	Test  float64 `json:"test"`
}

// Result is what training came to.
type Result struct {
	Config       Config        `json:"config"`
	Metric       string        `json:"metric"`
	Parameters   int           `json:"parameters"`
	TrainSamples int           `json:"train_elements"`
	TestSamples  int           `json:"test_elements"`
	Measurements []Measurement `json:"measurements"`

	losses []float32 // of every step's batch, before the step
}

// Last is the measurement after the last step.
func (r *Result) Last() Measurement { return r.Measurements[len(r.Measurements)-1] }

// training is a run on its way.
type training struct {
	runner
	config    Config
	options   Options
	data      *Data
	objective objective
	chosen    []int // the elements of the training split that are learnt from
	order     []int // of chosen in epoch orderOf
	orderOf   int

	step    int
	moments []moments
	result  Result

	gradients [][][]float32 // by shard, parameter
}

// Train trains a model from the start, or from the checkpoint in folder out that the same configuration has left, and writes
// what comes out there: see save and finish. When ctx ends, a checkpoint is written and ctx's error returned.
func Train(ctx context.Context, c Config, data *Data, out string, options Options) (*Result, error) {
	t, err := newTraining(c, data, options)
	if err != nil {
		return nil, err
	}
	if err := t.resume(out); err != nil {
		return nil, err
	}
	total := t.totalSteps()
	for t.step < total {
		if err := t.measureAt(ctx, t.step); err != nil {
			return nil, t.stopped(out, err)
		}
		if t.options.Progress != nil {
			t.options.Progress(t.step, total)
		}
		t.takeStep()
		if loss := float64(t.result.losses[t.step-1]); math.IsNaN(loss) || math.IsInf(loss, 0) {
			return nil, fmt.Errorf("models: loss is %v at step %d of task %s; look for numbers in the data that are not finite",
				loss, t.step, t.config.Task)
		}
		if ctx.Err() != nil {
			return nil, t.stopped(out, ctx.Err())
		}
		if t.step%t.options.CheckpointEvery == 0 && t.step < total {
			if err := t.save(out); err != nil {
				return nil, err
			}
		}
	}
	if err := t.measureAt(ctx, total); err != nil {
		return nil, t.stopped(out, err)
	}
	if t.options.Progress != nil {
		t.options.Progress(total, total)
	}
	return &t.result, t.finish(ctx, out)
}

// stopped leaves a checkpoint behind.
func (t *training) stopped(out string, because error) error {
	if err := t.save(out); err != nil {
		return err
	}
	return because
}

func newTraining(c Config, data *Data, options Options) (*training, error) {
	if (c.Steps > 0) == (c.Epochs > 0) || c.Steps < 0 || c.Epochs < 0 {
		return nil, fmt.Errorf("models: %d steps and %d epochs, want one of them above 0", c.Steps, c.Epochs)
	}
	if c.TrainSamples < 0 || c.TrainSamples > data.Train.N {
		return nil, fmt.Errorf("models: %d training samples, want 0 (all) to %d", c.TrainSamples, data.Train.N)
	}
	model, c, err := New(c)
	if err != nil {
		return nil, err
	}
	t := &training{runner: newRunner(model, options.Workers), config: c, options: options, data: data}
	if t.options.CheckpointEvery < 1 {
		t.options.CheckpointEvery = 200
	}
	t.objective = newObjective(data.Task.Loss, data.Train.T)
	t.chosen = upTo(data.Train.N)
	if c.TrainSamples > 0 {
		t.chosen = t.stream(0, "subset").Perm(data.Train.N)[:c.TrainSamples]
	}
	for _, p := range model.list {
		t.moments = append(t.moments, moments{make([]float32, len(p.Data)), make([]float32, len(p.Data))})
	}
	for range shards(min(batchSize, len(t.chosen))) {
		var g [][]float32
		for _, p := range model.list {
			g = append(g, make([]float32, len(p.Data)))
		}
		t.gradients = append(t.gradients, g)
	}
	t.result = Result{
		Config: c, Metric: metricName(data.Task.Loss), Parameters: model.Count(),
		TrainSamples: len(t.chosen), TestSamples: data.Test.N,
	}
	return t, nil
}

const accuracyName = "accuracy"

// metricName says what is measured.
func metricName(l syndacate.Loss) string {
	switch l {
	case syndacate.LossCrossEntropy:
		return accuracyName
	case syndacate.LossChamferMSE:
		return "Chamfer MSE"
	case syndacate.LossAlignedSetMSE:
		return "aligned set MSE"
	}
	return "MSE"
}

// stream is for one purpose in one pass over the data.
func (t *training) stream(epoch int, purpose string) *rng.Stream {
	return rng.At(rng.Key{Seed: t.config.Seed, Set: "syndacate", Split: t.config.Task, Index: epoch}, "train "+purpose)
}

// batchesPerEpoch counts the last, smaller one.
func (t *training) batchesPerEpoch() int { return (len(t.chosen) + batchSize - 1) / batchSize }

func (t *training) totalSteps() int {
	if t.config.Steps > 0 {
		return t.config.Steps
	}
	return t.config.Epochs * t.batchesPerEpoch()
}

// rate is the learning rate: it changes with every step where steps are counted, and with every epoch where those are.
func (t *training) rate() float64 {
	if t.config.Steps > 0 {
		return cosineRate(t.step, t.config.Steps)
	}
	return cosineRate(t.step/t.batchesPerEpoch(), t.config.Epochs)
}

// batch is the elements of the next step. Each pass over the data has an order of its own.
func (t *training) batch() []int {
	n := t.batchesPerEpoch()
	if epoch := t.step / n; t.order == nil || t.orderOf != epoch {
		t.order, t.orderOf = t.stream(epoch, "order").Perm(len(t.chosen)), epoch
	}
	i := t.step % n * batchSize
	batch := make([]int, 0, batchSize)
	for _, j := range t.order[i:min(i+batchSize, len(t.order))] {
		batch = append(batch, t.chosen[j])
	}
	return batch
}

// takeStep moves the weights once.
func (t *training) takeStep() {
	batch := t.batch()
	losses := make([]float64, shards(len(batch)))
	t.parallel(len(losses), func(tape *tape, i int) {
		tape.gradients = t.gradients[i]
		for _, g := range tape.gradients {
			clear(g)
		}
		losses[i], _ = t.pass(tape, &t.data.Train, shard(batch, i), len(batch))
		tape.backward()
	})
	total := 0.0
	for _, l := range losses {
		total += l
	}
	t.result.losses = append(t.result.losses, float32(total/float64(len(batch))))
	rate := t.rate()
	t.parallel(len(t.model.list), func(_ *tape, i int) {
		var gradients [][]float32
		for s := range losses {
			gradients = append(gradients, t.gradients[s][i])
		}
		t.moments[i].update(t.model.list[i], gradients, t.step+1, rate)
	})
	t.step++
}

// pass runs some elements forward and returns the sums of their losses and metrics.
func (t *training) pass(tape *tape, split *Split, elements []int, batch int) (loss, metric float64) {
	tape.reset()
	y := t.model.forward(tape, split.X.input(tape, elements))
	return t.objective.measure(tape, y, split.target(tape, elements), batch)
}

// measureAt takes the metrics that belong before a step, or after the last one, unless they are known.
func (t *training) measureAt(ctx context.Context, step int) error {
	due := step == 0 || step == t.totalSteps() || t.config.Epochs > 0 && step%t.batchesPerEpoch() == 0
	if known := t.result.Measurements; !due || len(known) > 0 && known[len(known)-1].Step == step {
		return nil
	}
	m := Measurement{Step: step}
	var err error
	if m.Train, err = t.metric(ctx, &t.data.Train, t.chosen); err != nil {
		return err
	}
	if m.Test, err = t.metric(ctx, &t.data.Test, nil); err != nil {
		return err
	}
	t.result.Measurements = append(t.result.Measurements, m)
	return nil
}

// metric is the mean over elements of a split; nil means all.
func (t *training) metric(ctx context.Context, split *Split, elements []int) (float64, error) {
	if elements == nil {
		elements = upTo(split.N)
	}
	sums := make([]float64, shards(len(elements)))
	t.parallel(len(sums), func(tape *tape, i int) {
		if ctx.Err() != nil {
			return
		}
		tape.gradients = nil
		_, sums[i] = t.pass(tape, split, shard(elements, i), len(elements))
	})
	total := 0.0
	for _, s := range sums {
		total += s
	}
	return total / float64(len(elements)), ctx.Err()
}
