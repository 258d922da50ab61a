package trance

// view is the camera of the final picture that an answer was given to.
type view uint8

// Views in the published order.
const (
	viewCenter view = iota
	viewLeft
	viewRight
	viewCount = 3
)

var viewNames = [viewCount]string{"center", "left", "right"}

func (v view) String() string { return viewNames[v] }
