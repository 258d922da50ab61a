package explore

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"sync"
)

//go:embed web
var web embed.FS

// webTag names what the files of the pages are, since files in a program have no times.
var webTag = sync.OnceValue(func() string {
	sum := sha256.New()
	err := fs.WalkDir(web, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := web.ReadFile(name)
		sum.Write([]byte(name + "\x00"))
		sum.Write(data)
		return err
	})
	if err != nil {
		panic(err) // it is memory
	}
	return `"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
})

// scripts hands out the files of the pages. Browsers ask whether theirs are still right.
func scripts() http.Handler {
	files := http.FileServerFS(web)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := fs.Stat(web, r.URL.Path[1:]); err == nil {
			w.Header().Set("ETag", webTag())
			w.Header().Set("Cache-Control", askAgain)
		}
		files.ServeHTTP(w, r)
	})
}

// page is the one page, whose script looks at the address.
func page(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", askAgain)
	w.Header().Set("ETag", webTag())
	http.ServeFileFS(w, r, web, "web/index.html")
}
