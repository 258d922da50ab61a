package syndacate

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"mereo/assets/glyph"
	"mereo/gen/write/npz"
)

// measured is what was counted in a joined file of a published sampler.
type measured struct {
	config   samplerConfig
	stem     string
	keys     []string
	pictures bool
	elements int
	said     int64 // what the array n says

	faults                    *rowFaults
	zeros                     [2][]int // zero rows at each place, of parts and of objects
	numbers                   []int    // elements by their number of objects
	testClasses, trainClasses []int
	weights                   []float64 // of the loss of the set targets

	parts, objects Batch

	looked, black        int // pictures
	gray, lit            float64
	redrawn, redrawnSame int
}

func newMeasured(c samplerConfig, stem string) *measured {
	return &measured{
		config: c, stem: stem, faults: newRowFaults(c), numbers: make([]int, max(4, c.maxObjects+1)),
		testClasses: make([]int, len(c.classes())), trainClasses: make([]int, len(c.classes())),
	}
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

// read counts poses and looks at pictures.
func (m *measured) read(ctx context.Context, path string) error {
	if err := m.readPoses(path); err != nil || !m.pictures {
		return err
	}
	return m.look(ctx, path)
}

// readPoses counts what is in the arrays of poses, which are held in memory.
func (m *measured) readPoses(path string) error {
	r, err := openArrays(path, "")
	if err != nil {
		return err
	}
	defer r.Close()
	m.keys = r.Keys()
	poses := wanted{"float32", []any{some("N"), some("rows"), some("columns")}, ""}
	for _, key := range m.keys {
		switch key {
		case keyImages:
			m.pictures = true
		case keyParts:
			m.parts, _, err = r.sets(key, poses)
		case keyObjects:
			m.objects, _, err = r.sets(key, poses)
		case keyCount:
			var a npz.Array
			if a, _, err = r.read(key, wanted{"int64", []any{}, ""}); err == nil {
				m.said = a.Data.([]int64)[0]
			}
		}
		if err != nil {
			return err
		}
	}
	m.elements = m.objects.N
	m.count()
	return nil
}

// count goes through the rows.
func (m *measured) count() {
	test := testElements(m.elements)
	m.zeros = [2][]int{make([]int, m.parts.Rows), make([]int, m.objects.Rows)}
	for i := range m.elements {
		var parts []float32
		if m.parts.N > 0 {
			parts = m.parts.set(i)
		}
		m.faults.element(parts, m.objects.set(i))
		for k, b := range []Batch{m.parts, m.objects} {
			for r := range m.zeros[k] {
				if zeroRow(b.row(i, r)) {
					m.zeros[k][r]++
				}
			}
		}
		m.countObjects(i, i < test)
	}
	targets := m.objects
	if m.config.maxObjects == 1 && m.parts.N > 0 {
		targets = m.parts
	}
	if test < m.elements {
		m.weights = LossWeights(targets.slice(test, m.elements))
	}
}

// countObjects counts the objects of an element, each once: rows of an aligned file repeat.
func (m *measured) countObjects(i int, test bool) {
	if len(m.testClasses) == 0 {
		return
	}
	objects := distinctRows(m.objects.set(i), m.objects.Width)
	for _, row := range objects {
		class, _ := objectOfRow(row)
		if test {
			m.testClasses[class]++
		} else {
			m.trainClasses[class]++
		}
	}
	if len(objects) < len(m.numbers) {
		m.numbers[len(objects)]++
	}
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

// lookedPictures is how many pictures are looked at.
const lookedPictures = 3000

// look counts pixels, and draws pictures of stored lines again. Lines are stored in float32 and were drawn in float64, which
// shows in a few pictures.
func (m *measured) look(ctx context.Context, path string) error {
	r, err := openArrays(path, "")
	if err != nil {
		return err
	}
	defer r.Close()
	c := m.config
	m.looked = min(lookedPictures, m.elements)
	grayElements := cmp.Or(publishedFiles[m.stem].grayElements, m.looked)
	again := make([]uint8, c.width*c.height)
	sum, lit := 0, 0
	err = r.eachPicture(ctx, 0, m.looked, len(again), func(i int, picture []uint8) {
		of, on := 0, 0
		for _, v := range picture {
			of += int(v)
			if v > 0 {
				on++
			}
		}
		if on == 0 {
			m.black++
		}
		if i < grayElements {
			sum, lit = sum+of, lit+on
		}
		if c.parts() > 0 && c.parts() >= linesOfChar*c.maxObjects {
			drawLinesTo(again, m.storedLines(i), c.width, c.height, c.upsample)
			m.redrawn++
			if bytes.Equal(picture, again) {
				m.redrawnSame++
			}
		}
	})
	pixels := float64(min(grayElements, m.looked) * c.width * c.height)
	m.gray, m.lit = float64(sum)/pixels, 100*float64(lit)/pixels
	return err
}

// storedLines are the lines of an element in the order of painting.
func (m *measured) storedLines(i int) (lines []glyph.Line) {
	for r := range m.parts.Rows {
		if row := m.parts.row(i, r); !zeroRow(row) {
			lines = append(lines, lineOfRow(row))
		}
	}
	byBrightness(lines)
	return lines
}
