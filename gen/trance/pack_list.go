package trance

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/go-json-experiment/json"

	"mereo/gen/write"
	"mereo/internal/folder"
)

const packedListName = "data.h5.json"

// packedList says what was packed.
type packedList struct {
	Splits []packedSplit `json:"splits"`
}

type packedSplit struct {
	Split   string     `json:"split"`
	Samples int        `json:"samples"`
	Data    write.File `json:"data"` // data.jsonl as it was
}

// Unpacked returns those of the splits that root/data.h5 does not hold as they are now: their data.jsonl are others than
// Pack read. found is false where there is no such file; then it holds none.
func Unpacked(root string, splits []string) (unpacked []string, found bool, err error) {
	switch _, err := folder.Stat(root, packedName); {
	case errors.Is(err, fs.ErrNotExist):
		return splits, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("trance: %w", err)
	}
	var list packedList
	data, err := folder.Read(root, packedListName, folder.Record)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, true, fmt.Errorf("trance: %w", err)
	}
	if err == nil && !write.Cut(data) {
		if err := json.Unmarshal(data, &list); err != nil {
			return nil, true, fmt.Errorf("trance: %s: %w; remove it to pack again", packedListName, err)
		}
	}
	for _, split := range splits {
		i := slices.IndexFunc(list.Splits, func(s packedSplit) bool { return s.Split == split })
		if i < 0 || list.Splits[i].Data.Check(root) != nil {
			unpacked = append(unpacked, split)
		}
	}
	return unpacked, true, nil
}
