package kitchen

import "slices"

// entry is a model's row in the catalog.
type entry struct {
	pool  Pool
	name  string
	class string
	model func(b *builder)
}

// catalog lists all models in the order of their names inside each class. Each class has a file of its own.
var catalog = slices.Concat(
	bakingTrays, blenders, bowls, choppingBoards, coffeeMakers, foodBoxes, forks, glasses, kettles, knives, mugs, pans, plates,
	pots, scissors, sodaCans, spoons, thermoses, toasters, wineGlasses,
)

func (e *entry) make() (*Model, error) {
	b := &builder{model: Model{Pool: e.pool, Name: e.name, Class: e.class}}
	e.model(b)
	return b.build()
}
