// Package explore is the page in the browser through which people look at a dataset: a server of pages, pictures and JSON for
// one folder, over what a set can show (package show).
//
// Vocabulary: an Explorer is the server of one dataset; a facet is something that samples can be found by; a drawn sample is
// one that was made again, perhaps with changes, and drawn, kept in memory under its own name; a strip is the pictures of a
// film side by side; a line is an answer of a person in the test store.
//
// explore.go is the file to read first: it has the table of all addresses. docs/explore.md describes what they answer.
package explore

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"mereo/gen"
	"mereo/gen/show"
)

// Options say what is explored, and how.
type Options struct {
	Root     string
	Set      show.Set
	Identity gen.Identity // of Root
	ReadOnly bool         // nothing is written; nor is it where the folder cannot be written
	GPU      string       // as engine.Options.GPU
	// Hosts are the host names that requests may name, without port; none is any. A server that only this computer reaches
	// names itself here: other names lead to it only when another site's name was pointed at it.
	Hosts []string
	// MaxMemory is about how many bytes may be held at once, apart from what the driver takes. If 0, DefaultMemory is used.
	MaxMemory int64
	Log       *log.Logger // faults of the program go there; nil is log.Default
}

// DefaultMemory is the memory that is taken where nobody says another, in bytes.
const DefaultMemory = 512e6

// Explorer serves one dataset. It is safe for use from several goroutines.
type Explorer struct {
	opt    Options
	folder *os.Root
	splits map[string]*split
	names  []string // of splits, sorted
	stop   context.CancelFunc
	ended  sync.WaitGroup // what goes on in the background
	busy   atomic.Int64   // requests being answered
	can    func() abilities
	ctx    context.Context // ends with Close

	samplesRead *cache[show.Sample]
	samplesMade *cache[show.Made]
	thumbs      *cache[[]byte]
	parsing     turns // of requests
	reading     turns // of samples, which a stranger can have made large
	decoding    turns // of pictures that are made small
	making      turns // of samples, changes and films
	sending     *sending
	warmed      sync.Once
	studio      *studio
	changedMade *cache[*altered] // by place and changes
	drawn       *cache[*drawn]   // by name
	pictures    *cache[[]byte]   // drawn, as files
	films       *cache[*film]

	decodingLarge turns
	store         *store
	storesNot     string // why no answers are stored; empty where they are
}

// wishes are what is kept of wishes to draw something, in bytes: some thousand.
const wishes = 2 << 20

// perMaking is what is counted for a sample that is being made, in bytes.
const perMaking = 128e6

// lookAgain is after how long samples are looked for again that were not there.
const lookAgain = 5 * time.Second

// split is a split that can be read.
type split struct {
	gen.Extent
	reader show.Reader
	index  *index
}

// Open reads what there is of the dataset and starts to look through it in the background.
func Open(opt Options) (*Explorer, error) {
	extents, err := gen.Extents(opt.Root)
	if err != nil {
		return nil, err
	}
	if len(extents) == 0 {
		return nil, fmt.Errorf("explore: %s has no split yet; generate samples first", opt.Root)
	}
	folder, err := os.OpenRoot(opt.Root)
	if err != nil {
		return nil, fmt.Errorf("explore: %w", err)
	}
	memory := cmp.Or(opt.MaxMemory, DefaultMemory)
	room, atOnce := newRoom(memory/6), int(min(int64(runtime.NumCPU()), max(1, memory/perMaking)))
	e := &Explorer{
		opt: opt, folder: folder, splits: map[string]*split{}, studio: newStudio(opt.GPU), store: &store{folder: folder},
		samplesRead: newCache[show.Sample](room), samplesMade: newCache[show.Made](room), thumbs: newCache[[]byte](room),
		changedMade: newCache[*altered](room), drawn: newCache[*drawn](newRoom(wishes)), pictures: newCache[[]byte](room), films: newCache[*film](room),
		parsing: newTurns(atOnce), reading: newTurns(2 * atOnce), decoding: newTurns(atOnce), decodingLarge: newTurns(1), making: newTurns(atOnce), sending: newSending(memory / 8),
	}
	if opt.ReadOnly {
		e.storesNot = "the server was started with --read-only"
	} else if err := writable(opt.Root); err != nil {
		e.storesNot = fmt.Sprintf("nothing can be written in the dataset's folder: %v", err)
	}
	for _, x := range extents {
		reader, err := opt.Set.Show(gen.Job{
			Root: opt.Root, Seed: opt.Identity.Seed, Split: x.Split, Pictures: opt.Identity.Pictures, Count: x.Count, GPU: opt.GPU,
		})
		if err != nil {
			folder.Close()
			return nil, err
		}
		s := &split{Extent: x, reader: reader}
		s.index = newIndex(s, e.guarded)
		e.splits[x.Split] = s
		e.names = append(e.names, x.Split)
	}
	e.ctx, e.stop = context.WithCancel(context.Background())
	e.can = sync.OnceValue(e.learn)
	e.ended.Go(func() {
		e.can()
		for missing := true; missing; {
			missing = false
			for _, name := range e.names {
				missing = e.splits[name].index.walk(e.ctx, &e.busy) || missing
			}
			if missing {
				select {
				case <-time.After(lookAgain):
				case <-e.ctx.Done():
				}
			}
		}
	})
	return e, nil
}

