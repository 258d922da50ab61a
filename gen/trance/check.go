package trance

import (
	"bytes"
	"context"
	"fmt"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/write"
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

// Proofs: planning a sample costs no more than counting its pixels again, so it is done for each.
func (c *checker) Proofs() []gen.Proof {
	const planned = "planned again from the seed"
	return []gen.Proof{
		{What: "record", How: planned + ", byte for byte; rules"},
		{What: "pixels of the record", How: "counted again", Share: true},
		{What: "attempt, rejects, tally, caption and files of the sample in its block", How: planned},
	}
}

// Check plans the sample again from its seed: its record must come out byte for byte, and what its block says of it. The rules are held
// against what was planned; where the record is another one, against the record, to say what is wrong with it. With remake pixels
// are counted again as well.
func (c *checker) Check(ctx context.Context, item gen.Item, remake bool) ([]gen.Problem, error) {
	cfg := c.sampler.cfg
	name := cfg.infoPath(c.job.Split, item.Index)
	data, err := c.job.Read(name)
	if err != nil {
		return []gen.Problem{problem(name, "", "readable", "%v", err)}, nil
	}
	made, seedErr := c.sampler.Sample(ctx, item.Index)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if seedErr != nil {
		_, problems := cfg.checkRecord(c.job.Split, item.Index, data)
		return append(problems, problem(name, "", "remake", "the seed gives no sample: %v", seedErr)), nil
	}
	want := cfg.infoRecord(item.Index, made).encode()
	problems := item.Compare(c.job.Split, c.itemOf(item.Index, made))
	if bytes.Equal(data, want) {
		problems = append(problems, cfg.checkSample(c.job.Split, item.Index, made, remake)...)
	} else {
		told, more := cfg.checkRecord(c.job.Split, item.Index, data)
		problems = append(append(problems, more...),
			problem(name, "", "remake", "differs from what the seed gives: %s", record.Diff(data, want)))
		if made = told; made == nil {
			return problems, nil
		}
	}
	colors, more := cfg.checkPictures(c.job, item.Index, made)
	if problems = append(problems, more...); len(more) == 0 {
		problems = append(problems, item.CompareColors(colors)...)
	}
	return problems, nil
}

// itemOf is what the block says of a sample; of its files the paths.
func (c *checker) itemOf(index int, made *generatedSample) *gen.Item {
	item := itemOf(index, made)
	if c.job.Pictures {
		item.Renderer = gen.SomeRenderer
		for _, p := range c.sampler.cfg.pictures(c.job.Split, index, len(made.steps)) {
			item.Files = append(item.Files, write.File{Path: p.path})
		}
	}
	item.Files = append(item.Files, write.File{Path: c.sampler.cfg.infoPath(c.job.Split, index)})
	return item
}

func problem(file, where, rule, format string, args ...any) gen.Problem {
	return gen.Problem{File: file, Object: where, Rule: rule, Detail: fmt.Sprintf(format, args...)}
}
