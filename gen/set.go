// Package gen is what all sets share: the contract of a set (Set, Maker, Asker, Checker), and what lies in a dataset's folder
// (Identity, Plan, Block, Manifest).
//
// Vocabulary: a set is a kind of dataset; a split is a named part of one ("train"); a sample is what belongs to one index of a
// split; a block is 1,000 consecutive indices, fewer at the end of a split. Samples depend on (set, configuration, seed, split, index)
// alone, so any worker on any machine may make any of them, in any order. Questions are asked about a whole block when its samples
// are there, in index order, since balancing answers depends on history.
//
// A set is a package below this one that implements Set. Package loop makes what a set says, page describes it, verify checks it, diff
// compares it; nothing here knows them.
package gen

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"mereo/gen/chart"
	"mereo/gen/write"
)

// BlockSize is how many consecutive indices make a block. Balanced quantities are balanced inside a block, so changing
// it changes every set's data.
const BlockSize = 1000

// Set is one kind of dataset with its configuration. Its methods may be called at once from several goroutines.
type Set interface {
	// Name is the word of the command line, lower case: "ptr".
	Name() string
	// Config is the validated configuration, everything that beside seed, split and index decides what is made. Its JSON
	// is echoed into the manifest, and two runs share a folder only when their JSON is equal: no paths, no worker counts.
	Config() any
	// Stride is how many consecutive samples one call of Maker.Make makes and one Item describes: 1, or a divisor of BlockSize
	// in sets whose samples are too small for files of their own.
	Stride() int
	// Validate reports what keeps every sample of job.Split from being made (a source without models, say). It is called
	// before anything is written.
	Validate(job Job) error
	// NewMaker opens what making samples needs (a renderer, model folders).
	NewMaker(ctx context.Context, job Job) (Maker, error)
	// NewAsker opens what asking questions needs; nil for sets without questions. It is called before anything is written.
	NewAsker(ctx context.Context, job Job) (Asker, error)
	// Assemble writes the files that join the first job.Count samples of a split and their questions, from files on disk, in index order; none
	// is fine. They are written through gen/write below job.To. It is called when every block of the split is there, again when blocks or
	// joined files are not those of the time before, and by Verify: same samples and questions, same bytes.
	Assemble(ctx context.Context, job Job) ([]write.File, error)
	// About is what the dataset card and the statistics page say of the set.
	About() About
	// Tables are shown on the statistics page for job.Split beside About's charts; nil for none. They are measured on files
	// on disk each time Assemble is called, so a large split is better sampled: same samples and questions, same tables, on
	// any processor.
	Tables(ctx context.Context, job Job) ([]Table, error)
	// NewChecker opens what checking finished samples needs.
	NewChecker(ctx context.Context, job Job) (Checker, error)
	// Figures measures the set's published figures over the job.Count samples of a finished split, in a fixed order. counts are
	// added up over them.
	Figures(ctx context.Context, job Job, counts *Counts) ([]Figure, error)
}

// Job says which split of which dataset, and how.
type Job struct {
	Root     string // the dataset's folder
	Out      string // where Set.Assemble writes; if empty, Root
	Seed     uint64
	Split    string
	Pictures bool // false: records only, what is decided and measured without a renderer
	// Count is how many samples the split has; 0 where that is no matter: when samples are made or asked about.
	Count int
	GPU   string // as engine.Options.GPU
}

// To is the folder that Set.Assemble writes into.
func (j Job) To() string { return cmp.Or(j.Out, j.Root) }

// Maker makes samples. Make may be called at once from several goroutines.
type Maker interface {
	// Make makes the sample of one index, or the Set.Stride samples from there on, and writes its files below job.Root through gen/write, none before it is sure of
	// all. It repeats rejected attempts itself, up to a limit of its own, and returns an error after that.
	Make(ctx context.Context, index int) (*Item, error)
	// Renderer names what draws the pictures (vendor, renderer and version of the driver); empty for records only.
	Renderer() string
	Close() error
}

// Item is a finished sample, or the finished samples of a stride. Nothing in it depends on time, host or order.
type Item struct {
	Index   int `json:"index"`   // of the first sample
	Attempt int `json:"attempt"` // how many attempts were rejected before the one that was kept
	// Renderer is what drew the pictures. Makers leave it empty: the loop fills in what Maker.Renderer says.
	Renderer string `json:"renderer,omitempty"`
	// Rejects counts rejections by their reason, inside and between attempts.
	Rejects map[string]int `json:"rejects,omitempty"`
	Tally   Tally          `json:"tally,omitempty"` // numbers are binned by the set
	// Caption is a line that the contact sheet writes under the sample's pictures; none is fine.
	Caption string `json:"caption,omitempty"`
	// Colors are fingerprints of color pictures by their paths: the mean color of each thing in them (see gen/fingerprint).
	Colors map[string]string `json:"colors,omitempty"`
	Files  []write.File      `json:"files"`
}