// StoresNot says why no answers of tests are stored; it is empty where they are.
func (e *Explorer) StoresNot() string { return e.storesNot }

// Close ends what goes on in the background. The handler must not be used afterwards. What does not end soon, such as a picture that is
// being drawn or a disk that does not answer, is left behind: the program is about to end.
func (e *Explorer) Close() error {
	e.stop()
	done := make(chan struct{})
	go func() {
		e.ended.Wait()
		e.studio.close()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(endTime):
	}
	return e.folder.Close()
}

// Handler answers requests.
func (e *Explorer) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/{$}", "/sample/{split}/{index}", "/test"} {
		mux.HandleFunc("GET "+path, page)
	}
	mux.Handle("GET /web/", scripts())
	mux.HandleFunc("GET /api/dataset", e.api(e.dataset))
	mux.HandleFunc("GET /api/samples", e.api(e.samples))
	mux.HandleFunc("GET /api/facets", e.api(e.facets))
	mux.HandleFunc("GET /api/sample/{split}/{index}", e.api(e.sample))
	mux.HandleFunc("GET /api/near/{split}/{index}", e.api(e.near))
	mux.HandleFunc("GET /file/{path...}", failing(e.file))
	mux.HandleFunc("GET /thumb/{split}/{index}", failing(e.thumb))
	mux.HandleFunc("GET /api/picture/{split}/{index}/{picture}", e.bytes(e.drawing))
	mux.HandleFunc("GET /api/labels/{split}/{index}/{picture}/{channel}", failing(e.labels))
	mux.HandleFunc("GET /api/scene/{split}/{index}/{view}", e.bytes(e.scene))
	mux.HandleFunc("GET /api/drawn/{id}/scene/{view}", e.bytes(e.drawnScene))
	mux.HandleFunc("POST /api/run/{split}/{index}", post(e, e.run))
	mux.HandleFunc("POST /api/edit/{split}/{index}", post(e, e.edit))
	mux.HandleFunc("GET /api/drawn/{id}/{picture}", e.bytes(e.drawnFile))
	mux.HandleFunc("GET /api/drawn/{id}/labels/{picture}/{channel}", failing(e.drawnLabels))
	mux.HandleFunc("GET /api/whatifs/{split}/{index}", e.api(e.whatIfs))
	mux.HandleFunc("GET /api/film/{split}/{index}/{n}", e.api(func(r *http.Request) (any, error) { return e.filmOf(r) }))
	mux.HandleFunc("GET /api/film/{split}/{index}/{n}/strip.jpg", e.bytes(e.strip))
	mux.HandleFunc("POST /api/film/{split}/{index}", post(e, e.move))
	mux.HandleFunc("GET /api/test", e.api(e.next))
	mux.HandleFunc("POST /api/test/answer", post(e, e.answer))
	mux.HandleFunc("GET /api/test/history", e.api(e.history))
	mux.HandleFunc("GET /api/test/export", failing(e.export))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fail(w, notFound("nothing is at %s", show.Cut(r.URL.Path)))
	})
	return e.guard(e.recovered(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.busy.Add(1)
		defer e.busy.Add(-1)
		mux.ServeHTTP(w, r)
	})))
}

// dataset describes the whole.
func (e *Explorer) dataset(r *http.Request) (any, error) {
	type splitJSON struct {
		Name     string `json:"name"`
		Count    int    `json:"count"`
		Finished int    `json:"finished"`
	}
	about := e.opt.Set.About()
	first := e.splits[e.names[0]].reader
	var out struct {
		Set       string            `json:"set"`
		Title     string            `json:"title"`
		Summary   string            `json:"summary"`
		Seed      uint64            `json:"seed"`
		Root      string            `json:"root"`
		Splits    []splitJSON       `json:"splits"`
		Facets    []string          `json:"facets"`
		Functions []show.Function   `json:"functions"`
		Pictures  bool              `json:"pictures"`
		Made      bool              `json:"made"`
		Physical  bool              `json:"physical"`
		Editable  bool              `json:"editable"`
		Test      string            `json:"test"`
		Problems  []string          `json:"problems"`
		Says      map[string]string `json:"problemsSay,omitempty"` // what they are, by name
		StoresNot string            `json:"storesNot,omitempty"`   // why no answers of tests are stored
		Renderer  bool              `json:"renderer"`
		Warning   string            `json:"warning,omitempty"` // why samples made again may differ from the files
	}
	out.Set, out.Title, out.Summary, out.Seed = e.opt.Set.Name(), about.Title, about.Summary, e.opt.Identity.Seed
	root, err := filepath.Abs(e.opt.Root)
	if err != nil {
		return nil, err
	}
	out.Root, out.Pictures, out.StoresNot = filepath.Base(root), e.opt.Identity.Pictures, e.storesNot
	for _, name := range e.names {
		x := e.splits[name].Extent
		out.Splits = append(out.Splits, splitJSON{x.Split, x.Count, x.Finished})
	}
	can := e.can()
	out.Warning = can.warning
	out.Made, out.Physical, out.Editable = can.made, can.physical, can.editable
	out.Renderer = can.made && e.studio.open() == nil
	out.Facets, out.Functions = nonNil(first.FacetNames()), nonNil(first.Functions())
	q := e.test()
	out.Test, out.Problems, out.Says = q.kind, nonNil(q.problems), q.says
	return out, nil
}

// nonNil makes lists that JSON has as [], not null.
func nonNil[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
