package worlds

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"mereo/gen"
	"mereo/gen/ask"
	"mereo/gen/judge"
	"mereo/gen/show"
	"mereo/gen/world"
	"mereo/scenes"
	"mereo/scenes/shoot"
)

// Set is a world as a set.
type Set struct {
	world.Base[*plan]
	world *World
}

// New is the set that a document describes.
func New(w *World) *Set {
	s := &Set{world: w}
	s.Open = s.open
	return s
}

// Name is that of the document.
func (s *Set) Name() string { return s.world.Name }

// Config is World.Config.
func (s *Set) Config() any { return s.world.Config() }

// split is what is known of a split before there is a sample.
type split struct {
	*World
	job gen.Job
	// Of questions; nil without them.
	library *ask.Library[*known]
	lexicon func() *show.Lexicon
}

// open declares a split.
func (s *Set) open(job gen.Job) (*world.Split[*plan], error) {
	w := s.world
	p, err := w.planner(job)
	if err != nil {
		return nil, err
	}
	of := &split{World: w, job: job}
	out := &world.Split[*plan]{
		Set: w.Name, Job: job, Look: &w.Render.Look, Plan: p.plan, Shots: of.shots,
		Scene: func(p *plan, state int) (*scenes.Scene, shoot.Options) {
			return w.sceneAt(p, w.momentOf(p, state)), w.drawing(p)
		},
		Files: of.files, Item: of.item, Page: of.page, Asked: of.questions, FacetNames: of.facetNames(), Facets: of.facets, Edits: of.edits(),
		Classes: w.classes, Check: of.check, Physics: p.physics, Film: of.film,
	}
	if w.Questions != nil {
		g, err := w.grammar()
		if err != nil {
			return nil, err
		}
		of.library = g.Library
		of.lexicon = sync.OnceValue(func() *show.Lexicon { return w.lexicon(g.Words) })
		out.Functions, out.Run, out.Reword = show.Functions(g.Library), of.run, of.reword
	}
	return out, nil
}

// shots are the pictures of a sample: one by each camera, or in films all frames of one camera after the other. Labels are those of the processor.
func (s *split) shots(p *plan) (out []world.Shot) {
	n, frames := len(p.cameras), s.frames()
	var last lately
	for k := range n * frames {
		i, frame := k/frames, k%frames
		c := &p.cameras[i]
		name := c.name
		if name == "" {
			name = "picture"
		}
		next, before := (i+1)%n, (i+n-1)%n
		picture := show.Picture{Name: name}
		if s.Motion != nil {
			picture = show.Picture{Name: fmt.Sprintf("frame %d", frame), Film: "film", Time: float64(frame) / s.Motion.FPS}
			if c.name != "" {
				picture.Name, picture.Film = picture.Name+", "+c.name, c.name
			}
			next, before = i*frames+min(frame+1, frames-1), i*frames+max(frame-1, 0)
		}
		cam := c.at(p.seconds(frame))
		cam.Distortion = s.Render.Realism.Distortion
		draw := func() *show.Labels { return s.labels(p, i, frame) }
		labels := sync.OnceValue(draw)
		if s.Motion != nil {
			labels = func() *show.Labels { return last.labels(k, draw) }
		}
		ids := labels
		if k == 0 {
			ids = func() *show.Labels { return world.LabelsOf(p.seen()) }
		}
		out = append(out, world.Shot{
			Picture: picture, Pinhole: cam, State: frame*n + lens(p.cameras, i), Next: next, Before: before, Labels: labels, IDs: ids,
			Blur: s.blur(p, i, frame),
		})
	}
	return out
}

// lately are the labels of the shots of a film that were drawn last: it has too many to keep all of them.
type lately struct {
	lock  sync.Mutex
	shots []int
	drawn []*show.Labels
}

