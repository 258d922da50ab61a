package worlds

import (
	"math"
	"slices"

	"mereo/scenes/annot"
)

// motionRecord is how things move in a film.
type motionRecord struct {
	FPS    float64       `json:"fps"`
	Frames int           `json:"frames"` // that have pictures; the rest is what happens next
	States [][]moveState `json:"states"` // by frame and object
	// Collisions of objects with each other, in the order of time.
	Collisions []collisionRecord `json:"collisions"`
	// Enters and Leaves are the first frames in which the middle of an object is in the first camera's picture, or no longer, and Rests those from
	// which on it stays where it is, of objects that moved.
	Enters []momentRecord `json:"enters"`
	Leaves []momentRecord `json:"leaves"`
	Rests  []momentRecord `json:"rests"`
	// Cameras are those of the sample, by camera and frame, where they move.
	Cameras []cameraPath  `json:"cameras,omitempty"`
	Expect  *expectRecord `json:"expect,omitempty"` // of a film with a screen
	// Of worlds with questions: what happens after the film, and what would happen in its time if something were otherwise.
	Next    *outcomeRecord  `json:"next,omitempty"`
	WhatIfs []outcomeRecord `json:"what_ifs,omitempty"`
}

// cameraPath is how a camera moves.
type cameraPath struct {
	Name   string         `json:"name,omitempty"`
	Frames []annot.Camera `json:"frames"`
}

// momentRecord is something that one object does.
type momentRecord struct {
	Object int `json:"object_id"`
	Frame  int `json:"frame"`
}

// moveState is how an object is in a frame.
type moveState struct {
	Location [3]float64 `json:"location"` // of its model's origin
	Rotation [4]float64 `json:"rotation"` // quaternion w, x, y, z: of the model to the world
	Velocity [3]float64 `json:"velocity"` // of the center of mass, m/s
	Angular  [3]float64 `json:"angular_velocity"`
	InView   bool       `json:"in_view"`          // its middle is in the first camera's picture
	Unsure   bool       `json:"unsure,omitempty"` // it is at the rim of that picture, or behind another thing
	// Pixel is where its middle is in that picture or beside it, from the left and the top; none behind the camera.
	Pixel *[2]float64 `json:"pixel,omitempty"`
}

// hundredths rounds pixels.
func hundredths(v float64) float64 { return math.Round(v*100)/100 + 0 }

// collisionRecord is a collision of two objects.
type collisionRecord struct {
	Objects  [2]int     `json:"object_ids"`
	Time     float64    `json:"time"`  // seconds from the first frame
	Frame    int        `json:"frame"` // the last one before it
	Position [3]float64 `json:"position"`
	Normal   [3]float64 `json:"contact_normal"` // from the first to the second
	Impulse  [3]float64 `json:"impulse"`        // that the second got, N s
	Seen     bool       `json:"seen"`           // it is in the first camera's picture, and nothing is before it
}

// motionRecord tells a film; nil where there is none.
func (w *World) motionRecord(p *plan) *motionRecord {
	if p.film == nil {
		return nil
	}
	r := &motionRecord{
		FPS: p.film.FPS, Frames: w.Motion.Frames, Collisions: []collisionRecord{}, Enters: []momentRecord{}, Leaves: []momentRecord{}, Rests: []momentRecord{},
	}
	number, there := make([]int, len(p.things)), 0 // in the record, which has none that were deleted
	for i := range p.things {
		if number[i] = there; !p.things[i].gone {
			there++
		}
	}
	moves := make([]int, len(p.things)) // the last frame in which it moves, counted from 1
	for frame, states := range p.film.Frames {
		var row []moveState
		for i := range states {
			if p.things[i].gone {
				continue
			}
			s := &states[i]
			q := s.Pose.Rotation
			middle := p.middleIn(p.film, frame, i)
			now := moveState{
				coordinates(s.Pose.Position), [4]float64{q.W + 0, q.X + 0, q.Y + 0, q.Z + 0}, coordinates(s.Velocity), coordinates(s.Angular),
				p.pictured(frame, middle) && !p.trick.vanished(i, frame), p.doubtful(p.film, frame, i), nil,
			}
			if x, y, z := p.camera(frame).Project(middle); z > 0 {
				now.Pixel = &[2]float64{hundredths(x), hundredths(y)}
			}
			if s.Velocity.Len() > still || s.Angular.Len() > still {
				moves[i] = frame + 1
			}
			if frame > 0 {
				switch was := r.States[frame-1][number[i]].InView; {
				case now.InView && !was:
					r.Enters = append(r.Enters, momentRecord{number[i], frame})
				case was && !now.InView:
					r.Leaves = append(r.Leaves, momentRecord{number[i], frame})
				}
			}
			row = append(row, now)
		}
		r.States = append(r.States, row)
	}
	for i, last := range moves {
		if !p.things[i].gone && last > 0 && last < len(p.film.Frames) {
			r.Rests = append(r.Rests, momentRecord{number[i], last})
		}
	}
	slices.SortStableFunc(r.Rests, func(a, b momentRecord) int { return a.Frame - b.Frame })
	for _, c := range p.collisions() {
		r.Collisions = append(r.Collisions, collisionRecord{
			[2]int{number[c.A], number[c.B]}, c.Time, c.Frame, coordinates(c.Position), coordinates(c.Normal), coordinates(c.Impulse),
			p.pictured(c.Frame, c.Position) && !p.doubtful(p.film, c.Frame, c.A) && !p.doubtful(p.film, c.Frame, c.B),
		})
	}
	for i := range p.cameras {
		c := &p.cameras[i]
		if c.moves == nil {
			continue
		}
		path := cameraPath{Name: c.name}
		for frame := range w.Motion.Frames {
			seen := c.at(p.seconds(frame))
			path.Frames = append(path.Frames, annot.CameraOf(&seen, 1))
		}
		r.Cameras = append(r.Cameras, path)
	}
	if p.trick != nil {
		r.Expect = p.trick.record(w, p, number)
	}
	for i := range p.otherwise {
		o := p.otherwise[i].record(number)
		if i == 0 {
			r.Next = &o
		} else {
			r.WhatIfs = append(r.WhatIfs, o)
		}
	}
	return r
}
