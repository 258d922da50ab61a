package qlevr

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen/record"
	"mereo/gen/show"
)

// edited is a sample with changes.
func edited(t testing.TB, m *madeSample, edits ...show.Edit) (*madeSample, []string) {
	t.Helper()
	out, warnings, err := m.Edit(context.Background(), edits)
	if err != nil {
		t.Fatal(err)
	}
	return madeOf(out), warnings
}

// entityOf finds an entity by its key, and the key of the plane that holds it.
func entityOf(p *show.Page, key string) (e *show.Entity, on string) {
	for i := range p.Entities {
		if p.Entities[i].Key == key {
			return &p.Entities[i], ""
		}
		for k := range p.Entities[i].Entities {
			if p.Entities[i].Entities[k].Key == key {
				return &p.Entities[i].Entities[k], p.Entities[i].Key
			}
		}
	}
	return nil, ""
}

// No change changes nothing, and a change there and back nothing either.
func TestEditNothing(t *testing.T) {
	r, _ := shownDataset(t, 2, nil)
	for index := range 2 {
		m := madeAt(t, r, index)
		same, warnings := edited(t, m)
		if warnings != nil && len(warnings) > 0 || !reflect.DeepEqual(same.page, m.page) || !reflect.DeepEqual(same.record, m.record) {
			t.Errorf("sample %d without a change differs, warnings %q: %s", index, warnings, record.Differs(same.page, m.page))
		}
		e, _ := entityOf(m.page, "object 3")
		old := m.plan.objects[2].color
		there := []show.Edit{
			{Kind: show.EditRecolor, Entity: "object 3", Color: otherColor(old)},
			{Kind: show.EditMove, Entity: "object 3", X: 2, Y: 2},
		}
		changed, _ := edited(t, m, there...)
		if reflect.DeepEqual(changed.record, m.record) {
			t.Error("changes change nothing")
		}
		back, warnings := edited(t, changed, show.Edit{Kind: show.EditRecolor, Entity: "object 3", Color: old},
			show.Edit{Kind: show.EditMove, Entity: "object 3", X: e.At[0], Y: e.At[1]})
		if len(warnings) > 0 || !reflect.DeepEqual(back.page, m.page) {
			t.Errorf("sample %d, there and back, warnings %q, differs: %s", index, warnings, record.Differs(back.page, m.page))
		}
		if again := madeAt(t, r, index); !reflect.DeepEqual(again.page, m.page) || !reflect.DeepEqual(again.record, m.record) {
			t.Errorf("changes have changed sample %d itself", index)
		}
	}
}

func otherColor(color string) string {
	return objectColors[(slices.Index(objectColors, color)+1)%len(objectColors)]
}

// freeSpot is a place on a plane, or on the desk, meters, that is far from everything.
func freeSpot(t testing.TB, m *madeSample, plane int) (x, y float64) {
	t.Helper()
	for x := 10.0; x < 390; x += 2 {
	next:
		for y := 10.0; y < 390; y += 2 {
			spot := circleOutline(planPoint{x, y}, 12)
			for i := range m.plan.objects {
				if collide(&spot, &m.plan.objects[i].outline, 4) {
					continue next
				}
			}
			if plane == len(m.plan.planes) && deskFits(m.plan.planes, &spot) ||
				plane < len(m.plan.planes) && covers(&m.plan.planes[plane].outline, &spot) {
				return x / unitsPerMeter, y / unitsPerMeter
			}
		}
	}
	t.Fatalf("plane %d has no free place", plane)
	return 0, 0
}

