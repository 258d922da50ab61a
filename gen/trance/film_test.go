package trance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/internal/gltest"
)

// Frames that show a state are its pictures to the byte, with its identity pictures; the record says which they are and how objects stand in them; and
// verify holds all of it against the seed.
func TestFilmsShowStates(t *testing.T) {
	gltest.Renderer(t)
	cfg := DefaultConfig()
	cfg.Film, cfg.Between, cfg.IDs, cfg.SubFrames, cfg.TracedSubFrames = true, true, true, 1, 1
	cfg.Realism.Sensor.FullWell = 2000 // noise is another one in every state
	set, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	job := gen.Job{Root: t.TempDir(), Seed: 7, Split: "train", Pictures: true}
	index := 0
	for m := sampled(t, cfg, index); len(m.steps) != 2; m = sampled(t, cfg, index) {
		index++
	}
	maker, err := set.NewMaker(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	item, err := maker.Make(t.Context(), index)
	if err != nil {
		t.Fatal(err)
	}
	item.Renderer = maker.Renderer()
	if err := maker.Close(); err != nil {
		t.Fatal(err)
	}
	if err := gen.CheckItem("train", *item); err != nil {
		t.Error(err)
	}
	read := func(name string) []byte {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(job.Root, "train", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	var info infoRecord
	if err := record.Read(read(fmt.Sprintf("info/TRANCE_standard_%06d.json", index)), &info, record.Lacking); err != nil {
		t.Fatal(err)
	}
	last := info.Count
	if frames := last*filmStep + 1; info.Motion.Frames != frames || len(info.Motion.States) != frames || len(item.Files) != 6*frames+6*(last+1)-2+1 {
		t.Errorf("%d frames, %d with states, %d files of %d steps", info.Motion.Frames, len(info.Motion.States), len(item.Files), last)
	}
	for stage, frame := range info.Motion.Stages {
		for cam := range cameraID(cameraCount) {
			for kind, folder := range map[pictureKind]string{colorPicture: "image", idPicture: "seg"} {
				if kind == colorPicture && stage == 0 && cam != cameraCenter {
					continue
				}
				name := fmt.Sprintf("film/TRANCE_standard_%s_%06d.%s/%05d.png", kind, index, cam, frame)
				if !bytes.Equal(read(name), read(folder+"/"+cfg.pictureName(kind, index, stageName(stage, last), cam))) {
					t.Errorf("%s is not the picture of state %d", name, stage)
				}
			}
		}
		for i, o := range info.States[stage].Objects {
			is := info.Motion.States[frame][i]
			for k, x := range o.Coords {
				if math.Abs(x-is.Location[k]) > 1e-6 {
					t.Errorf("state %d, object %d is at %v, want %v", stage, i, is.Location, o.Coords)
				}
			}
		}
	}
	if problems := problemsOf(t, cfg, job, *item, true); len(problems) > 0 {
		t.Errorf("problems %v, want none", problems)
	}
}

// Between two states one object changes, little by little: it stands on the ground, and is not drawn where it was outside or will be.
func TestFilmsChangeLittleByLittle(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Film = true
	types := map[moveType]int{}
	for _, m := range referenceSamples(cfg, 60) {
		n := len(m.steps)
		motion := cfg.infoMotion(m)
		for frame := 1; frame < motion.Frames; frame++ {
			k := (frame - 1) / filmStep
			for i := range ObjectCount {
				was, is := motion.States[frame-1][i], motion.States[frame][i]
				acts := i == m.steps[k].Object
				if far := math.Hypot(is.Location[0]-was.Location[0], is.Location[1]-was.Location[1]); far > 0.75 || !acts && was != is {
					t.Errorf("frame %d: object %d goes from %v to %v", frame, i, was, is)
				}
				if grows := math.Abs(is.Scale - was.Scale); grows > 0.33 || is.Scale > 0 && is.Scale != is.Location[2] {
					t.Errorf("frame %d: object %d goes from %v to %v", frame, i, was, is)
				}
			}
			scene := m.sceneAt(&m.sceneSetup, momentOf(frame, n), cameraCenter)
			for i := range scene.Objects {
				o := &scene.Objects[i]
				if (len(o.Parts) > 0) != (motion.States[frame][i].Scale > 0) {
					t.Errorf("frame %d: object %d has %d parts and the scale %g", frame, i, len(o.Parts), motion.States[frame][i].Scale)
				}
				if len(o.Parts) > 0 && i == m.steps[k].Object {
					if low := o.Parts[0].Mesh.Transformed(o.WorldFromObject).Bounds().Min.Z; math.Abs(low) > 1e-9 {
						t.Errorf("frame %d: object %d is %g m above the ground", frame, i, low)
					}
					if err := o.Parts[0].Mesh.Validate(); err != nil {
						t.Error(err)
					}
					if err := o.Parts[0].Material.Validate(); err != nil {
						t.Error(err)
					}
				}
			}
		}
		for _, kind := range m.types {
			types[kind]++
		}
	}
	for _, kind := range []moveType{noMove, innerMove, outMove, inMove} {
		if types[kind] == 0 {
			t.Errorf("no step is a move of the type %q: the test shows nothing", kind)
		}
	}
}

// Without films nothing is said of them.
func TestNoFilm(t *testing.T) {
	cfg := DefaultConfig()
	m := sampled(t, cfg, 0)
	if data := cfg.infoRecord(0, m).encode(); bytes.Contains(data, []byte(`"motion"`)) || len(cfg.shots(m)) != 4 {
		t.Errorf("%d shots, and the record is %s", len(cfg.shots(m)), data)
	}
	if data, err := json.Marshal(cfg); err != nil || bytes.Contains(data, []byte("film")) {
		t.Errorf("the configuration is %s, %v", data, err)
	}
}
