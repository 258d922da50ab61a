package explore

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"mereo/gen"
	"mereo/gen/show"
)

// asServer names the folder that TestMain serves instead of running tests, as the program does.
const asServer = "MEREO_EXPLORE_TEST_SERVES"

func TestMain(m *testing.M) {
	root := os.Getenv(asServer)
	if root == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	e, err := Open(Options{Root: root, Set: stuck{}, Identity: gen.Identity{Set: "toy", Program: "mereo " + gen.Version, Pictures: true}})
	if err == nil {
		var l net.Listener
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err == nil {
			fmt.Println(l.Addr())
			err = e.Serve(ctx, l, log.New(io.Discard, "", 0))
		}
		e.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// stuck are toys of which one can never be read, as from a disk that does not answer.
type stuck struct{ toy }

const stuckAt = 15

func (s stuck) Show(job gen.Job) (show.Reader, error) {
	return stuckReader{toyReader{job: job}}, nil
}

type stuckReader struct{ toyReader }

func (r stuckReader) Sample(index int) (show.Sample, error) {
	if index == stuckAt {
		select {}
	}
	return r.toyReader.Sample(index)
}

func (r stuckReader) Facets(index int) (show.Facets, error) {
	if index == stuckAt {
		select {}
	}
	return r.toyReader.Facets(index)
}

// serveToys starts a server of its own process with so many file handles, and returns its address.
func serveToys(t *testing.T, handles int) (address string, server *exec.Cmd) {
	t.Helper()
	root := t.TempDir()
	put(t, root, "train/blocks/plan.json", []byte(`{"count": 20}`))
	put(t, root, "train/large.png", make([]byte, 32<<20))
	server = exec.Command("sh", "-c", fmt.Sprintf(`ulimit -n %d; exec "$0"`, handles), os.Args[0])
	server.Env = append(os.Environ(), asServer+"="+root)
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), server
}

// slowly asks for a path and reads nothing of the answer.
func slowly(t *testing.T, address, path string) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.(*net.TCPConn).SetReadBuffer(1)
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path) // one that is refused may be closed by now
}

// Many who read nothing take neither all file handles nor all connections: somebody else at the same address is served.
func TestSlowReaders(t *testing.T) {
	address, _ := serveToys(t, 300)
	for range 350 {
		slowly(t, address, "/file/train/large.png")
	}
	for range 3 {
		client := &http.Client{Transport: &http.Transport{}, Timeout: 2 * time.Minute} // a new connection
		for served := false; !served; {
			answer, err := client.Get("http://" + address + "/api/sample/train/3")
			if late, ok := err.(net.Error); ok && late.Timeout() {
				t.Fatal(err)
			} else if err != nil { // closed, as those are who are not even told that there is no room
				time.Sleep(stuckAfter / 4)
				continue
			}
			text, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			served = answer.StatusCode == http.StatusOK && err == nil && strings.Contains(string(text), `"title":"train/3"`)
			if !served && answer.StatusCode != http.StatusServiceUnavailable {
				t.Fatalf("status %d, %s, %v", answer.StatusCode, text, err)
			}
			if !served {
				time.Sleep(stuckAfter / 4)
			}
		}
	}
}

// The end of the program waits neither for requests that hang, nor for what hangs in the background, nor for those who read nothing.
func TestEndsWhateverHangs(t *testing.T) {
	address, server := serveToys(t, 1000)
	for range 5 {
		slowly(t, address, "/file/train/large.png")
		slowly(t, address, fmt.Sprintf("/api/sample/train/%d", stuckAt))
	}
	answer, err := http.Get("http://" + address + "/api/sample/train/3")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("it still runs a minute after SIGTERM")
	}
}

// Where all connections of a client wait for answers, none has to give way, and a new one is told so.
func TestTooManyConnections(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	in, release := make(chan struct{}), make(chan struct{})
	server := &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			working(r, true)
			in <- struct{}{}
			<-release
		}),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
	}
	go server.Serve(newLimited(l, 8))
	defer server.Close()
	defer close(release)
	for range 4 { // half of them, since all come from one address
		slowly(t, l.Addr().String(), "/")
		<-in
	}
	time.Sleep(stuckAfter)
	// The answer comes before anything is asked, which a client of HTTP may take for a fault: it depends on who is first.
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	const want = `{"error":"too many connections are open; close some, or ask again in a moment"}`
	if err != nil || answer.StatusCode != http.StatusServiceUnavailable || string(text) != want {
		t.Errorf("status %d, %s, %v; want 503, %s", answer.StatusCode, text, err, want)
	}
}

func TestClientOf(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7:80": "192.0.2.7/32", "[::ffff:192.0.2.7]:80": "192.0.2.7/32",
		"[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::/64", "[fe80::1%eth0]:80": "fe80::/64", "@": "invalid Prefix",
	} {
		var a net.Addr = &net.UnixAddr{Name: address}
		if got := clientOf(a).String(); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// Large answers wait for room, and who does not read his is cut off for them.
func TestSendingCutsWhoDoesNotRead(t *testing.T) {
	s := newSending(10)
	cut := &cutWriter{until: make(chan struct{})}
	a, err := s.take(t.Context(), cut, 6)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		a.write(nil) // until it is cut off
		a.end()
	}()
	b, err := s.take(t.Context(), nil, 6)
	if err != nil {
		t.Fatal(err)
	}
	b.end()
	select {
	case <-cut.until:
	default:
		t.Error("the first answer was not cut off")
	}
	if s.used != 0 || len(s.all) != 0 {
		t.Errorf("%d bytes of %d answers are left", s.used, len(s.all))
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	c, _ := s.take(t.Context(), nil, 100) // alone
	if _, err := s.take(gone, nil, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("who has left gets %v", err)
	}
	c.end()
}

// cutWriter writes until it gets a deadline.
type cutWriter struct {
	http.ResponseWriter
	until chan struct{}
}

func (w *cutWriter) Write(p []byte) (int, error) {
	<-w.until
	return 0, os.ErrDeadlineExceeded
}

func (w *cutWriter) SetWriteDeadline(time.Time) error {
	close(w.until)
	return nil
}
