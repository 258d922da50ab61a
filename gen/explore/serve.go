package explore

import (
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"syscall"
	"time"
)

const (
	// writeTime is how long a piece of an answer may take, and writePiece its bytes: who reads more slowly is cut off.
	writeTime  = 10 * time.Second
	writePiece = 64 << 10

	// endTime is how long the end of the program waits for answers.
	endTime = 400 * time.Millisecond
)

// Serve answers requests until the context ends, and for a moment those that are being answered then.
func (e *Explorer) Serve(ctx context.Context, listener net.Listener, faults *log.Logger) error {
	// Films take long to draw, so that there is no time for an answer as a whole: conn has one for each piece.
	handler := e.Handler()
	server := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			working(r, r.ContentLength == 0) // else decode says so
			defer working(r, false)
			handler.ServeHTTP(w, r)
		}),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 20 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: 16 << 10, ErrorLog: faults, BaseContext: func(net.Listener) context.Context { return ctx },
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
	}
	limited := newLimited(listener, connections())
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(limited) }()
	select {
	case err := <-failed:
		return fmt.Errorf("explore: %w", err)
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	if err := server.Shutdown(last); err != nil {
		server.Close()
	}
	return nil
}

// connections is how many connections there may be at once. Each may hold its socket, a picture, and for a moment two folders on the
// way to another file; the rest is for the driver and what it compiles.
func connections() int {
	const most, least, each, rest = 512, 8, 4, 60
	var handles syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &handles); err != nil {
		return most / 4
	}
	return max(least, min(most, (int(min(handles.Cur, 1<<20))-rest)/each))
}
