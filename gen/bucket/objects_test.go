package bucket

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mereo/gen/write"
)

// clean takes keys of whoever tests out of the environment.
func clean(t *testing.T) {
	t.Helper()
	for _, e := range os.Environ() {
		name, _, _ := strings.Cut(e, "=")
		if strings.HasPrefix(name, "AWS_") || strings.HasPrefix(name, "GS_") || name == "GOOGLE_APPLICATION_CREDENTIALS" {
			t.Setenv(name, "")
		}
	}
	t.Setenv("HOME", t.TempDir())
}

// setenv sets what NAME=VALUE says.
func setenv(t *testing.T, environment ...string) {
	t.Helper()
	for _, e := range environment {
		if name, value, ok := strings.Cut(e, "="); ok {
			t.Setenv(name, value)
		}
	}
}

func TestParameters(t *testing.T) {
	clean(t)
	for query, want := range map[string]string{
		"reigon=x":              `s3://box/a: "reigon" is no parameter; want anonymous, endpoint, kmskeyid, profile, region, ssetype, use_path_style`,
		"use_path_style=yes":    `use_path_style is "yes", want true or false`,
		"endpoint=localhost:90": `endpoint is "localhost:90", want https://HOST or http://HOST:PORT`,
		"endpoint=https://x/y":  `endpoint is "https://x/y", want https://HOST or http://HOST:PORT`,
		"ssetype=AES":           `ssetype is "AES", want AES256 or aws:kms`,
		"a=%zz":                 "invalid URL escape",
		"region=eu-west-1&endpoint=http://127.0.0.1:1&use_path_style=true&anonymous=true": "",
		"anonymous=true&ssetype=aws:kms&kmskeyid=k":                                       "",
	} {
		if _, err := Open("s3://box/a?" + query); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", query, err, want)
		}
	}
	_, err := Open("file:///tmp/x?region=y")
	if err == nil || !strings.Contains(err.Error(), `it has the parameters "region=y"; the address of a folder has none`) {
		t.Errorf("a folder with parameters: %v", err)
	}
}

// A request says where it goes and which key and region it is signed for.
func TestHosts(t *testing.T) {
	for _, c := range []struct{ address, env, want string }{
		{"s3://box/a?region=eu-west-1", "", "https://box.s3.eu-west-1.amazonaws.com/a/f id eu-west-1"},
		{"s3://box/a", "AWS_DEFAULT_REGION=us-west-2", "https://box.s3.us-west-2.amazonaws.com/a/f id us-west-2"},
		{"s3://box?region=eu-west-1&use_path_style=true", "", "https://s3.eu-west-1.amazonaws.com/box/f id eu-west-1"},
		{"s3://dots.in.it/a?region=eu-west-1", "", "https://s3.eu-west-1.amazonaws.com/dots.in.it/a/f id eu-west-1"},
		{"s3://box/a?endpoint=https://host:9000&region=eu-west-1", "", "https://box.host:9000/a/f id eu-west-1"},
		{"s3://box/a?endpoint=http://host:9000&region=eu-west-1&use_path_style=true", "", "http://host:9000/box/a/f id eu-west-1"},
		{"s3://box/a?endpoint=http://127.0.0.1:9000&region=eu-west-1", "", "http://127.0.0.1:9000/box/a/f id eu-west-1"},
		{"s3://box/a?region=eu-west-1", "AWS_ENDPOINT_URL=http://host", "http://box.host/a/f id eu-west-1"},
		{"gs://box/a/b/", "AWS_REGION=us-west-2", "https://box.storage.googleapis.com/a/b/f goog auto"},
	} {
		t.Run(c.address+" "+c.env, func(t *testing.T) {
			clean(t)
			setenv(t, c.env, "AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=secret", "GS_ACCESS_KEY_ID=goog", "GS_SECRET_ACCESS_KEY=secret")
			u, err := url.Parse(c.address)
			if err != nil {
				t.Fatal(err)
			}
			var got string
			o, err := newObjects(u, roundTripper(func(r *http.Request) (*http.Response, error) {
				_, signed, _ := strings.Cut(r.Header.Get("Authorization"), "Credential=")
				key := strings.Split(signed, "/")
				got = fmt.Sprint(r.URL, " ", key[0], " ", key[2])
				return &http.Response{StatusCode: http.StatusNotFound, Body: http.NoBody}, nil
			}))
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := o.stat(t.Context(), "f"); !errors.Is(err, fs.ErrNotExist) || got != c.want {
				t.Errorf("asked %s, want %s; %v", got, c.want, err)
			}
		})
	}
}