// Counts are added up over the items of a split.
type Counts struct {
	Rejects map[string]int // of samples, by their reason
	Tally   Tally
}

// Add counts one more item.
func (c *Counts) Add(item *Item) {
	if c.Rejects == nil {
		c.Rejects, c.Tally = map[string]int{}, Tally{}
	}
	for reason, n := range item.Rejects {
		c.Rejects[reason] += n
	}
	c.Tally.Sum(item.Tally)
}

// Tally is what the statistics page adds up: chart key, then value, then how often.
type Tally map[string]map[string]int

// Add counts a value of a chart.
func (t Tally) Add(chart, value string) {
	if t[chart] == nil {
		t[chart] = map[string]int{}
	}
	t[chart][value]++
}

// Sum adds another tally.
func (t Tally) Sum(more Tally) {
	for key, values := range more {
		if t[key] == nil {
			t[key] = map[string]int{}
		}
		for value, n := range values {
			t[key][value] += n
		}
	}
}

// Asker asks the questions of whole blocks. AskBlock may be called at once from several goroutines for different
// blocks.
type Asker interface {
	// Source names what questions are made from (a checksum of templates and words). With equal Source, configuration,
	// seed and records the questions have the same bytes.
	Source() string
	// AskBlock reads the records of a block's samples below job.Root and writes their question files below out, through
	// gen/write. The items come in index order without gaps. Same items, same bytes; the questions of the first n items
	// do not depend on those that follow, and the paths of the files on nothing but the items. It returns early when ctx
	// ends.
	AskBlock(ctx context.Context, items []Item, out string) (*Asked, error)
}

// Asked is what was asked about a block; it lies in the block's file.
type Asked struct {
	// Source is what the questions were made from: the loop fills in what Asker.Source says.
	Source  string         `json:"source"`
	Count   int            `json:"count"`             // questions
	Rejects map[string]int `json:"rejects,omitempty"` // questions that were not kept, by reason
	Tally   Tally          `json:"tally,omitempty"`
	Files   []write.File   `json:"files"` // in index order
}

// Checker checks finished samples. Check may be called at once from several goroutines.
type Checker interface {
	// Check reads the sample's files below job.Root and returns every broken promise. With remake it also makes the
	// sample again from the seed and compares. Files whose bytes are not those of their checksum are reported before by the
	// caller; Check must survive them. An error means that checking itself could not go on.
	Check(ctx context.Context, item Item, remake bool) ([]Problem, error)
	Close() error
}

// Prover is a Checker that can say how it proves what.
type Prover interface {
	// Proofs says, for the report, what of a sample is held by which means: "records" by "planned again from the seed".
	Proofs() []Proof
}

// Proof is what is proved of every sample, or of a share, and how.
type Proof struct {
	What  string `json:"what"`            // "record", "mereo.physics of the record", "tally"
	How   string `json:"how"`             // "planned again from the seed", "rules", "derived from the record"
	Share bool   `json:"share,omitempty"` // only of the samples that are made again (--remake)
	Every bool   `json:"-"`               // Check makes every sample again, whatever share is asked for
}

// Problem is one broken promise of a finished sample.
type Problem struct {
	File   string `json:"file"`             // relative to the dataset's folder
	Object string `json:"object,omitempty"` // the object, part or pixel it is about
	Rule   string `json:"rule"`             // a short fixed name, such as "parts-partition-object"
	Detail string `json:"detail"`           // one sentence with what was found and what was expected
}

// Figure is a published or promised number and what this dataset has instead.
type Figure struct {
	Name   string `json:"name"`
	Target string `json:"target"` // in words: "0.30 +- 0.03"
	Value  string `json:"value"`
	Pass   bool   `json:"pass"`
	// Least is how many samples a split must have for the figure to be judged; 0 for what holds of any number.
	Least int `json:"least,omitempty"`
	// NotJudged says why Pass means nothing, "12 of at least 500 samples"; empty for what is judged.
	NotJudged string `json:"not_judged,omitempty"`
}

// enoughForChance is how many samples make a share of a half right to 2.2 points, one standard deviation.
const enoughForChance = 500

