package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"text/tabwriter"
	"time"

	"mereo/gen/verify"
	"mereo/internal/gltest"
)

// TestAttack attacks datasets of all sets and the readers of what strangers send, and prints a table of promises: how often each was tried,
// and how often it was missed. MEREO_ATTACK, which "make attack" sets, is how long it may take, "10m"; the numbers of tries are those
// that are wanted in ten minutes on two cores, and each part ends when its share of the time is over. Without it a fortieth is tried, and kills,
// faults and hostile files are left to the tests that have them as their subject.
func TestAttack(t *testing.T) {
	t.Parallel()
	long(t)
	a := attack{share: 0.025, ends: time.Now().Add(time.Minute)}
	if text := os.Getenv("MEREO_ATTACK"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			t.Fatalf("MEREO_ATTACK is %q, want a time such as 10m", text)
		}
		a.share, a.whole, a.ends = min(1, d.Minutes()/10), true, time.Now().Add(d)
	}
	a.begun = time.Now()
	if again() {
		a.models(t)
		return
	}
	t.Run("datasets", func(t *testing.T) {
		for _, c := range attackSets {
			if c.seldom && !a.whole {
				continue
			}
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				a.dataset(t, c)
			})
		}
	})
	a.mutations(t)
	if a.whole {
		a.disturbances(t)
	}
	t.Logf("%s", a.table())
}

// attack is the state of TestAttack.
type attack struct {
	share       float64 // of the tries that are wanted
	whole       bool
	begun, ends time.Time

	mu   sync.Mutex
	rows []*promise
}

// promise is a row of the table.
type promise struct {
	what          string
	tries, missed int
	expected      float64 // misses by chance; below 0 where none are
}

// add counts tries. The order of rows is that of promises.
func (a *attack) add(what string, tries, missed int, expected float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i := slices.IndexFunc(a.rows, func(p *promise) bool { return p.what == what })
	if i < 0 {
		i = len(a.rows)
		a.rows = append(a.rows, &promise{what: what})
	}
	p := a.rows[i]
	p.tries, p.missed, p.expected = p.tries+tries, p.missed+missed, p.expected+expected
}

