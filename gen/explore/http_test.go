package explore

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// Browsers that have a file are told so, and not sent it again.
func TestFilesAreSentOnce(t *testing.T) {
	e := open(t, 20, nil, "train")
	for _, address := range []string{"/", "/sample/train/3", "/web/app.js", "/file/train/0.png", "/thumb/train/0"} {
		status, data, h := ask(t, e, "GET", address, "")
		if status != http.StatusOK || data == "" || h.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: status %d, %d bytes, %v", address, status, len(data), h)
		}
		ask304 := func(header string) {
			t.Helper()
			if status, again, _ := ask(t, e, "GET", address, "", header); status != http.StatusNotModified || again != "" {
				t.Errorf("%s with %s: status %d and %d bytes, want 304 and none", address, header, status, len(again))
			}
		}
		if tag := h.Get("ETag"); tag != "" {
			ask304("If-None-Match: " + tag)
			if status, _, _ := ask(t, e, "GET", address, "", `If-None-Match: "old"`); status != http.StatusOK {
				t.Errorf("%s with an old tag: status %d", address, status)
			}
		} else {
			ask304("If-Modified-Since: " + h.Get("Last-Modified"))
			old := time.Now().Add(-1000 * time.Hour).UTC().Format(http.TimeFormat)
			if status, _, _ := ask(t, e, "GET", address, "", "If-Modified-Since: "+old); status != http.StatusOK {
				t.Errorf("%s with an old time: status %d", address, status)
			}
		}
	}
}

// HEAD is GET without the body, for everything that GET is for.
func TestHead(t *testing.T) {
	e := open(t, 20, nil, "train")
	server := httptest.NewServer(e.Handler())
	defer server.Close()
	for _, address := range []string{"/", "/web/app.js", "/api/dataset", "/api/sample/train/3", "/file/train/0.png", "/thumb/train/0", "/api/labels/train/0/0/object"} {
		answer, err := http.Head(server.URL + address)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusOK || answer.ContentLength <= 0 || answer.Header.Get("Content-Type") == "" {
			t.Errorf("HEAD %s: status %d, %d bytes, %v", address, answer.StatusCode, answer.ContentLength, answer.Header)
		}
	}
	for _, method := range []string{"PUT", "DELETE", "PATCH"} {
		wantError(t, e, method, "/api/dataset", "", 404, "nothing is at /api/dataset", "Content-Type: application/json")
	}
}
