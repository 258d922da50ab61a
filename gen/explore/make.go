package explore

import (
	"context"
	"fmt"
	"slices"

	"mereo/gen"
	"mereo/gen/show"
)

// made is a sample made again from the seed.
func (e *Explorer) made(ctx context.Context, s *split, index int) (show.Made, error) {
	return e.samplesMade.get(ctx, key(s, index), taking(e.making, func(ctx context.Context) (show.Made, int64, error) {
		m, err := s.reader.Make(ctx, index)
		if err != nil {
			return nil, 0, err
		}
		return m, sizeOf(m), nil
	}))
}

// abilities are what can be done with samples that were made again. made says that there is a scene to draw and to look at.
type abilities struct {
	made, physical, editable bool
	warning                  string // why samples made again may differ from the files
}

func abilitiesOf(m show.Made) abilities {
	return abilities{made: len(m.Views()) > 0, physical: m.Physics() != nil, editable: m.Editor() != nil}
}

// facetPhysical is the facet of sets in which the objects of some samples can be let go.
const facetPhysical = "physical"

// learn makes the first sample that is there to see what can be done with those of the set, and whether it comes out as the files
// say.
func (e *Explorer) learn() (can abilities) {
	for _, name := range e.names {
		s := e.splits[name]
		first := 0
		if _, err := s.index.at(0); err != nil {
			first = s.neighbor(0, 1)
		}
		if first < 0 {
			continue
		}
		err := e.guarded(key(s, first), func() error {
			m, err := e.made(e.ctx, s, first)
			if err != nil {
				return err
			}
			can = abilitiesOf(m)
			sample, err := e.read(e.ctx, s, first)
			if err == nil && can.made {
				can.warning = e.warning(key(s, first), sample.Page(), m.Page())
			}
			return err
		})
		if err != nil {
			return abilities{warning: fmt.Sprintf("Samples cannot be made again: %v.", err)}
		}
		can.physical = can.physical || slices.Contains(s.reader.FacetNames(), facetPhysical)
		return can
	}
	return can
}

// warning says why samples made again may differ from the files, empty where nothing speaks for it.
func (e *Explorer) warning(name string, files, made *show.Page) string {
	if difference := show.Differ(files, made); difference != "" {
		return fmt.Sprintf("What is made again differs from the files: in %s, %s. Scenes in 3D, changes and physics show other things "+
			"than the pictures; was the dataset made by another version, or with other --models?", name, difference)
	}
	if now := "mereo " + gen.Version; e.opt.Identity.Program != now {
		return fmt.Sprintf("The dataset was made by %s, and this is %s: scenes in 3D, changes and physics may differ from the pictures.",
			e.opt.Identity.Program, now)
	}
	return ""
}

// abilities are those of one sample, which need not have been made.
func (e *Explorer) abilities(s *split, index int) (abilities, error) {
	if m, ok := e.samplesMade.peek(key(s, index)); ok {
		return abilitiesOf(m), nil
	}
	can := e.can()
	if can.physical && slices.Contains(s.reader.FacetNames(), facetPhysical) {
		f, err := s.index.at(index)
		if err != nil {
			return can, err
		}
		can.physical = slices.Contains(f[facetPhysical], "yes")
	}
	return can, nil
}
