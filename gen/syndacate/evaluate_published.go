package syndacate

import "mereo/gen/judge"

// publishedResult is one of Levi and van der Wilk 2025, or of the notebook in their code release, by the task's metric. All but
// the mean of five runs are single runs. Numbers are 0 where nothing is reported.
type publishedResult struct {
	model, training string
	train, test     float64
	spread          float64 // standard deviation over runs
}

// published shows what is published of the task.
func (s *scored) published(b *judge.Board) {
	t := judge.Table{Title: "published", Head: []string{"model", "training", "train", "test", "+-"}}
	number := func(v float64, none string) any {
		if v == 0 {
			return none
		}
		return judge.Fixed{Value: v, Digits: 4}
	}
	for _, p := range publishedResults[s.task.Name] {
		t.Rows = append(t.Rows, []any{p.model, p.training, number(p.train, "-"), number(p.test, "-"), number(p.spread, "")})
	}
	if t.Rows != nil {
		b.Table(t)
	}
}

var publishedResults = map[string][]publishedResult{
	"ImToParts": {
		{"CNN, mean of 5 runs", "60,000 elements, 100 epochs", 0, 0.0269, 0.0026},
		{"CNN", "60,000 elements, 100 epochs", 0.02367, 0.02669, 0},
	},
	"ImToClass": {
		{"CNN", "300 elements, 5,000 steps", 1, 0.5882, 0},
		{"CapsNet", "300 elements, 5,000 steps", 0.9933, 0.2101, 0},
	},
	"PreTrainedPartsToClass": {
		{"CNN", "300 elements, 5,000 steps", 1, 0.7520, 0},
		{"CapsNet", "300 elements, 5,000 steps", 1, 0.7474, 0},
	},
	"PartsToClass": {
		{"SetTransformer, depth 5", "300 elements, 5,000 steps", 1, 0.9280, 0},
		{"MLP, flat, depth 5", "300 elements, 5,000 steps", 1, 0.3750, 0},
		{"MLP, flat, depth 5", "300 elements, 50,000 steps", 1, 0.3651, 0},
	},
	"PartsToChars": {
		{"SetTransformer, depth 5", "60,000 elements, 100 epochs", 0.01953, 0.02211, 0},
		{"DeepSetToSet, depth 5", "60,000 elements, 100 epochs", 1.21829, 2.06104, 0},
		{"SetTransformer, depth 2", "60,000 elements, 1 epoch", 10.51837, 10.54011, 0},
	},
}