// ByChance is the figure as one that rests on chance, which too few samples may miss or meet for no reason.
func (f Figure) ByChance() Figure {
	f.Least = enoughForChance
	return f
}

// Judge marks what a split of so many samples is too small for.
func (f *Figure) Judge(samples int) {
	if samples < f.Least {
		f.NotJudged = fmt.Sprintf("%d of at least %d samples", samples, f.Least)
	}
}

// About describes a set to its users.
type About struct {
	Title   string      // "PTR: part-based visual reasoning"
	Summary string      // Markdown, a few sentences
	Layout  []LayoutRow // the files of a split, in reading order
	// Pictures are the paths of an index's color pictures, in reading order, as fmt patterns of (split, index):
	// "%[1]s/images/PTR_%[1]s_%06[2]d.png"; empty when the set has none. The contact sheet shows all of them, the statistics
	// page the first.
	Pictures []string
	Charts   []Chart
	// Answers are the charts of answers, with types of questions as keys. Types that are not listed come after, by name.
	Answers []Chart
	// Described sets are known by their configuration alone: commands name dataset.json in place of the set.
	Described bool
	// Again is the command that makes a split again, as fmt pattern of (split, count); empty where it needs the set, a
	// configuration, a seed, a split and a count.
	Again   string
	License string   // of the data
	Cite    []string // works to cite
}

// LicenseID is the license as Hugging Face calls it, "other" for those that it does not know, and its URL, else its text.
func (a About) LicenseID() (id, url string) {
	switch {
	case strings.Contains(a.License, "CC-BY 4.0"):
		return "cc-by-4.0", "https://creativecommons.org/licenses/by/4.0/"
	case strings.HasPrefix(a.License, "CC0"):
		return "cc0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/"
	}
	return "other", a.License
}

// Owed is how a card ends: the license, and what to cite.
func (a About) Owed() string {
	out := "\n## License\n\n" + a.License + "\n"
	if len(a.Cite) > 0 {
		out += "\n## Please cite\n\n"
	}
	for _, c := range a.Cite {
		out += "- " + c + "\n"
	}
	return out
}

// LayoutRow is one kind of file, below the dataset's folder.
type LayoutRow struct{ Path, Meaning string }

// Chart is one distribution of the statistics page.
type Chart struct {
	Key    string // in Item.Tally or Asked.Tally
	Title  string
	XLabel string // what the values are: "legs"
	// Values are shown in this order even when they never occur. Values of the tally that are not listed come after:
	// numbers by size, then words.
	Values []string
	// Targets are the shares that Values shall have in a split; nil where nothing is balanced. The page marks them.
	Targets func(split string) []chart.Target
	// Target says where Targets come from, in a phrase: "drawn uniformly".
	Target string
}

// Even is the chart with values that shall be equally often, as Even; target says why.
func (c Chart) Even(tolerance float64, target string) Chart {
	c.Targets, c.Target = Even(len(c.Values), tolerance), target
	return c
}

// Shares is the chart with Shares of its values.
func (c Chart) Shares(weights []float64, tolerance float64, target string) Chart {
	c.Targets, c.Target = Shares(weights, tolerance), target
	return c
}

// Even are Targets for values that shall be equally often, each with a share that may be off by a tolerance, 0 for none stated.
func Even(n int, tolerance float64) func(split string) []chart.Target {
	shares := make([]float64, n)
	for i := range shares {
		shares[i] = 1 / float64(n)
	}
	return Shares(shares, tolerance)
}

// Shares are Targets in proportion to weights, as Even.
func Shares(weights []float64, tolerance float64) func(split string) []chart.Target {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	out := make([]chart.Target, len(weights))
	for i, w := range weights {
		out[i].Share = w / sum
		if tolerance > 0 {
			out[i].Low, out[i].High = max(0, out[i].Share-tolerance), min(1, out[i].Share+tolerance)
		}
	}
	return func(string) []chart.Target { return out }
}

// AnswersKey is the chart key under which an Asked.Tally counts answers by AnswerValue. The page shows the shares of answers by type
// of question, and what can be guessed without a picture.
const AnswersKey = "answers"

// AnswerValue is a value under AnswersKey: an answer to a question of a type that was made from a template.
func AnswerValue(kind, template, answer string) string { return kind + "\t" + template + "\t" + answer }

// Table is a table of the statistics page. The first column is text, the others are numbers.
type Table struct {
	Title string     // "What can be guessed"
	Note  string     // plain text, a few sentences
	Head  []string   // over the columns
	Rows  [][]string // each as long as Head
}
