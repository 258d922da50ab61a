package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mereo/gen"
	"mereo/gen/write"
)

// damaged is a bucket with two records of TRANCE, whose files a test changes, and a folder into which the dataset was pulled before and
// which lacks a record.
type attacked struct {
	t              *testing.T
	bucket, pulled string
	record         string // of sample 0
}

func newAttacked(t *testing.T, good string) *attacked {
	t.Helper()
	dir := t.TempDir()
	h := &attacked{t: t, bucket: filepath.Join(dir, "bucket"), pulled: filepath.Join(dir, "deep", "pulled"), record: "train/info/TRANCE_standard_000000.json"}
	for _, to := range []string{h.bucket, h.pulled} {
		if err := os.CopyFS(to, os.DirFS(good)); err != nil {
			t.Fatal(err)
		}
	}
	h.put(h.pulled, "human_test/answers.json", []byte("by people"))
	h.put(h.pulled, ".lock", nil) // of a command before
	if err := os.Remove(filepath.Join(h.pulled, h.record)); err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *attacked) put(root, path string, data []byte) {
	h.t.Helper()
	name := filepath.Join(root, path)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o666); err != nil {
		h.t.Fatal(err)
	}
}

func (h *attacked) read(path string) []byte { return must(os.ReadFile(filepath.Join(h.bucket, path))) }

// edit changes a JSON file of the bucket.
func edit[T any](h *attacked, path string, change func(v *T)) {
	h.t.Helper()
	var v T
	if err := json.Unmarshal(h.read(path), &v); err != nil {
		h.t.Fatal(err)
	}
	change(&v)
	if _, err := write.JSON(h.bucket, path, v); err != nil {
		h.t.Fatal(err)
	}
}

// refused pulls, which must fail with a sentence and change nothing in the folder.
func (h *attacked) refused(address, want string) {
	h.t.Helper()
	before := tree(h.t, h.pulled)
	if code, _, stderr := mereo(h.t, "pull", address, h.pulled); code != exitFailure || !strings.Contains(stderr, want) {
		h.t.Errorf("exit %d, %q, want %q", code, stderr, want)
	}
	if tree(h.t, h.pulled) != before {
		h.t.Error("the folder was changed")
	}
	if all, _ := filepath.Glob(filepath.Join(filepath.Dir(h.pulled), "*")); len(all) != 1 {
		h.t.Errorf("beside the folder there is %v", all)
	}
}

// stores are the addresses of a folder as a bucket, and as one of S3.
func (h *attacked) stores() map[string]string {
	h.t.Setenv("AWS_ACCESS_KEY_ID", "tester")
	h.t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	server := httptest.NewServer(s3(h.bucket))
	h.t.Cleanup(server.Close)
	return map[string]string{
		"file": (&url.URL{Scheme: "file", Path: h.bucket}).String(),
		"s3":   "s3://box/?endpoint=" + server.URL + "&region=us-east-1&use_path_style=true",
	}
}

// s3 serves a folder as S3 does, for reading. A file that says "endless" has no end, nor has the list of a folder with a file of this name.
func s3(root string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/box"), "/")
		if key == "" {
			prefix := r.URL.Query().Get("prefix")
			fmt.Fprint(w, "<ListBucketResult>")
			entries, _ := os.ReadDir(filepath.Join(root, prefix))
			more := ""
			for _, e := range entries {
				switch {
				case e.Name() == "endless":
					more = "<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>"
				case e.IsDir():
					fmt.Fprintf(w, "<CommonPrefixes><Prefix>%s%s/</Prefix></CommonPrefixes>", prefix, e.Name())
				default:
					fmt.Fprintf(w, "<Contents><Key>%s%s</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>", prefix, e.Name())
				}
			}
			fmt.Fprint(w, more, "</ListBucketResult>")
			return
		}
		data, err := os.ReadFile(filepath.Join(root, key))
		if err != nil {
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, "<Error><Code>NoSuchKey</Code></Error>")
			return
		}
		w.Header().Set("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")
		for string(data) == "endless" {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(data)))
		w.Write(data)
	})
}

