package explore

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"mereo/gen/show"
)

func itoa(i int) string { return strconv.Itoa(i) }

const program = `{"program": [{"function": "number", "inputs": [], "side": []}], "question": 1, "edits": []}`

// What is wrong is told in a sentence.
func TestErrors(t *testing.T) {
	e := open(t, 20, nil, "train", "val")
	answer := func(key, value string) string { // with another value of a key
		keys := map[string]string{
			"user": `"anna"`, "problem": `"train"`, "split": `"train"`, "index": "3", "question": "0", "answer": `"no"`,
			"started": `"2026-01-02T03:04:05Z"`, "seconds": "1.5", "mode": `"instant"`,
		}
		keys[key] = value
		var all []string
		for key, value := range keys {
			all = append(all, strconv.Quote(key)+": "+value)
		}
		return "{" + strings.Join(all, ", ") + "}"
	}
	for _, c := range []struct {
		method, address, body string
		status                int
		want                  string
	}{
		{"GET", "/api/sample/dev/3", "", 404, `split is "dev", want one of ["train" "val"]`},
		{"GET", "/api/sample/train/20", "", 404, `index is "20", want 0 to 19`},
		{"GET", "/api/sample/train/-1", "", 404, `index is "-1", want 0 to 19`},
		{"GET", "/api/sample/train/x", "", 404, `index is "x", want 0 to 19`},
		{"GET", "/api/sample/train/9", "", 404, `train/9 is not made yet`},
		{"GET", "/thumb/train/9", "", 404, `train/9 is not made yet`},
		{"GET", "/api/sample/train/" + strings.Repeat("9", 500), "", 404, `index is "` + strings.Repeat("9", 60) + `…", want 0 to 19`},
		{"GET", "/api/samples?split=train&limit=501", "", 400, `limit is "501", want 1 to 500`},
		{"GET", "/api/samples?split=train&from=-3", "", 400, `from is "-3", want 0 to 20`},
		{"GET", "/thumb/train/0?w=5", "", 400, `w is "5", want 16 to 1024`},
		{"GET", "/thumb/train/0?p=1", "", 404, `picture is 1, want 0 to 0`},
		{"GET", "/thumb/train/1", "", 404, `picture train/1.png cannot be read`},
		{"GET", "/api/labels/train/0/0/color", "", 404, `channel is "color", want one of ["object" "part" "region" "viewz" "normal" "flow"]`},
		{"GET", "/api/whatifs/train/0", "", 500, `toy: samples cannot be made again`},
		{"GET", "/api/drawn/abc/0.png", "", 404, `what was drawn under this name is no longer kept; draw it again`},
		{"GET", "/api/run/train/0", "", 404, `nothing is at /api/run/train/0`},
		{"GET", "/api/test/answer", "", 404, `nothing is at /api/test/answer`},
		{"POST", "/api/run/train/0", `{"program": []}`, 400, `the program has no calls`},
		{"POST", "/api/run/train/0", `{"program": [{"function": "fly", "inputs": [], "side": []}], "question": -1}`, 400, `toy: no function "fly"`},
		{"POST", "/api/run/train/0", `{"program": [{"function": "number", "inputs": [0], "side": []}], "question": -1}`, 400,
			`call 0 (number) has input 0, want a call before it`},
		{"POST", "/api/run/train/0", `{"program": [{"function": "number"}], "question": 3}`, 400, `question is 3, want -1 to 2`},
		{"POST", "/api/run/train/0", `{"programs": []}`, 400, `the request is no JSON of its kind: line 1, column 2: programs is an unknown key`},
		{"POST", "/api/run/train/0", program + "{}", 400, `the request is no JSON of its kind: line 1, column 92: something follows the end of the value`},
		{"POST", "/api/run/train/0", `{"program": "` + strings.Repeat("x", maxBody) + `"}`, 413, `the request has more than 262144 bytes`},
		{"POST", "/api/edit/train/0", `{"edits": [], "quality": "best"}`, 400, `quality is "best", want "draft" or "standard"`},
		{"GET", "/api/test?user=&problem=train", "", 400, `the user has no name`},
		{"GET", "/api/test?user=a%0Ab&problem=train", "", 400, `the user's name is "a\nb", want text without control characters`},
		{"GET", "/api/test?problem=train&user=" + strings.Repeat("a", 65), "", 400, `the user's name has 65 characters, want at most 64`},
		{"GET", "/api/test?user=anna&problem=event", "", 400, `the problem is "event", want one of ["train" "val"]`},
		{"POST", "/api/test/answer", answer("answer", `3`), 400, `the answer is 3, want a text`},
		{"POST", "/api/test/answer", answer("answer", `"maybe"`), 400, `the answer is "maybe", want one of ["yes" "no"]`},
		{"POST", "/api/test/answer", answer("answer", `"`+strings.Repeat("ä", 60_000)+`"`), 400,
			`the answer is "` + strings.Repeat("ä", 60) + `…", want one of ["yes" "no"]`},
		{"POST", "/api/test/answer", answer("answer", "["+strings.Repeat("3, ", 60_000)+"3]"), 400,
			`the answer is [` + strings.Repeat("3, ", 20)[:59] + `…, want a text`},
		{"POST", "/api/test/answer", answer("answer", `" "`), 400, `the answer is empty`},
		{"POST", "/api/test/answer", answer("question", `3`), 400, `question is 3, want 0 to 2`},
		{"POST", "/api/test/answer", answer("question", `2`), 400, `question 2 has no choices and is none of the test`},
		{"POST", "/api/test/answer", answer("question", `null`), 400, `question is missing, or there where tasks have none`},
		{"POST", "/api/test/answer", answer("split", `"val"`), 400, `the split is "val", want "train"`},
		{"POST", "/api/test/answer", answer("index", `20`), 400, `the index is 20, want 0 to 19`},
		{"POST", "/api/test/answer", answer("mode", `"slow"`), 400, `the mode is "slow", want "instant" or "blind"`},
		{"POST", "/api/test/answer", answer("seconds", `-1`), 400, `seconds are -1, want 0 to 86400`},
		{"POST", "/api/test/answer", answer("seconds", `86400.5`), 400, `seconds are 86400.5, want 0 to 86400`},
	} {
		wantError(t, e, c.method, c.address, c.body, c.status, c.want)
	}
	if entries, err := os.ReadDir(filepath.Join(e.opt.Root, storeDir)); err == nil {
		t.Errorf("refused answers left %v", entries)
	}
}

