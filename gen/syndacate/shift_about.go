package syndacate

import (
	"fmt"
	"slices"

	"mereo/assets/glyph"
)

// storedObjects are the objects of an element's rows, each once: in aligned sets that of several lines has equal rows.
func (s *shiftSource) storedObjects(objects []float32) (classes []int, poses []glyph.Pose) {
	for _, row := range distinctRows(objects, s.config.objectWidth()) {
		class, pose := objectOfRow(row)
		classes, poses = append(classes, class), append(poses, pose)
	}
	return classes, poses
}

// about says what the split is.
func (s *shiftSource) about() sidecarSource {
	out := (&standardSource{config: s.config}).about()
	arguments := samplerArguments(s.config)
	arguments["split"], arguments["test_elements"] = s.split.name, s.testElements
	out.Sampler = arguments
	out.Notes = append(slices.Clone(out.Notes),
		"an element of test has "+s.split.test.says,
		"an element of train and of "+testPrefix+"* has "+s.split.train.says,
		s.split.common,
		fmt.Sprintf("%s* are as many elements as test has, of the distribution of train; report test, %s* and the difference",
			testPrefix, testPrefix))
	if s.config.maxObjects > 1 && s.split.least < s.split.most {
		out.Notes = append(out.Notes, "elements are drawn again as a whole, so that those with few objects keep a rule more often, "+
			"in test and train to different degrees: compare elements with equally many objects, too")
	}
	return out
}