// What a bucket says and sends is not obeyed where no dataset has it: a pull is refused, and the folder stays as it was.
func TestHostileBucket(t *testing.T) {
	dir := t.TempDir()
	made, good := filepath.Join(dir, "made"), filepath.Join(dir, "good")
	mustMereo(t, "", "generate", "trance", "--no-pictures", "--count", "2", "--out", made)
	mustMereo(t, "", "push", made, "file://"+good)
	const block, manifest = "train/blocks/0000.json", "manifest.json"

	t.Run("names", func(t *testing.T) {
		for _, path := range []string{
			"../outside_000000.json", "/tmp/outside_000000.json", ".bashrc", "train/.config/000000.json", "human_test/answers.json", "human_test/train/000000.json",
			"exports/train/000000.json", "train/blocks/000000.json", "dataset.json", "val/info/TRANCE_standard_000000.json",
			"train/info/TRANCE_standard_000001.json", "train/info/000000.sh", "train/info/a b000000.json", "train/info/../../000000.json", "train/info//000000.json",
			"train\\info\\000000.json", "train/info/\x1b[2J000000.json", "train/data.jsonl",
		} {
			h := newAttacked(t, good)
			if filepath.IsLocal(path) && path != gen.DatasetFile {
				h.put(h.bucket, path, h.read(h.record)) // so that it could be brought
			}
			edit(h, block, func(b *gen.Block) { b.Items[0].Files[0].Path = path })
			for store, address := range h.stores() {
				t.Run(store+" "+path, func(t *testing.T) {
					h.t = t
					h.refused(address, fmt.Sprintf("%s: names the file %q, which it cannot have; do not trust it", block, path))
				})
			}
			// Such a folder is not obeyed, either.
			h.t = t
			for _, args := range [][]string{{"push", h.bucket, "file://" + filepath.Join(dir, "b")}, {"merge", filepath.Join(dir, "merged"), h.bucket}} {
				if code, _, stderr := mereo(t, args...); code != exitFailure || !strings.Contains(stderr, "which it cannot have") {
					t.Errorf("%s: %s: exit %d, %q", args[0], path, code, stderr)
				}
			}
		}
	})
	t.Run("names in the manifest", func(t *testing.T) {
		for _, path := range []string{"../outside.json", "/tmp/outside.json", ".bashrc", "human_test/answers.json", "human_test/train.json", "notes.txt", "train/blocks/0001.json"} {
			for kind, change := range map[string]func(m *gen.Manifest){
				"files":  func(m *gen.Manifest) { m.Files[0].Path = path },
				"joined": func(m *gen.Manifest) { m.Splits[0].Joined[0].Path = path },
				"blocks": func(m *gen.Manifest) { m.Splits[0].Blocks[0].Path = path },
			} {
				h := newAttacked(t, good)
				mustMereo(t, "", "pull", "file://"+good, h.pulled) // the record
				edit(h, manifest, change)
				for store, address := range h.stores() {
					t.Run(store+" "+kind+" "+path, func(t *testing.T) {
						h.t = t
						h.refused(address, fmt.Sprintf("manifest.json: names the file %q, which it cannot have; do not trust it", path))
					})
				}
				for _, args := range [][]string{{"verify", h.bucket}, {"push", h.bucket, "file://" + filepath.Join(dir, "b")}} {
					if code, out, stderr := mereo(t, args...); code == exitOK || !strings.Contains(out+stderr, "which it cannot have") {
						t.Errorf("%s: %s %s: exit %d, %q %q", args[0], kind, path, code, out, stderr)
					}
				}
			}
		}
	})
	t.Run("sizes", func(t *testing.T) {
		for what, c := range map[string]struct {
			do   func(h *attacked)
			want string
		}{
			"longer":         {func(h *attacked) { h.put(h.bucket, h.record, append(h.read(h.record), ' ')) }, " bytes are sent: it is not the file that was made; push it again"},
			"shorter":        {func(h *attacked) { h.put(h.bucket, h.record, []byte("{}")) }, "is not the file that was made; push it again"},
			"said too large": {func(h *attacked) { edit(h, block, func(b *gen.Block) { b.Items[0].Files[0].Bytes = 1 << 50 }) }, "has 1125899906842624 bytes, want at most"},
			"said negative":  {func(h *attacked) { edit(h, block, func(b *gen.Block) { b.Items[0].Files[0].Bytes = -1 }) }, "which cannot be"},
			"unknown key": {func(h *attacked) {
				h.put(h.bucket, block, bytes.Replace(h.read(block), []byte(`"count"`), []byte(`"cOunt"`), 1))
			}, ": cOunt is an unknown key"},
			"plan of a billion": {func(h *attacked) {
				h.put(h.bucket, "train/blocks/plan.json", []byte(`{"count": 1000000000, "of": ""}`))
			}, "count is 1000000000, want 1 to 1000000"},
			"another dataset's manifest": {func(h *attacked) {
				mustMereo(t, "", "pull", "file://"+good, h.pulled)
				edit(h, manifest, func(m *gen.Manifest) { m.Seed = 777 })
			}, "says seed 777, asked for 0; do not trust it"},
		} {
			h := newAttacked(t, good)
			c.do(h)
			for store, address := range h.stores() {
				t.Run(store+" "+what, func(t *testing.T) {
					h.t = t
					h.refused(address, c.want)
				})
			}
		}
		for path, want := range map[string]string{
			"train/info/TRANCE_standard_000000.json": " bytes are sent: it is not the file that was made; push it again",
			block:                                    "more than 67108864 bytes are sent",
			"dataset.json":                           "more than 67108864 bytes are sent; do not trust it",
			"train/blocks/plan.json":                 "more than 67108864 bytes are sent",
			manifest:                                 "more than 67108864 bytes are sent",
			"endless":                                "the list of files does not end after",
			"train/blocks/endless":                   "the list of files does not end after",
		} {
			t.Run("s3 endless "+path, func(t *testing.T) {
				h := newAttacked(t, good)
				if path == manifest {
					mustMereo(t, "", "pull", "file://"+good, h.pulled)
				}
				h.put(h.bucket, path, []byte("endless"))
				h.refused(h.stores()["s3"], want)
			})
		}
	})
	t.Run("no files in the bucket's folder", func(t *testing.T) {
		for what, do := range map[string]func(name string) error{
			"is a pipe":               func(name string) error { return syscall.Mkfifo(name, 0o666) },
			"leads out of the folder": func(name string) error { return os.Symlink("/dev/zero", name) },
			"is a folder":             func(name string) error { return os.Mkdir(name, 0o777) },
		} {
			for _, path := range []string{"train/info/TRANCE_standard_000000.json", block} {
				t.Run(what+" "+path, func(t *testing.T) {
					h := newAttacked(t, good)
					name := filepath.Join(h.bucket, path)
					if err := os.Remove(name); err != nil {
						t.Fatal(err)
					}
					if err := do(name); err != nil {
						t.Fatal(err)
					}
					h.t = t
					code, _, stderr := mereo(t, "pull", h.stores()["file"], h.pulled)
					// A link or folder in place of a block is no block: it is not listed.
					if listed := !(path == block && what != "is a pipe"); listed && (code != exitFailure || !strings.Contains(stderr, what)) {
						t.Errorf("exit %d, %q, want %q", code, stderr, what)
					}
				})
			}
		}
	})
	t.Run("links in the folder", func(t *testing.T) {
		outside := t.TempDir()
		for what, path := range map[string]string{"folder": "train/info", "temporary name": "train/info/.TRANCE_standard_000000.json.part"} {
			t.Run(what, func(t *testing.T) {
				h := newAttacked(t, good)
				name, target := filepath.Join(h.pulled, path), outside
				if what != "folder" {
					target = filepath.Join(outside, "victim")
				}
				if err := os.RemoveAll(name); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(target, name); err != nil {
					t.Fatal(err)
				}
				code, _, stderr := mereo(t, "pull", "file://"+good, h.pulled)
				refused := code == exitFailure && strings.HasSuffix(stderr, "leads out of the folder\n")
				if what == "temporary name" { // what lies there is replaced
					refused = code == 0
				}
				if there, err := os.ReadDir(outside); !refused || err != nil || len(there) > 0 {
					t.Errorf("exit %d, %q; outside there is %v, %v", code, stderr, there, err)
				}
			})
		}
	})
}
