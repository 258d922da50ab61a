package ptr

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mereo/assets/furniture"
)

// Source is where models come from. Its methods may be called at once from several goroutines, and the same number must
// always give the same model.
type Source interface {
	// Name tells sources with different models apart; it is written into the manifest.
	Name() string
	// Count is how many models of a category there are.
	Count(category string) int
	// Model returns model n, 0 <= n < Count, in the house's model frame, and its id, unique inside the category.
	Model(category string, n int) (m *furniture.Model, id string, err error)
	// Number is that of the model with an id; ok is false where there is none.
	Number(category, id string) (n int, ok bool)
	// Exact reports whether the models state the directions of their straight and flat parts. Where they do not, those
	// are detected on the meshes.
	Exact() bool
}

// Procedural is the default source: furniture made from numbers.
type Procedural struct{}

// Name is "procedural" with a number that grows when models change.
func (Procedural) Name() string { return "procedural-1" }

// Count is the same for every category.
func (Procedural) Count(string) int { return furniture.Count }

// Exact is true: what is straight is known from how it is made.
func (Procedural) Exact() bool { return true }

// Model makes model n; its id is its family and n.
func (Procedural) Model(category string, n int) (*furniture.Model, string, error) {
	m, err := furniture.ByNumber(category, n)
	if err != nil {
		return nil, "", err
	}
	return m, fmt.Sprintf("%s-%d", m.Family, n), nil
}

// Number reads it off the id.
func (Procedural) Number(category, id string) (int, bool) {
	n, err := strconv.Atoi(id[strings.LastIndexByte(id, '-')+1:])
	return n, err == nil && n >= 0 && n < furniture.Count && categoryOf(category) != nil
}

// Library is a collection of models on disk, such as partnet.Library and gltfmodels.Library.
type Library interface {
	// IDs lists the models of a category in a fixed order.
	IDs(category string) []string
	// Load reads one of them. It may be called at once from several goroutines.
	Load(category, id string) (*furniture.Model, error)
}

// libraries is a Source of models on disk, those of the first library first.
type libraries struct {
	name   string
	models map[string][]shelf
}

// shelf is one model and where it stands.
type shelf struct {
	library Library
	id      string
}

// FromLibraries numbers the models of all libraries one after the other. kind begins the source's name, which goes on
// with a digest of all ids, so that a dataset is never continued with other models.
func FromLibraries(kind string, from ...Library) Source {
	l := &libraries{models: map[string][]shelf{}}
	h := sha256.New()
	total := 0
	for _, category := range CategoryNames() {
		for _, lib := range from {
			for _, id := range lib.IDs(category) {
				l.models[category] = append(l.models[category], shelf{lib, id})
				fmt.Fprintf(h, "%s/%s\n", category, id)
				total++
			}
		}
	}
	l.name = fmt.Sprintf("%s, %d models, %x", kind, total, h.Sum(nil)[:8])
	return l
}

func (l *libraries) Name() string { return l.name }

func (l *libraries) Count(category string) int { return len(l.models[category]) }

// Exact is false: what a file calls a leg may be bent.
func (l *libraries) Exact() bool { return false }

func (l *libraries) Model(category string, n int) (*furniture.Model, string, error) {
	s := l.models[category][n]
	m, err := s.library.Load(category, s.id)
	return m, s.id, err
}

func (l *libraries) Number(category, id string) (int, bool) {
	n := slices.IndexFunc(l.models[category], func(s shelf) bool { return s.id == id })
	return n, n >= 0
}

// splitNames are the splits that models are shared out to.
var splitNames = []string{"train", "val", "test"}

// splitRange returns the half-open range of model numbers that belong to a split, of n in all: the first 14.3 % are
// val's, the next as many test's, the rest train's. No model is in two splits; with few models val and test are empty.
func splitRange(split string, n int) (lo, hi int, err error) {
	a := max(0, int(math.Floor(float64(0.14286*float64(n))))-1)
	b := max(a, int(math.Floor(float64(0.28571*float64(n))))-1)
	switch split {
	case "val":
		return 0, a, nil
	case "test":
		return a, b, nil
	case "train":
		return b, n, nil
	}
	return 0, 0, fmt.Errorf("ptr: split is %q, want train, val or test", split)
}
