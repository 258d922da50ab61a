package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Fifty readers and one who changes a sample, all at once: no error, and readers need not wait for what is drawn.
// MEREO_LOAD_TEST is for how long, such as 1m, on a machine with nothing else to do: then 99 of 100 pages come within 200 ms. If it
// is not set, it takes a few seconds and says how long they took.
func TestFiftyReadersAndAnEditor(t *testing.T) {
	const soon = 200 * time.Millisecond
	long := 3 * time.Second
	text := os.Getenv("MEREO_LOAD_TEST")
	if text != "" {
		var err error
		if long, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
	}
	const readers = 50
	address := explored(t, "ptr")
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: readers + 1}, Timeout: 20 * time.Second}
	picture := fetch[samplePage](t, "GET", address+"/api/sample/train/0", "").Page.Pictures[0].Path
	// What browsers ask for: pages, lists, samples, small pictures, whole ones, scripts.
	paths := []string{
		"/", "/sample/train/%d", "/api/dataset", "/api/samples?split=train", "/api/samples?split=train&f.physical=yes",
		"/api/facets?split=train", "/api/sample/train/%d", "/thumb/train/%d", "/file/" + picture, "/web/app.js",
	}
	end := time.Now().Add(long)
	var mu sync.Mutex
	took := map[string][]time.Duration{}
	var failed []string
	note := func(kind string, since time.Time, err error) {
		mu.Lock()
		defer mu.Unlock()
		took[kind] = append(took[kind], time.Since(since))
		if err != nil && len(failed) < 10 {
			failed = append(failed, err.Error())
		}
	}
	ask := func(method, path, body string) error {
		r, err := http.NewRequestWithContext(t.Context(), method, address+path, strings.NewReader(body))
		if err != nil {
			return err
		}
		r.Header.Set("Content-Type", "application/json")
		answer, err := client.Do(r)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		data, err := io.ReadAll(answer.Body)
		if err == nil && answer.StatusCode != http.StatusOK {
			err = fmt.Errorf("%s %s: status %d, %.200s", method, path, answer.StatusCode, data)
		}
		return err
	}
	var wait sync.WaitGroup
	for reader := range readers {
		wait.Go(func() {
			for k := reader; time.Now().Before(end); k++ {
				path := strings.ReplaceAll(paths[k%len(paths)], "%d", fmt.Sprint(k%6))
				begun := time.Now()
				note("page", begun, ask("GET", path, ""))
				time.Sleep(100 * time.Millisecond) // nobody reads faster
			}
		})
	}
	wait.Go(func() {
		for k := 0; time.Now().Before(end); k++ {
			begun := time.Now()
			note("edit", begun, ask("POST", fmt.Sprintf("/api/edit/train/%d", k%6), fmt.Sprintf(
				`{"quality": "draft", "edits": [{"kind": "turn", "entity": "object 1", "turn": %g}]}`, 0.001*float64(k+1))))
		}
	})
	wait.Wait()
	for _, text := range failed {
		t.Error(text)
	}
	for _, kind := range []string{"page", "edit"} {
		all := took[kind]
		if len(all) == 0 {
			t.Fatalf("no %s was asked for", kind)
		}
		slices.Sort(all)
		t.Logf("%d of kind %s in %v: p50 %v, p99 %v, longest %v", len(all), kind, long, all[len(all)/2].Round(time.Millisecond/10),
			all[len(all)*99/100].Round(time.Millisecond/10), all[len(all)-1].Round(time.Millisecond/10))
		if p99 := all[len(all)*99/100]; kind == "page" && text != "" && p99 > soon {
			t.Errorf("99 of 100 pages came within %v, want %v", p99, soon)
		}
	}
}