// labels are those of a shot.
func (l *lately) labels(shot int, draw func() *show.Labels) *show.Labels {
	const most = 4 // flow needs two
	l.lock.Lock()
	defer l.lock.Unlock()
	if i := slices.Index(l.shots, shot); i >= 0 {
		return l.drawn[i]
	}
	l.lock.Unlock()
	labels := draw()
	l.lock.Lock()
	l.shots, l.drawn = append(l.shots, shot), append(l.drawn, labels)
	if len(l.shots) > most {
		l.shots, l.drawn = slices.Delete(l.shots, 0, 1), slices.Delete(l.drawn, 0, 1)
	}
	return labels
}

// lens numbers the lenses of cameras: pictures of one are drawn in one run.
func lens(cameras []view, i int) int {
	a := cameras[i].Pinhole
	for k := range cameras[:i] {
		b := cameras[k].Pinhole
		b.WorldFromCamera = a.WorldFromCamera
		if a == b {
			return k
		}
	}
	return i
}

// labels are what a camera sees in a frame, as the processor draws it.
func (s *split) labels(p *plan, camera, frame int) *show.Labels {
	if camera == 0 && frame == 0 && p.seen().Normal != nil {
		return world.LabelsOf(p.seen())
	}
	scene := s.sceneAt(p, float64(frame))
	scene.Camera = p.cameras[camera].at(p.seconds(frame))
	return world.LabelsOf(drawn(scene))
}

// item is what a block says of a sample.
func (s *split) item(t *world.Take[*plan]) *gen.Item {
	p := t.Plan
	item := &gen.Item{Index: t.Index, Attempt: p.attempt, Rejects: p.rejects, Tally: gen.Tally{}}
	item.Tally.Add("things", strconv.Itoa(len(p.things)))
	for i := range p.things {
		for a, v := range p.things[i].values {
			if v >= 0 {
				item.Tally.Add(s.attributes[a].Name, s.attributes[a].Values[v].Name)
			}
		}
	}
	return item
}

// check holds answers against the second meanings of functions.
func (s *split) check(_ context.Context, f *world.Finding[*plan]) error {
	if s.library == nil {
		return nil
	}
	list, err := s.asked(f.Index)
	if err != nil || list == nil {
		return err
	}
	plain, err := s.plain(f.Take)
	if err != nil {
		return err
	}
	for i := range list {
		p, err := show.ReadProgram(s.library, list[i].calls())
		if err != nil {
			f.Report(s.askedPath(f.Index), fmt.Sprintf("question %d", i), "program", "cannot be run: %v", err)
			continue
		}
		outputs := s.library.RunPlain(plain, p)
		if answer := answerText(outputs[len(outputs)-1]); answer != list[i].Answer {
			f.Report(s.askedPath(f.Index), fmt.Sprintf("question %d", i), "answer", "is %s, its program gives %s", list[i].Answer, answer)
		}
	}
	return nil
}

// About describes the world.
func (s *Set) About() gen.About {
	w := s.world
	title := w.Title
	if title == "" {
		title = w.Name
	}
	of := &split{World: w, job: gen.Job{Split: "<split>"}}
	out := gen.About{
		Title: title, Summary: w.Summary, License: w.License, Cite: w.Cite,
		Described: !slices.Contains(Names(), w.Name), Layout: of.layout(),
	}
	picture := func(camera, frame string) {
		name := fmt.Sprintf("%s_%%[1]s_%%06[2]d", w.Write.Prefix)
		if camera != "" {
			name += "_" + camera
		}
		out.Pictures = append(out.Pictures, w.below(folderImages+"/%[1]s/"+name+frame+".png"))
	}
	if w.Motion != nil {
		for k := range mostShown {
			picture(w.views(keyOfNothing)[0].name, "/"+frameFile(k*(w.frames()-1)/(mostShown-1)))
		}
	} else {
		for _, v := range w.views(keyOfNothing)[:min(mostShown, len(w.views(keyOfNothing)))] {
			picture(v.name, "")
		}
	}
	things := gen.Chart{Key: "things", Title: "Things in a scene", XLabel: "things"}
	for n := w.Scene.Count.Min; n <= w.Scene.Count.Max; n++ {
		things.Values = append(things.Values, strconv.Itoa(n))
	}
	out.Charts = append(out.Charts, things)
	for i := range w.attributes {
		a := &w.attributes[i]
		out.Charts = append(out.Charts, gen.Chart{Key: a.Name, Title: "Things by " + a.Name, XLabel: a.Name, Values: a.names()})
	}
	if w.Questions != nil {
		out.Charts = append(out.Charts, gen.Chart{Key: "question type", Title: "Questions by type", XLabel: "type", Values: w.questionKinds()})
		for _, kind := range w.questionKinds() {
			out.Answers = append(out.Answers, gen.Chart{Key: kind, Title: kind})
		}
	}
	return out
}

