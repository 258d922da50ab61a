package syndacate

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"mereo/assets/glyph"
	"mereo/gen"
	"mereo/gen/chart"
	"mereo/gen/figure"
	"mereo/gen/write/npz"
)

// poseBins is in how many parts of equal size the range of a value of a pose is counted.
const poseBins = 10

// Chart keys. Other kinds of files than the published ones have classes of their own.
const (
	keyObjectNumber   = "objects"
	keyCharacterClass = "character"
	keyWordClass      = "word"
	keyClass          = "class"
)

// tallyOf counts the objects of a shard: how many an element has, their classes, and of published samplers the values of their
// poses. Films are counted by their first frame.
func tallyOf(src source, arrays []npz.Array) gen.Tally {
	t := gen.Tally{}
	i := slices.IndexFunc(arrays, func(a npz.Array) bool { return a.Key == keyObjects })
	if i < 0 {
		return t
	}
	shape, classes := arrays[i].Shape, src.about().Classes
	data, ok := arrays[i].Data.([]float32)
	if !ok || len(shape) < 3 {
		return t
	}
	key, ranges := keyClass, (*poseRanges)(nil)
	if s, ok := src.(*standardSource); ok {
		switch s.config.sampler {
		case syndacateSampler:
			key, ranges = keyCharacterClass, &charRanges
		case wordsSampler:
			key, ranges = keyWordClass, &wordRanges
		}
	}
	var names [][]string
	if ranges != nil {
		for k := range ranges {
			names = append(names, ranges.bins(k))
		}
	}
	rows, width := shape[len(shape)-2], shape[len(shape)-1]
	for e := range shape[0] {
		objects := distinctRows(tiled(data, e, product(shape[1:]))[:rows*width], width)
		for _, row := range objects {
			if k := slices.Index(row[:len(classes)], 1); k >= 0 {
				t.Add(key, classes[k])
			}
			for k := range names {
				t.Add(poseKey(key, k), names[k][ranges.bin(k, row[len(classes)+k])])
			}
		}
		t.Add(keyObjectNumber, strconv.Itoa(len(objects)))
	}
	return t
}

// bin is the part of a range in which a value is.
func (r *poseRanges) bin(k int, v float32) int {
	low, high := r[k][0], r[k][1]
	return min(max(int((float64(v)-low)/(high-low)*poseBins), 0), poseBins-1)
}

// bins are the names of the parts of a range.
func (r *poseRanges) bins(k int) []string {
	out := make([]string, poseBins)
	edge := func(i int) string {
		part := (r[k][1] - r[k][0]) * float64(i) / poseBins
		return strconv.FormatFloat(r[k][0]+part, 'f', 2, 64)
	}
	for i := range out {
		out[i] = edge(i) + " to " + edge(i+1)
	}
	return out
}

// poseKey is the chart of a value of poses. Words are thinner than characters, so their thickness has a chart of its own.
func poseKey(class string, k int) string {
	name := glyph.PoseNames[k]
	if class == keyWordClass && wordRanges[k] != charRanges[k] {
		name += " of words"
	}
	return name
}

// charts are those of the statistics page.
func charts() []gen.Chart {
	const even = "drawn uniformly"
	out := []gen.Chart{
		{
			Key: keyObjectNumber, Title: "Objects of an element", XLabel: "objects", Values: figure.Numbers(1, 5),
			Targets: numberTargets, Target: even,
		},
		gen.Chart{Key: keyCharacterClass, Title: "Characters", XLabel: "class", Values: charClasses}.Even(0, even),
		gen.Chart{Key: keyWordClass, Title: "Words", XLabel: "class", Values: wordClasses}.Even(0, even),
		{Key: keyClass, Title: "Classes", XLabel: "class"},
	}
	for _, of := range []struct {
		class  string
		ranges *poseRanges
	}{{keyCharacterClass, &charRanges}, {keyWordClass, &wordRanges}} {
		for k := range of.ranges {
			key := poseKey(of.class, k)
			if !slices.ContainsFunc(out, func(c gen.Chart) bool { return c.Key == key }) {
				out = append(out, gen.Chart{Key: key, Title: "Poses: " + key, XLabel: glyph.PoseNames[k], Values: of.ranges.bins(k)}.Even(0, even))
			}
		}
	}
	return out
}

// numberTargets are those of 1 to 5 objects in files of published samplers.
func numberTargets(split string) []chart.Target {
	src, err := openSource(split)
	if err != nil {
		return nil
	}
	s, ok := src.(*standardSource)
	if !ok {
		return nil
	}
	out := make([]chart.Target, 5)
	for k := range min(len(out), s.config.maxObjects) {
		out[k].Share = 1 / float64(s.config.maxObjects)
	}
	return out
}

// guessedElements is how many test elements the baselines are held against.
const guessedElements = 2000

// guesses is a table of what baselines score that look at nothing: the most frequent class, zeros, and means of training rows. It is
// about all tasks that a file is for.
func guesses(ctx context.Context, path string, c samplerConfig, m *measured) (gen.Table, error) {
	t := gen.Table{
		Title: "What can be guessed without a picture",
		Note: fmt.Sprintf("The same answer to each of the first %d test elements, whatever is seen: the most frequent class of the "+
			"training elements (majority), zeros, the mean of the training rows, or a row of zeros and the mean of the rows that are "+
			"none (padding). Scores are those of \"mereo eval --baseline\": a share of right answers, or a loss.", guessedElements),
		Head: []string{"task", "answer", "metric", "score"},
	}
	test := testElements(m.elements)
	if test == m.elements {
		return t, nil // nothing to learn from
	}
	type target struct {
		t    Loader
		loss Loss
	}
	done := map[target]bool{}
	for _, task := range Tasks() {
		of := task.sampler
		of.numElements = c.numElements
		if of.maxParts == allParts {
			of.maxParts = c.maxParts
		}
		k := target{task.T, task.Loss}
		if task.small || task.hasFeatures() || of != c || done[k] || task.X == ImageLoader && !m.pictures {
			continue
		}
		done[k] = true
		scored, err := scoredTaskOf(task.Name)
		if err != nil {
			return t, err
		}
		for _, name := range baselinesOf(scored) {
			if name == BaselineNearest || name == BaselineLines {
				continue // they look
			}
			metric, value, err := Evaluate(ctx, EvaluateOptions{Task: task.Name, Data: path, Baseline: name, Count: min(test, guessedElements)})
			if err != nil {
				return t, err
			}
			t.Rows = append(t.Rows, []string{task.Name, name, metric, strconv.FormatFloat(value, 'f', 3, 64)})
		}
	}
	return t, nil
}
