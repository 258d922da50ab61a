package explore

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"slices"
	"strings"

	"mereo/gen/show"
)

// contentPolicy lets pages load what this server has and nothing else. Textures of 3D scenes are read as blobs.
const contentPolicy = "default-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob: data:; object-src 'none'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// maxBody is the most that a request may bring. The largest are programs and lists of changes.
const maxBody = 1 << 20

// guard lets only those requests through that a page of this server, or a program on purpose, may make.
func (e *Explorer) guard(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	crossOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fail(w, statusError{http.StatusForbidden, errors.New("a page of another site may not send this")})
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
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
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
		if err := decode(r, &in); err != nil {
			return nil, err
		}
		return f(r, in)
	})
}

// decode reads the one JSON value that a request brings.
func decode(r *http.Request, to any) error {
	kind := r.Header.Get("Content-Type")
	if media, _, err := mime.ParseMediaType(kind); err != nil || media != "application/json" {
		return statusError{http.StatusUnsupportedMediaType, fmt.Errorf("content type is %q, want application/json", show.Cut(kind))}
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(to)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("more than one value")
		}
	}
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return statusError{http.StatusRequestEntityTooLarge, fmt.Errorf("the request has more than %d bytes", maxBody)}
	case err != nil:
		return badRequest("the request is no JSON of its kind: %w", err)
	}
	return nil
}
