package trance

// Camera is one of the three.
type Camera uint8

const (
	Left Camera = iota
	Center
	Right
	cameraCount = 3
)

var cameraNames = [cameraCount]string{"Camera_Left", "Camera_Center", "Camera_Right"}

func (c Camera) String() string { return cameraNames[c] }

// enoughPixels is how many pixels of an object, in a picture of 320 x 240, make it visible.
const enoughPixels = 150

// Status says whether an object is seen from a camera.
type Status uint8

const (
	Invisible Status = iota // its centre is outside of the visible area
	Occluded                // it has too few pixels
	Visible
)

var statusNames = [...]string{"invisible", "occluded", "visible"}

func (s Status) String() string { return statusNames[s] }

// Pixels are how many pixels each object has in each camera's picture.
type Pixels [cameraCount][ObjectCount]int

// Status of an object as a camera sees it.
func (p *Pixels) Status(s *State, c Camera, i int) Status {
	switch {
	case !s[i].Position.Visible():
		return Invisible
	case p[c][i] < enoughPixels:
		return Occluded
	}
	return Visible
}

// Hidden tells which objects of the visible area have too few pixels in some view.
func (p *Pixels) Hidden(s *State) (hidden [ObjectCount]bool) {
	for i := range s {
		for c := range Camera(cameraCount) {
			hidden[i] = hidden[i] || p.Status(s, c, i) == Occluded
		}
	}
	return hidden
}

// Selectable are the objects that a step may be about: for moves into the visible area those outside of it, else those in
// it that were not hidden in the first picture. initial are the status of the first state in the Center camera.
func (s *State) Selectable(t MoveType, initial [ObjectCount]Status) (objects []int) {
	for i := range s {
		visible := s[i].Position.Visible()
		if t == In && !visible || t != In && visible && initial[i] != Occluded {
			objects = append(objects, i)
		}
	}
	return objects
}
