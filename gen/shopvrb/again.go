package shopvrb

import (
	"errors"
	"fmt"

	"mereo/scenes/place"
	"mereo/scenes/rng"
)

// fallReasons are those for which an attempt is given up that only simulating and drawing it would tell.
var fallReasons = []string{rejectRestless, rejectLeft, rejectInside, rejectCutOff, rejectOverflow, rejectHidden}

// again makes the plan of an index again from the seed, given in which attempt it was kept and why the attempts before it were not: one
// picture is looked at, where Sample looks at one for each attempt. Those that found a place for all things are taken for hidden. Of
// things that fall it draws which they are and how they were held, takes from their records how they lie, and from rejects what
// only their fall tells. The error is a place.Reject if that attempt is none that is kept.
func (s *sampler) again(index int, lies *Record, attempt int, rejects place.Rejects) (*sample, error) {
	if attempt < 0 || attempt >= s.cfg.MaxAttempts {
		return nil, place.Reject{Reason: fmt.Sprintf("there are attempts 0 to %d", s.cfg.MaxAttempts-1)}
	}
	key := s.key
	key.Index = index
	out := &sample{index: index, rejects: place.Rejects{}}
	base := s.begin(key)
	for ; ; key.Attempt++ {
		out.plan = base
		err := s.begun(&out.plan, key)
		if key.Attempt == attempt {
			if err != nil {
				return nil, err
			}
			break
		}
		if no := (place.Reject{}); errors.As(err, &no) {
			out.rejects[no.Reason]++
		} else if err != nil {
			return nil, err
		} else if !s.cfg.Drop {
			out.rejects[rejectHidden]++
		}
	}
	if s.cfg.Drop {
		for _, reason := range fallReasons {
			if n := rejects[reason]; n > 0 {
				out.rejects[reason] = n
			}
		}
		if len(out.objects) != len(lies.Objects) {
			return nil, place.Reject{Reason: fmt.Sprintf("it has %d things, the record %d", len(out.objects), len(lies.Objects))}
		}
		for i := range lies.Objects {
			out.objects[i].put(&lies.Objects[i])
		}
		out.fall = lies.motion()
	}
	var err error
	if out.seen, err = out.look(); err == nil {
		s.expose(&out.plan, out.seen)
	}
	return out, err
}

// begun draws the things of a plan and where they stand, or how they are held before they fall. The error is a place.Reject.
func (s *sampler) begun(p *plan, key rng.Key) (err error) {
	if s.cfg.Drop {
		_, err = s.hold(p, key)
	} else {
		_, err = s.furnish(p, key)
	}
	return err
}
