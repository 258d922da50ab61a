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

// pictureKind is what a picture has for each pixel. Its text is part of file names.
type pictureKind string

const (
	colorPicture  pictureKind = "img"
	idPicture     pictureKind = "seg"     // which object
	normalPicture pictureKind = "normals" // what way the surface faces, as an array
)

// pictureName is the base name of a picture.
func (c Config) pictureName(kind pictureKind, index int, stage string, cam cameraID) string {
	suffix := "png"
	if kind == normalPicture {
		suffix = "npy"
	}
	return fmt.Sprintf("TRANCE_%s_%s_%06d-%s.%s.%s", c.Problem, kind, index, stage, cam, suffix)
}

// infoPath is where a sample's record lies below the dataset's folder.
func (c Config) infoPath(split string, index int) string {
	return path.Join(split, "info", fmt.Sprintf("TRANCE_%s_%06d.json", c.Problem, index))
}

// place is where a picture is taken.
type place struct {
	stage  int // of the state
	camera cameraID
}

// drawn tells whether a sample of so many steps has a color picture there.
func (c Config) drawn(at place, steps int) bool {
	return at.stage == steps || at.stage == 0 && at.camera == cameraCenter || at.stage > 0 && c.Between
}

// places are those of all pictures of a sample of so many steps, by state and view, those with color pictures first.
func (c Config) places(steps int) (list []place) {
	var others []place
	for stage := range steps + 1 {
		for v := range view(viewCount) {
			if at := (place{stage, v.camera()}); c.drawn(at, steps) {
				list = append(list, at)
			} else if c.IDs {
				others = append(others, at)
			}
		}
	}
	return append(list, others...)
}

// picture is a picture of a sample.
type picture struct {
	path string // below the dataset's folder
	place
	kind pictureKind
}

// pictures lists what is drawn of a sample of so many steps, by state and camera.
func (c Config) pictures(split string, index, steps int) (out []picture) {
	for stage := range steps + 1 {
		for cam := range cameraID(cameraCount) {
			add := func(folder string, kind pictureKind) {
				name := c.pictureName(kind, index, stageName(stage, steps), cam)
				out = append(out, picture{path.Join(split, folder, name), place{stage, cam}, kind})
			}
			drawn := c.drawn(place{stage, cam}, steps)
			if drawn {
				add("image", colorPicture)
			}
			if c.IDs {
				add("seg", idPicture)
			}
			if drawn && c.Normals {
				add("normals", normalPicture)
			}
		}
	}
	return out
}
