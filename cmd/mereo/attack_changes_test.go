package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/record"
	"mereo/gen/verify"
	"mereo/gen/write"
	"mereo/gen/write/npz"
	"mereo/internal/tamper"
)

// damage does something to one file, or adds one, and wants verify to see it without making samples again.
func (a *target) damage(at *attack) {
	defer a.mend()
	random := a.random
	names := a.names()
	name := names[random.IntN(len(names))]
	data := a.files[name]
	what, bad := "", bytes.Clone(data)
	place := random.IntN(len(data))
	switch random.IntN(8) {
	case 0, 1:
		what, bad[place] = "a bit", bad[place]^1<<random.IntN(8)
	case 2:
		what, bad = "cut", bad[:place]
	case 3:
		what, bad = "empty", nil
	case 4:
		what, bad = "longer", append(bad, byte(random.Uint32()))
	case 5:
		what = "zeros"
		clear(bad[place:min(len(bad), place+512)])
	case 6:
		other := names[random.IntN(len(names))]
		what, bad = "as "+other, a.files[other]
	case 7:
		what = "gone"
		if random.IntN(4) == 0 {
			what, name = "one more", path.Join(path.Dir(a.block().Items[0].Files[0].Path), "more"+path.Ext(name))
		}
	}
	var err error
	switch {
	case what == "gone":
		err = os.Remove(filepath.Join(a.dir, name))
	case bytes.Equal(bad, data) && what != "one more":
		a.damage(at) // another one
		return
	default:
		err = a.put(name, bad)
	}
	if err != nil {
		a.t.Fatal(err)
	}
	at.try(a, damageSeen, name+": "+what, verify.Options{})
}

// try counts one.
func (at *attack) try(a *target, promise, what string, opt verify.Options) {
	missed := 0
	if !a.found(opt) {
		missed = 1
		a.t.Errorf("%s: %s: not noticed", a.name, what)
	}
	at.add(promise, 1, missed, 0)
}

// change is one that somebody makes who brings everything into line. do returns whether it left anything to see.
type change struct {
	promise, what string
	do            func(a *target) bool
}

// changesOf are those of a dataset, by what is changed.
func changesOf(a *target) [][]change {
	var records, questions, joined, blocks, labels, colors []change
	block := a.block()
	m := must(gen.ReadManifest(a.dir))
	colored := map[string]bool{}
	for _, item := range block.Items {
		for p := range item.Colors {
			colored[p] = true
		}
	}
	of := func(promise, p string, others [][]byte, in func(a *target)) (out []change) {
		for _, c := range must(tamper.Changes(a.files[p], 3, others...)) {
			out = append(out, change{promise, p + ": " + c.Where, func(a *target) bool {
				must(0, a.put(p, c.Data()))
				in(a)
				return true
			}})
		}
		return out
	}
	seen := map[string]int{}
	for _, f := range block.Files() {
		kind := digits.ReplaceAllString(f.Path, "#")
		asked := block.Asked != nil && slices.Contains(block.Asked.Files, f)
		if seen[kind] > 1 && a.random.IntN(a.job.Count) > 6 { // a few of many samples
			continue
		}
		seen[kind]++
		var others [][]byte
		for _, g := range block.Files() {
			if g != f && digits.ReplaceAllString(g.Path, "#") == kind && len(others) < 3 {
				others = append(others, a.files[g.Path])
			}
		}
		switch {
		case path.Ext(f.Path) == ".json" && asked:
			questions = append(questions, of(questionSeen, f.Path, others, (*target).inLine)...)
		case path.Ext(f.Path) == ".json":
			records = append(records, of(recordSeen, f.Path, others, func(a *target) {
				a.askAgain()
				a.inLine()
			})...)
		case colored[f.Path] || strings.Contains(f.Path, "/images") || strings.Contains(f.Path, "/image/") || strings.HasPrefix(f.Path, "images/"):
			colors = append(colors, a.pictureChanges(colorSeen, f.Path, others)...)
		default:
			labels = append(labels, a.pictureChanges(labelSeen, f.Path, others)...)
		}
	}
	for _, f := range append(slices.Clone(m.Splits[0].Joined), m.Files...) {
		switch path.Ext(f.Path) {
		case ".json":
			if f.Path != gen.DatasetFile {
				joined = append(joined, of(joinedSeen, f.Path, nil, (*target).checksums)...)
			}
		case ".npz":
			joined = append(joined, a.pictureChanges(joinedSeen, f.Path, nil)...)
		case ".md", ".html", ".jsonl":
			joined = append(joined, textChange(f.Path))
		}
	}
	blockPath := gen.BlockPath(a.job.Split, 0)
	blocks = append(blocks, said[gen.Block](a, blockPath, func(a *target) {
		if _, err := loop.Finish(a.t.Context(), a.set, a.job); err != nil {
			a.checksums()
		}
	})...)
	blocks = append(blocks, said[gen.Manifest](a, gen.ManifestFile, func(a *target) {})...)
	for _, seed := range []string{"777", "1"} {
		blocks = append(blocks, a.otherSeed(seed))
	}
	return slices.DeleteFunc([][]change{records, labels, colors, records, questions, labels, blocks, records, joined, colors, blocks}, func(of []change) bool { return len(of) == 0 })
}

