package shopvrb

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// otherClasses are the classes of a dataset that are not published, as its file of numbers tells; none without the file.
func otherClasses(root string) ([]string, error) {
	data, err := folder.Read(root, classesFile, folder.Record)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	var numbers map[string]int
	if err := json.Unmarshal(data, &numbers); err != nil {
		return nil, fmt.Errorf("shopvrb: %s: %w", classesFile, write.JSONFault(err))
	}
	for _, class := range valuesFor("name") {
		delete(numbers, class)
	}
	return slices.Sorted(maps.Keys(numbers)), nil
}
