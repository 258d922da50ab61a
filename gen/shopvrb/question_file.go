package shopvrb

import (
	"fmt"
	"slices"

	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// writeQuestions writes the questions of one picture: a JSON list with a line for each.
func writeQuestions(root, path string, questions []*QuestionRecord) (write.File, error) {
	b := []byte("[")
	for i, q := range questions {
		if i > 0 {
			b = append(b, ',')
		}
		b = record.Append(append(b, '\n'), record.Compact, q)
	}
	return write.Bytes(root, path, append(b, "\n]\n"...))
}

// readQuestions reads the questions of one picture.
func readQuestions(root, path string) ([]*QuestionRecord, error) {
	data, err := folder.Read(root, path, folder.Record)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	return parseQuestions(path, data)
}

func parseQuestions(path string, data []byte) (out []*QuestionRecord, err error) {
	if err := record.Read(data, &out, record.Exact); err != nil {
		return nil, fmt.Errorf("shopvrb: %s: %w; ask the questions again", path, err)
	}
	if i := slices.Index(out, nil); i >= 0 {
		return nil, fmt.Errorf("shopvrb: %s: question %d is null; ask the questions again", path, i)
	}
	return out, nil
}

// joinedQuestions joins the questions of all pictures, whose files have paths.
func joinedQuestions(path string, info any, from func(index int) string) *world.Joined[*QuestionRecord] {
	return &world.Joined[*QuestionRecord]{
		Path: path, Info: info, Key: "questions", From: from,
		Elements: parseQuestions,
		Append: func(b []byte, n int, q *QuestionRecord) []byte {
			q.QuestionIndex = n
			return record.Append(b, record.Compact, q)
		},
	}
}
