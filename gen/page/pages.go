// Package page writes what describes a dataset as a whole: manifest, statistics page, contact sheet and card. Gathered adds up
// the blocks of a split; WritePages writes what people read.
package page

import (
	"mereo/gen"
	"mereo/gen/write"
)

// Pages are what people read of a dataset.
type Pages struct{ Sheet, Stats, Card bool }

var WholePages = Pages{true, true, true}

// WritePages writes contact sheet, statistics page and card below job.To.
func WritePages(set gen.Set, job gen.Job, m *gen.Manifest, splits []*Gathered, which Pages) (files []write.File, err error) {
	stats := map[string]*splitStats{}
	for _, g := range splits {
		stats[g.Split] = &g.stats
	}
	for _, f := range []struct {
		wanted bool
		write  func() (write.File, error)
	}{
		{which.Sheet, func() (write.File, error) { return writeSheet(job, set.About(), m) }},
		{which.Stats, func() (write.File, error) { return writeStats(job.To(), set.About(), m, stats) }},
		{which.Card, func() (write.File, error) { return writeCard(job.To(), set.About(), m) }},
	} {
		if !f.wanted {
			continue
		}
		file, err := f.write()
		if err != nil {
			return nil, err
		}
		if file.Path != "" {
			files = append(files, file)
		}
	}
	return files, nil
}
