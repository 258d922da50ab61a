package world

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"sync"

	"mereo/engine/light"
	"mereo/engine/ref"
	"mereo/gen/show"
	"mereo/scenes"
	"mereo/scenes/annot"
	"mereo/scenes/rng"
	"mereo/scenes/shoot"
	"mereo/scenes/vary"
)

// Take is a plan with its shots. It may be used by several goroutines at once.
type Take[P any] struct {
	Index int
	Plan  P
	Shots []Shot
	// Told: the plan is what files tell of. Changed: somebody changed it.
	Told, Changed bool

	was    *Take[P] // before all changes; nil for what was not changed
	split  *Split[P]
	stored bool                 // the files of the sample are there
	drawn  map[int]*show.Labels // by shot, of the device

	lock    sync.Mutex // of what follows
	last    *show.Labels
	lastOf  int
	read    map[int]*show.Labels // by shot, of files; nil where there are none
	tallies map[tallyKey]annot.Tally
}

type tallyKey struct {
	shot    int
	channel show.Channel
}

// take is that of a plan.
func (s *Split[P]) take(index int, p P) *Take[P] {
	return &Take[P]{Index: index, Plan: p, Shots: s.Shots(p), split: s}
}

// things are how many ids labels have.
func (t *Take[P]) things() Things {
	if t.split.Things != nil {
		return t.split.Things(t.Plan)
	}
	if t.split.Scene == nil {
		return Things{}
	}
	scene, _ := t.split.Scene(t.Plan, 0)
	return thingsIn(scene)
}

// scene is what cameras see in a state, in the look that is wanted, and how it is drawn. environment is what surrounds it without a look.
func (t *Take[P]) scene(state int, environment *light.Environment) (*scenes.Scene, shoot.Options) {
	s := t.split
	scene, o := s.Scene(t.Plan, state)
	o.Environment = environment
	if s.Look != nil && s.Look.Style != vary.Published {
		own, of := *scene, scene
		// All states and cameras see the scene in the look that it has in the first picture, before anything was changed.
		from := cmp.Or(t.was, t)
		if i := slices.IndexFunc(from.Shots, func(s Shot) bool { return s.Draw == nil }); i >= 0 {
			first := &from.Shots[i]
			if first.State != state || from != t {
				of, _ = s.Scene(from.Plan, first.State)
			}
			own.Camera = first.Pinhole
		}
		key := rng.Key{Seed: s.Job.Seed, Set: s.Set, Split: s.Job.Split, Index: t.Index}
		o.Environment = s.Look.Style.Dress(&own, vary.Around(of), key, cmp.Or(s.Meters, 1))
		scene = &own
	}
	return scene, o
}

// environment is what surrounds all scenes; nil for nothing.
func (s *Split[P]) environment() (*light.Environment, error) {
	if s.Look == nil {
		return nil, nil
	}
	return s.Look.Realism.Environment.Open()
}

// Labels are all that the processor knows of a shot. The last ones are kept.
func (t *Take[P]) Labels(shot int) *show.Labels {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.last != nil && t.lastOf == shot {
		return t.last
	}
	s, l := &t.Shots[shot], &show.Labels{}
	l.Width, l.Height = s.size()
	switch {
	case s.Labels != nil:
		l = s.Labels()
	case s.Draw == nil:
		scene, _ := t.scene(s.State, nil)
		seen := *scene
		seen.Camera = s.Pinhole
		l = LabelsOf(ref.Draw(seen.Frame()))
		t.regions(shot, l)
	}
	t.last, t.lastOf = l, shot
	return l
}

// LabelsOf are labels that the processor drew.
func LabelsOf(b *ref.Buffer) *show.Labels {
	return &show.Labels{Width: b.Width, Height: b.Height, Object: b.Object, Part: b.Part, ViewZ: b.ViewZ, Normal: b.Normal}
}

// regions adds the regions to labels.
func (t *Take[P]) regions(shot int, l *show.Labels) {
	if t.split.Region != nil && t.Shots[shot].Draw == nil && l.Region == nil {
		l.Region = t.split.Region(t.Plan, shot, l)
	}
}

// IDs are the ids of a shot as the sample has them: those of the device or of files where the device draws labels, or where it takes long to
// draw them again, else those of the processor.
func (t *Take[P]) IDs(shot int) *show.Labels {
	s := &t.Shots[shot]
	if l := t.drawn[shot]; l != nil {
		return l
	}
	if s.Labels == nil || s.IDs == nil {
		if l, err := t.Stored(shot); err == nil && l != nil {
			return l
		}
	}
	if s.IDs != nil {
		if l := s.IDs(); l != nil {
			return l
		}
	}
	return t.Labels(shot)
}

// Stored are the labels that files have of a shot. Fields are nil where there is no file; it is nil where there is none at all.
func (t *Take[P]) Stored(shot int) (*show.Labels, error) {
	if !t.stored {
		return nil, nil
	}
	t.lock.Lock()
	l, ok := t.read[shot]
	t.lock.Unlock()
	if ok {
		return l, nil
	}
	var bad error
	l = t.readLabels(shot, func(f *File, err error) {
		if bad == nil && !errors.Is(err, fs.ErrNotExist) {
			bad = err
		}
	})
	if bad != nil {
		return nil, bad
	}
	t.keep(shot, l)
	return l, nil
}

// keep remembers what Stored returns.
func (t *Take[P]) keep(shot int, l *show.Labels) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.read == nil {
		t.read = map[int]*show.Labels{}
	}
	t.read[shot] = l
}

// Tally counts the ids of a channel of IDs.
func (t *Take[P]) Tally(shot int, c show.Channel) annot.Tally {
	key := tallyKey{shot, c}
	t.lock.Lock()
	tally, ok := t.tallies[key]
	t.lock.Unlock()
	if ok {
		return tally
	}
	l := t.IDs(shot)
	tally = annot.Whole(l.Width, l.Height, l.Channel(c)).Tally(t.things().most(c))
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.tallies == nil {
		t.tallies = map[tallyKey]annot.Tally{}
	}
	t.tallies[key] = tally
	return tally
}

// Boxes are where an id is seen in the pictures of the page.
func (t *Take[P]) Boxes(c show.Channel, id int) (out []show.Rect) {
	for shot := range t.Shots {
		if t.Shots[shot].Name != "" {
			out = append(out, show.BoxOf(t.Tally(shot, c).Boxes[id-1]))
		}
	}
	return out
}