// Tables shows how well questions are answered without a picture.
func (s *Set) Tables(ctx context.Context, job gen.Job) ([]gen.Table, error) {
	w := s.world
	if w.Questions == nil {
		return nil, nil
	}
	of, l := &split{World: w, job: job}, w.library()
	return judge.Guess(ctx, job.Count, w.Questions.PerScene, w.questionKinds(), func(index int) (out []judge.Told, err error) {
		list, err := of.asked(index)
		for i := range list {
			q := &list[i]
			t, _ := l.AnswerType(q.Program[len(q.Program)-1].Function)
			out = append(out, judge.Told{
				Text: q.Question, Family: q.Family, Kind: kindOf(q.Program), Answer: q.Answer, Choices: len(l.Domain(t)),
			})
		}
		return out, err
	})
}

// mostShown is how many pictures of a sample contact sheets show.
const mostShown = 4

// layout are the kinds of files.
func (s *split) layout() (out []gen.LayoutRow) {
	views := s.views(keyOfNothing)
	add := func(kind, extension, meaning string) {
		if extension != ".json" {
			if s.Motion != nil {
				extension, meaning = "/<frame>"+extension, meaning+", of each frame"
			}
			if views[0].name != "" {
				extension = "_<camera>" + extension
			}
		}
		out = append(out, gen.LayoutRow{Path: s.below(fmt.Sprintf("%s/<split>/%s_<split>_<index>%s", kind, s.Write.Prefix, extension)), Meaning: meaning})
	}
	each := ""
	if len(views) > 1 {
		each = fmt.Sprintf(", one for each of %d cameras, whose name is at the end", len(views))
	}
	add(folderImages, ".png", "the picture"+each)
	if s.Write.IDs {
		add(folderIDs, ".png", "ids of things, from 1, 16-bit gray")
	}
	if s.Write.Parts {
		add(folderParts, ".png", "ids of parts, from 1, 16-bit gray")
	}
	switch s.Write.Depth {
	case depthNPY:
		add(folderDepth, ".npy", "depth along the camera's axis, float32")
	case depthEXR:
		add(folderDepth, ".exr", "distance from the camera, OpenEXR")
	}
	if s.Write.Normals {
		add(folderNormals, ".npy", "normals in the world, float32")
	}
	if s.Write.Flow {
		add(folderFlow, ".npy", "flow to the next camera's picture, in films to the next frame, pixels right and down, and 1 where the place is not seen there, float32")
	}
	if s.Write.Back {
		add(folderBack, ".npy", "flow to the camera or frame before, float32")
	}
	if s.Write.Coords {
		add(folderCoords, ".npy", "places in the boxes of things, 0 to 1 along their axes, float32")
	}
	add(folderScenes, ".json", "the scene: attributes, places and relations of things")
	out = append(out, gen.LayoutRow{Path: s.joinedPath(folderScenes, "<split>"), Meaning: "all scenes of a split"})
	if s.Questions != nil {
		add(folderQuestions, ".json", "questions with programs and answers")
		out = append(out, gen.LayoutRow{Path: s.joinedPath(folderQuestions, "<split>"), Meaning: "all questions of a split"})
	}
	return out
}
