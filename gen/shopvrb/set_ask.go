package shopvrb

import (
	"context"

	"mereo/gen"
)

// kinds are the kinds of questions that are asked, with their templates.
func (s *Set) kinds() ([]askedKind, error) {
	var out []askedKind
	for _, k := range []struct {
		kind     kind
		perScene int
	}{{visual, s.cfg.Visual}, {textual, s.cfg.Textual}} {
		if k.perScene == 0 {
			continue
		}
		g, err := readGrammar(k.kind, s.cfg.Mended, s.from.Templates, s.own.newClasses()...)
		if err != nil {
			return nil, err
		}
		out = append(out, askedKind{k.kind, g, k.perScene})
	}
	return out, nil
}

// NewAsker is nil when no questions are asked for.
func (s *Set) NewAsker(_ context.Context, job gen.Job) (gen.Asker, error) {
	kinds, err := s.kinds()
	if err != nil || len(kinds) == 0 {
		return nil, err
	}
	a := &asker{job: job, raw: s.cfg.RawQuestions, kinds: kinds, askWay: askWay{publishedWords: s.cfg.Published.Words}}
	if !s.cfg.Published.Doubtful {
		a.readings = looksOf(s.sampler(job).rows, s.own.textualOf).readings
	}
	return a, nil
}
