package worlds

import (
	"cmp"
	"fmt"
	"slices"

	"mereo/scenes/rng"
)

// checkOutput looks at relations, files, pictures and questions.
func (w *World) checkOutput(Folder) {
	if w.fault != nil {
		return
	}
	for i, kind := range w.Relations.Kinds {
		key := fmt.Sprintf("relations.kinds[%d]", i)
		w.word(key, kind, relationKinds...)
		if slices.Index(w.Relations.Kinds, kind) < i {
			w.wrong(key, "is %s again, want each once", kind)
		}
	}
	w.number("relations.eps", w.Relations.Eps, 0, 1e6)
	w.number("relations.unsure", w.Relations.Unsure, 0, 1e6)
	if w.Write.Prefix == "" {
		w.Write.Prefix = w.Name
	}
	if !isName(w.Write.Prefix) {
		w.wrong("write.prefix", "is %q, want letters, digits, - and _, at most %d", shortened(w.Write.Prefix), maxName)
	}
	if f := w.Write.Folder; f != "" && !isFolder(f) {
		w.wrong("write.folder", "is %q, want letters, digits, -, _ and ., at most %d, of which . is not the first", shortened(f), maxName)
	}
	w.word("write.record", w.Write.Record, recordFull, recordBrief)
	if key := map[bool]string{true: "write.flow", false: "write.backward_flow"}[w.Write.Flow]; w.fault == nil && (w.Write.Flow || w.Write.Back) && w.Motion == nil &&
		len(w.views(keyOfNothing)) < 2 {
		w.wrong(key, "is from one camera's picture to another one's, and there is one camera; give it stereo, others in cameras, or motion")
	}
	w.word("write.depth", w.Write.Depth, depthNone, depthNPY, depthEXR)
	r := &w.Render
	cam := w.views(rng.Key{})[0].Pinhole
	cam.Distortion = r.Realism.Distortion
	if bad := r.Look.Faults(&cam); len(bad) > 0 {
		w.wrong("render", "is wrong: %s", bad[0])
	}
	r.SubFrames = cmp.Or(r.SubFrames, usualSubFrames)
	r.TracedSubFrames = cmp.Or(r.TracedSubFrames, (r.SubFrames+1)/2)
	w.number("render.sub_frames", float64(r.SubFrames), 1, 4096)
	w.number("render.traced_sub_frames", float64(r.TracedSubFrames), 1, float64(r.SubFrames))
	w.number("render.bounce_rays", float64(r.BounceRays), 0, 1024)
	if w.Questions != nil {
		w.checkQuestions("questions", w.Questions)
	}
}

// filmThings is how many things may be in films that are asked about: more have more pairs than sets of events have room for.
const filmThings = 10

// usualSubFrames are those of documents that say nothing of them.
const usualSubFrames = 8

func (w *World) checkQuestions(key string, q *QuestionRules) {
	if q.PerScene == 0 && !w.given(key+".per_scene") {
		q.PerScene = 10
	}
	w.number(key+".per_scene", float64(q.PerScene), 1, 1000)
	if q.Noun == "" {
		for _, name := range []string{"shape", categoryName} {
			if w.attribute(name) >= 0 {
				q.Noun = name
			}
		}
	} else if w.attribute(q.Noun) < 0 {
		w.wrong(key+".noun", "is %q, want an attribute: %s", q.Noun, listed(w.attributeNames()))
	}
	for i, name := range q.Phrase {
		if w.attribute(name) < 0 {
			w.wrong(fmt.Sprintf("%s.phrase[%d]", key, i), "is %q, want an attribute: %s", name, listed(w.attributeNames()))
		}
		if slices.Index(q.Phrase, name) < i {
			w.wrong(fmt.Sprintf("%s.phrase[%d]", key, i), "is %s again, want each once", name)
		}
	}
	if len(w.attributes) == 0 {
		w.wrong(key, "has nothing to ask about, want attributes")
	}
	for _, a := range w.attributes {
		if q.Phrase != nil && a.Name != q.Noun && !slices.Contains(q.Phrase, a.Name) { // filters by it would not be said
			w.wrong(key+".phrase", "leaves out %s, want all attributes but the noun", a.Name)
		}
	}
	if q.Families != nil && len(q.Families) == 0 && q.Templates == "" {
		w.wrong(key+".families", "is empty, want some of %s, or templates of your own", listed(w.builtIn()))
	}
	for i, name := range q.Families {
		if slices.Index(q.Families, name) < i {
			w.wrong(fmt.Sprintf("%s.families[%d]", key, i), "is %s again, want each once", name)
		}
	}
	var related, others []string
	for _, name := range familyNames {
		if usesRelations(name) {
			related = append(related, name)
		} else {
			others = append(others, name)
		}
	}
	used := q.Families
	if used == nil && q.Templates == "" && w.Motion == nil {
		used = related
	}
	for _, name := range used {
		if len(w.Relations.Kinds) == 0 && slices.Contains(related, name) {
			w.wrong("relations.kinds", "is empty, but questions of %s are about relations, want some, or only %s in questions.families", name, listed(others))
		}
	}
	if q.Parts != nil {
		w.checkAsked(key+".parts", q.Parts)
	}
	w.checkWords(key+".words", q.Words)
	for _, e := range q.Most {
		w.number(key+".most."+e.Name, float64(e.Of), 0, 1000)
	}
	if w.Motion != nil {
		if n := w.mostThings(); n > filmThings {
			w.wrong("scene.count", "is up to %d things, want at most %d where questions are asked about films: nobody keeps more in mind", n, filmThings)
		}
	}
	if len(w.attributes) > 16 {
		w.wrong("attributes", "are %d, want at most 16 where questions are asked", len(w.attributes))
	}
}
