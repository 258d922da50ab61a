package ptr

import (
	"errors"
	"slices"

	"mereo/internal/phase"
	"mereo/scenes/place"
)

// knownModels are the models of a scene's objects, in their order, where a record tells them.
type knownModels []knownModel

type knownModel struct {
	category string
	number   int
}

// rejectOther stands for the reason of a trial that was not made, because its model is none that the record says was kept.
const rejectOther = "model of no object"

// excludes tells that a trial for object i cannot be the one that was kept.
func (k knownModels) excludes(i int, category string, number int) bool {
	return k != nil && (i >= len(k) || k[i] != knownModel{category, number})
}

// replay plans the sample of a record again from the seed, in a fraction of the time: trials with models other than those that the record
// says were kept take their draws and are not made, and of a physical scene the attempts before the last are left out, and all
// simulations but the one that gives verdicts. What follows from those is taken from the record, where it can be: reasons of
// rejections, draws of left out attempts, margins, and whether a move that is not blocked helps. Everything else follows from the seed.
//
// It returns nil where the record can be no sample of the seed, or where only Sample can tell.
func (s *Sampler) replay(r *Record) (*Sample, error) {
	defer phase.Begin(phase.Sampling).End()
	key, physical, slots := s.begin(r.ImageIndex)
	key.Attempt = r.Mereo.Attempt
	told := place.Rejects(r.Mereo.Rejects)
	if physical != r.Physics || key.Attempt < 0 || key.Attempt >= s.cfg.MaxAttempts ||
		!physical && key.Attempt > 0 || told[rejectMode] > 0 || told[rejectCrowded] > 0 {
		return nil, nil
	}
	known := knownModels{}
	for i := range r.Objects {
		number, ok := s.source.Number(r.Objects[i].Category, r.Objects[i].PartnetID)
		if !ok {
			return nil, nil
		}
		known = append(known, knownModel{r.Objects[i].Category, number})
	}
	draws, rejects := map[string]int{}, place.Rejects{}
	out, err := s.arrange(key, physical, slots, known, draws, rejects)
	if errors.As(err, new(place.Reject)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if key.Attempt > 0 {
		for category, n := range draws {
			if r.Mereo.Draws[category] < n {
				return nil, nil
			}
		}
		draws = r.Mereo.Draws
	}
	if !mayFollow(told, rejects, draws, key.Attempt, len(out.Objects)) || physical && !s.replayVerdicts(out, r) {
		return nil, nil
	}
	s.complete(out, draws, told)
	return out, s.film(out)
}

// trialReasons are why a trial is rejected after its draws, attemptReasons why an attempt at a scene is.
var (
	trialReasons = []string{
		rejectUnseen, rejectBorder, rejectOverlap, rejectWall, rejectInside, rejectBeside, rejectHides,
		rejectWheels, rejectBase, rejectDoor, rejectArms,
	}
	attemptReasons = []string{rejectCalm, rejectUnhelped, rejectOverflow, rejectNarrow}
)

// mayFollow tells whether rejections that a record tells can be those of its sample: no fewer than were seen, one for each attempt
// before, and one for each draw that did not become an object.
func mayFollow(told, seen place.Rejects, draws map[string]int, attempt, objects int) bool {
	trials, attempts := 0, 0
	for reason, n := range told {
		switch {
		case n < 1:
			return false
		case slices.Contains(trialReasons, reason):
			trials += n
		case slices.Contains(attemptReasons, reason):
			attempts += n
		default:
			return false
		}
	}
	for reason, n := range seen {
		if reason != rejectOther && told[reason] < n {
			return false
		}
	}
	drawn := 0
	for category, n := range draws {
		if n < 1 || categoryOf(category) == nil {
			return false
		}
		drawn += n
	}
	return attempts == attempt && drawn == trials+attempt*physicalObjects+objects
}

// replayVerdicts gives the objects of a physical scene the verdicts that one simulation gives, with margins and moves of a record. It
// says whether that can be.
func (s *Sampler) replayVerdicts(m *Sample, r *Record) bool {
	things := m.things()
	_, verdicts, err := verdictsOf(things)
	if err != nil || len(verdicts) != len(r.Objects) {
		return false
	}
	unstable := 0
	distances := moveDistances(s.cfg.Published.Distances)
	for i := range verdicts {
		v, told := &verdicts[i], r.Objects[i].Simulation
		m.Objects[i].Verdict = v
		if told == nil {
			return false
		}
		v.Margin = told.Margin
		if v.Stable {
			continue
		}
		unstable++
		if len(told.Moves) != len(moveDirections)*len(distances) {
			return false
		}
		v.Moves = told.Moves
		others := slices.Concat(things[:i], things[i+1:])
		for k, move := range told.Moves {
			moved := things[i]
			moved.WorldFromSolid.T = moved.WorldFromSolid.T.AddScaled(distances[k%len(distances)], moveDirections[k/len(distances)].to)
			v.LastTried = moved.WorldFromSolid.T
			if blocked := judgeStage().Blocked(moved, others, touching); blocked != (move.Outcome == moveBlocked) {
				return false
			}
		}
	}
	calm, helped, stacked := s.balance(m)
	return calm < keepShare[unstable] &&
		(!helped || stacked >= 0 && len(changes(verdicts[stacked].Moves, false)) == 1)
}
