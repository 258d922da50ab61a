// Package gltest opens the renderer for tests.
package gltest

import (
	"flag"
	"os"
	"sync"
	"testing"

	"mereo/engine"
)

var open = sync.OnceValues(func() (*engine.Renderer, error) { return engine.New(engine.Options{GPU: os.Getenv("MEREO_TEST_GPU")}) })

// Renderer returns the process's one renderer. Where no GL context can be had the test is skipped with one line, except
// under CI=true, where that is a failure.
func Renderer(t testing.TB) *engine.Renderer {
	t.Helper()
	r, err := open()
	if err == nil {
		return r
	}
	if os.Getenv("CI") == "true" && os.Getenv("CGO_ENABLED") != "0" {
		t.Fatalf("gltest: %v, and CI=true requires it", err)
	}
	t.Skipf("gltest: %v", err)
	return nil
}

// Main runs tests, and Examples where a GL context can be had. It is for TestMain of packages with Examples that draw.
func Main(m *testing.M) {
	if _, err := open(); err != nil {
		if err := flag.Set("test.skip", "^Example"); err != nil {
			panic(err)
		}
	}
	m.Run()
}