// An object that moves from plane to plane, or goes, changes what lies on the planes, all relations and the answers; ids stay.
func TestEditObjects(t *testing.T) {
	const samples = 25
	r, _ := shownDataset(t, samples, nil)
	flipped, gone := 0, 0
	for index := range samples {
		m := madeAt(t, r, index)
		desk := len(m.plan.planes)
		x, y := freeSpot(t, m, desk)
		moved, warnings := edited(t, m, show.Edit{Kind: show.EditMove, Entity: "object 1", X: x, Y: y})
		if len(warnings) > 0 {
			t.Errorf("%d: a free place on the desk gives the warnings %q", index, warnings)
		}
		e, on := entityOf(moved.page, "object 1")
		if math.Hypot(e.At[0]-x, e.At[1]-y) > 1e-9 || on != planeKey(desk) || e.At[2] != m.record.Objects[0].Position[2] {
			t.Errorf("%d: object 1 is at %v on %s, want (%g, %g) on the desk", index, *e.At, on, x, y)
		}
		checkEdited(t, m, moved, nil)
		deleted, warnings := edited(t, moved, show.Edit{Kind: show.EditDelete, Entity: "object 2"})
		if len(warnings) > 0 {
			t.Errorf("%d: without object 2 there are the warnings %q", index, warnings)
		}
		if e, _ := entityOf(deleted.page, "object 2"); e != nil {
			t.Errorf("%d: object 2 is still there", index)
		}
		checkEdited(t, m, deleted, []int{2})
		for i, q := range deleted.page.Questions {
			if q.Text != m.page.Questions[i].Text || !reflect.DeepEqual(q.Program, m.page.Questions[i].Program) {
				t.Errorf("%d: question %d is another one", index, i)
			}
			if deleted.Reword(i, q.Program) == "" {
				t.Errorf("%d: question %d cannot be said any more", index, i)
			}
			switch trace, err := deleted.Run(q.Program); {
			case err != nil || trace.Answer != q.Answer || (trace.Answer == "") != (trace.Fault != ""):
				t.Errorf("%d: question %d has the answer %q, its program gives %+v, %v", index, i, q.Answer, trace, err)
			case q.Answer == "":
				gone++
			case q.Answer != m.page.Questions[i].Answer:
				flipped++
			}
		}
	}
	if flipped < 3 || gone < 3 {
		t.Errorf("%d answers flipped and %d went, want some of both", flipped, gone)
	}
}

// checkEdited holds an edited sample against its own plan: its record is that of a scene of the objects that are left.
func checkEdited(t *testing.T, before, after *madeSample, deleted []int) {
	t.Helper()
	if err := secondSceneFault(&after.record.Scene); err != nil {
		t.Fatal(err)
	}
	if len(after.record.Objects) != len(before.record.Objects)-len(deleted) {
		t.Fatalf("%d objects of %d, want %d less", len(after.record.Objects), len(before.record.Objects), len(deleted))
	}
	d := &after.record.View.Directions
	for i, a := range after.record.Objects {
		id := after.ids[i]
		if slices.Contains(deleted, id) || after.plan.objects[id-1].color != a.Color {
			t.Errorf("object %d of the record has the id %d", i, id)
		}
		for j, b := range after.record.Objects {
			far := (b.Position[0]-a.Position[0])*d.Left[0] + (b.Position[1]-a.Position[1])*d.Left[1]
			if left := slices.Contains(after.record.ObjectRelations.Left[i], j); left != (far > objectRelationMargin) && math.Abs(far-objectRelationMargin) > 1e-9 {
				t.Errorf("%s is %g m left of %s, but the record says %v", after.objectKey(j), far, after.objectKey(i), left)
			}
		}
	}
	on := 0
	for plane, p := range after.record.Planes {
		for _, o := range p.Objects {
			on++
			if at := after.plan.planeAt(after.plan.objects[after.ids[o]-1].center); at != plane {
				t.Errorf("%s is listed on plane %d, but lies on %d", after.objectKey(o), plane, at)
			}
		}
	}
	if on != len(after.record.Objects) {
		t.Errorf("%d objects lie on planes, want %d", on, len(after.record.Objects))
	}
}

// A question whose answer flips when the object that decides it takes another color.
func TestEditFlipsAnAnswer(t *testing.T) {
	m := madeAt(t, shownOf(t, setOf(t, nil), genJobVal), 1)
	o := m.plan.objects[0]
	all := show.Program{call("scene", ""), call("filter", strings.Join([]string{o.size, o.color, o.material, o.shape}, ","), 0),
		call("count_large", "", 1), call("all", "", 2)}
	planes := show.Program{call("scene", ""), call("plane filter_all", ",,", 0), call("filter", ",,,", 1),
		call("count_on_planes", "", 1, 2), call("exactly_number", "33", 3)}
	answers := func(m *madeSample) (out []string) {
		for _, p := range []show.Program{all, planes} {
			trace, err := m.Run(p)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, trace.Answer)
		}
		return out
	}
	if got := answers(m); o.size != "large" || !slices.Equal(got, []string{"yes", "yes"}) {
		t.Fatalf("object 1 is %s; answers %q", o.size, got)
	}
	fewer, _ := edited(t, m, show.Edit{Kind: show.EditDelete, Entity: "object 33"})
	if got := answers(fewer); !slices.Equal(got, []string{"yes", "no"}) {
		t.Errorf("answers with an object less are %q", got)
	}
	edits := []show.Edit{}
	for i, p := range m.plan.objects {
		if p.size == o.size && p.color == o.color && p.material == o.material && p.shape == o.shape {
			edits = append(edits, show.Edit{Kind: show.EditRecolor, Entity: m.objectKey(i), Color: otherColor("yellow")})
		}
	}
	other, _ := edited(t, m, edits...)
	if got := answers(other); o.color == otherColor("yellow") || !slices.Equal(got, []string{"", "yes"}) {
		t.Errorf("answers with other colors are %q", got)
	}
	plane, warnings := edited(t, m, show.Edit{Kind: show.EditRecolor, Entity: "plane 1", Color: "brown"})
	e, _ := entityOf(plane.page, "plane 1")
	if len(warnings) > 0 || e.Name != "brown marble circle" || e.Color != "#925b4c" || plane.record.Planes[0].Color != "brown" {
		t.Errorf("plane 1 is %+v, warnings %q", *e, warnings)
	}
}

