package gen

// Overlayer is a Set that knows where things are in pictures of its samples.
type Overlayer interface {
	// Overlays opens what telling needs. The function reads the sample of an index from the files below job.Root: the
	// same files, the same answer.
	Overlays(job Job) (func(index int) ([]Overlay, error), error)
}

// Overlay is a picture of a sample and what is in it.
type Overlay struct {
	Name          string // of the picture; empty for a sample's only one
	Path          string // below the dataset's folder; empty for what has no file of its own
	PNG           []byte // of what has no file of its own
	Width, Height int    // pixels
	Marks         []Mark
}

// Mark is a thing in a picture: its box, and the lines that it is drawn with. Pixels from the top left.
type Mark struct {
	Name           string
	Label          string // a word for its name
	X0, Y0, X1, Y1 float64
	Lines          [][][2]float64 // points of each
}
