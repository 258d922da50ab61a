package ptr

import (
	"context"
	"fmt"
	"math"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/scenes/place"
	"mereo/scenes/rng"
)

// planShare is the share of samples whose records are planned again, so that checking all takes half as long again as deriving what can be
// derived of them and asking again.
const planShare = 0.2

// planned decides by the sample's place whether its record is planned again.
func planned(job gen.Job, index int) bool {
	key := rng.Key{Seed: job.Seed, Set: "verify", Split: job.Split, Index: index}
	return rng.At(key, "plan").Bool(planShare)
}

// proofs: models are what costs; what does not depend on them is planned again for every sample.
func (r *reader) proofs() []gen.Proof {
	const seed, derived = "planned again from the seed", "derived from the rest of the record; of a fifth of the samples "
	proofs := []gen.Proof{
		{What: "record but objects, relationships, draws and rejects", How: seed},
		{What: "numbers of draws and rejects of the record", How: "rules: they add up; of a fifth of the samples planned again"},
		{What: "relationships, and labels, counts, colors and masks of objects", How: derived + seed + ", byte for byte, with the models that the record names"},
		{What: "models, poses, directions and parts of objects", How: "rules; of a fifth of the samples " + seed + ", likewise"},
	}
	if r.set.cfg.Physical > 0 {
		proofs = append(proofs,
			gen.Proof{What: "verdicts of the record", How: derived + "simulated again"},
			gen.Proof{What: "margins, and whether moves that are not blocked help", How: "rules"})
	}
	proofs = append(proofs,
		gen.Proof{What: "attempt, rejects, tally, caption and files of the sample in its block", How: "derived from the record"},
		gen.Proof{What: "record, all of it", How: seed + ", byte for byte", Share: true})
	if r.job.Pictures {
		proofs = append(proofs, gen.Proof{What: "pictures of ids, depth and normals", How: "drawn again on the processor", Share: true})
	}
	return proofs
}

// replan is the sample as its seed gives it where it is made again or planned again, with the models that the record names then. Else it is
// what the record tells, which is held against rules.
func (r *reader) replan(_ context.Context, f *world.Finding[*plan]) (*plan, error) {
	x := r.finished(f.Item.Index)
	raw, err := r.job.Read(x.files.scene)
	if err == nil {
		x.record, err = ParseRecord(raw)
	}
	if err != nil {
		x.report(x.files.scene, -1, "readable", "%v", err)
	}
	if err != nil || !x.sizes() {
		f.Problems = x.out
		return nil, nil
	}
	var m *Sample
	again := f.Remake || planned(r.job, x.index)
	if !again {
		x.rules(r.sampler)
		f.Problems, m = x.out, r.sampler.tell(x.record)
	} else if !f.Remake {
		m, err = r.sampler.replay(x.record)
	}
	if m == nil && err == nil {
		m, err = r.sampler.plan(x.index)
	}
	if err != nil {
		return nil, err
	}
	p := planOf(m)
	p.stored, p.raw, p.told = x.record, raw, !again
	return p, nil
}

// finished is a sample of the split that is checked.
func (r *reader) finished(index int) *finished {
	return &finished{cfg: r.set.cfg, split: r.job.Split, index: index, files: filesOf(r.job.Split, index)}
}

// rules hold what the sampler alone decides against what it can decide.
func (f *finished) rules(s *Sampler) {
	r, scene := f.record, f.files.scene
	for i := range r.Objects {
		for _, fault := range poseFaults(r, i) {
			f.report(scene, i, fault.rule, "%s", fault.detail)
		}
		o := &r.Objects[i]
		if s := o.Simulation; s != nil {
			if d := vec3(s.EndCoords).Sub(vec3(o.Coords)); !(max(math.Abs(d.X), math.Abs(d.Y), math.Abs(d.Z)) <= s.Change+1e-9) {
				f.report(scene, i, "change", "%g, but the origin moves from %v to %v", s.Change, o.Coords, s.EndCoords)
			}
		}
		for _, v := range []map[string][3]float64{o.LineGeo, o.PlaneGeo} {
			for _, name := range sortedKeys(v) {
				if l := vec3(v[name]).Len(); !(math.Abs(l-1) < 1e-3) && !(math.Abs(l-notGeometric.Len()) < 1e-3) {
					f.report(scene, i, "geometry", "direction of %s is %v: neither a unit vector nor the sentinel", name, v[name])
				}
			}
		}
	}
	told, attempt := place.Rejects(r.Mereo.Rejects), r.Mereo.Attempt
	crowded := told[rejectCrowded] > 0 || told[rejectMode] > 0 || attempt < 0 || attempt >= s.cfg.MaxAttempts
	if !crowded && !mayFollow(told, nil, r.Mereo.Draws, attempt, len(r.Objects)) {
		f.report(scene, -1, "seed", "draws %v, rejects %v and attempt %d do not go together with %d objects",
			r.Mereo.Draws, r.Mereo.Rejects, attempt, len(r.Objects))
	}
}

// checker checks the questions of finished samples.
type checker struct {
	job     gen.Job
	library *ask.Library[*known]
}

// check holds depth and normals against room and objects, and questions against the record.
func (r *reader) check(_ context.Context, f *world.Finding[*plan]) error {
	x := r.finished(f.Index)
	x.record = f.Plan.stored
	if l, err := f.Stored(0); err == nil && l != nil { // what cannot be read is told already
		cam := f.Plan.camera()
		x.pictures(r.job.Root, &cam, l)
	}
	if len(f.Problems)+len(x.out) == 0 {
		c := checker{r.job, r.set.grammar.Library}
		c.questionRules(x, f.Plan.raw)
	}
	f.Problems = append(f.Problems, x.out...)
	return nil
}

// ParseRecord reads a scene file made by this program, which may lack keys and have no others. A camera that cannot be is an error, too.
func ParseRecord(data []byte) (*Record, error) {
	r := new(Record)
	if err := record.Read(data, r, record.Lacking); err != nil {
		return nil, fmt.Errorf("ptr: scene file: %w", err)
	}
	if err := r.checkCamera(); err != nil {
		return nil, fmt.Errorf("ptr: scene file: %w", err)
	}
	return r, nil
}