// Turns are counter-clockwise, whole degrees, and the middle stays.
func TestEditTurn(t *testing.T) {
	m := madeAt(t, shownOf(t, setOf(t, nil), genJobVal), 1)
	turns := 0
	for i := range m.plan.objects {
		o, key := &m.plan.objects[i], m.objectKey(i)
		if e, _ := entityOf(m.page, key); (o.count > 0) != slices.Contains(e.Edits, show.EditTurn) {
			t.Errorf("%s, a %s, can be changed by %q", key, o.shape, e.Edits)
		}
		if o.count == 0 {
			continue
		}
		turns++
		const angle = 25 * math.Pi / 180
		out, _ := edited(t, m, show.Edit{Kind: show.EditTurn, Entity: key, Turn: angle})
		turned := &out.plan.objects[i]
		sin, cos := math.Sincos(angle)
		d := o.corners[0].sub(o.center)
		want := planPoint{o.center.x + cos*d.x - sin*d.y, o.center.y + sin*d.x + cos*d.y}
		nearest := math.Inf(1)
		for _, c := range turned.corners[:turned.count] {
			nearest = min(nearest, c.sub(want).length())
		}
		if nearest > 1e-6 || turned.center.sub(o.center).length() > 1e-9 || out.record.Objects[i].Rotation != turned.rotation {
			t.Errorf("%s turned by 25 degrees has no corner within %g units of (%g, %g)", key, nearest, want.x, want.y)
		}
	}
	if turns < 5 {
		t.Errorf("%d objects have turns, want more for the test to mean something", turns)
	}
}

func TestEditWarnings(t *testing.T) {
	m := madeAt(t, shownOf(t, setOf(t, nil), genJobVal), 1)
	two, _ := entityOf(m.page, "object 2")
	circle := &m.plan.planes[0]
	called := func(key string) string {
		e, _ := entityOf(m.page, key)
		return fmt.Sprintf("the %s (%s)", e.Name, key)
	}
	edge := planPoint{circle.center.x - circle.radius, circle.center.y}
	for _, c := range []struct {
		name string
		x, y float64
		want []string
	}{
		{"onto another", two.At[0], two.At[1] + 0.01, []string{"The" + called("object 2")[3:] + " overlaps " + called("object 1") + "."}},
		{"onto the border of a plane", edge.x / 100, edge.y / 100, []string{"The" + called("object 1")[3:] + " lies on the border of " + called("plane 1") + "."}},
		{"to the border of the desk", 4.45, 2, []string{"The" + called("object 1")[3:] + " lies in the border of the desk, where no object is."}},
	} {
		_, warnings := edited(t, m, show.Edit{Kind: show.EditMove, Entity: "object 1", X: c.x, Y: c.y})
		warnings = slices.DeleteFunc(warnings, func(w string) bool { return strings.Contains(w, "seen") || strings.Contains(w, "sight") })
		if !slices.Equal(warnings, c.want) {
			t.Errorf("%s: warnings %q, want %q", c.name, warnings, c.want)
		}
	}
	// A small object right behind a large one, seen from the flattest camera, is hidden.
	for index := range 40 {
		m := madeAt(t, shownOf(t, setOf(t, nil), genJobVal), index)
		small := slices.IndexFunc(m.plan.objects, func(o planObject) bool { return o.size == "small" && o.shape != "sphere" })
		large := slices.IndexFunc(m.plan.objects, func(o planObject) bool { return o.shape == "cylinder" && o.size == "large" })
		if m.scene.view.preset != len(cameraPresets)-1 || small < 0 || large < 0 {
			continue
		}
		e, _ := entityOf(m.page, m.objectKey(large))
		_, warnings := edited(t, m, show.Edit{Kind: show.EditMove, Entity: m.objectKey(small), X: e.At[0], Y: e.At[1] + 0.14})
		if !slices.ContainsFunc(warnings, func(w string) bool {
			key := "(" + m.objectKey(small) + ")"
			return strings.HasPrefix(w, "Only ") && strings.HasSuffix(w, key+" are seen.") || strings.HasSuffix(w, key+" is out of sight.")
		}) {
			t.Errorf("sample %d: %s behind %s gives %q", index, m.objectKey(small), m.objectKey(large), warnings)
		}
		return
	}
	t.Error("no sample of 40 is seen from the flattest camera with a small object and a large cylinder")
}

