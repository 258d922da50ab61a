package ptr

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"mereo/gen"
	"mereo/gen/write"
)

// remadeScenes is how many scenes of a finished set are made again to measure their meshes.
const remadeScenes = 100

// Figures measures a finished split. Of the pictures of large splits 1,000 are looked at, evenly spread.
func (s *Set) Figures(ctx context.Context, job gen.Job, _ *gen.Counts) ([]gen.Figure, error) {
	sampler, err := NewSampler(s.cfg, s.source, job.Seed, job.Split)
	if err != nil {
		return nil, err
	}
	everyPicture, everyRemake := max(1, job.Count/1000), max(1, job.Count/remadeScenes)
	total, err := inParallel(ctx, job.Count, func(i int, t *tallies) error {
		f := filesOf(job.Split, i)
		data, err := job.Read(f.scene)
		if err != nil {
			return fmt.Errorf("ptr: %w", err)
		}
		r, err := s.cfg.parseRecord(data)
		if err != nil {
			return fmt.Errorf("%s: %w", f.scene, err)
		}
		if err := t.addRecord(s.cfg, job.Split, i, r); err != nil {
			return err
		}
		if err := s.addQuestions(&t.questions, job, i, data); err != nil {
			return err
		}
		if i%everyRemake == 0 {
			m, err := sampler.Sample(i)
			if err != nil {
				return err
			}
			t.addSample(m)
		}
		if !job.Pictures || i%everyPicture != 0 {
			return nil
		}
		w, h := s.cfg.Width, s.cfg.Height
		part, errID := write.ReadGray16(job.Root, f.ids, w, h)
		dist, errDist := s.cfg.Write.readRayDist(job.Root, f, r)
		rgb, errRGB := write.ReadRGB(job.Root, f.image, w, h)
		if err := errors.Join(errID, errDist, errRGB); err != nil {
			return fmt.Errorf("ptr: %w", err)
		}
		t.addPictures(r, part, dist, rgb)
		return nil
	})
	if err != nil {
		return nil, err
	}
	questions, err := s.questionFigures(ctx, job, &total.questions)
	return append(total.figures(s.cfg), questions...), err
}

// SampleFigures measures the figures of scenes that need no pictures on the first n scenes of a split, made for the purpose.
func (s *Set) SampleFigures(ctx context.Context, seed uint64, split string, n int) ([]gen.Figure, error) {
	sampler, err := NewSampler(s.cfg, s.source, seed, split)
	if err != nil {
		return nil, err
	}
	total, err := inParallel(ctx, n, func(i int, t *tallies) error {
		m, err := sampler.Sample(i)
		if err != nil {
			return err
		}
		t.addSample(m)
		return t.addRecord(s.cfg, split, i, sampler.Record(m, m.Composite()))
	})
	if err != nil {
		return nil, err
	}
	return total.figures(s.cfg), nil
}

// inParallel calls f for 0 to n-1 on all processors, each with tallies of its own, and merges them.
func inParallel(ctx context.Context, n int, f func(i int, t *tallies) error) (*tallies, error) {
	workers := min(runtime.GOMAXPROCS(0), max(n, 1))
	parts, errs := make([]*tallies, workers), make([]error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		parts[w] = newTallies()
		wg.Go(func() {
			for i := w; i < n && errs[w] == nil; i += workers {
				if errs[w] = ctx.Err(); errs[w] == nil {
					errs[w] = f(i, parts[w])
				}
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	total := newTallies()
	for _, p := range parts {
		total.merge(p)
	}
	return total, nil
}
