package main

import (
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/pace"
	"mereo/internal/process"
)

// progress shows how far long work has come: a bar with rate and time left on a terminal; elsewhere a line before the first second is over
// and one every ten seconds. Work that has nothing to count at first, since it looks at what is there already, says that much.
type progress struct {
	what string
	log  *slog.Logger

	bars *mpb.Progress // nil without a terminal
	bar  *mpb.Bar

	mu          sync.Mutex // of what follows: the first line comes by a timer
	begun       time.Time  // of the first update, when first samples were there already
	first       int
	done, total int
	told        time.Time // of the last line
	ended       bool

	times *pace.Recorder // nil where nothing is written down
}

const (
	tellEvery = 10 * time.Second
	tellFirst = 700 * time.Millisecond // after which nobody should wonder whether anything happens
)

func newProgress(c console, what string) *progress {
	p := &progress{what: what, log: c.logger()}
	if c.terminal() {
		p.bars = mpb.New(mpb.WithOutput(c.err), mpb.WithWidth(60))
		return p
	}
	time.AfterFunc(tellFirst, p.tellBegun)
	return p
}

// tellBegun says that work has begun, unless it is over.
func (p *progress) tellBegun() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.ended:
	case p.begun.IsZero():
		p.log.Info(p.what, "state", "looking at what is there")
	default:
		p.log.Info(p.what, "done", p.done, "total", p.total)
	}
}

// record writes down beside a dataset when its samples are finished.
func (p *progress) record(job gen.Job, opt loop.Options) {
	this := process.This()
	workers := opt.Workers
	if workers < 1 {
		workers = runtime.NumCPU()
	}
	p.times = pace.Record(job.Root, pace.Run{Split: job.Split, Host: this.Host, Process: this.ID, Workers: workers, GPUs: opt.GPUs})
}

// recorded ends what record began, however the work went; its own trouble matters where the work had none.
func (p *progress) recorded(err error) error {
	if e := p.times.End(); err == nil {
		err = e
	}
	return err
}

// update tells that done of total are finished. Calls must not overlap.
func (p *progress) update(done, total int) {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = done, total
	if p.times != nil {
		p.times.Update(done, now)
	}
	if p.begun.IsZero() {
		p.begun, p.told, p.first = now, now, done
		if p.bars != nil {
			p.addBar(total)
		}
	}
	switch {
	case p.bar != nil:
		p.bar.SetTotal(int64(total), false)
		p.bar.SetCurrent(int64(done))
	case now.Sub(p.told) >= tellEvery:
		p.told = now
		rate := p.rate(done, now)
		left := time.Duration(0)
		if rate > 0 {
			left = time.Duration(float64(total-done) / rate * float64(time.Second)).Round(time.Second)
		}
		p.log.Info(p.what, "done", done, "total", total, "per_second", fmt.Sprintf("%.2f", rate), "left", left)
	}
}

// warn tells of trouble after which work goes on. It may be called at once from several goroutines.
func (p *progress) warn(trouble error) {
	if p.bars != nil {
		fmt.Fprintln(p.bars, trouble) // above the bar
		return
	}
	p.log.Warn(p.what, "trouble", trouble)
}

func (p *progress) addBar(total int) {
	p.bar = p.bars.AddBar(int64(total),
		mpb.PrependDecorators(decor.Name(p.what+" "), decor.CountersNoUnit("%d/%d")),
		mpb.AppendDecorators(
			decor.Any(func(s decor.Statistics) string { return fmt.Sprintf("%.2f/s ", p.rate(int(s.Current), time.Now())) }),
			decor.AverageETA(decor.ET_STYLE_GO), decor.Name(" left"),
		))
	p.bar.SetRefill(int64(p.first))
}

// rate is samples per second since the first update.
func (p *progress) rate(done int, now time.Time) float64 {
	seconds := now.Sub(p.begun).Seconds()
	if seconds <= 0 {
		return 0
	}
	return float64(done-p.first) / seconds
}

// end takes the bar off the screen's hands, however far it has come.
func (p *progress) end() {
	p.mu.Lock()
	p.ended = true
	p.mu.Unlock()
	if p.bars == nil {
		return
	}
	if p.bar != nil {
		p.bar.Abort(false)
	}
	p.bars.Wait()
}
