package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mereo/internal/gltest"
)

// server is a "mereo serve --listen" that runs.
type server struct {
	*exec.Cmd
	address string
	out     *bufio.Reader
	err     strings.Builder
}

func serveAt(t *testing.T, address string, env ...string) *server {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &server{Cmd: exec.Command(program, "serve", "--listen", address)}
	s.Env = append(append(os.Environ(), "MEREO_TOKEN="), env...)
	s.Stderr = &s.err
	out, err := s.StdoutPipe()
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Process.Kill()
		s.Wait()
	})
	s.out = bufio.NewReader(out)
	if s.address, err = s.out.ReadString('\n'); err != nil {
		s.Wait()
		t.Fatalf("no address is printed, %v: %s", err, &s.err)
	}
	s.address = strings.TrimSuffix(s.address, "\n")
	return s
}

// descriptors is how many the server has open.
func (s *server) descriptors() int {
	names, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.Process.Pid))
	return len(names)
}

// requested sends a message and returns the answer's head, and a checksum of its arrays.
func requested(conn net.Conn, head string) (string, error) {
	m := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(nil, uint32(len(head))), 0)
	if _, err := conn.Write(append(m, head...)); err != nil {
		return "", err
	}
	var lengths [12]byte
	if _, err := io.ReadFull(conn, lengths[:]); err != nil {
		return "", err
	}
	data := make([]byte, uint64(binary.LittleEndian.Uint32(lengths[:]))+binary.LittleEndian.Uint64(lengths[4:]))
	_, err := io.ReadFull(conn, data)
	n := binary.LittleEndian.Uint32(lengths[:])
	return fmt.Sprintf("%s%x", data[:n], sha256.Sum256(data[n:])), err
}

