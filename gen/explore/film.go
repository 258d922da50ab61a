package explore

import (
	"context"
	"fmt"
	"image"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/draw"

	"mereo/engine/frame"
	"mereo/engine/mesh"
	"mereo/gen/show"
	"mereo/scenes/settle"
)

const (
	stripFrames = 20      // pictures of a strip at most
	stripWidth  = 480     // of one of them, pixels
	filmSize    = 1 << 20 // bytes, without its scene
)

// film is what becomes of a move.
type film struct {
	What     show.WhatIf    `json:"whatif"`
	N        string         `json:"n"` // names it in addresses
	Times    []float64      `json:"times"`
	Frames   int            `json:"frames"`
	Width    int            `json:"width"`
	Height   int            `json:"height"`
	Verdicts []show.Verdict `json:"verdicts"`
	Motions  []show.Motion  `json:"motions"`
	Moved    [][]pose       `json:"moved"` // instant, object

	instants []settle.Instant // as many as there are frames
	view     show.View
}

// pose is where an object is: world meters, unit quaternion. Its scale stays.
type pose struct {
	T [3]float64 `json:"t"`
	Q [4]float64 `json:"q"` // w, x, y, z
}

// physical is a sample that was made again, perhaps with changes, and can be let go.
func (e *Explorer) physical(ctx context.Context, s *split, index int, edits []show.Edit) (show.Physical, error) {
	made, _, err := e.changed(ctx, s, index, edits)
	if err != nil {
		return nil, err
	}
	p := made.Physics()
	if p == nil {
		return nil, notFound("the objects of %s cannot be let go", key(s, index))
	}
	return p, nil
}

// whatIfs lists the moves that can be tried, none of samples whose objects cannot be let go.
func (e *Explorer) whatIfs(r *http.Request) (any, error) {
	s, i, err := e.place(r)
	if err != nil {
		return nil, err
	}
	made, err := e.made(r.Context(), s, i)
	if err != nil {
		return nil, err
	}
	var out struct {
		WhatIfs []show.WhatIf `json:"whatifs"`
	}
	out.WhatIfs = []show.WhatIf{}
	if p := made.Physics(); p != nil {
		out.WhatIfs = nonNil(p.WhatIfs())
	}
	return out, nil
}

// filmOf is the film that a request's address names.
func (e *Explorer) filmOf(r *http.Request) (*film, error) {
	s, i, err := e.place(r)
	if err != nil {
		return nil, err
	}
	n := r.PathValue("n")
	if strings.HasPrefix(n, ofChanges) {
		f, ok := e.films.peek(filmKey(s, i, n))
		if !ok {
			return nil, notFound("the film %s is no longer kept; ask for it again", n)
		}
		return f, nil
	}
	p, err := e.physical(r.Context(), s, i, nil)
	if err != nil {
		return nil, err
	}
	what, err := whatIf(p, n)
	if err != nil {
		return nil, err
	}
	return e.shootFilm(r.Context(), filmKey(s, i, n), p, n, what)
}

// ofChanges begins the names of films of samples with changes. They are kept, not made again by name.
const ofChanges = "changed-"

func filmKey(s *split, index int, n string) string { return key(s, index) + " " + n }

// whatIf reads a name: the number of one of WhatIfs, or a move of one's own, "OBJECT-DIRECTION-DISTANCE".
func whatIf(p show.Physical, n string) (what show.WhatIf, err error) {
	words := strings.SplitN(n, "-", 3)
	if len(words) == 1 {
		known := p.WhatIfs()
		k, err := number("film", n, len(known))
		if err != nil {
			return what, err
		}
		return known[k], nil
	}
	object, err1 := strconv.Atoi(words[0])
	distance, err2 := strconv.ParseFloat(words[len(words)-1], 64)
	if len(words) != 3 || err1 != nil || err2 != nil {
		return what, notFound("film is %q, want a number or a move such as 0-left-0.5", n)
	}
	return ownMove(p, moveRequest{Object: object, Direction: words[1], Distance: distance})
}

// maxDistance is the longest move, meters.
const maxDistance = 10

// moveRequest is a move of one's own, perhaps of a sample with changes.
type moveRequest struct {
	Object    int         `json:"object"` // -1, without direction and distance, lets everything go as it stands
	Direction string      `json:"direction"`
	Distance  float64     `json:"distance"`
	Edits     []show.Edit `json:"edits"`
}

// ownMove checks a move.
func ownMove(p show.Physical, in moveRequest) (what show.WhatIf, err error) {
	objects := p.Views()[0].Scene.Objects
	switch {
	case in.Object == -1 && in.Direction == "" && in.Distance == 0:
		return p.WhatIfs()[0], nil
	case in.Object < 0 || in.Object >= len(objects):
		return what, badRequest("object is %d, want 0 to %d", in.Object, len(objects)-1)
	case !slices.Contains(show.Directions, in.Direction):
		return what, badRequest("direction is %q, want one of %q", in.Direction, show.Directions)
	case !(in.Distance > 0 && in.Distance <= maxDistance):
		return what, badRequest("distance is %g, want more than 0 and at most %d", in.Distance, maxDistance)
	}
	name := fmt.Sprintf("%s moved %s by %g m", strings.ToLower(objects[in.Object].Category), show.Towards[in.Direction], in.Distance)
	return show.WhatIf{Name: name, Object: in.Object, Direction: in.Direction, Distance: in.Distance}, nil
}

