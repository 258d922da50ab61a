package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"mereo/gen/show"
)

// statusError is an error with the status that it is answered with.
type statusError struct {
	status int
	error
}

func (e statusError) Unwrap() error { return e.error }

func badRequest(format string, args ...any) error {
	return statusError{http.StatusBadRequest, fmt.Errorf(format, args...)}
}

func notFound(format string, args ...any) error {
	return statusError{http.StatusNotFound, fmt.Errorf(format, args...)}
}

// api answers with JSON.
func (e *Explorer) api(f func(r *http.Request) (any, error)) http.HandlerFunc {
	return e.bytes(func(r *http.Request) (body, error) {
		v, err := f(r)
		if err != nil {
			return body{}, err
		}
		data, err := json.Marshal(v)
		return body{"application/json", keepNot, data}, err
	})
}

// body is an answer that is no JSON.
type body struct {
	kind string // of its bytes
	keep string // whether browsers may keep it: Cache-Control
	data []byte
}

const (
	keepAnHour = "private, max-age=3600" // of what its name says
	askAgain   = "no-cache"
	keepNot    = "no-store"
)

// bytes answers with bytes.
func (e *Explorer) bytes(f func(r *http.Request) (body, error)) http.HandlerFunc {
	return failing(func(w http.ResponseWriter, r *http.Request) error {
		b, err := f(r)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", b.kind)
		w.Header().Set("Cache-Control", b.keep)
		e.send(w, r, b.data)
		return nil
	})
}

// failing answers with the error of what has not answered then.
func failing(f func(w http.ResponseWriter, r *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := f(w, r); err != nil {
			fail(w, err)
		}
	}
}

// fail answers with an error.
func fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var s statusError
	switch {
	case errors.As(err, &s):
		status = s.status
	case errors.Is(err, fs.ErrNotExist):
		status = http.StatusNotFound
	case errors.Is(err, context.Canceled): // by the end of the program, or by who asked, who hears no answer
		status, err = http.StatusServiceUnavailable, errors.New("mereo explore is ending")
	}
	data, _ := json.Marshal(struct { // strings always encode
		Error string `json:"error"`
	}{err.Error()})
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", keepNot)
	w.WriteHeader(status)
	w.Write(data)
}

// place is the sample that a request's address names.
func (e *Explorer) place(r *http.Request) (*split, int, error) {
	s, err := e.split(r.PathValue("split"))
	if err != nil {
		return nil, 0, err
	}
	index, err := number("index", r.PathValue("index"), s.Count)
	return s, index, err
}

// split is the split of a name.
func (e *Explorer) split(name string) (*split, error) {
	s, ok := e.splits[name]
	if !ok {
		return nil, notFound("split is %q, want one of %q", show.Cut(name), e.names)
	}
	return s, nil
}

// number reads a number 0 <= n < end.
func number(what, text string, end int) (int, error) {
	n, err := strconv.Atoi(text)
	if end < 1 {
		return 0, notFound("there is no %s here", what)
	}
	if err != nil || n < 0 || n >= end {
		return 0, notFound("%s is %q, want 0 to %d", what, show.Cut(text), end-1)
	}
	return n, nil
}

// trimmed is text without its end, or nothing where it ends otherwise.
func trimmed(text, end string) string {
	if out, ok := strings.CutSuffix(text, end); ok {
		return out
	}
	return ""
}

// parameter reads a number of the request's query.
func parameter(r *http.Request, name string, otherwise, min, max int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < min || n > max {
		return 0, badRequest("%s is %q, want %d to %d", name, show.Cut(text), min, max)
	}
	return n, nil
}
