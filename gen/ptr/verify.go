package ptr

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/fingerprint"
	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/scenes/rng"
)

// NewChecker opens the models of the split; nothing is drawn by the renderer.
func (s *Set) NewChecker(_ context.Context, job gen.Job) (gen.Checker, error) {
	sampler, err := NewSampler(s.cfg, s.source, job.Seed, job.Split)
	if err != nil {
		return nil, err
	}
	bare := *sampler
	bare.bare = true
	return &checker{sampler: sampler, bare: &bare, job: job, library: s.grammar.Library}, nil
}

type checker struct {
	sampler *Sampler
	bare    *Sampler // of the same scenes, without what only pictures show
	job     gen.Job
	library *ask.Library[*known]
}

// Close has nothing to give back.
func (c *checker) Close() error { return nil }

// planShare is the share of samples whose records are planned again, so that checking all takes half as long again as applying the rules
// to them and asking again.
const planShare = 0.2

// planned decides by the sample's place whether its record is planned again.
func planned(job gen.Job, index int) bool {
	key := rng.Key{Seed: job.Seed, Set: "verify", Split: job.Split, Index: index}
	return rng.At(key, "plan").Bool(planShare)
}

// Proofs: models are what costs; what does not depend on them is planned again for every sample.
func (c *checker) Proofs() []gen.Proof {
	const seed, fifth = "planned again from the seed", "rules; of a fifth of the samples "
	proofs := []gen.Proof{
		{What: "record but objects, relationships, draws and rejects", How: seed},
		{What: "numbers of draws and rejects of the record", How: "rules: they add up; of a fifth of the samples planned again"},
		{What: "objects and relationships of the record", How: fifth + seed + ", byte for byte, with the models that the record names"},
	}
	if c.sampler.cfg.Physical > 0 {
		proofs = append(proofs,
			gen.Proof{What: "verdicts of the record", How: fifth + "simulated again"},
			gen.Proof{What: "margins, and whether moves that are not blocked help", How: "rules"})
	}
	proofs = append(proofs,
		gen.Proof{What: "attempt, rejects, tally, caption and files of the sample in its block", How: "derived from the record"},
		gen.Proof{What: "record, all of it", How: seed + ", byte for byte", Share: true})
	if c.job.Pictures {
		proofs = append(proofs, gen.Proof{What: "pictures of ids, depth and normals", How: "drawn again on the processor", Share: true})
	}
	return proofs
}

// Check applies every rule to the sample of an item, plans again what Proofs says and, where nothing is wrong with it, holds questions and item
// against it. With remake nothing of the record is taken for granted, and the pictures of ids, depth and normals must agree with the
// rasterizer on the CPU.
func (c *checker) Check(_ context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	f, raw := c.read(item.Index)
	if f.record == nil {
		return f.out, nil
	}
	f.coherent()
	if len(f.out) == 0 {
		for _, fault := range c.bare.seedFaults(f.record) {
			f.report(f.files.scene, -1, "seed", "%s", fault)
		}
	}
	if len(f.out) == 0 {
		check := c.form
		if remake || planned(c.job, f.index) {
			check = func(f *finished, raw []byte) error { return c.plan(f, raw, remake) }
		}
		if err := check(f, raw); err != nil {
			return f.out, err
		}
	}
	if len(f.out) == 0 {
		c.questionRules(f, raw)
		f.out = append(f.out, item.Compare(c.job.Split, c.itemOf(f))...)
		f.out = append(f.out, item.CompareColors(f.colors())...)
	}
	return f.out, nil
}

// colors are the fingerprints of the color pictures.
func (f *finished) colors() map[string]string {
	if f.rgb == nil {
		return nil
	}
	parts := 0
	for i := range f.record.Objects {
		parts += len(f.record.Objects[i].Parts)
	}
	return map[string]string{f.files.image: fingerprint.Of(f.rgb, f.part, parts).String()}
}

// itemOf is what the block says of a sample whose record is right; of its files the paths.
func (c *checker) itemOf(f *finished) *gen.Item {
	r := f.record
	item := &gen.Item{Index: f.index, Attempt: r.Mereo.Attempt, Rejects: r.Mereo.Rejects, Tally: tallyOf(r)}
	if c.job.Pictures {
		item.Renderer = gen.SomeRenderer
		for _, name := range f.cfg.Write.paths(f.files) {
			item.Files = append(item.Files, write.File{Path: name})
		}
	}
	item.Files = append(item.Files, write.File{Path: f.files.scene})
	return item
}