type roundTripper func(r *http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Keys come from where Amazon's programs look, and Google's store has its own.
func TestKeys(t *testing.T) {
	key := func(t *testing.T, profile string) string {
		t.Helper()
		keys, err := amazon(profile)
		if err != nil {
			return err.Error()
		}
		v, err := keys.GetWithContext(nil)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join([]string{v.AccessKeyID, v.SecretAccessKey, v.SessionToken}, " ")
	}
	role := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"AccessKeyId": "role", "SecretAccessKey": "r", "Token": "t", "Expiration": "2100-01-01T00:00:00Z"}`)
	}))
	defer role.Close()
	config, shared := filepath.Join(t.TempDir(), "config"), filepath.Join(t.TempDir(), "credentials")
	for name, text := range map[string]string{
		config: `[default]
region = x
[profile other]
credential_process = /bin/echo {"Version":1,"AccessKeyId":"made","SecretAccessKey":"m"}
[profile empty]
role_arn = r
`,
		shared: `[default]
aws_access_key_id = file
aws_secret_access_key = f
[third]
aws_access_key_id = three
aws_secret_access_key = 3
`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const id, secret, none = "AWS_ACCESS_KEY_ID=id", "AWS_SECRET_ACCESS_KEY=secret",
		"there is no key; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
	for _, c := range []struct {
		what    string
		profile string
		env     []string
		want    string
	}{
		{"environment", "", []string{id, secret, "AWS_SESSION_TOKEN=token"}, "id secret token"},
		{"default profile", "", nil, "file f "},
		{"AWS_PROFILE", "", []string{"AWS_PROFILE=third"}, "three 3 "},
		{"environment goes first", "", []string{id, secret, "AWS_PROFILE=third"}, "id secret "},
		{"profile goes before it", "third", []string{id, secret}, "three 3 "},
		{"a program makes it", "other", nil, "made m "},
		{"no such profile", "", []string{"AWS_PROFILE=nobody"}, none},
		{"a profile without", "empty", nil, none},
		{"role", "", []string{"AWS_SHARED_CREDENTIALS_FILE=/nothing", "AWS_CONTAINER_CREDENTIALS_FULL_URI=" + role.URL}, "role r t"},
	} {
		t.Run(c.what, func(t *testing.T) {
			clean(t)
			setenv(t, append([]string{"AWS_CONFIG_FILE=" + config, "AWS_SHARED_CREDENTIALS_FILE=" + shared}, c.env...)...)
			if got := key(t, c.profile); got != c.want && (c.want != none || !strings.HasPrefix(got, none)) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	t.Run("google", func(t *testing.T) {
		clean(t)
		const cure = `set GS_ACCESS_KEY_ID and GS_SECRET_ACCESS_KEY to an HMAC key, which "gcloud storage hmac create ACCOUNT" makes`
		if _, err := Open("gs://box/a"); err == nil || err.Error() != "bucket: gs://box/a: there is no key; "+cure {
			t.Errorf("without a key: %v", err)
		}
		t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", "/key.json")
		_, err := Open("gs://box/a")
		if err == nil || err.Error() != "bucket: gs://box/a: GOOGLE_APPLICATION_CREDENTIALS names a key that is not taken; "+cure {
			t.Errorf("with Google's other key: %v", err)
		}
		if _, err := Open("gs://box/a?anonymous=true"); err != nil {
			t.Error(err)
		}
	})
}

// googleServer plays Google's store as its documentation has it: it refuses what it does not take of S3's language, and says 503 to the
// first request of each kind.
type googleServer struct {
	mu      sync.Mutex
	objects map[string][]byte
	sums    map[string]string
	refused map[string]bool // methods that were
	bad     []string        // requests
	pages   int             // of lists
}

func (g *googleServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	auth := r.Header.Get("Authorization")
	key, inBox := strings.TrimPrefix(r.URL.Path, "/"), strings.HasPrefix(r.Host, "box.storage.googleapis.com")
	sum := md5.Sum(body)
	switch {
	case !inBox, !strings.HasPrefix(auth, "AWS4-HMAC-SHA256 Credential=GOOG1/"), !strings.Contains(auth, "/auto/s3/aws4_request"),
		strings.Contains(auth, "accept-encoding"), strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-"),
		strings.Contains(fmt.Sprint(r.Header, r.Trailer), "X-Amz-Checksum"), r.Header.Get("Content-Encoding") != "", r.TransferEncoding != nil,
		r.URL.Query().Has("uploads"), r.Method == "PUT" && r.Header.Get("Content-Md5") != base64.StdEncoding.EncodeToString(sum[:]):
		g.bad = append(g.bad, fmt.Sprint(r.Method, r.Host, r.URL, r.Header))
		w.WriteHeader(http.StatusBadRequest)
		return
	case !g.refused[r.Method]:
		g.refused[r.Method] = true
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	case r.Method == "PUT":
		g.objects[key], g.sums[key] = body, r.Header.Get("X-Amz-Meta-Sha256")
	case key == "": // pages of two
		g.pages++
		prefix, token := r.URL.Query().Get("prefix"), r.URL.Query().Get("continuation-token")
		var keys []string
		for k := range g.objects {
			if strings.HasPrefix(k, prefix) && k > token {
				keys = append(keys, k)
			}
		}
		slices.Sort(keys)
		fmt.Fprint(w, "<ListBucketResult>")
		if len(keys) > 2 {
			keys = keys[:2]
			fmt.Fprintf(w, "<IsTruncated>true</IsTruncated><NextContinuationToken>%s</NextContinuationToken>", keys[1])
		}
		for _, k := range keys {
			fmt.Fprintf(w, "<Contents><Key>%s</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>", k)
		}
		fmt.Fprint(w, "</ListBucketResult>")
	case g.objects[key] == nil:
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "<Error><Code>NoSuchKey</Code></Error>")
	default:
		w.Header().Set("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")
		w.Header().Set("Content-Length", fmt.Sprint(len(g.objects[key])))
		w.Header().Set("X-Amz-Meta-Sha256", g.sums[key])
		w.Write(g.objects[key])
	}
}

// open is a bucket at the server.
func (g *googleServer) open(t *testing.T) *Bucket {
	t.Helper()
	clean(t)
	t.Setenv("GS_ACCESS_KEY_ID", "GOOG1")
	t.Setenv("GS_SECRET_ACCESS_KEY", "secret")
	server := httptest.NewTLSServer(g)
	t.Cleanup(server.Close)
	transport := server.Client().Transport.(*http.Transport)
	transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, server.Listener.Addr().String())
	}
	transport.TLSClientConfig.ServerName = "example.com" // of the server's certificate
	o, err := newObjects(&url.URL{Scheme: "gs", Host: "box", Path: "/sets"}, transport)
	if err != nil {
		t.Fatal(err)
	}
	return &Bucket{o, "gs://box/sets", "push it again", "do not trust it"}
}

// What Google's store does not take is not sent, and what it refuses for a moment is sent again.
func TestGoogle(t *testing.T) {
	g := &googleServer{objects: map[string][]byte{}, sums: map[string]string{}, refused: map[string]bool{}}
	b := g.open(t)
	root := t.TempDir()
	var files []write.File
	for name, n := range map[string]int{"a/1.json": 2, "a/2.json": 100, "a/3.json": 1 << 20, "a/4.json": 17 << 20, "a/5.json": 0} {
		f, err := write.Bytes(root, name, bytes.Repeat([]byte("x"), n))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	for again := range 2 {
		for _, f := range files {
			if sent, err := here(root).move(t.Context(), b, f, nil); err != nil || sent != (again == 0) {
				t.Errorf("%s: sent %v, %v", f.Path, sent, err)
			}
		}
	}
	if g.sums["sets/a/2.json"] != files[slices.IndexFunc(files, func(f write.File) bool { return f.Path == "a/2.json" })].SHA256 {
		t.Errorf("the store remembers %q", g.sums)
	}
	var names []string
	for name, err := range b.store.list(t.Context(), "a") {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if want := "a/1.json a/2.json a/3.json a/4.json a/5.json"; strings.Join(names, " ") != want || g.pages != 3 {
		t.Errorf("%d pages have %q, want %q", g.pages, names, want)
	}
	to := t.TempDir()
	for _, f := range files {
		if _, err := b.move(t.Context(), here(to), f, nil); err != nil || f.Check(to) != nil {
			t.Errorf("%s: %v, %v", f.Path, err, f.Check(to))
		}
	}
	if got, err := b.read(t.Context(), "nothing"); got != nil || err != nil {
		t.Errorf("nothing: %q, %v", got, err)
	}
	if len(g.bad) > 0 {
		t.Errorf("it takes no %s", strings.Join(g.bad, "\n"))
	}
}

// What is not the file that was made is not sent at all.
func TestChanged(t *testing.T) {
	g := &googleServer{objects: map[string][]byte{}, sums: map[string]string{}, refused: map[string]bool{}}
	b := g.open(t)
	root := t.TempDir()
	f, err := write.Bytes(root, "a.json", []byte("before"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "a.json"), []byte("after!"), 0o666); err != nil {
		t.Fatal(err)
	}
	sent, err := here(root).move(t.Context(), b, f, nil)
	if sent || err == nil || err.Error() != "bucket: "+root+"/a.json: to gs://box/sets: it is not the file that was made; verify the dataset" {
		t.Errorf("%v, %v", sent, err)
	}
	if len(g.objects) > 0 {
		t.Errorf("there is %v", g.objects)
	}
}

// A file that names others is in a folder after them, and what a list of a folder says is what is there.
func TestDisk(t *testing.T) {
	b, err := Open((&url.URL{Scheme: "file", Path: t.TempDir()}).String())
	if err != nil {
		t.Fatal(err)
	}
	data := []byte("{}")
	for _, path := range []string{"x/1.json", "x/y/2.json", "3.json"} {
		f := file(path, data)
		if err := b.store.put(t.Context(), content{f, bytes.NewReader(data)}, nil); err != nil {
			t.Fatal(err)
		}
		if ok, err := b.has(t.Context(), f); !ok || err != nil {
			t.Errorf("%s: %v, %v", path, ok, err)
		}
	}
	for dir, want := range map[string]string{"": "3.json x/", "x": "x/1.json x/y/", "z": ""} {
		var names []string
		for name, err := range b.store.list(t.Context(), dir) {
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q has %q, want %q", dir, got, want)
		}
	}
	if err := b.store.keep([]write.File{{Path: "gone"}}); err == nil {
		t.Error("what is not there cannot be kept")
	}
}