// meaningless are leaves of blocks and manifests that are compared with files, so that changing them is a damage, and the name of what drew,
// which follows from nothing.
var meaningless = regexp.MustCompile(`/(sha256|bytes|renderer)\b`)

// said are changes of what a file says, written as the program writes it. Those that cannot be read are damages, and left out.
func said[T any](a *target, p string, in func(a *target)) (out []change) {
	for _, c := range must(tamper.Changes(a.files[p], 3)) {
		if meaningless.MatchString(c.Where) {
			continue
		}
		out = append(out, change{blockSeen, p + ": " + c.Where, func(a *target) bool {
			var v T
			if record.Read(c.Data(), &v, record.Lacking) != nil {
				return false
			}
			switch v := any(&v).(type) {
			case *gen.Block:
				if v.Check(a.job.Split, 0) != nil {
					return false
				}
			case *gen.Manifest:
				if v.Check() != nil || v.Compact() != nil {
					return false
				}
			}
			must(write.JSON(a.dir, p, v))
			if bytes.Equal(must(os.ReadFile(filepath.Join(a.dir, p))), a.files[p]) {
				return false
			}
			in(a)
			return true
		}})
	}
	return out
}

// otherSeed says of everything that it was made from another seed.
func (a *target) otherSeed(seed string) change {
	return change{blockSeen, "the seed is " + seed, func(a *target) bool {
		var id gen.Identity
		must(0, record.Read(a.files[gen.DatasetFile], &id, record.Lacking))
		must(0, id.Compact())
		before := must(json.Marshal(id))
		must(fmt.Sscan(seed, &id.Seed))
		must(write.JSON(a.dir, gen.DatasetFile, id))
		after := must(json.Marshal(id))
		hash := func(data []byte) []byte { return fmt.Appendf(nil, "%x", sha256.Sum256(data)) }
		plan := gen.PlanPath(a.job.Split)
		must(0, a.put(plan, bytes.ReplaceAll(a.files[plan], hash(before), hash(after))))
		job := a.job
		job.Seed = id.Seed
		if _, err := loop.Finish(a.t.Context(), a.set, job); err != nil { // the page of a world shows scenes that are planned again
			m := must(gen.ReadManifest(a.dir))
			m.Seed = id.Seed
			must(write.JSON(a.dir, gen.ManifestFile, m))
			a.checksums()
		}
		return true
	}}
}

// pictureChanges are those of a picture or of arrays: some of it, and all of another sample. Labels are held against what another
// program draws, so single pixels, and those at silhouettes, are within the tolerance that drivers have.
func (a *target) pictureChanges(promise, p string, others [][]byte) (out []change) {
	put := func(what string, do func(a *target) error) {
		out = append(out, change{promise, p + ": " + what, func(a *target) bool {
			must(0, do(a))
			if bytes.Equal(must(os.ReadFile(filepath.Join(a.dir, p))), a.files[p]) {
				return false
			}
			if promise == joinedSeen {
				a.checksums()
			} else {
				a.inLine()
			}
			return true
		}})
	}
	for _, o := range others {
		put("that of another sample", func(a *target) error { return a.put(p, o) })
	}
	for _, at := range []float64{0.1, 0.35, 0.5, 0.65, 0.9} {
		switch path.Ext(p) {
		case ".png":
			put("some pixels", func(a *target) error { return changePicture(a.dir, p, at) })
		case ".exr":
			put("some depths", func(a *target) error {
				w, h, v, err := write.ReadAnyEXR(a.dir, p)
				if err == nil {
					scale(v, at)
					_, err = write.EXR(a.dir, p, w, h, v)
				}
				return err
			})
		case ".npy":
			put("some numbers", func(a *target) error {
				shape, v, err := write.ReadAnyNPY[float32](a.dir, p)
				if err == nil {
					scale(v, at)
					_, err = write.NPY(a.dir, p, shape, v)
					return err
				}
				shape, u, err := write.ReadAnyNPY[uint16](a.dir, p)
				if err == nil {
					for i := range len(u) / 50 {
						u[int(at*float64(len(u)))+i] ^= 64
					}
					_, err = write.NPY(a.dir, p, shape, u)
				}
				return err
			})
		case ".npz":
			for k, array := range must(npz.ReadAll(filepath.Join(a.dir, p), 1<<30)) {
				put("a number of "+array.Key, func(a *target) error {
					arrays := must(npz.ReadAll(filepath.Join(a.dir, p), 1<<30))
					switch d := arrays[k].Data.(type) {
					case []float32:
						d[int(at*float64(len(d)))] += 0.01
					case []int32:
						d[int(at*float64(len(d)))]++
					case []uint8:
						d[int(at*float64(len(d)))] ^= 16
					}
					_, err := npz.Write(a.dir, p, arrays)
					return err
				})
			}
		}
	}
	return out
}