func TestEditMessages(t *testing.T) {
	m := madeAt(t, shownOf(t, setOf(t, nil), genJobVal), 1)
	for _, c := range []struct {
		edits []show.Edit
		want  string
	}{
		{[]show.Edit{{Kind: show.EditMove, Entity: "object 34", X: 1, Y: 1}},
			"qlevr: change 1 (move object 34): there is no such thing, want plane 1 to 5 or object 1 to 33"},
		{[]show.Edit{{Kind: show.EditMove, Entity: "chair"}},
			"qlevr: change 1 (move chair): there is no such thing, want plane 1 to 5 or object 1 to 33"},
		{[]show.Edit{{Kind: show.EditDelete, Entity: "object 1"}, {Kind: show.EditMove, Entity: "object 1", X: 1, Y: 1}},
			"qlevr: change 2 (move object 1): it was deleted"},
		{[]show.Edit{{Kind: show.EditDelete, Entity: "plane 2"}}, "qlevr: change 1 (delete plane 2): planes can only be recolored"},
		{[]show.Edit{{Kind: show.EditRecolor, Entity: "plane 6", Color: "gray"}}, "qlevr: change 1 (recolor plane 6): the desk stays as it is"},
		{[]show.Edit{{Kind: show.EditRecolor, Entity: "plane 2", Color: "red"}},
			`qlevr: change 1 (recolor plane 2): the color is "red", want one of gray, brown, black`},
		{[]show.Edit{{Kind: show.EditRecolor, Entity: "object 2", Color: "pink"}}, `qlevr: change 1 (recolor object 2): the color is "pink", ` +
			`want one of gray, red, blue, green, brown, purple, cyan, yellow`},
		{[]show.Edit{{Kind: show.EditMove, Entity: "object 2", X: 9, Y: 2}},
			"qlevr: change 1 (move object 2): the place is (9, 2), want (-0.5, -0.5) to (4.5, 4.5)"},
		{[]show.Edit{{Kind: show.EditMove, Entity: "object 2", X: math.NaN(), Y: 2}},
			"qlevr: change 1 (move object 2): the place is (NaN, 2), want (-0.5, -0.5) to (4.5, 4.5)"},
		{[]show.Edit{{Kind: "melt", Entity: "object 2"}},
			`qlevr: change 1 (melt object 2): the kind is "melt", want move, turn, recolor, delete or step`},
		{[]show.Edit{{Kind: show.EditTurn, Entity: "object 2", Turn: math.Inf(1)}},
			"qlevr: change 1 (turn object 2): the turn is +Inf radians, want -100 to 100"},
	} {
		if _, _, err := m.Edit(context.Background(), c.edits); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.edits, err, c.want)
		}
	}
}

func TestEditTurnsNothingRound(t *testing.T) {
	for index := range 10 {
		m := madeAt(t, shownOf(t, setOf(t, nil), genJobVal), index)
		round := slices.IndexFunc(m.plan.objects, func(o planObject) bool { return o.count == 0 })
		if round < 0 {
			continue
		}
		key := m.objectKey(round)
		want := "qlevr: change 1 (turn " + key + "): it is round seen from above, so that a turn would change nothing"
		if _, _, err := m.Edit(context.Background(), []show.Edit{{Kind: show.EditTurn, Entity: key, Turn: 1}}); err == nil || err.Error() != want {
			t.Errorf("sample %d: %v, want %s", index, err, want)
		}
		return
	}
	t.Error("no sample of 10 has a round object")
}
