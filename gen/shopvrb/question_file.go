package shopvrb

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"

	"mereo/gen/write"
	"mereo/internal/folder"
)

// writeQuestions writes the questions of one picture: a JSON list with a line for each.
func writeQuestions(root, path string, questions []*QuestionRecord) (write.File, error) {
	return write.Stream(root, path, func(w io.Writer) error {
		var b bytes.Buffer
		b.WriteByte('[')
		for i, q := range questions {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteByte('\n')
			if err := json.MarshalWrite(&b, q); err != nil {
				return err
			}
		}
		b.WriteString("\n]\n")
		_, err := w.Write(b.Bytes())
		return err
	})
}

// readQuestions reads the questions of one picture.
func readQuestions(root, path string) ([]*QuestionRecord, error) {
	data, err := folder.Read(root, path, folder.Record)
	if err != nil {
		return nil, fmt.Errorf("shopvrb: %w", err)
	}
	var out []*QuestionRecord
	if err := json.Unmarshal(data, &out, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("shopvrb: %s: %w; ask the questions again", path, write.JSONFault(err))
	}
	return out, nil
}

// joinQuestions writes {"info": ..., "questions": [...]} with the questions of all pictures, whose files have paths, one after the
// other and numbered from 0.
func joinQuestions(ctx context.Context, w io.Writer, root string, info []byte, paths []string) error {
	n := 0
	return joinFiles(ctx, w, root, "questions", info, paths, func(path string, data []byte) ([][]byte, error) {
		var out [][]byte
		for line := range bytes.Lines(data) {
			if line[0] != '{' {
				continue
			}
			at := bytes.LastIndex(line, questionIndexKey)
			if at < 0 {
				return nil, fmt.Errorf("shopvrb: %s: a question has no %s; ask the questions again", path, questionIndexKey)
			}
			out = append(out, fmt.Appendf(bytes.Clone(line[:at+len(questionIndexKey)]), "%d}", n))
			n++
		}
		return out, nil
	})
}

// questionIndexKey is the last key of a question.
var questionIndexKey = []byte(`"question_index":`)
