package show

// FilmMotion is how the things of a film move, and what happens.
type FilmMotion struct {
	Frames int `json:"frames"` // that have pictures; what is behind them happens after the film
	// Poses are by frame and by the id of an object, less 1: world meters. Its scale stays. They are nil of what is not there.
	Poses  [][]*Pose `json:"poses"`
	Events []Event   `json:"events"` // by frame
}

// Pose is where an object is.
type Pose struct {
	T [3]float64 `json:"t"`
	Q [4]float64 `json:"q"` // w, x, y, z
}

// Event is something that happens in a film, or could.
type Event struct {
	Kind     string   `json:"kind"`            // "collision", "in", "out" or "rests"; of programs also "start", "end" and "frame"
	Text     string   `json:"text"`            // "the red cube and the blue ball collide"
	Frame    int      `json:"frame"`           // -1 of what could happen
	After    bool     `json:"after,omitempty"` // it happens after the film
	Entities []string `json:"entities"`        // keys of those that take part
}
