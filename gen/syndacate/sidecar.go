package syndacate

import (
	"path"

	"mereo/assets/glyph"
	"mereo/gen"
	"mereo/gen/write/npz"
)

// sidecar is what lies beside a file as NAME.meta.json. Published readers ignore it.
type sidecar struct {
	Generator string `json:"generator"`
	File      string `json:"file"`
	sidecarSource
	Elements int          `json:"elements"`
	Arrays   []npz.Member `json:"arrays"`
}

// sidecarSource is what a source says of its files.
type sidecarSource struct {
	Sampler  any               `json:"sampler"` // arguments
	Splits   map[string][2]int `json:"splits,omitempty"`
	Classes  []string          `json:"classes,omitempty"`
	PartPose []string          `json:"part_pose,omitempty"`   // columns of part_poses
	Pose     []string          `json:"object_pose,omitempty"` // columns of object_poses after the classes
	Notes    []string          `json:"notes,omitempty"`

	test func(n int) int // how many of n elements are for testing; nil for testElements

	// shapes are those of classes; nil where these are no letters or words.
	shapes []glyph.Shape
	// parts are those of an object, as rows of part_poses, or of lines where the file has none. It is nil for squares.
	parts func(class int, pose []float32) [][]float64
}

// partWidth is how many numbers a row of part_poses has; 0 if there are none.
func (s *sidecarSource) partWidth() int { return len(s.PartPose) }

// objectWidth is how many numbers a row of object_poses has.
func (s *sidecarSource) objectWidth() int { return len(s.Classes) + len(s.Pose) }

func newSidecar(job gen.Job, file string, src source, arrays []npz.Member) sidecar {
	about := src.about()
	test := testOf(about, job.Count)
	about.Splits = map[string][2]int{"test": {0, test}, "train": {test, job.Count}}
	return sidecar{
		Generator: "mereo " + gen.Version, File: path.Base(file), sidecarSource: about, Elements: job.Count, Arrays: arrays,
	}
}

// testOf is how many of n elements of a source, the first, are for testing.
func testOf(about sidecarSource, n int) int {
	if about.test != nil {
		return about.test(n)
	}
	return testElements(n)
}
