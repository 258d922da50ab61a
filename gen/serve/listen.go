package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// Bounds of those who connect to a server. Who comes after so many strangers, who have not greeted, waits until one of them has, or was cut
// off.
const (
	mostClients   = 64
	mostStrangers = 256
)

// Listen answers those who connect, side by side, until ctx ends. It closes l, and returns when all that clients began has ended. cut is told
// why one was cut off.
func (s *Server) Listen(ctx context.Context, l net.Listener, cut func(why error)) error {
	var all sync.WaitGroup
	defer all.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer l.Close() // returns when another call has removed the socket's file
	context.AfterFunc(ctx, func() { l.Close() })
	h := &hall{make(chan struct{}, mostClients), make(chan struct{}, mostStrangers)}
	for {
		select {
		case h.strangers <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		conn, err := l.Accept()
		switch {
		case err == nil:
			all.Go(func() {
				if err := s.receive(ctx, conn, h); err != nil && ctx.Err() == nil {
					cut(err)
				}
			})
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE): // until something is closed
			<-h.strangers
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
			}
		default:
			return fmt.Errorf("serve: %w", err)
		}
	}
}

// hall is where those are who have connected: each takes a place among strangers, and one among clients in exchange.
type hall struct{ clients, strangers chan struct{} }

// receive talks with somebody who has connected. Leaving in the middle is no error.
func (s *Server) receive(ctx context.Context, conn net.Conn, h *hall) error {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	patience := cmp.Or(s.Patience, 10*time.Second)
	late := time.AfterFunc(patience, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer late.Stop()
	place := h.strangers
	defer func() { <-place }()
	err := s.serve(ctx, conn, conn, func() error {
		if !late.Stop() {
			return os.ErrDeadlineExceeded
		}
		select {
		case h.clients <- struct{}{}:
			<-place
			place = h.clients
			return nil
		default:
			return fmt.Errorf("serve: %d clients are connected, and more may not be: come again when one has left", mostClients)
		}
	})
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("serve: somebody connected and did not greet within %v", patience)
	case errors.Is(err, io.EOF), errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.ECONNRESET), errors.Is(err, context.Canceled):
		return nil
	}
	return err
}
