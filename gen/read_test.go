package gen

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestJobRead(t *testing.T) {
	job := Job{Root: t.TempDir()}
	if err := os.WriteFile(filepath.Join(job.Root, "a.json"), []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if data, err := job.Read("a.json"); string(data) != "{}" || err != nil || !job.Has("a.json") {
		t.Errorf("a.json: %q, %v", data, err)
	}
	for _, c := range []struct {
		job  Job
		want string
	}{
		{job, "train/b.json: no such file or directory"},
		{Job{}, "train/b.json: there is no dataset: file does not exist"},
	} {
		if _, err := c.job.Read("train/b.json"); err == nil || err.Error() != c.want || !errors.Is(err, fs.ErrNotExist) || c.job.Has("train/b.json") {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
