package explore

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"mereo/gen/qlevr"
	"mereo/gen/show"
)

// bomb is a small PNG file that says that it is large.
func bomb(t *testing.T, width, height uint32) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	data := out.Bytes()
	const header = 12 // signature, length
	binary.BigEndian.PutUint32(data[header+4:], width)
	binary.BigEndian.PutUint32(data[header+8:], height)
	binary.BigEndian.PutUint32(data[header+17:], crc32.ChecksumIEEE(data[header:header+17]))
	return data
}

// Pipes, devices, links out of the folder and pictures that say that they are large do nothing to the page but to be told.
func TestHostileFiles(t *testing.T) {
	e := open(t, 9, nil, "train")
	at := func(name string) string { return filepath.Join(e.opt.Root, filepath.FromSlash(name)) }
	put(t, e.opt.Root, "train/4.png", bomb(t, 20000, 20000))
	put(t, e.opt.Root, "human_test/keep", nil)
	for _, err := range []error{
		syscall.Mkfifo(at("train/1.png"), 0o666), os.Symlink("/dev/zero", at("train/2.png")), os.Symlink("1.png", at("train/3.png")),
		syscall.Mkfifo(at("human_test/anna.train.jsonl"), 0o666), os.Symlink("/dev/zero", at("human_test/ben.train.jsonl")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for address, want := range map[string]string{
		"/thumb/train/1":    "picture train/1.png: is a pipe, want a file",
		"/thumb/train/2":    "picture train/2.png: leads out of the folder",
		"/thumb/train/3":    "picture train/3.png: is a pipe, want a file",
		"/thumb/train/4":    "explore: picture train/4.png: it is 20000 x 20000, want at most 16 million pixels",
		"/file/train/1.png": `no picture "train/1.png" is in the folder`, "/file/train/2.png": `no picture "train/2.png" is in the folder`,
		"/api/test/history?user=anna&problem=train": "explore: answers: human_test/anna.train.jsonl: is a pipe, want a file",
		"/api/test/history?user=ben&problem=train":  "explore: answers: human_test/ben.train.jsonl: leads out of the folder",
	} {
		status, answer, _ := ask(t, e, "GET", address, "")
		if status < 400 || answer != fmt.Sprintf(`{"error":%q}`, want) {
			t.Errorf("%s: status %d, %s, want %s", address, status, answer, want)
		}
	}
	for _, user := range []string{"anna", "ben"} {
		if status, answer, _ := ask(t, e, "POST", "/api/test/answer", answerTo(user, 3, 0, "no", "instant")); status != 500 {
			t.Errorf("an answer of %s: status %d, %s", user, status, answer)
		}
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
		t.Errorf("it took %d MB", took>>20)
	}
}

// Pages of other sites cannot ask for anything, with their pictures neither; links to pages lead there.
func TestOtherSitesCannotAsk(t *testing.T) {
	e := open(t, 9, nil, "train")
	for _, site := range []string{"cross-site", "same-site"} {
		site := "Sec-Fetch-Site: " + site
		for _, address := range []string{
			"/api/dataset", "/api/samples?split=train", "/api/sample/train/0", "/file/train/0.png", "/thumb/train/0",
			"/api/picture/train/0/0.png", "/api/labels/train/0/0/object", "/api/scene/train/0/0.glb", "/api/whatifs/train/0",
			"/api/film/train/0/0", "/api/film/train/0/0/strip.jpg", "/api/test?user=a&problem=train", "/api/test/export?user=a", "/web/app.js",
		} {
			for _, mode := range []string{"no-cors", "cors", "navigate"} {
				wantError(t, e, "GET", address, "", http.StatusForbidden, "a page of another site may not send this", site, "Sec-Fetch-Mode: "+mode)
			}
		}
		for _, address := range []string{"/", "/sample/train/0", "/test"} {
			if status, _, _ := ask(t, e, "GET", address, "", site, "Sec-Fetch-Mode: navigate"); status != http.StatusOK {
				t.Errorf("a link to %s: status %d", address, status)
			}
			wantError(t, e, "GET", address, "", http.StatusForbidden, "a page of another site may not send this", site, "Sec-Fetch-Mode: no-cors")
		}
	}
	for _, site := range []string{"none", "same-origin"} {
		if status, _, _ := ask(t, e, "GET", "/thumb/train/0", "", "Sec-Fetch-Site: "+site); status != http.StatusOK {
			t.Errorf("%s: status %d", site, status)
		}
	}
	wantError(t, e, "GET", "/api/samples?split=train&f.a="+strings.Repeat("a", maxQuery), "", http.StatusRequestURITooLong,
		fmt.Sprintf("the question mark is followed by %d bytes, want at most %d", maxQuery+16, maxQuery))
}

// However many changes are tried, what is kept of them stays within the bound, and what was forgotten is made again.
func TestChangesKeepWithinTheirMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	const most = 128_000_000
	set, err := qlevr.New(qlevr.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	e := openSet(t, set, 4, func(o *Options) { o.MaxMemory = most })
	const tries = 16 // of 10 MB each
	for i := range tries {
		// Nothing can draw here, and all but the picture is there.
		if status, answer, _ := ask(t, e, "POST", fmt.Sprintf("/api/edit/train/%d", i%4), fmt.Sprintf(
			`{"edits": [{"kind": "move", "entity": "object 1", "x": 1, "y": %g}], "quality": "draft"}`, 1+0.001*float64(i))); status != http.StatusNotImplemented {
			t.Fatalf("change %d: status %d, %s", i, status, answer)
		}
	}
	id := nameOf("train/0", editRequest{Edits: []show.Edit{{Kind: show.EditMove, Entity: "object 1", X: 1, Y: 1}}, Quality: "draft"})
	if status, answer, _ := ask(t, e, "GET", "/api/drawn/"+id+"/labels/0/object", ""); status != http.StatusOK {
		t.Errorf("labels of the first change: status %d, %.200s", status, answer)
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	e.samplesMade.mu.Lock()
	used := e.samplesMade.used
	e.samplesMade.mu.Unlock()
	if used > most/6 || m.HeapAlloc > most {
		t.Errorf("%d MB are kept, want at most %d, and %d MB are in use, want at most %d", used/1e6, most/6_000_000, m.HeapAlloc/1e6, most/1_000_000)
	}
}
