package worlds

import (
	"fmt"
	"io"
	"path/filepath"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/record"
	"mereo/gen/show"
	"mereo/internal/folder"
)

// Explain prints a question about a scene file of a dataset, by its number: the text, the things of the scene, the program as a tree with the
// value at every node, run afresh, and the answer.
func (w *World) Explain(out io.Writer, scene string, number int) error {
	if w.Questions == nil {
		return fmt.Errorf("%s asks no questions", w.Name)
	}
	data, err := folder.Given(scene, folder.Record)
	if err != nil {
		return fmt.Errorf("%s: %w", w.Name, err)
	}
	plain, err := ask.ReadPlain(data)
	if err != nil {
		return fmt.Errorf("%s: %s: %w; make it again", w.Name, scene, err)
	}
	var r struct {
		Split   string           `json:"split"`
		Index   int              `json:"image_index"`
		Objects []map[string]any `json:"objects"`
	}
	if err := record.Read(data, &r, record.Part); err != nil {
		return fmt.Errorf("%s: %s: %w; make it again", w.Name, scene, err)
	}
	root := filepath.Join(filepath.Dir(scene), "../..")
	if w.Write.Folder != "" {
		root = filepath.Join(root, "..")
	}
	s := &split{World: w, job: gen.Job{Root: root, Split: r.Split}}
	list, err := s.asked(r.Index)
	switch {
	case err != nil:
		return err
	case list == nil:
		return fmt.Errorf("%s: there are no questions about %s; \"mereo ask\" makes them", w.Name, scene)
	case number < 0 || number >= len(list):
		return fmt.Errorf("%s: %s: there is no question %d, want 0 to %d", w.Name, scene, number, len(list)-1)
	}
	q := &list[number]
	l := w.library()
	p, err := show.ReadProgram(l, q.calls())
	if err != nil {
		return fmt.Errorf("%s: question %d: %w; \"mereo ask\" asks afresh", s.askedPath(r.Index), number, err)
	}
	fmt.Fprintf(out, "%s, question %d (%s, %s)\n\n%s\n\n", q.Filename, number, kindOf(q.Program), q.Family, q.Question)
	for i, o := range r.Objects {
		fmt.Fprintf(out, "object %d:", i)
		for _, a := range w.attributes {
			if value, ok := o[a.Name].(string); ok {
				fmt.Fprintf(out, " %s", value)
			}
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out)
	outputs := l.RunPlain(plain, p)
	if err := ask.Explain(out, p, outputs); err != nil {
		return err
	}
	answer := outputs[len(outputs)-1]
	if answer == ask.Invalid {
		return fmt.Errorf("%s: question %d of %s has no answer; \"mereo ask\" asks afresh", w.Name, number, scene)
	}
	fmt.Fprintf(out, "\nanswer: %s\n", answerText(answer))
	if q.Answer != answerText(answer) {
		return fmt.Errorf("%s: question %d of %s: the file says %s; \"mereo ask\" asks afresh", w.Name, number, scene, q.Answer)
	}
	return nil
}

// ScenePattern is where scene files lie below a dataset's folder, as a pattern of path.Match.
func (w *World) ScenePattern() string {
	return w.below(folderScenes + "/*/" + w.Write.Prefix + "_*.json")
}
