//go:build viewer

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"mereo/cmd/sets"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/window"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/scenes/settle"
)

// dataset is a set, or the folder of a dataset, as a source of scenes.
type dataset struct {
	set    show.Set
	root   string // empty for scenes of the set that are in no dataset
	seed   uint64 // of the dataset
	split  string
	opened map[uint64]show.Reader // by seed
}

// openSet opens a set by its name, or the folder of a dataset.
func (v *view) openSet(what string, start *window.Place) (*dataset, error) {
	d := &dataset{opened: map[uint64]show.Reader{}}
	var set gen.Set
	document := sets.IsWorld(what)
	find := sets.Find
	if document {
		find = func(file string) (*sets.Entry, error) { return sets.World(file, v.sources.Models, false) }
	}
	e, err := find(what)
	if document && err != nil {
		return nil, err
	}
	if err == nil {
		flag := ""
		if v.physics {
			if flag = e.Physical; flag == "" {
				return nil, sets.Usagef("--physics is for %s, not for %s", sets.OrList(namesOf(falls)), what)
			}
		}
		spec, err := e.Spec(v.config, flag, v.sources)
		if err != nil {
			return nil, err
		}
		if set, err = spec.Open(); err != nil {
			return nil, err
		}
	} else {
		if info, err := os.Stat(what); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("%s is no set (%s), no dataset's folder, and no .yaml, .glb, .json, .urdf or .xml file", what,
				strings.Join(namesOf(func(e *sets.Entry) bool { return !e.Flat }), ", "))
		}
		if v.config != "" || v.physics {
			return nil, sets.Usagef("%s has a configuration of its own: --config and --physics are for sets", what)
		}
		var id gen.Identity
		if set, id, err = sets.Dataset(what, v.sources); err != nil {
			return nil, err
		}
		d.root, d.seed = what, id.Seed
		if e, err = sets.Of(id, v.sources); err != nil {
			return nil, err
		}
		if !v.changed("seed") {
			start.Seed = id.Seed
		}
	}
	if d.split = v.split; !v.changed("split") && len(e.Splits) > 0 && !slices.Contains(e.Splits, v.split) {
		d.split = e.Splits[0]
	}
	var ok bool
	if d.set, ok = set.(show.Set); !ok || e.Flat {
		return nil, fmt.Errorf(`%s has drawings and no scenes; "mereo explore" and "mereo inspect" show them`, set.Name())
	}
	return d, nil
}

// namesOf are the names of some of the sets.
func namesOf(wanted func(e *sets.Entry) bool) (names []string) {
	for i := range sets.All {
		if wanted(&sets.All[i]) {
			names = append(names, sets.All[i].Name)
		}
	}
	return names
}

// falls tells whether --physics changes the scenes of a set.
func falls(e *sets.Entry) bool { return e.Physical != "" }

func (d *dataset) Places() (seeds bool, count int) { return true, 0 }

// reader opens the split for a seed: with the dataset's files if it is that of the dataset.
func (d *dataset) reader(seed uint64, root string) (show.Reader, error) {
	if r, ok := d.opened[seed]; ok && root == d.root {
		return r, nil
	}
	r, err := d.set.Show(gen.Job{Root: root, Seed: seed, Split: d.split, Pictures: true})
	if err == nil && root == d.root {
		d.opened = map[uint64]show.Reader{seed: r}
	}
	return r, err
}

// Scene makes a sample from its seed.
func (d *dataset) Scene(ctx context.Context, at window.Place) (*window.Scene, error) {
	root, note := d.root, ""
	if at.Seed != d.seed {
		root = ""
	}
	r, err := d.reader(at.Seed, root)
	if err != nil {
		return nil, err
	}
	if _, err := r.Sample(at.Index); root != "" && err != nil {
		note = fmt.Sprintf("%s has no sample %s/%d: this one was made from the seed alone", root, d.split, at.Index)
		if !errors.Is(err, fs.ErrNotExist) {
			note = fmt.Sprintf("%v: what is shown was made from the seed alone", err)
		}
		if r, err = d.reader(at.Seed, ""); err != nil {
			return nil, err
		}
	}
	made, err := r.Make(ctx, at.Index)
	if err != nil {
		return nil, err
	}
	s := sceneOf(made)
	s.Title = fmt.Sprintf("%s %s, seed %d", d.set.Name(), made.Page().Title, at.Seed)
	s.FileName = fmt.Sprintf("%s-%s-%06d-seed-%d", d.set.Name(), d.split, at.Index, at.Seed)
	s.Note = note
	return s, nil
}

