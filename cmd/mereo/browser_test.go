package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"mereo/internal/gltest"
)

// atEnd is what is to be done when all tests were run.
var atEnd struct {
	sync.Mutex
	todo []func()
}

func whenDone(f func()) {
	atEnd.Lock()
	defer atEnd.Unlock()
	atEnd.todo = append(atEnd.todo, f)
}

func cleanUp() {
	atEnd.Lock()
	defer atEnd.Unlock()
	for _, f := range atEnd.todo {
		f()
	}
}

// exploredData makes the small datasets that are looked at, each when it is first wanted.
var exploredData = struct {
	sync.Mutex
	root  string
	there map[string]string // folders by set
}{there: map[string]string{}}

// exploredSets are the command lines of the datasets, without folder.
var exploredSets = map[string]struct{ args, config string }{
	"ptr":     {"ptr --count 6 --seed 3", "physical: 0.5\nquality: draft\n"},
	"trance":  {"trance --count 4 --seed 1", "quality: draft\n"},
	"qlevr":   {"qlevr --count 3 --seed 1", "quality: draft\n"},
	"shopvrb": {"shopvrb --count 3 --seed 1", "quality: draft\n"},
	"clevr":   {"clevr --count 2 --seed 1", "quality: draft\n"},
	"dropped": {"shopvrb --count 1 --seed 1 --drop", "quality: draft\n"},
	// Flat pictures, and strokes in space with depth.
	"syndacate":   {"syndacate --task ImToParts,Words --count 100", ""},
	"syndacate3d": {"syndacate --solid --count 100", ""},
	"films":       {"syndacate --film --frames 6 --count 20", ""},
	"played":      {"testdata/played.yaml --count 2 --seed 2", ""},
}

// exploredDir is the folder of a small dataset with pictures. MEREO_TEST_DATA names a folder in which such datasets stay from one
// run of the tests to the next.
func exploredDir(t *testing.T, set string) string {
	t.Helper()
	gltest.Renderer(t) // skips where nothing can draw
	d := &exploredData
	d.Lock()
	defer d.Unlock()
	if dir, ok := d.there[set]; ok {
		return dir
	}
	if d.root == "" {
		if d.root = os.Getenv("MEREO_TEST_DATA"); d.root == "" {
			root, err := os.MkdirTemp("", "mereo-explored-")
			if err != nil {
				t.Fatal(err)
			}
			d.root = root
			whenDone(func() { os.RemoveAll(root) })
		}
	}
	spec, ok := exploredSets[set]
	if !ok {
		t.Fatalf("no dataset of %s to look at", set)
	}
	dir := filepath.Join(d.root, set)
	args := append([]string{"generate"}, strings.Fields(spec.args)...)
	args = append(args, "--out", dir)
	if spec.config != "" {
		name := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(name, []byte(spec.config), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, "--config", name)
	}
	mustMereo(t, "", args...)
	d.there[set] = dir
	return dir
}

// explorers are those that run until all tests are done, by set.
var explorers = struct {
	sync.Mutex
	running map[string]*explorerRun
}{running: map[string]*explorerRun{}}

// explored is the address of "mereo explore" over the small dataset of a set, "http://127.0.0.1:PORT". Tests share it, one after
// the other. Answers of tests from before are gone.
func explored(t *testing.T, set string) string {
	t.Helper()
	dir := exploredDir(t, set)
	if err := os.RemoveAll(filepath.Join(dir, "human_test")); err != nil {
		t.Fatal(err)
	}
	explorers.Lock()
	defer explorers.Unlock()
	run := explorers.running[set]
	if run == nil {
		run = newExplorerRun(t, dir, "127.0.0.1:0")
		explorers.running[set] = run
		whenDone(func() { run.stop() })
	}
	t.Cleanup(func() { run.check(t) })
	return run.address
}

// startExplorer starts "mereo explore" over a folder, on a free port, until the test ends.
func startExplorer(t *testing.T, dir string) string {
	t.Helper()
	run := newExplorerRun(t, dir, "127.0.0.1:0")
	t.Cleanup(func() {
		if got := run.stop(); got != exitOK {
			t.Errorf("explore: exit %d when it was stopped, want %d: %s", got, exitOK, run.stderr.take())
		}
		run.check(t)
	})
	return run.address
}

// explorerRun is a "mereo explore" that runs.
type explorerRun struct {
	address string
	stderr  safeBuffer
	cancel  context.CancelFunc
	code    chan int
}

func newExplorerRun(t *testing.T, dir, listen string) *explorerRun {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := &explorerRun{cancel: cancel, code: make(chan int, 1)}
	out := &lines{said: make(chan string, 10)}
	go func() {
		args := []string{"explore", dir, "--listen", listen, "--gpu", os.Getenv("MEREO_TEST_GPU")}
		r.code <- run(ctx, args, console{in: strings.NewReader(""), out: out, err: &r.stderr})
	}()
	select {
	case line := <-out.said:
		_, rest, _ := strings.Cut(line, "http://")
		address, _, ok := strings.Cut(rest, "/")
		if !ok {
			cancel()
			t.Fatalf("explore said %q, want its address", line)
		}
		r.address = "http://" + address
	case got := <-r.code:
		cancel()
		t.Fatalf("explore: exit %d: %s", got, r.stderr.take())
	case <-time.After(time.Minute):
		cancel()
		t.Fatal("explore did not say its address within a minute")
	}
	return r
}

// stop ends it and returns the exit code.
func (r *explorerRun) stop() int {
	r.cancel()
	return <-r.code
}

