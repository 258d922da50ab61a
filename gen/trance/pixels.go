package trance

import (
	"slices"
	"sync"

	"mereo/engine/camera"
	"mereo/engine/geom"
	"mereo/engine/mesh"
	"mereo/engine/ref"
	"mereo/internal/phase"
)

// counter counts what each camera sees of each object. It serves the states of one sample and remembers what objects cover
// where they stood, so that a state which differs by one object costs little.
//
// Only objects of the visible area are drawn, and nothing else. The published identity pictures also have the four thin
// lines on the ground; those are less than a third of a pixel wide, lie at the feet of objects, and nobody counts them.
type counter struct {
	setup   *sceneSetup
	cameras [cameraCount]camera.Pinhole
	windows map[windowKey]*ref.Window
	front   [][3]uint32 // scratch memory of window
	lock    sync.Mutex  // of windows and front
}

// windowKey is all that decides what an object alone covers in a picture.
type windowKey struct {
	object      int
	camera      cameraID
	shape, size uint8
	position    Point
}

func newCounter(s *sceneSetup) *counter {
	c := &counter{setup: s, windows: map[windowKey]*ref.Window{}}
	for i := range c.cameras {
		c.cameras[i] = s.pinhole(cameraID(i))
	}
	return c
}

// pixels counts the pixels of each object in each camera's picture.
func (c *counter) pixels(st *State) (n pixelCounts) {
	defer phase.Begin(phase.Acceptance).End()
	for cam := range n {
		p := c.compose(st, cameraID(cam))
		n[cam] = p.count
		p.release()
	}
	return n
}

// ids is the picture that pixels counts: for each pixel, rows from the top, 0 for nothing, or the object's index + 1.
func (c *counter) ids(st *State, cam cameraID) []uint8 {
	p := c.compose(st, cam)
	defer p.release()
	return slices.Clone(p.id)
}

// window is what object i of a state covers alone.
func (c *counter) window(st *State, i int, cam cameraID) *ref.Window {
	o := &st[i]
	key := windowKey{i, cam, o.values[Shape], o.values[Size], o.Position}
	w := c.windows[key]
	if w == nil {
		m, pose := shapeMesh(o.values[Shape]), c.setup.pose(i, o)
		c.front = appendFacing(c.front[:0], o.values[Shape], pose.Inverse().Point(c.setup.cameras[cam]))
		w = ref.DrawAlone(&c.cameras[cam], pose, []*mesh.Mesh{{Positions: m.Positions, Triangles: c.front}})
		c.windows[key] = w
	}
	return w
}

// appendFacing appends the triangles of a unit mesh that may be seen from an eye in its frame. The meshes are convex, so those
// that face away lie behind others; without them drawing takes half of the time.
func appendFacing(out [][3]uint32, shape uint8, eye geom.Vec3) [][3]uint32 {
	// Corners are rounded to 1/256 pixel before they are drawn, which may turn a triangle that is seen from its edge round.
	const margin = 0.1
	for k, plane := range unitPlanes()[shape] {
		if plane.normal.Dot(eye) > plane.offset-margin {
			out = append(out, shapeMesh(shape).Triangles[k])
		}
	}
	return out
}

// composition is a picture of all objects. Those in the pool are empty, and of any size.
type composition struct {
	width int
	id    []uint8   // rows from the top; 0 for nothing, or the object's index + 1
	viewZ []float32 // meters along the camera's axis; where id is not 0
	count [ObjectCount]int
	drawn []*ref.Window
}

var compositions = sync.Pool{New: func() any { return new(composition) }}

// compose draws a state. Of equally near objects that of the lower index wins, as in engine/ref.
func (c *counter) compose(st *State, cam cameraID) *composition {
	c.lock.Lock()
	defer c.lock.Unlock()
	p := compositions.Get().(*composition)
	if n := c.setup.width * c.setup.height; len(p.id) != n {
		p.id, p.viewZ = make([]uint8, n), make([]float32, n)
	}
	p.width = c.setup.width
	for i := range st {
		if st[i].Position.Visible() {
			p.draw(c.window(st, i, cam), i)
		}
	}
	return p
}

func (p *composition) draw(w *ref.Window, object int) {
	p.drawn = append(p.drawn, w)
	width := w.X1 - w.X0
	for y := w.Y0; y < w.Y1; y++ {
		from, to := (y-w.Y0)*width, y*p.width+w.X0
		row, id, viewZ := w.ViewZ[from:from+width], p.id[to:to+width], p.viewZ[to:to+width]
		for x, z := range row {
			switch {
			case z == 0:
				continue
			case id[x] != 0:
				if z >= viewZ[x] {
					continue
				}
				p.count[id[x]-1]--
			}
			id[x], viewZ[x] = uint8(object+1), z
			p.count[object]++
		}
	}
}

// release empties the picture, where something was drawn, and gives it back.
func (p *composition) release() {
	for _, w := range p.drawn {
		for y := w.Y0; y < w.Y1; y++ {
			clear(p.id[y*p.width+w.X0 : y*p.width+w.X1])
		}
	}
	clear(p.drawn) // the pool shall keep no windows
	p.count, p.drawn = [ObjectCount]int{}, p.drawn[:0]
	compositions.Put(p)
}
