package qlevr

// Scene is a scene as questions are asked about it: what is in the published 3D scene, under its keys.
type Scene struct {
	ImageIndex           int        `json:"image_index"`
	Planes               []Plane    `json:"planes"` // by ascending area, the desk last
	PlaneRelations       Relations  `json:"plane_spatial_relations"`
	PlanePixelRelations  Relations  `json:"plane_pixel_relations"`
	Objects              []Object   `json:"objects"` // plane by plane
	ObjectRelations      Relations  `json:"obj_spatial_relations"`
	ObjectPixelRelations Relations  `json:"obj_pixel_relations"`
	View                 ViewRecord `json:"blender_info"`
}

// Plane is a colored area of the desk, or the desk itself.
type Plane struct {
	Shape    string     `json:"shape"`
	Material string     `json:"material"` // "" of the desk
	Color    string     `json:"color"`
	Objects  []int      `json:"internal_objs"`       // on it, ascending
	Center   PixelDepth `json:"center_pixel_coords"` // of its center
	Box      Box        `json:"bounding_box"`
}

// Object is a solid on a plane.
type Object struct {
	Rotation int        `json:"rotation"` // degrees, clockwise seen from above
	Size     string     `json:"size"`
	Color    string     `json:"color"`
	Material string     `json:"material"`
	Shape    string     `json:"shape"`
	Center   PixelDepth `json:"pixel_coords"`
	Position [3]float64 `json:"3d_coords"` // of the center, meters, world
	Box      Box        `json:"bounding_box"`
}

// PixelDepth is where a point is seen: pixels from the left and from the top, and meters along the camera's axis.
type PixelDepth [3]float64

// Box is a rectangle of pixels.
type Box struct {
	Left   float64 `json:"left"`
	Top    float64 `json:"top"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Relations say for each thing i which others, ascending, lie in a direction from it.
type Relations struct {
	Behind [][]int `json:"behind"`
	Front  [][]int `json:"front"`
	Left   [][]int `json:"left"`
	Right  [][]int `json:"right"`
}

// ViewRecord is how a scene is seen.
type ViewRecord struct {
	Directions   ViewDirections `json:"directions"`
	CameraAt     [3]float64     `json:"camera_lct"` // meters, world
	CameraTurned [3]float64     `json:"camera_rtt"` // degrees: Euler angles X, then Y, then Z
}

// ViewDirections are the directions of relations as unit vectors along the desk.
type ViewDirections struct {
	Behind [3]float64 `json:"behind"`
	Front  [3]float64 `json:"front"`
	Left   [3]float64 `json:"left"`
	Right  [3]float64 `json:"right"`
	Above  [3]float64 `json:"above"`
	Below  [3]float64 `json:"below"`
}