// table is what was found.
func (a *attack) table() string {
	var out bytes.Buffer
	w := tabwriter.NewWriter(&out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\npromise\ttries\tmissed\tby chance\t")
	slices.SortStableFunc(a.rows, func(x, y *promise) int { return slices.Index(promises, x.what) - slices.Index(promises, y.what) })
	for _, p := range a.rows {
		chance := ""
		if p.what == shareSees {
			chance = fmt.Sprintf("%.1f", p.expected)
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t\n", p.what, p.tries, p.missed, chance)
	}
	w.Flush()
	fmt.Fprintf(&out, "%.0f s", time.Since(a.begun).Seconds())
	return out.String()
}

// The promises.
const (
	damageSeen   = "a damaged file is seen by verify"
	recordSeen   = "a changed record, all made again of it, is seen by verify --all"
	questionSeen = "a changed question, joined again, is seen by verify --all"
	joinedSeen   = "a changed joined file or page, checksums in line, is seen by verify --all"
	blockSeen    = "a changed block item, plan or manifest, all in line, is seen by verify --all"
	labelSeen    = "a changed label picture or array, all in line, is seen by verify --all"
	colorSeen    = "a changed color picture, all in line, is seen by verify --all"
	shareSees    = "the same of records by verify without --all"
	mutationHeld = "a mutated file ends its reader with an error or a value"
	killHeld     = "after a kill the same command leaves the same bytes"
	workerHeld   = "after kills of workers the run ends by itself with the same bytes"
	faultHeld    = "after another fault the same command leaves the same bytes"
	hostileHeld  = "a hostile file ends a command with a sentence, in 1.5 GB"
	onceHeld     = "processes at once leave the same bytes"
)

var promises = []string{damageSeen, recordSeen, questionSeen, joinedSeen, blockSeen, labelSeen, colorSeen, shareSees, mutationHeld, killHeld, workerHeld,
	faultHeld, onceHeld, hostileHeld}

// attackSets are datasets of all sets, small ones, since each try is a verify. Records are cheap; of datasets with pictures there are less tries.
var attackSets = []struct {
	name, config    string
	args            []string
	more            []string // for the share: of more samples
	damages, others int
	seldom          bool // left to "make attack"
}{
	{"ptr", "", []string{"ptr", "--count", "2", "--no-pictures"}, []string{"--count", "30"}, 330, 330, false},
	{"trance", "", []string{"trance", "--count", "3", "--no-pictures"}, []string{"--count", "60"}, 330, 400, false},
	{"qlevr", "", []string{"qlevr", "--count", "2", "--no-pictures"}, []string{"--count", "30"}, 330, 330, false},
	{"shopvrb", "{min_objects: 3, max_objects: 3, drop: true, visual_questions: 5, textual_questions: 3, width: 160, height: 120}",
		[]string{"shopvrb", "--count", "2", "--no-pictures"}, []string{"--count", "30"}, 330, 330, false},
	{"syndacate", "", []string{"syndacate", "--split", "syndacate_aFfTh40o1p4rTs1u2w40", "--count", "200"}, nil, 400, 420, false},
	{"clevr", "", []string{"clevr", "--count", "3", "--no-pictures"}, []string{"--count", "60"}, 330, 330, false},
	{"ptr, pictures", "{width: 120, height: 80, sub_frames: 1, questions: 3, write: {depth: both, normals: true}}", []string{"ptr", "--count", "2"}, nil, 70, 50, true},
	{"trance, pictures", "{width: 120, height: 80, sub_frames: 1, traced_sub_frames: 0, normals: true, ids: true}",
		[]string{"trance", "--count", "2"}, nil, 70, 50, false},
	{"qlevr, pictures", "{width: 120, height: 80, sub_frames: 1, normals: true, questions: 3}", []string{"qlevr", "--count", "2"}, nil, 70, 50, true},
	{"stereo, pictures", "{sub_frames: 1}", []string{"stereo", "--count", "2"}, nil, 70, 50, true},
	{"shopvrb, pictures", "{width: 120, height: 80, sub_frames: 1, traced_sub_frames: 0, normals: true, min_objects: 3, max_objects: 3, visual_questions: 5, textual_questions: 3}",
		[]string{"shopvrb", "--count", "2"}, nil, 70, 50, false},
}

// dataset attacks one.
func (a *attack) dataset(t *testing.T, c struct {
	name, config    string
	args            []string
	more            []string
	damages, others int
	seldom          bool
}) {
	pictures := !slices.Contains(c.args, "--no-pictures") && c.name != "syndacate"
	if pictures {
		gltest.Renderer(t)
		c.args = append(slices.Clone(c.args), "--gpu", "software")
	}
	whole := newTarget(t, c.name, c.config, verify.Options{All: true}, c.args...)
	begun := time.Now()
	times := func(tries int, do func(i int)) {
		for i := range max(4, int(float64(tries)*a.share)) {
			if a.over() {
				break
			}
			do(i)
		}
	}
	times(c.damages, func(int) { whole.damage(a) })
	damaged := time.Since(begun)
	of := changesOf(whole)
	times(c.others, func(i int) { whole.change(a, of, i) })
	changed := time.Since(begun) - damaged
	if c.more != nil && (a.whole || c.name == "trance") { // the others take long to make
		more := newTarget(t, c.name, c.config, verify.Options{}, append(slices.Clone(c.args), c.more...)...)
		of := changesOf(more)
		times(60, func(int) { more.ofShare(a, of) })
	}
	t.Logf("damages %.0f s, changes %.0f s, the share %.0f s", damaged.Seconds(), changed.Seconds(), (time.Since(begun) - damaged - changed).Seconds())
}

// over tells whether the time for datasets is over.
func (a *attack) over() bool { return time.Since(a.begun) > a.ends.Sub(a.begun)*3/4 }
