package trance

import (
	"sync/atomic"
	"testing"

	"mereo/engine/geom"
	"mereo/internal/gltest"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// BenchmarkPictures is drawing the pictures of samples that are asked for side by side, without encoding and writing them.
func BenchmarkPictures(b *testing.B) {
	r := gltest.Renderer(b)
	s := newSampler(DefaultConfig(), 3, "train")
	type shot struct {
		scene   *scenes.Scene
		options shoot.Options
		poses   []geom.Transform
	}
	var shots [][]shot
	for index := range 16 {
		made, err := s.Sample(b.Context(), index)
		if err != nil {
			b.Fatal(err)
		}
		var all []shot
		for stage := range made.states {
			var poses []geom.Transform
			for _, p := range s.cfg.pictures("train", index, len(made.steps)) {
				if p.stage == stage && p.kind == colorPicture {
					poses = append(poses, made.pinhole(p.camera).WorldFromCamera)
				}
			}
			if poses == nil {
				continue
			}
			o := s.options(index, made.attempt, stage)
			o.ColorOnly = true
			all = append(all, shot{made.scene(&made.states[stage], cameraCenter), o, poses})
		}
		shots = append(shots, all)
	}
	b.ReportAllocs()
	b.SetParallelism(8)
	var next atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			for _, shot := range shots[int(next.Add(1))%len(shots)] {
				if _, err := shoot.ShootFrom(r, shot.scene, shot.options, shot.poses...); err != nil {
					b.Error(err)
					return
				}
			}
		}
	})
}
