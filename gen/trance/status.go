package trance

// cameraID is one of the three.
type cameraID uint8

const (
	cameraLeft cameraID = iota
	cameraCenter
	cameraRight
	cameraCount = 3
)

var cameraNames = [cameraCount]string{"Camera_Left", "Camera_Center", "Camera_Right"}

func (c cameraID) String() string { return cameraNames[c] }

// enoughPixels is how many pixels of an object, in a picture of the published size, make it visible. See lens.enough for others.
const enoughPixels = 150

// status says whether an object is seen from a camera.
type status uint8

const (
	statusInvisible status = iota // its center is outside of the visible area
	statusOccluded                // it has too few pixels
	statusVisible
)

var statusNames = [...]string{"invisible", "occluded", "visible"}

func (s status) String() string { return statusNames[s] }

// pixelCounts are how many pixels each object has in each camera's picture.
type pixelCounts [cameraCount][ObjectCount]int

// status of an object as a camera sees it, in whose pictures enough pixels make it visible.
func (p *pixelCounts) status(s *State, c cameraID, i, enough int) status {
	switch {
	case !s[i].Position.Visible():
		return statusInvisible
	case p[c][i] < enough:
		return statusOccluded
	}
	return statusVisible
}

// hidden tells which objects of the visible area have too few pixels in some view.
func (p *pixelCounts) hidden(s *State, enough int) (hidden [ObjectCount]bool) {
	for i := range s {
		for c := range cameraID(cameraCount) {
			hidden[i] = hidden[i] || p.status(s, c, i, enough) == statusOccluded
		}
	}
	return hidden
}
