package worlds

import (
	"fmt"
	"math"
	"slices"

	"mereo/gen/ask/closed"
	"mereo/gen/show"
)

// there are the numbers of the things that were not deleted: those of the objects of a record.
func (p *plan) there() (out []int) {
	for i := range p.things {
		if !p.things[i].gone {
			out = append(out, i)
		}
	}
	return out
}

// motionOf tells people of a film; nil where there is none.
func (s *split) motionOf(p *plan, r *motionRecord) *show.FilmMotion {
	if r == nil {
		return nil
	}
	ids, out := p.there(), &show.FilmMotion{Frames: r.Frames}
	round := func(v []float64) { // to a tenth of a millimeter: the page has hundreds of frames
		for i := range v {
			v[i] = math.Round(v[i]*1e4)/1e4 + 0
		}
	}
	for _, states := range r.States {
		row := make([]*show.Pose, len(p.things))
		for k, state := range states {
			pose := &show.Pose{T: state.Location, Q: state.Rotation}
			round(pose.T[:])
			round(pose.Q[:])
			row[ids[k]] = pose
		}
		out.Poses = append(out.Poses, row)
	}
	last := r.Frames - 1
	for _, list := range []struct {
		kind string
		of   []momentRecord
	}{{closed.EventIn, r.Enters}, {closed.EventOut, r.Leaves}, {eventRests, r.Rests}} {
		for _, m := range list.of {
			e := s.event(p, ids, list.kind, m.Frame, m.Object)
			e.After = m.Frame > last
			out.Events = append(out.Events, e)
		}
	}
	for _, c := range r.Collisions {
		e := s.event(p, ids, closed.EventCollision, c.Frame, c.Objects[:]...)
		e.After = c.Frame >= last && len(r.States) > r.Frames // its frame is the last one before it
		out.Events = append(out.Events, e)
	}
	slices.SortStableFunc(out.Events, func(a, b show.Event) int { return a.Frame - b.Frame })
	return out
}

// eventRests is the kind of what comes to rest, of which programs do not know.
const eventRests = "rests"

// event is one of objects of a record, which are the things with these numbers.
func (s *split) event(p *plan, ids []int, kind string, frame int, objects ...int) show.Event {
	e := show.Event{Kind: kind, Frame: frame, Entities: []string{}}
	who := ""
	for i, o := range objects {
		if i > 0 {
			who += " and "
		}
		who += "the " + s.name(&p.things[ids[o]])
		e.Entities = append(e.Entities, show.Key("object", ids[o]+1))
	}
	e.Text = map[string]string{
		closed.EventStart: "the film begins", closed.EventEnd: "the film ends", closed.EventIn: who + " enters", closed.EventOut: who + " leaves",
		closed.EventCollision: who + " collide", eventRests: who + " comes to rest",
	}[kind]
	return e
}

// frameResult tells of a frame that a call yields.
func frameResult(frame int) show.Result {
	if frame < 0 {
		return show.Result{Text: "the whole film"}
	}
	text := fmt.Sprintf("frame %d", frame)
	return show.Result{Text: text, Events: []show.Event{{Kind: "frame", Text: text, Frame: frame, Entities: []string{}}}}
}

// eventsResult tells of a call that yields a single event, or a set of them.
func (s *split) eventsResult(p *plan, ids []int, list []closed.Event, single bool) show.Result {
	out := show.Result{Text: show.Count(len(list), "event"), Events: []show.Event{}}
	for _, of := range list {
		var objects []int
		for o := range of.Objects().All() {
			objects = append(objects, int(o))
		}
		e := s.event(p, ids, of.Kind, of.Frame, objects...)
		for _, key := range e.Entities {
			if !slices.Contains(out.Entities, key) {
				out.Entities = append(out.Entities, key)
			}
		}
		out.Events = append(out.Events, e)
	}
	if single {
		out.Text = out.Events[0].Text
	}
	return out
}
