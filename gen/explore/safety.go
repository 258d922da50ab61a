package explore

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
	"strings"

	"mereo/gen/record"
	"mereo/gen/show"
)

// contentPolicy lets pages load what this server has and nothing else. Textures of 3D scenes are read as blobs.
const contentPolicy = "default-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob: data:; object-src 'none'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// The most that a request may bring, in bytes. The largest are programs and lists of changes, and lists by many facets.
const (
	maxBody  = 256 << 10
	maxQuery = 8 << 10
)

// guard lets only those requests through that a page of this server, or a program on purpose, may make.
func (e *Explorer) guard(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fail(w, errForeign)
	}))
	next = crossOrigin.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		// The name of another site can be pointed at this computer; then that site's pages count as being of this origin.
		if len(e.opt.Hosts) > 0 && !slices.Contains(e.opt.Hosts, hostName(r.Host)) {
			fail(w, statusError{http.StatusMisdirectedRequest, fmt.Errorf("host is %q, want one of %q", show.Cut(r.Host), e.opt.Hosts)})
			return
		}
		// Pictures in pages of other sites, and what these pages ask for, would make this computer draw. Links to pages are fine.
		if site := r.Header.Get("Sec-Fetch-Site"); (site == "cross-site" || site == "same-site") && !isPage(r) {
			fail(w, errForeign)
			return
		}
		if len(r.URL.RawQuery) > maxQuery {
			fail(w, statusError{http.StatusRequestURITooLong, fmt.Errorf("the question mark is followed by %d bytes, want at most %d", len(r.URL.RawQuery), maxQuery)})
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// errForeign refuses what a page of another site asks for.
var errForeign = statusError{http.StatusForbidden, errors.New("a page of another site may not send this")}

// isPage tells whether a request is for a page itself, which makes and draws nothing before its own script asks.
func isPage(r *http.Request) bool {
	path := r.URL.Path
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		(path == "/" || path == "/test" || strings.HasPrefix(path, "/sample/"))
}

// hostName is the host without port and brackets, in small letters.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.Trim(host, "[]"))
}

// post answers a request with a body of JSON.
func post[T any](e *Explorer, f func(r *http.Request, in T) (any, error)) http.HandlerFunc {
	return e.api(func(r *http.Request) (any, error) {
		var in T
		if err := e.decode(r, &in); err != nil {
			return nil, err
		}
		return f(r, in)
	})
}

// decode reads the one JSON value that a request brings.
func (e *Explorer) decode(r *http.Request, to any) error {
	kind := r.Header.Get("Content-Type")
	if media, _, err := mime.ParseMediaType(kind); err != nil || media != "application/json" {
		return statusError{http.StatusUnsupportedMediaType, fmt.Errorf("content type is %q, want application/json", show.Cut(kind))}
	}
	body, err := io.ReadAll(r.Body)
	var long *http.MaxBytesError
	if errors.As(err, &long) {
		return statusError{http.StatusRequestEntityTooLarge, fmt.Errorf("the request has more than %d bytes", maxBody)}
	} else if err != nil {
		return badRequest("the request breaks off: %w", err)
	}
	working(r, true)
	// What is decoded may take thirty times as much, until the lengths of its lists are checked.
	if err := e.parsing.take(r.Context()); err != nil {
		return err
	}
	defer e.parsing.give()
	if err := record.Read(body, to, record.Lacking); err != nil {
		return badRequest("the request is no JSON of its kind: %w", err)
	}
	return nil
}
