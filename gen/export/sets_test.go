package export_test

import (
	"testing"

	"mereo/engine/frame"
	"mereo/gen"
	"mereo/gen/export"
	"mereo/gen/loop"
	"mereo/gen/ptr"
	"mereo/gen/qlevr"
	"mereo/gen/shopvrb"
	"mereo/gen/show"
	"mereo/gen/syndacate"
	"mereo/gen/trance"
	"mereo/internal/gltest"
)

func jobOf(root, split string) gen.Job {
	return gen.Job{Root: root, Seed: 7, Split: split, Pictures: true}
}

// setCase is a small dataset of a set and how much its exports hold at least.
type setCase struct {
	name                 string
	open                 func() (show.Set, error)
	split                string
	count                int
	coco, tar, gltf, bop map[string]int
}

var setCases = []setCase{
	{
		name: "ptr", split: "test", count: 3,
		open: func() (show.Set, error) {
			cfg := ptr.DefaultConfig()
			cfg.Width, cfg.Height, cfg.Quality, cfg.Physical = 240, 180, frame.Draft, 0.5
			return ptr.New(cfg, nil, "")
		},
		coco: map[string]int{"images": 3, "cameras": 3, "masks": 30, "parts": 20, "amodal": 6},
		tar:  map[string]int{"samples": 3, "ids": 6, "depth": 3, "normals": 3, "own ids": 3, "own depth": 3},
		gltf: map[string]int{"validated": 3, "objects": 6, "parts": 20, "bodies": 2, "verdicts": 2, "colliders": 2},
		bop:  map[string]int{"images": 3, "visible": 6, "models": 3, "compared": 1000, "targets": 3},
	},
	{
		name: "trance", split: "train", count: 2,
		open: func() (show.Set, error) {
			cfg := trance.DefaultConfig()
			cfg.Quality = frame.Draft
			return trance.New(cfg)
		},
		coco: map[string]int{"images": 8, "cameras": 8, "masks": 20, "amodal": 20},
		tar:  map[string]int{"samples": 2, "pictures": 8, "ids": 8, "depth": 8, "normals": 8},
		gltf: map[string]int{"validated": 4, "objects": 8},
		bop:  map[string]int{"images": 8, "visible": 20, "models": 2, "symmetric": 2, "shared": 20, "compared": 1000},
	},
	{
		name: "qlevr", split: "train", count: 1,
		open: func() (show.Set, error) {
			cfg := qlevr.DefaultConfig()
			cfg.Quality = frame.Draft
			return qlevr.New(cfg)
		},
		coco: map[string]int{"images": 2, "cameras": 1, "drawings": 1, "masks": 10, "amodal": 5},
		tar:  map[string]int{"samples": 1, "pictures": 2, "ids": 2, "depth": 1, "normals": 1},
		gltf: map[string]int{"validated": 1, "objects": 5},
		bop:  map[string]int{"images": 1, "visible": 5, "compared": 1000},
	},
	{
		name: "shopvrb", split: "train", count: 2,
		open: func() (show.Set, error) {
			cfg := shopvrb.DefaultConfig()
			cfg.Quality = frame.Draft
			return shopvrb.New(cfg, shopvrb.Sources{})
		},
		coco: map[string]int{"images": 2, "cameras": 2, "masks": 10, "amodal": 5},
		tar:  map[string]int{"samples": 2, "ids": 4, "depth": 2, "normals": 2},
		gltf: map[string]int{"validated": 2, "objects": 6, "bodies": 6, "colliders": 6},
		bop:  map[string]int{"images": 2, "visible": 6, "compared": 1000},
	},
	{
		name: "syndacate", split: "syndacate_aTfTh100o3p12rTs3u10w100", count: 100,
		open: func() (show.Set, error) { return syndacate.Set{}, nil },
		coco: map[string]int{"images": 100, "boxes": 300},
		tar:  map[string]int{"samples": 100, "pictures": 100},
	},
}

// Every set is exported as it is made, with pictures, and read back by software that is not ours.
func TestSets(t *testing.T) {
	for _, c := range setCases {
		t.Run(c.name, func(t *testing.T) {
			scenes := c.bop != nil
			if scenes {
				gltest.Renderer(t)
			}
			set, err := c.open()
			if err != nil {
				t.Fatal(err)
			}
			job := jobOf(t.TempDir(), c.split)
			if _, err := loop.Run(t.Context(), set, job, c.count, loop.Options{Workers: 2}); err != nil {
				t.Fatal(err)
			}
			t.Run("coco", func(t *testing.T) { checkCOCO(t, set, job.Root, scenes, c.coco) })
			t.Run("webdataset", func(t *testing.T) {
				var channels []string
				if scenes {
					channels = []string{export.Depth, export.Normals}
				}
				checkWebDataset(t, set, job.Root, channels, c.tar)
			})
			if !scenes {
				for _, format := range []string{"gltf", "bop"} {
					_, err := export.Run(t.Context(), set, job.Root, export.Options{Format: format, Out: t.TempDir()})
					want := "export: samples of this dataset (" + c.name + ") have no 3D scene, so they cannot be exported as " + format + "; want another format"
					if err == nil || err.Error() != want {
						t.Errorf("got %v, want %s", err, want)
					}
				}
				return
			}
			t.Run("bop", func(t *testing.T) { checkBOP(t, set, job.Root, c.bop) })
			t.Run("gltf", func(t *testing.T) {
				r, err := set.Show(job)
				if err != nil {
					t.Fatal(err)
				}
				atLeast(t, "gltf", checkGLTF(t, set, job.Root, r, c.split, c.count), c.gltf)
			})
		})
	}
}