// scale makes a fiftieth of numbers larger by a twentieth, from a place on up to 0.9 of all.
func scale(v []float32, at float64) {
	for i := range len(v) / 50 {
		v[int(at*float64(len(v)))+i] *= 1.05
	}
}

// changePicture changes 12 by 12 pixels, as the program writes pictures.
func changePicture(dir, p string, at float64) error {
	im, err := write.ReadPicture(dir, p)
	if err != nil {
		return err
	}
	w, h := im.Bounds().Dx(), im.Bounds().Dy()
	x0, y0 := int(at*float64(w-12)), int(at*float64(h-12))
	each := func(do func(i int)) {
		for y := y0; y < y0+12; y++ {
			for x := x0; x < x0+12; x++ {
				do(y*w + x)
			}
		}
	}
	switch im := im.(type) {
	case *image.Gray:
		each(func(i int) { im.Pix[i] ^= 1 })
		_, err = write.Gray(dir, p, w, h, im.Pix)
	case *image.Gray16:
		v := make([]uint16, w*h)
		for i := range v {
			v[i] = uint16(im.Pix[2*i])<<8 | uint16(im.Pix[2*i+1])
		}
		each(func(i int) { v[i] ^= 1 })
		_, err = write.Gray16(dir, p, w, h, v)
	default:
		rgb := make([]uint8, 0, 3*w*h)
		alpha := false
		for y := range h {
			for x := range w {
				r, g, b, _ := im.At(im.Bounds().Min.X+x, im.Bounds().Min.Y+y).RGBA()
				rgb = append(rgb, uint8(r>>8), uint8(g>>8), uint8(b>>8))
			}
		}
		switch im.(type) {
		case *image.NRGBA:
			alpha = true
		}
		each(func(i int) { rgb[3*i], rgb[3*i+1] = 255-rgb[3*i], 255-rgb[3*i+1] })
		if alpha {
			_, err = write.RGBA(dir, p, w, h, rgb)
		} else {
			_, err = write.RGB(dir, p, w, h, rgb)
		}
	}
	return err
}

// textChange is another digit somewhere in a text.
func textChange(p string) change {
	return change{joinedSeen, p + ": another digit", func(a *target) bool {
		data := bytes.Clone(a.files[p])
		at := numerals.FindAllIndex(data, -1)
		if len(at) == 0 {
			return false
		}
		i := at[a.random.IntN(len(at))][0]
		data[i] = '0' + (data[i]-'0'+1)%10
		must(0, a.put(p, data))
		a.checksums()
		return true
	}}
}

var numerals = regexp.MustCompile(`[0-9]`)

// draw makes one of the changes of a dataset, of each kind in turn, and returns what it is.
func (a *target) draw(of [][]change, kind int) change {
	for {
		some := of[kind%len(of)]
		c := some[a.random.IntN(len(some))]
		if c.do(a) {
			return c
		}
		a.mend()
		kind++
	}
}

// change makes a change that is in line, which verify --all must see.
func (a *target) change(at *attack, of [][]change, kind int) {
	defer a.mend()
	c := a.draw(of, kind)
	at.try(a, c.promise, c.what, verify.Options{All: true})
}

// ofShare does the same to records, and verify makes the samples again that it does without being told. What it does not see otherwise it
// misses with the chance that the sample is none of these.
func (a *target) ofShare(at *attack, of [][]change) {
	defer a.mend()
	a.draw(of[:1], 0)
	missed, expected := 0, 0.0
	if !a.found(verify.Options{}) {
		expected = 1 - min(1, 10/float64(a.job.Count))
		if !a.found(verify.Options{Remake: 0.001}) {
			missed = 1
		}
	}
	at.add(shareSees, 1, missed, expected)
}
