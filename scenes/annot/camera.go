package annot

import (
	"mereo/engine/camera"
	"mereo/engine/geom"
)

// Camera says how a picture was taken, in the words of OpenCV, as records and exports hand it on. A point X of the world, in meters, is
// at R X + T in the camera's frame (x right, y down, z ahead), and (u, v, w) = K (R X + T) puts it at the pixel coordinates (u/w, v/w)
// where the lens has no distortion. The top left corner of the picture is (0, 0), so the center of its first pixel is at (0.5, 0.5).
type Camera struct {
	K      [3][3]float64 `json:"K"` // pixels; rows
	R      [3][3]float64 `json:"R"` // camera from world, rows
	T      [3]float64    `json:"t"` // camera from world, meters of the set's world
	Width  int           `json:"width"`
	Height int           `json:"height"`
	Near   float64       `json:"near"` // what is nearer along the axis is not drawn, meters of the set's world
	Far    float64       `json:"far"`  // what is farther is not drawn
	// Distortion is that of the lens, with OpenCV's coefficients; left out where there is none.
	Distortion camera.Distortion `json:"distortion,omitzero"`
	Depth      Depth             `json:"depth"`
}

// Depth says what the numbers of depth arrays mean.
type Depth struct {
	Kind string `json:"kind"` // "z": the distance along the camera's axis; 0 where nothing is hit
	// Unit is how long one is in life, meters: 1, but in sets whose published world is larger than life.
	Unit float64 `json:"unit_m"`
}

// CameraOf describes a camera of a world in which a meter is so many meters in life, 1 in most.
func CameraOf(c *camera.Pinhole, unit float64) Camera {
	fromWorld := OpenCV.Mul(c.WorldFromCamera.RigidInverse())
	m, t := fromWorld.M, fromWorld.T
	return Camera{
		K: [3][3]float64{{c.FocalPx, 0, c.CenterX}, {0, c.FocalPx, c.CenterY}, {0, 0, 1}},
		// Adding 0 turns -0 into 0.
		R: [3][3]float64{
			{m.X.X + 0, m.Y.X + 0, m.Z.X + 0},
			{m.X.Y + 0, m.Y.Y + 0, m.Z.Y + 0},
			{m.X.Z + 0, m.Y.Z + 0, m.Z.Z + 0},
		},
		T:     [3]float64{t.X + 0, t.Y + 0, t.Z + 0},
		Width: c.Width, Height: c.Height, Near: c.Near, Far: c.Far, Distortion: c.Distortion,
		Depth: Depth{"z", unit},
	}
}

// OpenCV turns the house's camera frame, which looks along -Z with +Y up, into OpenCV's, which looks along +Z with +Y down.
var OpenCV = geom.Transform{M: geom.Mat3{X: geom.V(1, 0, 0), Y: geom.V(0, -1, 0), Z: geom.V(0, 0, -1)}}
