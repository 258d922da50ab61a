package trance

import (
	"fmt"
	"strconv"

	"mereo/gen"
	"mereo/gen/record"
	"mereo/gen/show"
)

// reader reads the samples of a split, and tests people with them.
type reader struct {
	cfg Config
	job gen.Job
}

// readInfo reads a sample's record.
func (r *reader) readInfo(index int) (data []byte, name string, err error) {
	name = r.cfg.infoPath(r.job.Split, index)
	if data, err = r.job.Read(name); err != nil {
		err = fmt.Errorf("trance: %w", err)
	}
	return data, name, err
}

// readSample is a sample as its record tells of it.
func (r *reader) readSample(index int) (*generatedSample, error) {
	data, name, err := r.readInfo(index)
	if err != nil {
		return nil, err
	}
	m, err := r.cfg.tell(index, data)
	if err != nil {
		return nil, fmt.Errorf("trance: %s: %w", name, err)
	}
	return m, nil
}

// The facets.
const (
	facetSteps     = "steps"
	facetVisible   = "visible objects" // in the first picture
	facetAttribute = "changed attribute"
	facetMove      = "move"
)

// facetNames are all. The last four are of the objects in the visible area at first.
var facetNames = []string{
	facetSteps, facetAttribute, facetMove, facetVisible, Color.String(), Shape.String(), Material.String(), Size.String(),
}

// facetRecord is what facets need of a record.
type facetRecord struct {
	States []struct {
		Objects []storedObject `json:"objects"`
	} `json:"states"`
	Transformations []facetStep `json:"transformations"`
}

type facetStep struct {
	Attr string `json:"attr"`
	Type string `json:"type"`
}

// facets reads the record alone.
func (r *reader) facets(index int) (show.Facets, error) {
	data, name, err := r.readInfo(index)
	if err != nil {
		return nil, err
	}
	var stored facetRecord
	if err := record.Read(data, &stored, record.Part); err != nil {
		return nil, fmt.Errorf("trance: %s: %w", name, err)
	}
	out := show.Facets{facetSteps: {strconv.Itoa(len(stored.Transformations))}}
	add := func(facet, value string) {
		if value != "" {
			out.Add(facet, value)
		}
	}
	for _, t := range stored.Transformations {
		add(facetAttribute, t.Attr)
		add(facetMove, t.Type)
	}
	visible := 0
	for _, state := range stored.States[:min(1, len(stored.States))] {
		for _, o := range state.Objects {
			if o.Position == nil || !o.Position.Visible() {
				continue
			}
			visible++
			add(Color.String(), o.Color)
			add(Shape.String(), o.Shape)
			add(Material.String(), o.Material)
			add(Size.String(), o.Size)
		}
	}
	add(facetVisible, strconv.Itoa(visible))
	return out, nil
}
