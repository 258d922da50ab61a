package main

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"mereo/gen/serve"
)

// leastToken is how many characters a token has at least, since whoever reaches a port may try as many as they like.
const leastToken = 16

// listen is "mereo serve --listen".
func listen(ctx context.Context, c console, s *serve.Server, address string, remote bool) error {
	var l net.Listener
	var err error
	scheme := "unix:"
	if path, ok := strings.CutPrefix(address, scheme); ok && path != "" {
		l, err = listenUnix(ctx, path)
	} else {
		scheme = "tcp://"
		l, err = listenTCP(c, s, address, remote)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s%s\n", scheme, l.Addr())
	return s.Listen(ctx, l, func(why error) { c.logger().Warn(why.Error()) })
}

// listenTCP listens on a port, and gives the server a token.
func listenTCP(c console, s *serve.Server, address string, remote bool) (net.Listener, error) {
	at, ok := strings.CutPrefix(address, "tcp://")
	host, _, err := net.SplitHostPort(at)
	if !ok || err != nil {
		return nil, usagef("serve: --listen is %q, want unix:/path/to.sock or tcp://127.0.0.1:PORT", address)
	}
	if !loopback(host) && !remote {
		return nil, usagef("serve: --listen is %q, which other computers may reach: take tcp://127.0.0.1:PORT, or add --allow-remote", address)
	}
	s.Token = os.Getenv("MEREO_TOKEN")
	if n := len(s.Token); n > 0 && n < leastToken {
		return nil, usagef("serve: MEREO_TOKEN has %d characters, want at least %d; without it a token is drawn", n, leastToken)
	}
	l, err := net.Listen("tcp", at)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("serve: %s is taken by another program; choose another port, or port 0 for a free one", at)
	} else if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	if s.Token == "" {
		s.Token = crand.Text()
		fmt.Fprintf(c.err, "mereo: the token is %s\n", s.Token)
	}
	if !loopback(host) {
		fmt.Fprintf(c.err, "mereo: warning: listening on %s: whoever reaches this computer and has the token may read datasets and make samples as you; "+
			"nothing is encrypted\n", at)
	}
	return l, nil
}

// listenUnix listens on a socket that its user alone may connect to. It takes the place of one whose program has died.
func listenUnix(ctx context.Context, path string) (net.Listener, error) {
	path, err := filepath.Abs(path) // a name that begins with @ would have no file, and be open to all
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	// On Linux a socket has the mode from its first moment; elsewhere the call fails, and Chmod is in time for most.
	private := net.ListenConfig{Control: func(_, _ string, raw syscall.RawConn) error {
		return raw.Control(func(fd uintptr) { syscall.Fchmod(int(fd), 0o600) })
	}}
	l, err := private.Listen(ctx, "unix", path)
	if errors.Is(err, syscall.EADDRINUSE) {
		if info, err := os.Lstat(path); err == nil && info.Mode().Type() != os.ModeSocket {
			return nil, fmt.Errorf("serve: %s is there and is no socket; choose another name", path)
		}
		conn, refused := net.Dial("unix", path)
		if refused == nil {
			conn.Close()
		}
		if !errors.Is(refused, syscall.ECONNREFUSED) {
			return nil, fmt.Errorf("serve: another program answers at %s; end it, or choose another name", path)
		}
		os.Remove(path) // which nobody listens to
		l, err = private.Listen(ctx, "unix", path)
	}
	if errors.Is(err, syscall.EINVAL) {
		return nil, fmt.Errorf("serve: %s is too long for a socket, want a path of about 100 characters", path)
	} else if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, fmt.Errorf("serve: %w", err)
	}
	return l, nil
}
