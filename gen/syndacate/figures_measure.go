package syndacate

import (
	"context"
	"slices"

	"mereo/gen"
)

// measured is what was counted in a joined file of a published sampler.
type measured struct {
	config   samplerConfig
	pictures bool
	elements int

	numbers                   []int // elements by their number of objects
	testClasses, trainClasses []int
	weights                   []float64 // of the loss of the set targets
}

// classes are the objects of each class.
func (m *measured) classes() []int {
	out := slices.Clone(m.testClasses)
	for k, n := range m.trainClasses {
		out[k] += n
	}
	return out
}

// classShares are the smallest and the largest share of a class.
func (m *measured) classShares() (low, high float64) {
	counts, all := m.classes(), 0
	for _, n := range counts {
		all += n
	}
	return float64(slices.Min(counts)) / float64(all), float64(slices.Max(counts)) / float64(all)
}

// measure counts what is in the arrays of poses, which are held in memory. All arrays must be of the kind that the name says.
func (s *standardSource) measure(job gen.Job, path string) (*measured, error) {
	r, err := openArrays(path, "")
	if err != nil {
		return nil, err
	}
	defer r.Close()
	c, poses := s.config, map[string]wanted{}
	for _, column := range columnsOf(s, job.Pictures) {
		want := wanted{numberType(column.array(0)), []any{job.Count}, ""}
		for _, n := range column.shape {
			want.shape = append(want.shape, n)
		}
		if _, _, err := r.look(column.key, want); err != nil {
			return nil, err
		}
		poses[column.key] = want
	}
	objects, _, err := r.sets(keyObjects, poses[keyObjects])
	if err != nil {
		return nil, err
	}
	m := &measured{
		config: c, pictures: job.Pictures, elements: objects.N, numbers: make([]int, max(4, objects.Rows+1)),
		testClasses: make([]int, len(c.classes())), trainClasses: make([]int, len(c.classes())),
	}
	test := testElements(m.elements)
	for i := range m.elements {
		classes := m.trainClasses
		if i < test {
			classes = m.testClasses
		}
		rows := distinctRows(objects.set(i), objects.Width)
		m.numbers[len(rows)]++
		for _, row := range rows {
			if len(classes) > 0 {
				class, _ := objectOfRow(row)
				classes[class]++
			}
		}
	}
	targets := objects
	if c.maxObjects == 1 && c.parts() > 0 {
		if targets, _, err = r.sets(keyParts, poses[keyParts]); err != nil {
			return nil, err
		}
	}
	if test < m.elements {
		m.weights = LossWeights(targets.slice(test, m.elements))
	}
	return m, nil
}

// distinctRows are the rows of a set without padding, each once: those of an aligned file repeat.
func distinctRows(set []float32, width int) (rows [][]float32) {
	for row := range slices.Chunk(set, width) {
		if !zeroRow(row) && !slices.ContainsFunc(rows, func(other []float32) bool { return slices.Equal(other, row) }) {
			rows = append(rows, row)
		}
	}
	return rows
}

// grays are the mean gray value of the first n pictures of a file, and how many per cent of the pixels are above 0.
func (m *measured) grays(ctx context.Context, path string, n int) (gray, lit float64, err error) {
	r, err := openArrays(path, "")
	if err != nil {
		return 0, 0, err
	}
	defer r.Close()
	sum, on, size := 0, 0, m.config.width*m.config.height
	err = r.eachPicture(ctx, 0, n, size, func(picture []uint8) {
		for _, v := range picture {
			sum += int(v)
			if v > 0 {
				on++
			}
		}
	})
	pixels := float64(n * size)
	return float64(sum) / pixels, 100 * float64(on) / pixels, err
}