// sceneOf is a sample as the window takes it.
func sceneOf(made show.Made) *window.Scene {
	page, views := made.Page(), made.Views()
	s := &window.Scene{Rows: rows(page.Rows), Entities: entities(page.Entities)}
	for i, v := range views {
		f := v.Scene.Frame()
		o := v.Options
		f.SubFrames, f.TracedSubFrames, f.BounceRays, f.Seed = o.SubFrames, o.TracedSubFrames, o.BounceRays, o.Seed
		f.View, f.Realism = o.View, o.Realism
		f.Surround(o.Environment)
		name := "picture"
		if i < len(page.Pictures) {
			name = page.Pictures[i].Name
		}
		s.Views = append(s.Views, window.View{Name: name, Frame: f, Moves: v.Scene == views[0].Scene})
	}
	s.Relations = each(page.Relations, func(r show.Relation) window.Relation { return window.Relation(r) })
	s.Meters = page.Unit
	if p := made.Physics(); p != nil {
		labels := map[window.Push]string{}
		for _, w := range p.WhatIfs() {
			push := window.Push{Object: w.Object, Direction: w.Direction, Distance: w.Distance}
			if w.Object < 0 {
				push.Name = w.Name
				s.Falls = append(s.Falls, push)
			} else {
				labels[push] = w.Outcome
				if !slices.Contains(s.PushDistances, w.Distance) {
					s.PushDistances = append(s.PushDistances, w.Distance)
				}
			}
		}
		slices.Sort(s.PushDistances)
		if len(s.PushDistances) == 0 {
			s.PushDistances = []float64{defaultPush}
		}
		s.Physics = physical{p, labels, views[0].Scene.Poses()}
	} else if f, ok := filmOf(page, views[0].Scene.Poses()); ok {
		s.Physics, s.Falls, s.PushDistances = f, []window.Push{{Name: "the film", Object: -1}}, []float64{defaultPush}
	}
	return s
}

// defaultPush is by how much is pushed where the labels know no pushes, meters.
const defaultPush = 0.25

// each converts a list.
func each[A, B any](list []A, as func(A) B) (out []B) {
	for _, v := range list {
		out = append(out, as(v))
	}
	return out
}

func rows(list []show.Row) []window.Row {
	return each(list, func(r show.Row) window.Row { return window.Row(r) })
}

func entities(list []show.Entity) (out []window.Entity) {
	for _, e := range list {
		w := window.Entity{Key: e.Key, Name: e.Name, Kind: e.Kind, Class: e.Class, Rows: rows(e.Rows), Outline: e.Plan, Entities: entities(e.Entities)}
		switch e.Channel {
		case show.ChannelObject:
			w.Object = uint16(e.ID)
		case show.ChannelPart:
			w.Part = uint16(e.ID)
		}
		out = append(out, w)
	}
	return out
}

// physical lets the objects of a sample go.
type physical struct {
	show.Physical
	labels map[window.Push]string
	poses  []geom.Transform // of the objects at first
}

func (p physical) Places() []geom.Transform { return slices.Clone(p.poses) }

func (p physical) From(worldFromObject []geom.Transform) (window.Physics, error) {
	return physical{p.Moved(worldFromObject), nil, worldFromObject}, nil
}

func (p physical) Start(push window.Push) (window.Stepper, error) {
	r, err := p.Physical.Start(whatIf(push))
	return stepped{r}, err
}

// stepped is a run for the window.
type stepped struct{ show.Live }

func (r stepped) Step(pull *window.Pull) error {
	if pull == nil {
		return r.Live.Step(nil)
	}
	return r.Live.Step(&settle.Pull{Thing: pull.Object, At: pull.At, To: pull.To})
}

func (r stepped) Now() window.Instant { return instant(r.Live.Now()) }

func instant(at settle.Instant) window.Instant {
	contacts := each(at.Contacts, func(c settle.Contact) window.Contact { return window.Contact(c) })
	return window.Instant{Time: at.Time, WorldFromObject: at.WorldFromSolid, Contacts: contacts}
}

func whatIf(p window.Push) show.WhatIf {
	return show.WhatIf{Name: p.Name, Object: p.Object, Direction: p.Direction, Distance: p.Distance}
}

func (p physical) Label(push window.Push) string { return p.labels[push] }

func (p physical) Film(ctx context.Context, push window.Push) (*window.Film, error) {
	film, err := p.Physical.Film(ctx, whatIf(push))
	if err != nil {
		return nil, err
	}
	return &window.Film{Instants: each(film.Instants, instant)}, nil
}

func (p physical) Verdicts(ctx context.Context, push window.Push) ([]window.Verdict, error) {
	list, err := p.Physical.Verdicts(ctx, whatIf(push))
	if err != nil {
		return nil, err
	}
	return each(list, func(v show.Verdict) window.Verdict { return window.Verdict{Stable: v.Stable, Margin: v.Margin} }), nil
}

func (p physical) Colliders() [][]*mesh.Mesh { return p.Physical.Colliders() }
