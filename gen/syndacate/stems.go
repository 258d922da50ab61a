package syndacate

import (
	"fmt"
	"strings"

	"mereo/gen"
)

// TaskNames are the names of the tasks whose files this package generates, without the small ones.
func TaskNames() (names []string) {
	for _, t := range Tasks() {
		if !t.small && !t.hasFeatures() {
			names = append(names, t.Name)
		}
	}
	return names
}

// Seeded is the task with elements of another seed.
func (t Task) Seeded(seed uint64) Task {
	t.sampler.seed = seed
	return t
}

// Stem is the stem of the task's file and the number of its elements. The file of a task of features is not generated.
func (t Task) Stem() (stem string, count int, err error) {
	if t.hasFeatures() {
		return "", 0, fmt.Errorf("syndacate: the file of task %s has features of a network; \"mereo train features\" makes it", t.Name)
	}
	return stemOf(t.File())
}

// StemOf is the stem of a file's name and the number of its elements, 0 where name is a stem already. The error says what is
// wrong with the name.
func StemOf(name string) (stem string, count int, err error) {
	stem, count = name, 0
	if _, counted := stemArgument(name, 'n'); counted || strings.HasSuffix(name, fileExtension) {
		if stem, count, err = stemOf(name); err != nil {
			return "", 0, err
		}
	}
	if _, err := openSource(stem); err != nil {
		return "", 0, err
	}
	return stem, count, nil
}

// FileName is the name of the file of a stem.
func FileName(stem string, count int, pictures bool) (string, error) {
	return filePath(gen.Job{Split: stem, Count: count, Pictures: pictures})
}

// TestElements is how many of the n elements of a file, the first, are for testing: 10,000, or 200 where there are no more.
func TestElements(n int) int { return testElements(n) }

// filmElements is how many films a file has where nobody says otherwise.
const filmElements = 10_000

// filmTestElements is how many of n films are for testing: a tenth.
func filmTestElements(n int) int { return n / 10 }

// ElementsOf is how many elements files have where nobody says otherwise: 70,000, of films 10,000; small ones 400.
func ElementsOf(films, small bool) int {
	switch {
	case small:
		return smallElements
	case films:
		return filmElements
	}
	return fullElements
}
