package trance

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"mereo/gen/record"
	"mereo/gen/write"
	"mereo/internal/folder"
)

const packedListName = "data.h5.json"

// packedList says what was packed.
type packedList struct {
	Splits []packedSplit `json:"splits"`
	Files  []write.File  `json:"files"` // data.h5 and what lies beside it
}

type packedSplit struct {
	Split   string     `json:"split"`
	Samples int        `json:"samples"`
	Data    write.File `json:"data"` // data.jsonl as it was
}

// write completes what was packed: the words, and the list itself, which comes last.
func (l *packedList) write(root string) error {
	packed, err := write.Sum(root, packedName)
	if err != nil {
		return fmt.Errorf("trance: %w", err)
	}
	words, err := writeVocabulary(root, "")
	if err != nil {
		return fmt.Errorf("trance: %w", err)
	}
	l.Files = append([]write.File{packed}, words...)
	if _, err := write.CommitJSON(root, packedListName, l.Files, l); err != nil {
		return fmt.Errorf("trance: %w", err)
	}
	return nil
}

// readPackedList is the list below root; nil where there is none, or one that was damaged: then nothing counts as packed.
func readPackedList(root string) (*packedList, error) {
	data, err := folder.Read(root, packedListName, folder.Record)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("trance: %w", err)
	}
	var list packedList
	if record.Read(data, &list, record.Lacking) != nil || len(list.Files) != 3 {
		return nil, nil
	}
	for i, name := range []string{packedName, propertiesName, valuesName} {
		if list.Files[i].Path != name {
			return nil, nil
		}
	}
	return &list, nil
}

// Unpacked returns those of the splits that root/data.h5 does not hold as they are now: their data.jsonl are others than
// Pack read, or the packed files are not what they were. found is false where there is no such file; then it holds none.
func Unpacked(root string, splits []string) (unpacked []string, found bool, err error) {
	switch _, err := folder.Stat(root, packedName); {
	case errors.Is(err, fs.ErrNotExist):
		return splits, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("trance: %w", err)
	}
	list, err := readPackedList(root)
	if err != nil {
		return nil, true, err
	}
	if list == nil || slices.ContainsFunc(list.Files, func(f write.File) bool { return f.Check(root) != nil }) {
		return splits, true, nil
	}
	for _, split := range splits {
		i := slices.IndexFunc(list.Splits, func(s packedSplit) bool { return s.Split == split })
		if i < 0 || list.Splits[i].Data.Check(root) != nil {
			unpacked = append(unpacked, split)
		}
	}
	return unpacked, true, nil
}
