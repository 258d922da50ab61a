package ptr

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"mereo/engine/ref"
	"mereo/gen"
	"mereo/gen/qa"
	"mereo/gen/write"
)

// NewChecker opens the models of the split; nothing is drawn by the renderer.
func (s *Set) NewChecker(_ context.Context, job gen.Job) (gen.Checker, error) {
	sampler, err := NewSampler(s.cfg, s.source, job.Seed, job.Split)
	if err != nil {
		return nil, err
	}
	return &checker{sampler: sampler, job: job, library: s.grammar.Library}, nil
}

type checker struct {
	sampler *Sampler
	job     gen.Job
	library *qa.Library[*known]
}

// Close has nothing to give back.
func (c *checker) Close() error { return nil }

// Check applies every rule to the sample of an item, those about its questions where the scene itself is coherent. With
// remake the scene is made again from its seed: its record must come out byte for byte, and the pictures of ids, depth and normals
// must agree with the rasteriser on the CPU.
func (c *checker) Check(_ context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	f, raw := c.read(item.Index)
	if f.record == nil {
		return f.out, nil
	}
	f.coherent()
	if len(f.out) == 0 {
		c.questionRules(f, raw)
	}
	if remake && len(f.out) == 0 {
		if err := c.remake(f, raw); err != nil {
			return f.out, err
		}
	}
	return f.out, nil
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
		if errors.Is(err, write.ErrSize) {
			f.report(name, -1, "picture-size", "%v", err)
		} else if err != nil {
			f.report(name, -1, "readable", "%v", err)
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
	_, err = write.ReadRGB(c.job.Root, f.files.image, w, h)
	report(f.files.image, err)
	return f, raw
}

// ParseRecord reads a scene file made by this program. Unknown keys are errors, and so is a camera that cannot be.
func ParseRecord(data []byte) (*Record, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	r := new(Record)
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("ptr: scene file at byte %d: %w", d.InputOffset(), err)
	}
	if err := r.checkCamera(); err != nil {
		return nil, fmt.Errorf("ptr: scene file: %w", err)
	}
	return r, nil
}

// remake compares the sample with what its seed gives now.
func (c *checker) remake(f *finished, raw []byte) error {
	sample, err := c.sampler.Sample(f.index)
	if err != nil {
		f.report(f.files.scene, -1, "remake", "the seed gives no sample: %v", err)
		return nil
	}
	ids := sample.Composite()
	if f.part != nil {
		c.compare(f, sample)
		ids = IDs{objectsOf(f.part, f.record), f.part}
	}
	var again bytes.Buffer
	e := json.NewEncoder(&again)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(c.sampler.Record(sample, ids)); err != nil {
		return fmt.Errorf("ptr: %s/%d: %w", f.split, f.index, err)
	}
	if line, got, want := firstDifference(raw, again.Bytes()); line > 0 {
		f.report(f.files.scene, -1, "remake", "line %d is %q, the seed gives %q", line, got, want)
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

// What the picture and the rasteriser on the CPU may differ by, away from silhouettes.
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

// firstDifference returns the number of the first line that differs and both lines; 0 when all are equal.
func firstDifference(a, b []byte) (line int, lineA, lineB string) {
	if bytes.Equal(a, b) {
		return 0, "", ""
	}
	la, lb := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range max(len(la), len(lb)) {
		var x, y []byte
		if i < len(la) {
			x = la[i]
		}
		if i < len(lb) {
			y = lb[i]
		}
		if !slices.Equal(x, y) || i >= len(la) || i >= len(lb) {
			return i + 1, string(bytes.TrimSpace(x)), string(bytes.TrimSpace(y))
		}
	}
	return 0, "", ""
}