// read loads the files of a sample; what cannot be read is a problem and stays nil. raw are the bytes of the record.
func (c *checker) read(index int) (f *finished, raw []byte) {
	f = &finished{cfg: c.sampler.cfg, split: c.job.Split, index: index, files: filesOf(c.job.Split, index)}
	raw, err := c.job.Read(f.files.scene)
	if err == nil {
		f.record, err = ParseRecord(raw)
	}
	if err != nil {
		f.report(f.files.scene, -1, "readable", "%v", err)
		return f, raw
	}
	if !c.job.Pictures {
		return f, raw
	}
	w, h := f.cfg.Width, f.cfg.Height
	report := func(name string, err error) {
		if err != nil {
			f.out = append(f.out, gen.Unreadable(name, err))
		}
	}
	f.part, err = write.ReadGray16(c.job.Root, f.files.ids, w, h)
	report(f.files.ids, err)
	if f.cfg.Write.hasEXR() {
		f.rayDist, err = write.ReadEXR(c.job.Root, f.files.rayDist, w, h)
		report(f.files.rayDist, err)
	}
	if f.cfg.Write.hasNPY() {
		f.viewZ, err = write.ReadNPY[float32](c.job.Root, f.files.viewZ, h, w)
		report(f.files.viewZ, err)
	}
	if f.cfg.Write.Normals {
		f.normal, err = write.ReadNPY[float32](c.job.Root, f.files.normals, h, w, 3)
		report(f.files.normals, err)
	}
	f.rgb, err = write.ReadRGB(c.job.Root, f.files.image, w, h)
	report(f.files.image, err)
	return f, raw
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

// plan compares the record with what its seed gives now, planned with the models that it names or, with all, from nothing; then
// pictures are compared as well.
func (c *checker) plan(f *finished, raw []byte, all bool) error {
	if !all {
		sample, err := c.bare.replay(f.record)
		if err != nil {
			return fmt.Errorf("ptr: %s/%d: %w", f.split, f.index, err)
		}
		if sample != nil {
			if bytes.Equal(raw, c.recordOf(f, sample)) {
				return nil
			}
		}
	}
	sampler := c.bare
	if all && f.part != nil {
		sampler = c.sampler // which draws the room as well
	}
	sample, err := sampler.Sample(f.index)
	if err != nil {
		f.report(f.files.scene, -1, "remake", "the seed gives no sample: %v", err)
		return nil
	}
	if all && f.part != nil {
		c.compare(f, sample)
	}
	if differs := record.Diff(raw, c.recordOf(f, sample)); differs != "" {
		f.report(f.files.scene, -1, "remake", "differs from what the seed gives: %s", differs)
	}
	return nil
}

// recordOf is the record of a sample as it is written, with what the picture of ids shows, if there is one.
func (c *checker) recordOf(f *finished, sample *Sample) []byte {
	alike := slices.EqualFunc(sample.Objects, f.record.Objects, func(p Placed, o Object) bool { return len(p.raw) == len(o.Parts) })
	var ids IDs
	if f.part != nil && alike {
		ids = IDs{objectsOf(f.part, f.record), f.part}
	} else {
		ids = sample.Composite()
	}
	return record.Append(nil, record.Indented, c.sampler.Record(sample, ids))
}

// form: the record is written as this program writes it, with all keys in their order.
func (c *checker) form(f *finished, raw []byte) error {
	if differs := record.Diff(raw, record.Append(nil, record.Indented, f.record)); differs != "" {
		f.report(f.files.scene, -1, "form", "%s, as the record is written", differs)
	}
	return nil
}

// objectsOf maps part ids to object ids.
func objectsOf(part []uint16, r *Record) []uint16 {
	object := []uint16{0}
	for i := range r.Objects {
		for range r.Objects[i].Parts {
			object = append(object, uint16(i+1))
		}
	}
	out := make([]uint16, len(part))
	for at, id := range part {
		out[at] = object[id]
	}
	return out
}

// What the picture and the rasterizer on the CPU may differ by, away from silhouettes.
const (
	sameIDShare    = 0.999 // share of pixels with equal part ids
	sameDepthShare = 0.999 // share of pixels with equal depth, and with equal normals
	sameDepth      = 1e-4  // relative
	sameNormal     = 2e-3  // of each coordinate
)

// compare holds the pictures of part ids, depth and normals against the scene drawn on the CPU. Pixels are judged where the CPU
// sees one part in all directions up to two pixels away.
func (c *checker) compare(f *finished, sample *Sample) {
	b := ref.Draw(sample.Scene.Frame())
	judged, wrongID, wrongZ, wrongNormal := 0, 0, 0, 0
	for y := 2; y < b.Height-2; y++ {
		for x := 2; x < b.Width-2; x++ {
			at := y*b.Width + x
			if !uniform(b.Part, b.Width, at) {
				continue
			}
			judged++
			if f.part[at] != b.Part[at] {
				wrongID++
			}
			if f.viewZ != nil && !(math.Abs(float64(f.viewZ[at]-b.ViewZ[at])) <= sameDepth*float64(b.ViewZ[at])) {
				wrongZ++
			}
			for k := 3 * at; f.normal != nil && k < 3*at+3; k++ {
				if !(math.Abs(float64(f.normal[k]-b.Normal[k])) <= sameNormal) {
					wrongNormal++
					break
				}
			}
		}
	}
	if limit := int(float64(judged) * (1 - sameIDShare)); wrongID > limit {
		f.report(f.files.ids, -1, "remake-ids", "%d of %d pixels away from silhouettes have another part than the seed gives, at most %d may", wrongID, judged, limit)
	}
	if limit := int(float64(judged) * (1 - sameDepthShare)); wrongZ > limit {
		f.report(f.cfg.Write.depthFile(f.files), -1, "remake-depth", "%d of %d pixels away from silhouettes have another depth than the seed gives, at most %d may", wrongZ, judged, limit)
	}
	if limit := int(float64(judged) * (1 - sameDepthShare)); wrongNormal > limit {
		f.report(f.files.normals, -1, "remake-normals", "%d of %d pixels away from silhouettes have another normal than the seed gives, at most %d may", wrongNormal, judged, limit)
	}
}

// uniform reports whether the 5 x 5 pixels around at have one id.
func uniform(ids []uint16, width, at int) bool {
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if ids[at+dy*width+dx] != ids[at] {
				return false
			}
		}
	}
	return true
}
