package trance

import (
	"fmt"
	"path"
)

// stageName names a state in the names of pictures.
func stageName(stage, last int) string {
	switch stage {
	case 0:
		return "initial"
	case last:
		return "final"
	}
	return fmt.Sprintf("%02d", stage)
}

// pictureName is the base name of a colour ("img") or an identity ("seg") picture.
func (c Config) pictureName(kind string, index int, stage string, cam cameraID) string {
	return fmt.Sprintf("TRANCE_%s_%s_%06d-%s.%s.png", c.Problem, kind, index, stage, cam)
}

// infoPath is where a sample's record lies below the dataset's folder.
func (c Config) infoPath(split string, index int) string {
	return path.Join(split, "info", fmt.Sprintf("TRANCE_%s_%06d.json", c.Problem, index))
}

// picture is a picture of a sample.
type picture struct {
	path   string // below the dataset's folder
	stage  int    // of the state
	camera cameraID
	ids    bool // of identities instead of colours
}

// pictures lists what is drawn of a sample of so many steps, by state and camera.
func (c Config) pictures(split string, index, steps int) (out []picture) {
	for stage := range steps + 1 {
		for cam := range cameraID(cameraCount) {
			name := stageName(stage, steps)
			drawn := stage == steps || stage == 0 && cam == cameraCenter || stage > 0 && c.Between
			if drawn {
				out = append(out, picture{path.Join(split, "image", c.pictureName("img", index, name, cam)), stage, cam, false})
			}
			if c.IDs {
				out = append(out, picture{path.Join(split, "seg", c.pictureName("seg", index, name, cam)), stage, cam, true})
			}
		}
	}
	return out
}
