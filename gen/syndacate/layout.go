package syndacate

import (
	"fmt"
	"path/filepath"
	"strings"

	"mereo/gen"
)

// shardPath is the shard from an element on.
func shardPath(stem string, first int) string { return fmt.Sprintf("%s/shards/%06d.npz", stem, first) }

const sheetPattern = "%[1]s/sheets/%06[2]d.png"

func sheetPath(stem string, first int) string { return fmt.Sprintf(sheetPattern, stem, first) }

// filePath is the joined file of a split. Without pictures it must not have the published name, by which readers know that
// pictures are there.
func filePath(job gen.Job) (string, error) {
	name, err := nameWith(job.Split, job.Count)
	if err == nil && !job.Pictures {
		name = strings.TrimSuffix(name, ".npz") + ".poses.npz"
	}
	return name, err
}

// joinedFile is where that file lies.
func joinedFile(job gen.Job) (string, error) {
	name, err := filePath(job)
	return filepath.Join(job.Root, filepath.FromSlash(name)), err
}

func sidecarPath(file string) string { return strings.TrimSuffix(file, ".npz") + ".meta.json" }
