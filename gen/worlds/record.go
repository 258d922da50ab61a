package worlds

import (
	"fmt"
	"math"

	"mereo/engine/geom"
	"mereo/gen/record"
	"mereo/gen/world"
	"mereo/scenes/annot"
	"mereo/scenes/relate"
)

// sceneRecord is what is written down of a sample.
type sceneRecord struct {
	Split      string         `json:"split"`
	Index      int            `json:"image_index"`
	Image      string         `json:"image_filename"` // of the first camera
	Objects    []objectRecord `json:"objects"`
	Directions directions     `json:"directions"`
	Relations  named[[][]int] `json:"relationships"` // for each object those that lie there, ascending
	// Of full records.
	Cameras  []cameraRecord `json:"cameras,omitempty"`
	Attempts int            `json:"attempts,omitempty"` // scenes that were drawn before this one
	Motion   *motionRecord  `json:"motion,omitempty"`   // of a film, whose first frame is what the rest of the record tells
}

// directions are unit vectors of the world, as the first camera sees it.
type directions struct {
	Right  [3]float64 `json:"right"`
	Behind [3]float64 `json:"behind"`
	Above  [3]float64 `json:"above"`
	Below  [3]float64 `json:"below"`
	Left   [3]float64 `json:"left"`
	Front  [3]float64 `json:"front"`
}

// of is the direction of a relation.
func (d *directions) of(relation string) geom.Vec3 {
	v := map[string][3]float64{"right": d.Right, "behind": d.Behind, "above": d.Above, "below": d.Below, "left": d.Left, "front": d.Front}[relation]
	return geom.V(v[0], v[1], v[2])
}

// objectRecord is a thing: its attributes first, then where it is.
type objectRecord struct {
	Attributes named[string]
	Place      placeRecord
}

// placeRecord is where a thing is.
type placeRecord struct {
	At       [3]float64 `json:"3d_coords"`    // of the middle of its box
	Rotation float64    `json:"rotation"`     // about the vertical, degrees
	Pixel    pixel      `json:"pixel_coords"` // of that middle in the first camera's picture
	// Of full records.
	*extraRecord
}

// pixel is a column, a row and the depth along the camera's axis.
type pixel struct {
	X     int     `json:"0"`
	Y     int     `json:"1"`
	Depth float64 `json:"2"`
}

// extraRecord is what full records have of a thing beside its place.
type extraRecord struct {
	Model   string        `json:"model"`
	Scale   float64       `json:"scale"`
	Pose    [3][4]float64 `json:"pose"` // world from model, rows; with the scale
	Box     annot.Box     `json:"bbox"` // in the first camera's picture
	Visible int           `json:"visible_px"`
	Parts   []partRecord  `json:"parts,omitempty"`
}

// partRecord is a part of a thing.
type partRecord struct {
	Name       string        `json:"name"`
	ID         int           `json:"id"` // in pictures of parts
	Box        annot.Box     `json:"bbox"`
	Visible    int           `json:"visible_px"`
	Attributes named[string] `json:"attributes,omitempty"` // that it has for itself
}

// cameraRecord is a camera with its name.
type cameraRecord struct {
	Name string `json:"name,omitempty"`
	annot.Camera
}

// named are values with names, in their order, as an object of JSON.
type named[T any] []Entry[T]

// AppendJSON writes the object.
func (n named[T]) AppendJSON(b []byte, s record.Style) []byte {
	b = append(b, '{')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = record.Append(append(record.AppendText(b, n[i].Name), ':'), s, &n[i].Of)
	}
	return append(b, '}')
}

// AppendJSON writes attributes and place as one object.
func (o objectRecord) AppendJSON(b []byte, s record.Style) []byte {
	from := len(b)
	b = o.Attributes.AppendJSON(b, s)
	if len(o.Attributes) == 0 {
		return record.Append(b[:from], s, &o.Place)
	}
	b[len(b)-1] = ',' // in place of the brace, and the next one of the place
	at := len(b)
	b = record.Append(b, s, &o.Place)
	return append(b[:at], b[at+1:]...)
}

// coordinates are a vector as records have it. No component is a negative zero.
func coordinates(v geom.Vec3) [3]float64 { return [3]float64{v.X + 0, v.Y + 0, v.Z + 0} }

// record writes a plan down.
func (s *split) record(t *world.Take[*plan]) (r *sceneRecord, err error) {
	p := t.Plan
	cam := &p.cameras[0].Pinhole
	g := relate.GroundDirections(cam.WorldFromCamera)
	r = &sceneRecord{
		Split: s.job.Split, Index: t.Index, Image: s.frameName(t.Index, p.cameras[0].name, 0) + ".png", Objects: []objectRecord{},
		Directions: directions{
			Right: coordinates(g.Right), Behind: coordinates(g.Behind), Above: coordinates(g.Above), Below: coordinates(g.Below),
			Left: coordinates(g.Left), Front: coordinates(g.Front),
		},
	}
	full := s.Write.Record == recordFull
	var seen tallies
	if full {
		seen = tallied(p)
	}
	var at []geom.Vec3
	var there []*thing // that nobody deleted
	part := 0
	for i := range p.things {
		thing := &p.things[i]
		first := part
		if !thing.gone {
			part += len(thing.parts)
		}
		if thing.gone {
			continue
		}
		where := thing.at()
		x, y, depth := cam.Project(where)
		o := objectRecord{Place: placeRecord{
			At: coordinates(where), Rotation: thing.turn,
			Pixel: pixel{int(math.RoundToEven(x)), int(math.RoundToEven(y)), depth},
		}}
		for a, v := range thing.values {
			if v >= 0 {
				o.Attributes = append(o.Attributes, Entry[string]{s.attributes[a].Name, s.attributes[a].Values[v].Name})
			}
		}
		if full {
			o.Place.extraRecord = s.extra(thing, seen, i, first)
		}
		r.Objects, at, there = append(r.Objects, o), append(at, where), append(there, thing)
	}
	for _, kind := range s.Relations.Kinds {
		var lists [][]int
		if d := r.Directions.of(kind); d != (geom.Vec3{}) {
			lists = relate.Along(at, d, s.Relations.Eps)
		} else if lists, err = s.between(there, kind); err != nil {
			return nil, err
		}
		r.Relations = append(r.Relations, Entry[[][]int]{kind, lists})
	}
	if full {
		for i := range p.cameras {
			r.Cameras = append(r.Cameras, cameraRecord{p.cameras[i].name, annot.CameraOf(&p.cameras[i].Pinhole, 1)})
		}
		r.Attempts = p.attempt
		r.Motion = s.motionRecord(p)
	}
	return r, nil
}

