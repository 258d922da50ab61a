package trance

import (
	"bytes"
	"context"
	"fmt"

	"mereo/gen"
)

// NewChecker needs nothing but the configuration.
func (s *Set) NewChecker(_ context.Context, job gen.Job) (gen.Checker, error) {
	return &checker{sampler: newSampler(s.cfg, job.Seed, job.Split), job: job}, nil
}

type checker struct {
	sampler *sampler
	job     gen.Job
}

// Close has nothing to give back.
func (c *checker) Close() error { return nil }

// Check applies every rule to the sample of an item. With remake the sample is made again from its seed, and its record must
// come out byte for byte.
func (c *checker) Check(ctx context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	cfg := c.sampler.cfg
	name := cfg.infoPath(c.job.Split, item.Index)
	data, err := c.job.Read(name)
	if err != nil {
		return []gen.Problem{problem(name, "", "readable", "%v", err)}, nil
	}
	made, problems := cfg.checkRecord(c.job.Split, item.Index, data)
	if made == nil {
		return problems, nil
	}
	problems = append(problems, cfg.checkPictures(c.job, item, made)...)
	if !remake || len(problems) > 0 {
		return problems, nil
	}
	again, err := c.sampler.Sample(ctx, item.Index)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return append(problems, problem(name, "", "remake", "the seed gives no sample: %v", err)), nil
	}
	want, err := cfg.infoRecord(item.Index, again).encode()
	if err != nil {
		return nil, fmt.Errorf("trance: %s: %w", name, err)
	}
	if !bytes.Equal(data, want) {
		problems = append(problems,
			problem(name, "", "remake", "differs at byte %d from what the seed gives", firstDifference(data, want)))
	}
	return problems, nil
}

func problem(file, where, rule, format string, args ...any) gen.Problem {
	return gen.Problem{File: file, Object: where, Rule: rule, Detail: fmt.Sprintf(format, args...)}
}

// firstDifference is where two texts differ first, or where the shorter one ends.
func firstDifference(a, b []byte) int {
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return at
}
