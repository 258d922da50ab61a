package syndacate

import "mereo/gen/judge"

// Published is a result of Levi and van der Wilk 2025, or of the notebook in their code release, by the task's metric. All but
// the mean of five runs are single runs.
type Published struct {
	Model    string
	Training string
	Train    float64 // 0 where it is not reported
	Test     float64
	Spread   float64 // standard deviation over runs
}

// published shows what is published of the task.
func (s *scored) published(b *judge.Board) {
	t := judge.Table{Title: "published", Head: []string{"model", "training", "train", "test", "+-"}}
	for _, p := range publishedResults[s.task.Name] {
		row := []any{p.Model, p.Training, "-", judge.Fixed{Value: p.Test, Digits: 4}, ""}
		if p.Train > 0 {
			row[2] = judge.Fixed{Value: p.Train, Digits: 4}
		}
		if p.Spread > 0 {
			row[4] = judge.Fixed{Value: p.Spread, Digits: 4}
		}
		t.Rows = append(t.Rows, row)
	}
	if t.Rows != nil {
		b.Table(t)
	}
}

var publishedResults = map[string][]Published{
	"ImToParts": {
		{Model: "CNN, mean of 5 runs", Training: "60,000 elements, 100 epochs", Test: 0.0269, Spread: 0.0026},
		{Model: "CNN", Training: "60,000 elements, 100 epochs", Train: 0.02367, Test: 0.02669},
	},
	"ImToClass": {
		{Model: "CNN", Training: "300 elements, 5,000 steps", Train: 1, Test: 0.5882},
		{Model: "CapsNet", Training: "300 elements, 5,000 steps", Train: 0.9933, Test: 0.2101},
	},
	"PreTrainedPartsToClass": {
		{Model: "CNN", Training: "300 elements, 5,000 steps", Train: 1, Test: 0.7520},
		{Model: "CapsNet", Training: "300 elements, 5,000 steps", Train: 1, Test: 0.7474},
	},
	"PartsToClass": {
		{Model: "SetTransformer, depth 5", Training: "300 elements, 5,000 steps", Train: 1, Test: 0.9280},
		{Model: "MLP, flat, depth 5", Training: "300 elements, 5,000 steps", Train: 1, Test: 0.3750},
		{Model: "MLP, flat, depth 5", Training: "300 elements, 50,000 steps", Train: 1, Test: 0.3651},
	},
	"PartsToChars": {
		{Model: "SetTransformer, depth 5", Training: "60,000 elements, 100 epochs", Train: 0.01953, Test: 0.02211},
		{Model: "DeepSetToSet, depth 5", Training: "60,000 elements, 100 epochs", Train: 1.21829, Test: 2.06104},
		{Model: "SetTransformer, depth 2", Training: "60,000 elements, 1 epoch", Train: 10.51837, Test: 10.54011},
	},
}
