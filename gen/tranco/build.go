package tranco

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"mereo/gen/write"
	"mereo/scenes/rng"
)

// tinySize is the length of the lists of candidates_test_100.json, that of the paper's smaller test.
const tinySize = 100

// BuildOptions say what Build reads and where it writes.
type BuildOptions struct {
	COIN   string // COIN's annotation file, COIN.json
	Out    string // folder of the set; made if missing, files of the same names are replaced
	Videos string // folder of videos named by id, at any depth; if empty, every annotated video is taken to be there
	Seed   uint64 // of the lists of 100 candidates; splits do not depend on it
}

// Report is what Build did.
type Report struct {
	Splits     []SplitCount // train, val, test
	TooFew     int          // videos left out for fewer than 2 steps
	TooMany    int          // videos left out for more than 7 steps
	NoVideo    int          // videos left out because their file is missing; such are in no other count
	FirstNone  string       // the id of the first of them
	Late       int          // kept videos that have a clip which ends after the annotated duration
	FirstLate  string       // the id of the first of them
	Candidates int          // length of the shortest list of candidates_test_100.json, 0 without test samples
}

// SplitCount is the size of a split.
type SplitCount struct {
	Split   string
	Samples int
	Clips   int
	Steps   [maxSteps - minSteps + 1]int // samples of 2, 3, ... 7 steps
}

// Build makes a set from COIN's annotations; the package comment lists its files. Videos of COIN's subset training are
// split train; those of testing are val or test by a hash of their id, 5 to 7, the proportion of the paper's sizes
// 1,024 and 1,430. All annotations are checked before anything is written, and every file is complete or absent. Same
// annotations, files and seed, same bytes.
//
// Errors are about the first wrong entry by video id. That no video at all is left is one.
func Build(ctx context.Context, o BuildOptions) (*Report, error) {
	videos, err := readCOIN(o.COIN)
	if err != nil {
		return nil, err
	}
	var files map[string]string
	if o.Videos != "" {
		if files, err = findVideos(ctx, o.Videos); err != nil {
			return nil, err
		}
	}

	// Make the records.
	report := &Report{}
	of := map[string][]Record{}
	for i := range videos {
		v := &videos[i]
		if o.Videos != "" && files[v.id] == "" {
			if report.NoVideo++; report.NoVideo == 1 {
				report.FirstNone = v.id
			}
			continue
		}
		switch r, reason := v.record(files[v.id]); reason {
		case tooFewSteps:
			report.TooFew++
		case tooManySteps:
			report.TooMany++
		default:
			split := splitOf(v)
			of[split] = append(of[split], r)
			late := func(c Clip) bool { return v.Duration > 0 && c.End > v.Duration }
			if slices.ContainsFunc(r.Clips, late) {
				if report.Late++; report.Late == 1 {
					report.FirstLate = v.id
				}
			}
		}
	}
	switch {
	case report.NoVideo == len(videos):
		return nil, fmt.Errorf("tranco: %s holds none of the %d videos of %s; name files by video id, such as %s.mp4",
			o.Videos, len(videos), o.COIN, report.FirstNone)
	case len(of) == 0:
		return nil, fmt.Errorf("tranco: %s: none of the %d videos has 2 to 7 steps; give all of COIN's annotations",
			o.COIN, len(videos)-report.NoVideo)
	}

	// Write them, and the candidates of the test.
	for _, split := range splits {
		report.Splits = append(report.Splits, countOf(split, of[split]))
		if err := writeRecords(ctx, o.Out, split+".jsonl", of[split]); err != nil {
			return nil, fmt.Errorf("tranco: %s: %w", o.Out, err)
		}
	}
	clips := allClips(of["test"])
	tiny := map[string][]string{}
	for _, r := range of["test"] {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("tranco: candidates: %w", err)
		}
		list := tinyList(&r, clips, o.Seed)
		tiny[r.VideoID] = list
		if report.Candidates == 0 || len(list) < report.Candidates {
			report.Candidates = len(list)
		}
	}
	_, err = write.JSON(o.Out, "candidates_test.json", clips)
	if err == nil {
		_, err = write.JSON(o.Out, "candidates_test_100.json", tiny)
	}
	if err != nil {
		return nil, fmt.Errorf("tranco: %s: %w", o.Out, err)
	}
	return report, nil
}

// splitOf is a function of the entry alone, so that a video keeps its split whatever else the annotations have.
func splitOf(v *video) string {
	if v.Subset == "training" {
		return "train"
	}
	if rng.Named("tranco/val or test/"+v.id).IntN(12) < 5 {
		return "val"
	}
	return "test"
}

func countOf(split string, records []Record) SplitCount {
	c := SplitCount{Split: split, Samples: len(records)}
	for _, r := range records {
		c.Clips += r.NStep
		c.Steps[r.NStep-minSteps]++
	}
	return c
}

// allClips are the clip ids of records in their order, never nil, which JSON would call null.
func allClips(records []Record) []string {
	clips := []string{}
	for _, r := range records {
		for _, c := range r.Clips {
			clips = append(clips, c.ClipID)
		}
	}
	return clips
}

// tinyList is a sample's own clips and random ones of other test samples, 100 in all or all there are. It is shuffled:
// own clips side by side in time order would be the answer.
func tinyList(r *Record, clips []string, seed uint64) []string {
	others := slices.DeleteFunc(slices.Clone(clips), func(clip string) bool { return slices.Contains(r.Reference, clip) })
	s := stream(seed, "test", "candidates", r.VideoID)
	list := append(draw(s, others, tinySize-len(r.Reference)), r.Reference...)
	return draw(s, list, len(list))
}

func writeRecords(ctx context.Context, root, name string, records []Record) error {
	_, err := write.Stream(root, name, func(w io.Writer) error {
		for i := range records {
			if err := ctx.Err(); err != nil {
				return err
			}
			line, err := json.Marshal(&records[i], jsontext.EscapeForJS(true))
			if err != nil {
				return err
			}
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// videoEndings are the names' endings of files that are taken for videos, in lower case.
var videoEndings = []string{".avi", ".flv", ".m4v", ".mkv", ".mov", ".mp4", ".webm"}

// findVideos maps video ids to files below dir, by names; empty files, which broken downloads leave, do not count. Of
// two files of one id the first in the order of paths is taken.
func findVideos(ctx context.Context, dir string) (map[string]string, error) {
	if info, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("tranco: videos: %w; give the folder that holds them", err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("tranco: videos: %s is a file; give the folder that holds them", dir)
	}
	files := map[string]string{}
	tree := os.DirFS(dir)
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || d.IsDir() {
			return err
		}
		ending := path.Ext(name)
		id := strings.TrimSuffix(path.Base(name), ending)
		if files[id] != "" || !slices.Contains(videoEndings, strings.ToLower(ending)) {
			return nil
		}
		// Stat follows links; one to nothing is a missing video.
		if info, err := fs.Stat(tree, name); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			files[id] = name
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("tranco: videos: %s: %w", dir, err)
	}
	return files, nil
}
