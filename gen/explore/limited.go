package explore

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// limited is a listener that holds so many connections at once, and at most half of them for one client. Where there is no room, the
// one gives way that has sent or taken nothing for longest; where none is stuck, the new one is told so.
type limited struct {
	net.Listener
	most int

	mu       sync.Mutex
	all      map[*conn]struct{}
	refusing int // connections that are told that there is no room
}

const (
	stuckAfter = time.Second // without a byte, a connection may have to give way
	refusedMax = 8           // are told why, at once; others are closed
)

// conn is a connection whose writes must get on.
type conn struct {
	net.Conn
	of     *limited
	client netip.Prefix
	last   atomic.Int64 // when something was last sent or received, Unix time in ns
	// working tells that the client has said all, and waits for an answer; writing, that it is the client that is waited for.
	working, writing atomic.Bool
	cut              atomic.Bool // a deadline was set from outside
}

// connKey is that of the connection in the context of a request.
type connKey struct{}

// working notes whether a request is all there and not yet answered.
func working(r *http.Request, yes bool) {
	if c, ok := r.Context().Value(connKey{}).(*conn); ok {
		c.working.Store(yes)
	}
}

func newLimited(l net.Listener, most int) *limited {
	return &limited{Listener: l, most: most, all: map[*conn]struct{}{}}
}

// Accept waits for a connection that there is room for.
func (l *limited) Accept() (net.Conn, error) {
	for {
		in, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: in, of: l, client: clientOf(in.RemoteAddr())}
		c.touch()
		if l.admit(c) {
			return c, nil
		}
		l.refuse(in)
	}
}

// clientOf is the network that counts as one client: of IPv6 the 64 bits that one customer is given at least.
func clientOf(a net.Addr) netip.Prefix {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Prefix{} // not from the network
	}
	ip, bits := at.Addr().Unmap().WithZone(""), 64
	if ip.Is4() {
		bits = 32
	}
	p, _ := ip.Prefix(bits) // which every address has
	return p
}

// admit counts a connection, and makes room for it.
func (l *limited) admit(c *conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	same := 0
	for other := range l.all {
		if other.client == c.client {
			same++
		}
	}
	var victim *conn
	switch {
	case same >= max(1, l.most/2):
		victim = l.victim(func(other *conn) bool { return other.client == c.client })
	case len(l.all) >= l.most:
		victim = l.victim(func(*conn) bool { return true })
	default:
		l.all[c] = struct{}{}
		return true
	}
	if victim == nil {
		return false
	}
	victim.Conn.Close()
	delete(l.all, victim)
	l.all[c] = struct{}{}
	return true
}

// victim is the connection that has been stuck for longest, nil for none.
func (l *limited) victim(among func(*conn) bool) (out *conn) {
	stuck := time.Now().Add(-stuckAfter).UnixNano()
	for c := range l.all {
		if last := c.last.Load(); among(c) && (!c.working.Load() || c.writing.Load()) && last < stuck && (out == nil || last < out.last.Load()) {
			out = c
		}
	}
	return out
}

// refuse tells a client that there is no room, without keeping many who do not listen.
func (l *limited) refuse(in net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refusing >= refusedMax {
		in.Close()
		return
	}
	l.refusing++
	go func() {
		defer func() {
			in.Close()
			l.mu.Lock()
			l.refusing--
			l.mu.Unlock()
		}()
		const text = `{"error":"too many connections are open; close some, or ask again in a moment"}`
		in.SetDeadline(time.Now().Add(time.Second))
		fmt.Fprintf(in, "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 2\r\nContent-Length: %d\r\n"+
			"Connection: close\r\n\r\n%s", len(text), text)
		if tcp, ok := in.(*net.TCPConn); ok {
			tcp.CloseWrite()
		}
		io.Copy(io.Discard, io.LimitReader(in, 64<<10)) // closing over a request that was not read would take the answer back
	}()
}

func (c *conn) touch() { c.last.Store(time.Now().UnixNano()) }

func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.touch()
	}
	return n, err
}

// Write sends piece by piece, each in writeTime.
func (c *conn) Write(p []byte) (n int, err error) {
	c.writing.Store(true)
	defer c.writing.Store(false)
	for n < len(p) && err == nil {
		if !c.cut.Load() {
			c.Conn.SetWriteDeadline(time.Now().Add(writeTime))
			if c.cut.Load() { // meanwhile
				c.Conn.SetWriteDeadline(time.Now())
			}
		}
		var sent int
		sent, err = c.Conn.Write(p[n:min(n+writePiece, len(p))])
		n += sent
		if sent > 0 {
			c.touch()
		}
	}
	return n, err
}

// SetWriteDeadline takes the place of that of pieces.
func (c *conn) SetWriteDeadline(t time.Time) error {
	c.cut.Store(!t.IsZero())
	return c.Conn.SetWriteDeadline(t)
}

func (c *conn) Close() error {
	c.of.mu.Lock()
	delete(c.of.all, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}
