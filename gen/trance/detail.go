package trance

// eventDetail is how one answer of EventSetting or ViewSetting was judged, with the published keys.
type eventDetail struct {
	Distance   int      `json:"dist"`
	Normed     float64  `json:"norm_dist"`
	Loose      bool     `json:"loose_correct"`
	Overlap    bool     `json:"err_overlap"`
	Out        bool     `json:"err_invalid_position"`
	Correct    bool     `json:"correct"`
	Pred       [][2]int `json:"pred"` // steps as [object, number of the pair]
	Target     [][2]int `json:"target"`
	PredStep   int      `json:"pred_step"` // how many
	TargetStep int      `json:"target_step"`
	Sample     int      `json:"sample_id"`
	View       *view    `json:"view_idx,omitzero"` // of ViewSetting
}

func newEventDetail(r *Record, v view, setting Setting, steps []Step, j *Judgement) *eventDetail {
	d := &eventDetail{
		Distance: j.Distance, Normed: j.NormDistance(), Loose: j.Loose, Overlap: j.Overlap, Out: j.Out, Correct: j.Correct,
		Pred: stepNumbers(steps), Target: stepNumbers(r.Reference), PredStep: j.Steps, TargetStep: j.ReferenceSteps, Sample: r.Idx,
	}
	if setting == ViewSetting {
		d.View = &v
	}
	return d
}

// stepNumbers are steps as the published tensors have them.
func stepNumbers(steps []Step) [][2]int {
	out := make([][2]int, len(steps))
	for i, s := range steps {
		out[i] = [2]int{s.Object, int(s.Pair)}
	}
	return out
}

// basicDetail is how one answer of BasicSetting was judged, with the published keys. What was predicted is null where there
// is no prediction.
type basicDetail struct {
	Correct    bool `json:"correct"`
	Object     bool `json:"obj_correct"`
	Value      bool `json:"pair_correct"`
	ObjPred    *int `json:"obj_pred"`
	ObjTarget  int  `json:"obj_target"`
	PairPred   *int `json:"pair_pred"` // its number
	PairTarget int  `json:"pair_target"`
	AttrPred   *int `json:"attr_pred"` // its number
	AttrTarget int  `json:"attr_target"`
	Sample     int  `json:"sample_id"`
}

func newBasicDetail(r *Record, steps []Step, j basicJudgement) *basicDetail {
	target := r.Reference[0]
	d := &basicDetail{
		Correct: j.correct, Object: j.object, Value: j.value, ObjTarget: target.Object, PairTarget: int(target.Pair),
		AttrTarget: int(target.Pair.Attribute()), Sample: r.Idx,
	}
	if len(steps) > 0 {
		pair, attribute := int(steps[0].Pair), int(steps[0].Pair.Attribute())
		d.ObjPred, d.PairPred, d.AttrPred = &steps[0].Object, &pair, &attribute
	}
	return d
}