// tallies are what the first camera sees of things and parts.
type tallies struct{ things, parts annot.Tally }

func tallied(p *plan) tallies {
	b, parts := p.seen(), 0
	for i := range p.things {
		parts += len(p.things[i].parts)
	}
	return tallies{
		annot.Whole(b.Width, b.Height, b.Object).Tally(len(p.things)), annot.Whole(b.Width, b.Height, b.Part).Tally(parts),
	}
}

// extra is what full records have of thing number i, whose first part has the id behind first.
func (w *World) extra(thing *thing, seen tallies, i, first int) *extraRecord {
	m, at := thing.pose.M, thing.pose.T
	e := &extraRecord{
		Model: thing.model, Scale: thing.scale, Box: seen.things.Boxes[i], Visible: seen.things.Pixels[i],
		Pose: [3][4]float64{{m.X.X, m.Y.X, m.Z.X, at.X}, {m.X.Y, m.Y.Y, m.Z.Y, at.Y}, {m.X.Z, m.Y.Z, m.Z.Z, at.Z}},
	}
	if len(thing.parts) > 1 {
		for k := range thing.parts {
			id := first + k + 1
			e.Parts = append(e.Parts, partRecord{thing.parts[k].label, id, seen.parts.Boxes[id-1], seen.parts.Pixels[id-1], w.ownValues(thing, k)})
		}
	}
	return e
}

// fileName is the name of a file of a sample and a camera, without its extension.
func (s *split) fileName(index int, camera string) string {
	name := fmt.Sprintf("%s_%s_%06d", s.Write.Prefix, s.job.Split, index)
	if camera != "" {
		name += "_" + camera
	}
	return name
}

// below is a path below the folder of the document's files.
func (w *World) below(path string) string {
	if w.Write.Folder == "" {
		return path
	}
	return w.Write.Folder + "/" + path
}

// path is that of a file of a sample.
func (s *split) path(kind string, index int, camera, extension string) string {
	return s.below(fmt.Sprintf("%s/%s/%s%s", kind, s.job.Split, s.fileName(index, camera), extension))
}

// Kinds of files, which are the names of folders.
const (
	folderImages    = "images"
	folderIDs       = "ids"
	folderParts     = "parts"
	folderDepth     = "depth"
	folderNormals   = "normals"
	folderFlow      = "flow"
	folderBack      = "backward_flow"
	folderCoords    = "coordinates"
	folderScenes    = "scenes"
	folderQuestions = "questions"
)

func (s *split) recordPath(index int) string { return s.path(folderScenes, index, "", ".json") }
func (s *split) askedPath(index int) string  { return s.path(folderQuestions, index, "", ".json") }

// joinedPath is the file that joins those of a split.
func (w *World) joinedPath(kind, split string) string {
	return w.below(fmt.Sprintf("%s/%s_%s_%s.json", kind, w.Write.Prefix, split, kind))
}

// files are those of a sample; the record comes last.
func (s *split) files(t *world.Take[*plan]) (out []world.File) {
	n := len(t.Plan.cameras)
	for i := range n * s.frames() {
		c := &t.Plan.cameras[i/s.frames()]
		add := func(kind, extension string, pass world.Pass) {
			path := s.below(fmt.Sprintf("%s/%s/%s%s", kind, s.job.Split, s.frameName(t.Index, c.name, i%s.frames()), extension))
			out = append(out, world.File{Path: path, Pass: pass, Shot: i})
		}
		add(folderImages, ".png", world.Color)
		if s.Write.IDs {
			add(folderIDs, ".png", world.Object)
		}
		if s.Write.Parts {
			add(folderParts, ".png", world.Part)
		}
		switch s.Write.Depth {
		case depthNPY:
			add(folderDepth, ".npy", world.ViewZ)
		case depthEXR:
			add(folderDepth, ".exr", world.RayDist)
		}
		if s.Write.Normals {
			add(folderNormals, ".npy", world.Normal)
		}
		if s.Write.Flow {
			add(folderFlow, ".npy", world.Flow)
		}
		if s.Write.Back {
			add(folderBack, ".npy", world.BackFlow)
		}
		if s.Write.Coords {
			add(folderCoords, ".npy", world.Coordinates)
		}
	}
	return append(out, world.File{Path: s.recordPath(t.Index), Bytes: func() ([]byte, error) {
		r, err := s.record(t)
		if err != nil {
			return nil, err
		}
		return append(record.JSON(r), '\n'), nil
	}})
}
