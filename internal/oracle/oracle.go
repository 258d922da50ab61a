// Package oracle runs programs that are not ours, with which tests read back what we write: Debian's Python with h5py, numpy, PIL
// and yaml, and Node with the modules of package.json, which "scripts/oracles" installs beside it.
package oracle

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Python runs a program with Debian's numpy, h5py, PIL and yaml and returns what it prints.
func Python(t testing.TB, program string, args ...string) string {
	t.Helper()
	const name = "/usr/bin/python3"
	if out, err := exec.Command(name, "-c", "import h5py, numpy, PIL, yaml").CombinedOutput(); err != nil {
		missing(t, "python3 with h5py, numpy, PIL and yaml: %v\n%s", err, out)
	}
	return output(t, exec.Command(name, append([]string{"-c", program}, args...)...))
}

// Node runs an ES module and returns what it prints. It may import the modules of package.json; process.argv has args from 2 on.
func Node(t testing.TB, program string, args ...string) string {
	t.Helper()
	dir := folder(t)
	modules(t)
	// Modules are looked for beside the file that imports them.
	f, err := os.CreateTemp(dir, ".program-*.mjs")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString(program); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return output(t, exec.Command("node", append([]string{f.Name()}, args...)...))
}

// NodeModule is the folder of a module of package.json, for tests in a browser.
func NodeModule(t testing.TB, name string) string {
	t.Helper()
	dir := filepath.Join(modules(t), name)
	if _, err := os.Stat(dir); err != nil {
		missing(t, "module %s of Node, which scripts/oracles installs: %v", name, err)
	}
	return dir
}

// modules is the folder of all modules of Node.
func modules(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(folder(t), "node_modules")
	if _, err := os.Stat(dir); err != nil {
		missing(t, "modules of Node, which scripts/oracles installs: %v", err)
	}
	return dir
}

// folder is where this file lies. Tests run in the folder of their package, which is below the module's.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "internal", "oracle")
		} else if dir == filepath.Dir(dir) {
			t.Fatal("oracle: no go.mod in the folder of the test nor above it")
		}
	}
}

// missing skips the test, except where everything must be there.
func missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

func output(t testing.TB, c *exec.Cmd) string {
	t.Helper()
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(c.Path), err, out)
	}
	return string(out)
}

// S3 starts an S3 server with an empty bucket and returns the address of a place in it. The server ends with the test. Credentials
// are put into the environment.
func S3(t *testing.T) (address string) {
	t.Helper()
	t.Setenv("AWS_ACCESS_KEY_ID", "tester")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "tester's secret")
	return "s3://" + store(t, "us-east-1") + "&region=us-east-1"
}

// GS is S3 for a place in Google's store, which speaks the language of S3 with keys of its own.
func GS(t *testing.T) (address string) {
	t.Helper()
	t.Setenv("GS_ACCESS_KEY_ID", "tester")
	t.Setenv("GS_SECRET_ACCESS_KEY", "tester's secret")
	return "gs://" + store(t, "auto")
}

// store starts a server and returns what addresses have in common.
func store(t *testing.T, region string) (place string) {
	t.Helper()
	const bucket = "datasets"
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, bucket), 0o777); err != nil {
		t.Fatal(err)
	}
	host := freePort(t)
	// Metadata lie in files of their own: not every file system has extended attributes.
	serve(t, "s3server/versitygw", host, "--access", "tester", "--secret", "tester's secret", "--region", region, "--port", host,
		"posix", "--sidecar", t.TempDir(), root)
	return bucket + "/sets/one?endpoint=http://" + host + "&use_path_style=true"
}

// freePort is an address on this computer at which nobody listens.
func freePort(t *testing.T) (host string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// serve runs a server below this folder until the test ends, and waits until it answers at host.
func serve(t *testing.T, program, host string, args ...string) {
	t.Helper()
	path := filepath.Join(folder(t), filepath.FromSlash(program))
	if _, err := os.Stat(path); err != nil {
		missing(t, "the server %s, which scripts/oracles builds: %v", program, err)
	}
	c := exec.Command(path, args...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if conn, err := net.Dial("tcp", host); err == nil {
			conn.Close()
			return
		}
		if time.Now().After(end) {
			c.Process.Kill()
			c.Wait()
			t.Fatalf("the server %s does not answer: %s", program, out.String())
		}
	}
}