func (e *Explorer) move(r *http.Request, in moveRequest) (any, error) {
	s, i, err := e.place(r)
	if err != nil {
		return nil, err
	}
	p, err := e.physical(r.Context(), s, i, in.Edits)
	if err != nil {
		return nil, err
	}
	what, err := ownMove(p, in)
	if err != nil {
		return nil, err
	}
	n := fmt.Sprintf("%d-%s-%s", in.Object, in.Direction, strconv.FormatFloat(in.Distance, 'f', -1, 64))
	switch {
	case len(in.Edits) > 0:
		n = ofChanges + nameOf(key(s, i), in)
	case in.Object == -1:
		n = "0"
	}
	return e.shootFilm(r.Context(), filmKey(s, i, n), p, n, what)
}

// shootFilm simulates a move and its perturbed repeats.
func (e *Explorer) shootFilm(ctx context.Context, key string, p show.Physical, n string, what show.WhatIf) (*film, error) {
	return e.films.get(ctx, key, taking(e.making, func(ctx context.Context) (*film, int64, error) {
		run, err := p.Film(ctx, what)
		if err != nil {
			return nil, 0, badRequest("%w", err)
		}
		verdicts, err := p.Verdicts(ctx, what)
		if err != nil {
			return nil, 0, badRequest("%w", err)
		}
		f := &film{What: what, N: n, Verdicts: nonNil(verdicts), Motions: show.MotionsOf(p.Views()[0].Scene.Objects, run), instants: spread(run.Instants, stripFrames)}
		f.Frames = len(f.instants)
		f.view = smaller(p.Views()[0], stripWidth)
		f.Width, f.Height = f.view.Scene.Camera.Width, f.view.Scene.Camera.Height
		for _, at := range f.instants {
			f.Times = append(f.Times, at.Time)
			poses := make([]pose, len(at.WorldFromSolid))
			for k, t := range at.WorldFromSolid {
				q := show.TurnOf(t)
				poses[k] = pose{[3]float64{t.T.X, t.T.Y, t.T.Z}, [4]float64{q.W, q.X, q.Y, q.Z}}
			}
			f.Moved = append(f.Moved, poses)
		}
		return f, filmSize + sizeOfMeshes(f.view.Scene, map[*mesh.Mesh]bool{}), nil
	}))
}

// spread picks at most n instants, the first and the last ones among them, at even distances.
func spread(all []settle.Instant, n int) []settle.Instant {
	if len(all) <= n {
		return all
	}
	out := make([]settle.Instant, n)
	for i := range out {
		out[i] = all[i*(len(all)-1)/(n-1)]
	}
	return out
}

// smaller is a view with a picture of another width.
func smaller(v show.View, width int) show.View {
	scene := *v.Scene
	c := &scene.Camera
	by := float64(width) / float64(c.Width)
	c.Width, c.Height = width, max(1, int(math.Round(float64(c.Height)*by)))
	c.FocalPx, c.CenterX, c.CenterY = c.FocalPx*by, c.CenterX*by, c.CenterY*by
	v.Scene = &scene
	return v
}

// strip is the pictures of a film side by side.
func (e *Explorer) strip(r *http.Request) (body, error) {
	f, err := e.filmOf(r)
	if err != nil {
		return body{}, err
	}
	key := fmt.Sprintf("strip %s/%s %s", r.PathValue("split"), r.PathValue("index"), f.N)
	data, err := kept(r.Context(), e.pictures, key, func(ctx context.Context) ([]byte, error) {
		all := image.NewNRGBA(image.Rect(0, 0, f.Width*f.Frames, f.Height))
		var img *image.NRGBA
		drawn := 0
		for i, at := range f.instants {
			if i == 0 || !at.LooksLike(f.instants[drawn]) {
				var err error
				if img, err = e.studio.shoot(ctx, f.at(at), frame.Draft); err != nil {
					return nil, err
				}
				drawn = i
			}
			draw.Draw(all, image.Rect(i*f.Width, 0, (i+1)*f.Width, f.Height), img, image.Point{}, draw.Src)
		}
		return encodeJPEG(all)
	})
	return body{"image/jpeg", keepAnHour, data}, err
}

// at is the view at an instant.
func (f *film) at(at settle.Instant) show.View {
	scene := *f.view.Scene
	scene.Objects = slices.Clone(scene.Objects)
	for i := range min(len(scene.Objects), len(at.WorldFromSolid)) {
		scene.Objects[i].WorldFromObject = at.WorldFromSolid[i]
	}
	return show.View{Scene: &scene, Options: f.view.Options}
}
