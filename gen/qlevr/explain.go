package qlevr

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/internal/folder"
)

// Explain prints a question about a scene file of a dataset, number question of its picture: the text, the template with its
// labels, what is in the scene, the program as a tree with the value at every node, run afresh on the scene, and the answer.
// Errors name the file and say what to do; a question whose answer or values are not those of its program is one, after all
// is printed.
func Explain(w io.Writer, scenePath string, question int) error {
	data, err := folder.Given(scenePath, folder.Record)
	if err != nil {
		return fmt.Errorf("qlevr: %w", err)
	}
	read, err := parseRecord(data)
	if err != nil {
		return fmt.Errorf("%s: %w; make it again", scenePath, err)
	}
	s := &read.Scene
	if err := secondSceneFault(s); err != nil {
		return fmt.Errorf("qlevr: %s: %w; make it again", scenePath, err)
	}
	cfg, name, err := questionsBeside(scenePath, s.ImageIndex)
	if err != nil {
		return err
	}
	if data, err = folder.Given(name, folder.Record); err != nil {
		return fmt.Errorf("qlevr: questions of %s: %w; \"mereo ask\" makes them", scenePath, err)
	}
	var list []QuestionRecord
	if err := record.Read(data, &list, record.Part); err != nil {
		return fmt.Errorf("qlevr: %s: %w; \"mereo ask\" makes it again", name, err)
	}
	if question < 0 || question >= len(list) {
		return fmt.Errorf("qlevr: %s: no question %d, the file has 0 to %d", name, question, len(list)-1)
	}
	q := &list[question]
	table := newTemplateTable(cfg.templates())
	shown, err := newShownQuestion(table, q)
	if err != nil {
		return fmt.Errorf("qlevr: %s: question %d: %w; \"mereo ask\" asks afresh", name, question, err)
	}
	t := shown.instance.Template

	fmt.Fprintf(w, "picture %d, question %d\n\n%s\n\ntemplate %s: %s; %s\n\n", s.ImageIndex, question, q.Question, q.Template,
		strings.Join(t.Quantifiers, ", "), strings.Join(t.Types, ", "))
	s.describe(w)
	fmt.Fprintln(w)
	if err := ExplainQuestion(w, s, shown.instance); err != nil {
		return fmt.Errorf("%s: question %d: %w", name, question, err)
	}
	if fault := table.fault(s, q); fault != "" {
		return fmt.Errorf("qlevr: %s: question %d %s; \"mereo ask\" asks afresh", name, question, fault)
	}
	fmt.Fprintf(w, "\nanswer: %s\n", yesOrNo(q.Answer))
	return nil
}

// questionsBeside finds the configuration of the dataset that a scene file lies in, and the file of the questions about it.
func questionsBeside(scenePath string, index int) (cfg Config, name string, err error) {
	full, err := filepath.Abs(scenePath)
	if err != nil {
		return cfg, "", fmt.Errorf("qlevr: %w", err)
	}
	folder := filepath.Dir(filepath.Dir(full)) // ROOT/3d_scene/SPLIT
	split := filepath.Base(folder)
	if want := cfg.filesOf(split, index).record3D; filepath.Join(folder, "../..", filepath.FromSlash(want)) != full {
		return cfg, "", fmt.Errorf("qlevr: %s: the scene of picture %d has another name and place in a dataset's folder; "+
			"want one such as out/qlevr/3d_scene/train/scenes/3d_train_%06d.json", scenePath, index, index)
	}
	root := filepath.Join(filepath.Dir(scenePath), "../../..") // as the user names it
	id, err := gen.ReadIdentity(root)
	if err != nil {
		return cfg, "", err
	}
	if id.Set != setName {
		return cfg, "", fmt.Errorf("qlevr: %s: the dataset around %s is of the set %q, want %q", root, scenePath, id.Set, setName)
	}
	if err := json.Unmarshal(id.Config, &cfg); err != nil {
		return cfg, "", fmt.Errorf("qlevr: %s: config of dataset.json: %w", root, err)
	}
	return cfg, filepath.Join(root, filepath.FromSlash(cfg.filesOf(split, index).questions)), nil
}

// describe lists the planes and on each its objects.
func (s *Scene) describe(w io.Writer) {
	for i := range s.Planes {
		p := &s.Planes[i]
		if p.Shape == deskShape {
			fmt.Fprintf(w, "plane %d: the %s desk\n", i, p.Color)
		} else {
			fmt.Fprintf(w, "plane %d: %s %s %s\n", i, p.Color, p.Material, p.Shape)
		}
		for _, id := range p.Objects {
			o := &s.Objects[id]
			fmt.Fprintf(w, "  object %d: %s %s %s %s\n", id, o.Size, o.Color, o.Material, o.Shape)
		}
	}
}
