package models

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"mereo/internal/bound"
	"mereo/internal/folder"
)

// reportVersion is another one whenever a file would get another report, or cannot be read any more.
const reportVersion = 1

// maxReport bounds a report, in bytes. They have some hundred, and a line for each texture.
const maxReport = 1 << 20

// entry is what is kept of a file: the first line of a cache file is the SHA-256 of the rest, which is the entry as JSON.
type entry struct {
	Files  map[string]string // SHA-256 of the files that it names, by paths relative to it
	Report Report
}

// cacheFile is where the entry of a file with a checksum is.
func cacheFile(cache, sum string) string {
	return filepath.Join(cache, fmt.Sprint("v", reportVersion), sum[:2], sum+".json")
}

// remembered is what is kept of a file; not ok where there is nothing, or what is there is damaged.
func remembered(cache, sum string) (e entry, ok bool) {
	if cache == "" {
		return e, false
	}
	data, err := folder.Given(cacheFile(cache, sum), maxReport)
	if err != nil {
		return e, false
	}
	of, text, _ := bytes.Cut(data, []byte("\n"))
	return e, string(of) == sumOf(text) && json.Unmarshal(text, &e) == nil
}

// remember keeps what is known of a file. What cannot be written is found again next time.
func remember(cache, sum string, e entry) {
	if cache == "" {
		return
	}
	text, err := json.Marshal(e)
	name := cacheFile(cache, sum)
	if err != nil || len(text) > maxReport/2 || os.MkdirAll(filepath.Dir(name), 0o755) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".new-")
	if err != nil {
		return
	}
	_, err = f.Write(append([]byte(sumOf(text)+"\n"), text...))
	if closed := f.Close(); err != nil || closed != nil || os.Rename(f.Name(), name) != nil {
		_ = os.Remove(f.Name())
	}
}

// sumOf is the SHA-256 of data, lower-case hex.
func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// hashes are checksums of files, each found once: models share textures.
type hashes struct{ sync.Map }

// of is the checksum of a file, which must fit into memory.
func (h *hashes) of(dir *os.Root, p string, most bound.Size) (string, error) {
	type key struct {
		path string
		most bound.Size
	}
	once, _ := h.LoadOrStore(key{p, most}, sync.OnceValues(func() (string, error) { return hashFile(dir, p, most) }))
	return once.(func() (string, error))()
}

func hashFile(dir *os.Root, p string, most bound.Size) (string, error) {
	f, err := folder.In(dir, p)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		err = bound.New(most).Take(1, bound.Size(info.Size()))
	}
	h := sha256.New()
	if err == nil {
		_, err = io.Copy(h, io.LimitReader(f, info.Size()))
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", p, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