// Pages of other sites, and names of other sites that lead here, get nothing done.
func TestOtherSites(t *testing.T) {
	e := open(t, 20, func(o *Options) { o.Hosts = []string{"localhost", "127.0.0.1", "::1"} }, "train")
	run := "/api/run/train/0"
	for _, ok := range [][]string{
		{}, {"Host: localhost:8080"}, {"Host: [::1]:8080"}, {"Host: LOCALHOST"},
		{"Origin: http://127.0.0.1:8080"}, {"Sec-Fetch-Site: same-origin"}, {"Content-Type: application/json; charset=utf-8"},
	} {
		if status, answer, _ := ask(t, e, "POST", run, program, ok...); status != 200 || !strings.Contains(answer, `"answer":"0"`) {
			t.Errorf("%q: status %d, %s", ok, status, answer)
		}
	}
	const foreign = "a page of another site may not send this"
	const hosts = ` want one of ["localhost" "127.0.0.1" "::1"]`
	for _, c := range []struct {
		header string
		status int
		want   string
	}{
		{"Origin: http://evil.example", 403, foreign},
		{"Origin: http://127.0.0.1:9999", 403, foreign},
		{"Origin: null", 403, foreign},
		{"Sec-Fetch-Site: cross-site", 403, foreign},
		{"Sec-Fetch-Site: same-site", 403, foreign},
		{"Host: evil.example:8080", 421, `host is "evil.example:8080",` + hosts},
		{"Content-Type: text/plain", 415, `content type is "text/plain", want application/json`},
		{"Content-Type: application/x-www-form-urlencoded", 415, `content type is "application/x-www-form-urlencoded", want application/json`},
		{"Content-Type: ", 415, `content type is "", want application/json`},
	} {
		wantError(t, e, "POST", run, program, c.status, c.want, c.header)
	}
	wantError(t, e, "GET", "/api/dataset", "", 421, `host is "evil.example",`+hosts, "Host: evil.example")
}

// Every answer tells the browser to load nothing from elsewhere, and whom not to show it to.
func TestHeaders(t *testing.T) {
	e := open(t, 20, nil, "train")
	for _, address := range []string{"/", "/sample/train/3", "/test", "/web/app.js", "/api/dataset", "/thumb/train/0", "/nothing"} {
		_, _, h := ask(t, e, "GET", address, "")
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
			"Content-Security-Policy": "default-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob: data:; object-src 'none'; " +
				"base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", address, name, got, want)
			}
		}
	}
}

