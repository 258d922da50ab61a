package syndacate

import (
	"fmt"

	"mereo/assets/glyph"
)

// plusSampling is what the sidecar says of a file.
type plusSampling struct {
	Name string `json:"name"`
	PlusOptions
	PartKinds map[string][]string `json:"part_kinds,omitempty"` // values of a part after the one-hot kind
	MetaTrain *[2]int             `json:"meta_train_classes,omitempty"`
	MetaTest  *[2]int             `json:"meta_test_classes,omitempty"`
}

// about is what the sidecar says of the file.
func (s *plusSource) about() sidecarSource {
	sampling := plusSampling{Name: plusSampler, PlusOptions: s.options}
	if from, n := s.metaTestFrom(), len(s.config.list.names); from < n {
		sampling.MetaTrain, sampling.MetaTest = &[2]int{0, from}, &[2]int{from, n}
	}
	out := sidecarSource{PartPose: glyph.LinePart.ValueNames(), Pose: glyph.PoseNames[:]}
	if s.config.list.mixed {
		sampling.PartKinds, out.PartPose = map[string][]string{}, nil
		for k := range glyph.PartKind(glyph.PartKinds) {
			sampling.PartKinds[k.String()] = k.ValueNames()
			out.PartPose = append(out.PartPose, "is_"+k.String())
		}
		for i := range glyph.MostPartValues {
			out.PartPose = append(out.PartPose, fmt.Sprintf("value_%d", i+1))
		}
		out.Notes = append(out.Notes, "values of a part depend on its kind: see part_kinds")
	}
	if s.options.FlipParts {
		out.Notes = append(out.Notes, "every part has two rows, the second with its points in reverse; those of a disc are equal")
	}
	out.Sampler, out.Classes, out.parts = sampling, s.config.list.names, s.inspectParts
	return out
}