// check fails a test in which the program said that something went wrong.
func (r *explorerRun) check(t *testing.T) {
	t.Helper()
	if said := r.stderr.take(); said != "" {
		t.Errorf("explore said %s", said)
	}
}

// safeBuffer is a buffer for several goroutines.
type safeBuffer struct {
	mu   sync.Mutex
	text []byte
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = append(b.text, p...)
	return len(p), nil
}

// take empties it.
func (b *safeBuffer) take() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := string(b.text)
	b.text = nil
	return text
}

// lines passes on what is written, write by write.
type lines struct{ said chan string }

func (l *lines) Write(p []byte) (int, error) {
	select {
	case l.said <- string(p):
	default:
	}
	return len(p), nil
}

var _ io.Writer = (*lines)(nil)

// browser is the process's one browser; every test has a page of its own in it.
var browser = sync.OnceValues(func() (context.Context, error) {
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		return nil, fmt.Errorf("no chromium is on the path; install Debian's package chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.WindowSize(1280, 900),
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true), chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"), chromedp.WSURLReadTimeout(time.Minute),
	)
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(ctx)
	if err := chromedp.Run(ctx); err != nil {
		stop()
		return nil, fmt.Errorf("%s does not start: %w", program, err)
	}
	whenDone(stop)
	return ctx, nil
})

// tab is a page in the browser. What the page says on its console as an error, an exception that nobody caught, and a request to
// another host fail the test.
type tab struct {
	t    *testing.T
	ctx  context.Context
	host string

	mu      sync.Mutex
	allowed []string
}

// newPage opens an address of the explorer and waits until the page has something to show.
func newPage(t *testing.T, address string) *tab {
	t.Helper()
	return openPage(t, address, "#app > *")
}

// openPage opens an address and waits for an element. Without a browser the test is skipped; under CI=true that is a failure.
func openPage(t *testing.T, address, element string) *tab {
	t.Helper()
	long(t)
	base, err := browser()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("browser: %v, and CI=true requires it", err)
		}
		t.Skipf("browser: %v", err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(base)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx, host: u.Host}
	chromedp.ListenTarget(ctx, p.listen)
	t.Cleanup(func() { // what the page remembers is not for other tests
		last, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		chromedp.Run(last, storage.ClearDataForOrigin("http://"+u.Host, "all"))
	})
	p.do(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address), chromedp.WaitVisible(element, chromedp.ByQuery))
	return p
}

// listen watches what the page does.
func (p *tab) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.complain("exception: " + e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			var words []string
			for _, a := range e.Args {
				words = append(words, string(a.Value)+a.Description)
			}
			p.complain("console: " + strings.Join(words, " "))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError {
			p.complain("log: " + e.Entry.Text + " " + e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		u, err := url.Parse(e.Request.URL)
		if err == nil && u.Host != p.host && u.Scheme != "data" && u.Scheme != "blob" && u.Scheme != "about" {
			p.complain("request to another host: " + e.Request.URL)
		}
	}
}

// allow lets the page complain in sentences that contain the words.
func (p *tab) allow(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.allowed = append(p.allowed, words)
}

func (p *tab) complain(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, words := range p.allowed {
		if strings.Contains(what, words) {
			return
		}
	}
	p.t.Errorf("the page complains: %s", what)
}

// patience is how long a page may take for what it is told to do, on a busy computer with a software rasterizer.
const patience = time.Minute

// do runs actions one after the other; a page that does not come to their end fails the test.
func (p *tab) do(actions ...chromedp.Action) {
	p.t.Helper()
	opened := make(chan error, 1)
	go func() { opened <- chromedp.Run(p.ctx) }() // opens the page, which must outlive the time limit below
	select {
	case err := <-opened:
		if err != nil {
			p.t.Fatal(err)
		}
	case <-time.After(patience):
		p.t.Fatalf("the browser did not open a page within %v", patience)
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		var body string
		last, cancel := context.WithTimeout(p.ctx, 5*time.Second)
		defer cancel()
		chromedp.Run(last, chromedp.Evaluate("document.body.innerText.slice(0, 2000)", &body))
		p.screenshot("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
		p.t.Fatalf("page: %v\nThe page says:\n%s", err, body)
	}
}

// waitFor waits until an expression of JavaScript is true.
func (p *tab) waitFor(expression string) {
	p.t.Helper()
	p.do(chromedp.Poll("!!("+expression+")", nil, chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(patience)))
}

// eval sets out to the value of an expression of JavaScript.
func (p *tab) eval(expression string, out any) {
	p.t.Helper()
	p.do(chromedp.Evaluate(expression, out))
}

// text is what a reader sees of the first element that a CSS selector finds.
func (p *tab) text(selector string) (out string) {
	p.t.Helper()
	p.do(chromedp.Text(selector, &out, chromedp.ByQuery, chromedp.NodeVisible))
	return strings.TrimSpace(out)
}

// dark makes the page dark, as for people who have set that.
func (p *tab) dark() {
	p.t.Helper()
	p.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
}

// screenshot writes what is seen of the page as NAME.png into the folder MEREO_SCREENSHOTS, if there is one.
func (p *tab) screenshot(name string) {
	p.t.Helper()
	dir := os.Getenv("MEREO_SCREENSHOTS")
	if dir == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	var png []byte
	if err := chromedp.Run(ctx, page.BringToFront(), chromedp.CaptureScreenshot(&png)); err != nil {
		p.t.Errorf("screenshot %s: %v", name, err)
		return
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// evalAsync sets out to what a promise of JavaScript comes to.
func (p *tab) evalAsync(expression string, out any) {
	p.t.Helper()
	p.do(chromedp.Evaluate(expression, out, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
}