// Only pictures inside the dataset's folder are handed out, whatever the address or a link says.
func TestFilesOutsideAreRefused(t *testing.T) {
	e := open(t, 20, nil, "train")
	root := e.opt.Root
	outside := t.TempDir()
	put(t, outside, "secret.png", []byte("secret"))
	put(t, root, "human_test/anna.train.jsonl", []byte("{}\n"))
	put(t, root, "train/notes.txt", []byte("notes"))
	put(t, root, "dir.png/x.png", []byte("inside"))
	for name, target := range map[string]string{
		"train/link.png": filepath.Join(outside, "secret.png"), "train/up": outside, "train/inside.png": "0.png",
	} {
		if err := os.Symlink(target, filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	for _, address := range []string{"/file/train/0.png", "/file/train/inside.png", "/file/dir.png/x.png"} {
		if status, _, h := ask(t, e, "GET", address, ""); status != 200 || h.Get("Content-Type") != "image/png" {
			t.Errorf("%s: status %d, %s", address, status, h.Get("Content-Type"))
		}
	}
	up := strings.Repeat("%2e%2e%2f", 9) + strings.TrimPrefix(outside, "/") + "/secret.png"
	for _, address := range []string{
		"/file/" + up, "/file/train%2f..%2f..%2f" + filepath.Base(outside) + "%2fsecret.png", "/file/" + outside + "/secret.png",
		"/file/%2f" + outside + "/secret.png", "/file/train/link.png", "/file/train/up/secret.png", "/file/human_test/anna.train.jsonl",
		"/file/train/notes.txt", "/file/dataset.json", "/file/train", "/file/", "/file/dir.png", "/file/train/none.png",
		"/file/train/0.png%00", "/web/../explore.go", "/web/vendor/../../explore.go",
	} {
		status, answer, _ := ask(t, e, "GET", address, "")
		if status != 404 && status != 307 && status != 301 || answer == "secret" {
			t.Errorf("%s: status %d, %q", address, status, answer)
		}
	}
	wantError(t, e, "GET", "/file/train/link.png", "", 404, `no picture "train/link.png" is in the folder`)
	wantError(t, e, "GET", "/file/"+up, "", 404, fmt.Sprintf("no picture %q is in the folder", show.Cut(strings.ReplaceAll(up, "%2e%2e%2f", "../"))))
}

// A link in the place of the answers' folder that leads out of the dataset leads nowhere.
func TestAnswersStayInTheFolder(t *testing.T) {
	e := open(t, 20, nil, "train")
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(e.opt.Root, storeDir)); err != nil {
		t.Fatal(err)
	}
	status, answer, _ := ask(t, e, "POST", "/api/test/answer", answerTo("anna", 3, 0, "no", "instant"))
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 || status != 500 || !strings.Contains(answer, "the answer was not stored: ") {
		t.Errorf("status %d, %s; outside are %v (%v)", status, answer, entries, err)
	}
}

func TestReadOnlyStoresNothing(t *testing.T) {
	e := open(t, 20, func(o *Options) { o.ReadOnly = true }, "train")
	wantError(t, e, "POST", "/api/test/answer", answerTo("anna", 3, 0, "no", "instant"), http.StatusForbidden,
		"answers are not stored: the server was started with --read-only")
	if _, err := os.Stat(filepath.Join(e.opt.Root, storeDir)); !os.IsNotExist(err) {
		t.Errorf("there is a folder of answers: %v", err)
	}
}

// Where the folder cannot be written nothing is stored either, which is known before somebody answers.
func TestFolderThatCannotBeWritten(t *testing.T) {
	e := open(t, 20, nil, "train")
	if why := e.StoresNot(); why != "" {
		t.Fatalf("answers are not stored: %s", why)
	}
	opt := e.opt
	for _, dir := range []string{filepath.Dir(opt.Root), opt.Root} { // others may look
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { // so that it can be removed
		os.Chmod(filepath.Dir(opt.Root), 0o755)
		os.Chmod(opt.Root, 0o755)
	})
	var err error
	asNobody(t, func() { e, err = Open(opt) })
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	const why = "nothing can be written in the dataset's folder: permission denied"
	if about := get[struct{ StoresNot string }](t, e, "/api/dataset"); about.StoresNot != why || e.StoresNot() != why {
		t.Errorf("told is %q, want %q", about.StoresNot, why)
	}
	wantError(t, e, "POST", "/api/test/answer", answerTo("anna", 3, 0, "no", "instant"), http.StatusForbidden,
		"answers are not stored: "+why)
}

// asNobody calls f on a thread that has no rights of root's. The thread ends with it.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Getuid() != 0 {
		f()
		return
	}
	done := make(chan syscall.Errno)
	go func() {
		runtime.LockOSThread()
		const nobody = 65534
		_, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, nobody, nobody, nobody)
		if errno == 0 {
			f()
		}
		done <- errno
	}()
	if errno := <-done; errno != 0 {
		t.Skipf("no other user can be taken on: %v", errno)
	}
}

func TestThumbIsSmall(t *testing.T) {
	e := open(t, 20, nil, "train")
	status, data, h := ask(t, e, "GET", "/thumb/train/0?w=32", "")
	img, kind, err := image.DecodeConfig(bytes.NewReader([]byte(data)))
	if status != 200 || err != nil || kind != "jpeg" || img.Width != 32 || img.Height != 24 || h.Get("Content-Type") != "image/jpeg" {
		t.Errorf("status %d, %v %s %v", status, img, kind, err)
	}
}

func TestLabelsAreLittleEndian(t *testing.T) {
	e := open(t, 20, nil, "train")
	_, data, h := ask(t, e, "GET", "/api/labels/train/0/0/object", "")
	if data != "\x00\x00\x02\x01" || h.Get("X-Width") != "2" || h.Get("X-Height") != "1" || h.Get("X-Source") != "dataset" {
		t.Errorf("got %q, %v", data, h)
	}
	if _, data, _ = ask(t, e, "GET", "/api/labels/train/0/0/viewz", ""); data != "\x00\x00\x00\x00\x00\x00\xc0\x3f" {
		t.Errorf("got %q, want 0 and 1.5 as float32", data)
	}
}
