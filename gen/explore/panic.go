package explore

import (
	"errors"
	"fmt"
	"log"
	"net/http"
	"runtime/debug"
)

// errPanicked is what people are told of a fault of the program. The rest is in the log, since it is not for them.
var errPanicked = errors.New("the program failed while making this; see where it was started")

// logger is where faults of the program go.
func (e *Explorer) logger() *log.Logger {
	if e.opt.Log != nil {
		return e.opt.Log
	}
	return log.Default()
}

// fault writes down what the program did not come to an end with.
func (e *Explorer) fault(where string, what any) {
	e.logger().Printf("explore: fault at %s: %v\n%s", where, what, debug.Stack())
}

// guarded calls f and turns a panic into an error: one sample that breaks the program does not end it for everybody.
func (e *Explorer) guarded(where string, f func() error) (err error) {
	defer func() {
		if what := recover(); what != nil {
			e.fault(where, what)
			err = errPanicked
		}
	}()
	return f()
}

// recovered answers requests at which the program panics. What has been sent of an answer is broken off, so that nobody takes it
// for whole.
func (e *Explorer) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := &begunWriter{ResponseWriter: w}
		defer func() {
			what := recover()
			if what == nil {
				return
			}
			if what == http.ErrAbortHandler {
				panic(what)
			}
			e.fault(fmt.Sprintf("%s %s", r.Method, r.URL.Path), what)
			if begun.yes {
				panic(http.ErrAbortHandler)
			}
			fail(w, errPanicked)
		}()
		next.ServeHTTP(begun, r)
	})
}

// begunWriter knows whether something of the answer was sent.
type begunWriter struct {
	http.ResponseWriter
	yes bool
}

// Unwrap is for http.ResponseController.
func (w *begunWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *begunWriter) WriteHeader(status int) {
	w.yes = true
	w.ResponseWriter.WriteHeader(status)
}

func (w *begunWriter) Write(p []byte) (int, error) {
	w.yes = true
	return w.ResponseWriter.Write(p)
}
