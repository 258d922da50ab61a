package gen

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// A dataset may come from a stranger, whose blocks and manifest name files that are read, written and overwritten. They may name what
// makers and Finish write and nothing else: no other files of the folder, such as what people answered, and nothing outside of it.

var (
	pathWord = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]*$`)
	checksum = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// Extensions of the files of samples and questions, and of files that join them.
var (
	sampleExtensions = []string{".png", ".json", ".npy", ".npz", ".exr"}
	joinedExtensions = []string{".json", ".jsonl", ".npz", ".h5"}
)

// besides are folders below a dataset's that are not of its splits: what people answered, and exports.
var besides = []string{"human_test", "exports"}

// Pages that people read of a dataset.
const (
	CardName  = "README.md"
	StatsName = "stats.html"
	SheetName = "sheet.png"
)

// describing are the files by which Finish describes a dataset.
var describing = []string{DatasetFile, StatsName, SheetName, CardName}

// ValidSplit tells whether a split may have this name.
func ValidSplit(name string) bool {
	return splitName.MatchString(name) && !slices.Contains(besides, name)
}

// wordsOf are the parts of a path that a set may write; nil for any other.
func wordsOf(p string, extensions []string) []string {
	words := strings.Split(p, "/")
	bad := func(w string) bool { return !pathWord.MatchString(w) }
	switch last := len(words) - 1; {
	case slices.ContainsFunc(words, bad), slices.Contains(besides, words[0]), slices.Contains(words[:last], "blocks"),
		!slices.Contains(extensions, path.Ext(p)):
		return nil
	}
	return words
}

// ofSample tells whether a file may be of the samples or questions of a split: they lie in folders of the split, or in the split's
// folders of folders of their kind, which may have one above them.
func ofSample(split, p string) bool {
	words := wordsOf(p, sampleExtensions)
	return len(words) >= 3 && slices.Contains(words[:min(3, len(words)-1)], split)
}

// mayJoin tells whether a file may be one that joins samples: it lies in a folder and names the split, or beside dataset.json.
func mayJoin(split, p string) bool {
	words := wordsOf(p, joinedExtensions)
	return len(words) > 1 && strings.Contains(p, split) || len(words) == 1 && p != DatasetFile && p != ManifestFile
}

// checkFile says what is wrong with the mention of a file.
func checkFile(f write.File, may bool) error {
	switch {
	case !may:
		return fmt.Errorf("names the file %q, which it cannot have", f.Path)
	case f.Bytes < 0 || !checksum.MatchString(f.SHA256):
		return fmt.Errorf("says that %s has %d bytes and the SHA-256 %q, which cannot be", f.Path, f.Bytes, f.SHA256)
	}
	return nil
}

// CheckItem says which file of an item a split cannot have: those of samples have the index in their names, or in that of their folder, as frames of
// films do.
func CheckItem(split string, item Item) error {
	index := fmt.Sprintf("%06d", item.Index)
	for _, f := range item.Files {
		if err := checkSample(split, f, strings.Contains(path.Base(f.Path), index) || strings.Contains(path.Base(path.Dir(f.Path)), index)); err != nil {
			return err
		}
	}
	return nil
}

// checkSample is checkFile for those of samples and questions, which are no larger than what is read.
func checkSample(split string, f write.File, may bool) error {
	if f.Bytes > folder.Image {
		return fmt.Errorf("says that %s has %d bytes, want at most %d", f.Path, f.Bytes, folder.Image)
	}
	return checkFile(f, may && ofSample(split, f.Path))
}

// Check says what is wrong with what a block's file says of itself, which should be block b of a split.
func (b *Block) Check(split string, number int) error {
	switch {
	case b.Split != split || b.Block != number || b.First != number*BlockSize:
		return fmt.Errorf("says it is block %d of %s from sample %d, but should be block %d of %s", b.Block, b.Split, b.First, number, split)
	case b.Count < 1 || b.Count > BlockSize || b.Stride < 0 || b.Stride > 0 && BlockSize%b.Stride != 0 || b.Plan().Items() != len(b.Items):
		return fmt.Errorf("has %d items for %d samples, %d each", len(b.Items), b.Count, max(1, b.Stride))
	}
	for i, item := range b.Items {
		if want := b.Plan().Index(i); item.Index != want {
			return fmt.Errorf("sample %d has index %d, want %d", i, item.Index, want)
		}
		if err := CheckItem(split, item); err != nil {
			return err
		}
	}
	if b.Asked != nil {
		for _, f := range b.Asked.Files {
			if err := checkSample(split, f, true); err != nil {
				return err
			}
		}
	}
	return nil
}

// Check says what is wrong with the files that a manifest names.
func (m *Manifest) Check() error {
	for _, f := range m.Files {
		if err := checkFile(f, slices.Contains(describing, f.Path) || !strings.Contains(f.Path, "/") && mayJoin("", f.Path)); err != nil {
			return err
		}
	}
	for _, s := range m.Splits {
		if !ValidSplit(s.Split) {
			return BadSplit(s.Split)
		}
		for _, f := range s.Joined {
			if err := checkFile(f, mayJoin(s.Split, f.Path)); err != nil {
				return err
			}
		}
		for _, b := range s.Blocks {
			if err := checkFile(b.File, b.Block >= 0 && b.Path == BlockPath(s.Split, b.Block)); err != nil {
				return err
			}
		}
	}
	return nil
}