// A server answers several programs with the samples that files have, goes on when one of them is killed, and leaves nothing.
func TestServeListens(t *testing.T) {
	t.Parallel()
	const samples = 5
	dir := t.TempDir()
	mustMereo(t, "", "generate", "clevr", "--out", dir+"/clevr", "--no-pictures", "--count", fmt.Sprint(samples), "--seed", "4", "--workers", "1")
	path := filepath.Join(dir, "s.sock")
	s := serveAt(t, "unix:"+path)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || s.address != "unix:"+path {
		t.Errorf("%s has the mode %v, %v", s.address, info.Mode(), err)
	}
	enter := func() net.Conn {
		conn, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		for _, head := range []string{`{"mereo": 1}`, `{"do": "stream", "set": "clevr", "split": "train", "seed": 4, "workers": 1, "scene": true, "questions": true, "records": true}`} {
			if a, err := requested(conn, head); err != nil || strings.Contains(a, `"error"`) {
				t.Fatalf("%s is answered by %s, %v", head, a, err)
			}
		}
		return conn
	}
	open := s.descriptors()
	const clients = 8
	got := make([][samples]string, clients)
	var all sync.WaitGroup
	for i := range clients {
		conn := enter()
		all.Go(func() {
			defer conn.Close()
			for n := range samples {
				if i == 0 && n == 2 {
					return // killed, for the server
				}
				var err error
				if got[i][n], err = requested(conn, `{"do": "next", "handle": 1}`); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for i := range clients {
		for n, a := range got[i] {
			if a != got[1][n] && (i > 0 || n < 2) {
				t.Errorf("client %d gets another sample %d than client 1:\n%s\n%s", i, n, a, got[1][n])
			}
		}
	}
	for n, a := range got[1] {
		var told struct {
			Result struct{ Records map[string]string }
		}
		if err := json.NewDecoder(strings.NewReader(a)).Decode(&told); err != nil || len(told.Result.Records) == 0 {
			t.Errorf("sample %d has no records, %v: %s", n, err, a)
		}
		for name, record := range told.Result.Records {
			if data, err := os.ReadFile(filepath.Join(dir, "clevr", name)); err != nil || string(data) != record {
				t.Errorf("%s is another one than in files, %v", name, err)
			}
		}
	}
	for range 1000 {
		if s.descriptors() <= open {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if n := s.descriptors(); n > open {
		t.Errorf("%d descriptors are open when clients have left, want %d", n, open)
	}
	if code, _, err := mereo(t, "serve", "--listen", "unix:"+path); code != 1 || err != "mereo: serve: another program answers at "+path+"; end it, or choose another name\n" {
		t.Errorf("a second server at a place is told %q", err)
	}
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err != nil || s.err.Len() > 0 {
		t.Errorf("the server ends with %v, and says %q", err, &s.err)
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("the socket's file is left")
	}

	// A socket of a program that was killed is taken over.
	s = serveAt(t, "unix:"+path)
	s.Process.Kill()
	s.Wait()
	serveAt(t, "unix:"+path)
	enter().Close()
}

// Samples that a worker process had made before it was killed are there, and so are those that another makes in its place.
func TestServeWorkerKilled(t *testing.T) {
	gltest.Renderer(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s.sock")
	s := serveAt(t, "unix:"+path)
	take := func(kill bool) (out []string) {
		conn, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		for _, head := range []string{
			`{"mereo": 1}`,
			`{"do": "stream", "set": "trance", "split": "train", "pictures": true, "gpu": "software", "workers": 1, "arrays": ["rgb"], "config": {"width": 64, "height": 48}}`,
			`{"do": "next", "handle": 1}`, `{"do": "next", "handle": 1}`, `{"do": "next", "handle": 1}`, `{"do": "next", "handle": 1}`,
		} {
			if kill && len(out) > 2 {
				time.Sleep(time.Second) // in which it makes two samples ahead, or its death is noticed
			}
			if kill && len(out) == 3 {
				workers := children(s.Process.Pid)
				if len(workers) != 1 {
					t.Fatalf("%d workers, want 1", len(workers))
				}
				syscall.Kill(workers[0], syscall.SIGKILL)
			}
			a, err := requested(conn, head)
			if err != nil || strings.Contains(a, `"error"`) {
				t.Fatalf("%s is answered by %s, %v", head, a, err)
			}
			out = append(out, a)
		}
		return out[2:]
	}
	if killed, want := take(true), take(false); !slices.Equal(killed, want) {
		t.Errorf("samples are %q after a kill, want %q", killed, want)
	}
}

// With TCP a token is needed, which is drawn or given.
func TestServeToken(t *testing.T) {
	t.Parallel()
	greet := func(s *server, token string) string {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.address, "tcp://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		a, err := requested(conn, `{"mereo": 1, "token": "`+token+`"}`)
		if err != nil {
			t.Error(err)
		}
		return a
	}
	given := serveAt(t, "tcp://127.0.0.1:0", "MEREO_TOKEN=0123456789abcdef")
	drawn := serveAt(t, "tcp://localhost:0")
	for token, want := range map[string]string{"": "a token is missing", "0123456789abcdee": "another one", "0123456789abcdef": `"mereo":1`} {
		if a := greet(given, token); !strings.Contains(a, want) {
			t.Errorf("token %q is answered by %s, want %q", token, a, want)
		}
	}
	drawn.Process.Signal(syscall.SIGINT)
	if err := drawn.Wait(); err != nil || !regexp.MustCompile(`^mereo: the token is [A-Z2-7]{26}\n$`).MatchString(drawn.err.String()) {
		t.Errorf("the server ends with %v and tells its token as %q", err, &drawn.err)
	}
}

// What is wrong with an address is told word for word.
func TestServeWrongUse(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().String()
	t.Setenv("MEREO_TOKEN", "short")
	long := filepath.Join(dir, strings.Repeat("x", 120))
	help := "\nrun \"mereo help\" or add --help to a command\n"
	for _, c := range []struct {
		args, token string
		code        int
		want        string
	}{
		{"--listen 7000", "", 2, `serve: --listen is "7000", want unix:/path/to.sock or tcp://127.0.0.1:PORT` + help},
		{"--listen tcp://127.0.0.1", "", 2, `serve: --listen is "tcp://127.0.0.1", want unix:/path/to.sock or tcp://127.0.0.1:PORT` + help},
		{"--listen unix:", "", 2, `serve: --listen is "unix:", want unix:/path/to.sock or tcp://127.0.0.1:PORT` + help},
		{"--listen tcp://0.0.0.0:0", "", 2, `serve: --listen is "tcp://0.0.0.0:0", which other computers may reach: take tcp://127.0.0.1:PORT, or add --allow-remote` + help},
		{"--listen tcp://:0", "", 2, `serve: --listen is "tcp://:0", which other computers may reach: take tcp://127.0.0.1:PORT, or add --allow-remote` + help},
		{"--allow-remote", "", 2, "serve: --allow-remote is for --listen" + help},
		{"--listen tcp://127.0.0.1:0", "short", 2, "serve: MEREO_TOKEN has 5 characters, want at least 16; without it a token is drawn" + help},
		{"--listen tcp://" + port, "", 1, "serve: " + port + " is taken by another program; choose another port, or port 0 for a free one\n"},
		{"--listen unix:" + file, "", 1, "serve: " + file + " is there and is no socket; choose another name\n"},
		{"--listen unix:" + long, "", 1, "serve: " + long + " is too long for a socket, want a path of about 100 characters\n"},
	} {
		os.Setenv("MEREO_TOKEN", c.token)
		if code, _, err := mereo(t, append([]string{"serve"}, strings.Fields(c.args)...)...); code != c.code || err != "mereo: "+c.want {
			t.Errorf("%s: exit %d and %q, want %d and %q", c.args, code, err, c.code, "mereo: "+c.want)
		}
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}
