package syndacate

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"mereo/assets/glyph"
)

// collideOptions are those of default films of a variant.
func collideOptions(variant string) FilmOptions {
	o := DefaultFilmOptions()
	o.Collide, o.Variant = true, variant
	return o
}

// worldOf is the world of film i at its start.
func worldOf(t *testing.T, o FilmOptions, i int) (*collideWorld, *collideStart) {
	t.Helper()
	s, err := drawCollision(o, i)
	if err != nil {
		t.Fatal(err)
	}
	return newCollideWorld(newCollideRules(o, s.classes), s.bodies, s.states), s
}

// sticks are upright strokes of the given length, half a width of 0.02 and density 1, at x on the axis.
func sticks(length float64, xs ...float64) []*rigidBody {
	var bodies []*rigidBody
	for _, x := range xs {
		lines := []glyph.Line{{X1: x, Y1: -length / 2, X2: x, Y2: length / 2}}
		bodies = append(bodies, newRigidBody(lines, glyph.Pose{Scale: length / 2, X: x / (1 - length/2)}, 0.02, 1))
	}
	return bodies
}

func (w *collideWorld) energy() (e float64) {
	for i, b := range w.bodies {
		if b != nil {
			e += b.kineticEnergy(w.state(i))
		}
	}
	return e
}

// A letter's mass, center and inertia are the integrals over its strokes.
func TestMassIsAnIntegral(t *testing.T) {
	lines := []glyph.Line{{X1: 0.1, Y1: 0.2, X2: 0.5, Y2: -0.1}, {X1: -0.3, Y1: 0, X2: -0.3, Y2: 0.2}}
	const radius, density, cell = 0.05, 2.5, 0.0005
	var mass, mx, my, polar float64
	for _, l := range lines {
		for x := -0.4 + cell/2; x < 0.6; x += cell {
			for y := -0.2 + cell/2; y < 0.3; y += cell {
				if squaredToLine(&l, x, y) < radius*radius {
					mass, mx, my, polar = mass+1, mx+x, my+y, polar+x*x+y*y
				}
			}
		}
	}
	x, y, weight := mx/mass, my/mass, density*cell*cell
	inertia := weight * (polar - mass*(x*x+y*y))
	b := newRigidBody(slices.Clone(lines), glyph.Pose{Scale: 0.5}, radius, density)
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"mass", b.mass, mass * weight}, {"x", b.x, x}, {"y", b.y, y}, {"inertia", b.inertia, inertia}} {
		if math.Abs(c.got-c.want) > 1e-3*math.Abs(c.want)+1e-5 {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestDistanceOfLines(t *testing.T) {
	for _, c := range []struct {
		a, b glyph.Line
		want float64
	}{
		{glyph.Line{X2: 1}, glyph.Line{X1: 0.5, Y1: -1, X2: 0.5, Y2: 1}, 0},
		{glyph.Line{X2: 1}, glyph.Line{X1: 0.5, Y1: 0.25, X2: 0.5, Y2: 1}, 0.25},
		{glyph.Line{X2: 1}, glyph.Line{X1: 4, Y1: 4, X2: 5, Y2: 4}, 5},
		{glyph.Line{X2: 1}, glyph.Line{X1: -1, Y1: 0.5, X2: 2, Y2: 0.5}, 0.5},
	} {
		if d, e := lineDistance(&c.a, &c.b), lineDistance(&c.b, &c.a); d != c.want || e != c.want {
			t.Errorf("distance of %v and %v is %v and %v, want %v", c.a, c.b, d, e, c.want)
		}
	}
}

// Two equal sticks that meet head on exchange their velocities, or stop, or lose what restitution says.
func TestHeadOn(t *testing.T) {
	for _, c := range []struct {
		restitution, left, right float64 // velocities afterwards
	}{{1, -0.3, 0.5}, {0, 0.1, 0.1}, {0.9, -0.26, 0.46}} {
		bodies := sticks(0.6, -0.4, 0.4)
		states := []motionState{{x: -0.4, vx: 0.5}, {x: 0.4, vx: -0.3}}
		w := newCollideWorld(collideRules{restitution: c.restitution, friction: 0.2, bounceSpeed: 0.05}, bodies, states)
		at, impulse := 0, 0.0
		for step := 1; step <= 240; step++ {
			w.step()
			if v := w.impulse[1]; v > 0 && at == 0 {
				at = step
			}
			impulse += w.impulse[1]
		}
		if got, want := at, 229; got < want || got > want+1 { // gap 0.76 at 0.8 per second: 0.95 s
			t.Errorf("restitution %v: they meet in step %d, want %d", c.restitution, got, want)
		}
		l, r := w.state(0), w.state(1)
		if math.Abs(l.vx-c.left) > 1e-9 || math.Abs(r.vx-c.right) > 1e-9 || math.Abs(l.omega) > 1e-9 {
			t.Errorf("restitution %v: velocities are %v and %v, want %v and %v", c.restitution, l.vx, r.vx, c.left, c.right)
		}
		if want := bodies[0].mass * (0.5 - c.left); math.Abs(impulse-want) > 1e-9 {
			t.Errorf("restitution %v: impulse is %v, want %v", c.restitution, impulse, want)
		}
	}
}

// Slow contacts do not bounce: the restitution threshold is in units of the plane.
func TestSlowContactsStop(t *testing.T) {
	for _, c := range []struct{ speed, want float64 }{{0.049, 0}, {0.051, -0.9 * 0.051}} {
		rules := collideRules{restitution: 0.9, bounceSpeed: 0.05}
		w := newCollideWorld(rules, sticks(0.6, 0.9), []motionState{{x: 0.9, vx: c.speed}})
		for range 600 {
			w.step()
		}
		if got := w.state(0).vx; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("after meeting the wall at %v the speed is %v, want %v", c.speed, got, c.want)
		}
	}
}

func TestFallIsAParabola(t *testing.T) {
	rules := collideRules{gravity: fall, bounceSpeed: 0.05}
	w := newCollideWorld(rules, sticks(0.3, 0), []motionState{{vx: 0.2, vy: 0.5, omega: 1}})
	for range 120 {
		w.step()
	}
	// Steps of h/4 with h = 1/240 fall g h t/8 further.
	s, drop := w.state(0), 0.5*fall*0.5*(0.5+filmStep/innerSteps)
	want := motionState{x: 0.1, y: 0.25 + drop, angle: 0.5, vx: 0.2, vy: 0.5 + 0.5*fall, omega: 1}
	if max(math.Abs(s.x-want.x), math.Abs(s.y-want.y), math.Abs(s.vy-want.vy), math.Abs(s.angle-want.angle)) > 1e-9 {
		t.Errorf("after half a second the stick is at %+v, want %+v", s, want)
	}
}

// Pairs on springs swing with the period of their stiffness; magnets pull as the inverse square.
func TestForces(t *testing.T) {
	o := collideOptions(jointVariant)
	bodies := sticks(0.1, -0.3, 0.3)
	w := newCollideWorld(newCollideRules(o, []int{0, 1}), bodies, []motionState{{x: -0.3}, {x: 0.3}})
	omega := math.Sqrt(2 * springStiffness / bodies[0].mass)
	for step := 1; step <= 120; step++ {
		w.step()
		got, want := w.state(1).x-w.state(0).x, springLength+0.1*math.Cos(omega*float64(step)*filmStep)
		if math.Abs(got-want) > 0.01 {
			t.Fatalf("step %d: the spring is %v long, want %v", step, got, want)
		}
	}
	o = collideOptions(magnetVariant)
	for _, c := range []struct {
		classes  []int
		distance float64
		want     float64
	}{{[]int{3, 3}, 0.5, 0.2}, {[]int{3, 4}, 0.5, -0.2}, {[]int{3, 3}, 0.1, 2}, {[]int{3, 4}, 0.01, -2}} {
		if got := newCollideRules(o, c.classes).force(0, 1, c.distance); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("classes %v at distance %v: force %v, want %v", c.classes, c.distance, got, c.want)
		}
	}
	w = newCollideWorld(newCollideRules(o, []int{3, 3}), bodies, []motionState{{x: -0.3}, {x: 0.3}})
	w.step()
	if got, want := w.state(0).vx, 0.05/0.36/bodies[0].mass*filmStep; math.Abs(got-want) > 1e-3*want {
		t.Errorf("a magnet reaches %v in a step, want %v", got, want)
	}
}

// Without gravity elastic bodies keep their kinetic energy within 1 % over 2 s.
func TestElasticKeepsEnergy(t *testing.T) {
	for _, words := range []bool{false, true} {
		o := collideOptions(elasticVariant)
		o.Words, o.Flips = words, !words
		n := 120
		if words {
			n = 20
		}
		worst := 0.0
		for i := range n {
			w, _ := worldOf(t, o, i)
			before := w.energy()
			for range 480 {
				w.step()
				worst = max(worst, math.Abs(w.energy()/before-1))
			}
		}
		if worst > 0.01 {
			t.Errorf("words %v: the energy of a film changes by %v, want at most 0.01", words, worst)
		}
	}
}

// Where bodies push each other and no wall does, momentum stays, angular momentum too.
func TestContactsKeepMomentum(t *testing.T) {
	for _, variant := range []string{"", elasticVariant, stickyVariant, heavyVariant} {
		contacts := 0
		for i := range 40 {
			w, _ := worldOf(t, collideOptions(variant), i)
			n := len(w.bodies)
			momentum := func() (p [3]float64, size float64) {
				for j, b := range w.bodies {
					s := w.state(j)
					p[0] += b.mass * s.vx
					p[1] += b.mass * s.vy
					p[2] += b.inertia*s.omega + b.mass*cross(s.x, s.y, s.vx, s.vy)
					size += b.mass * math.Hypot(s.vx, s.vy)
				}
				return p, size
			}
			before, size := momentum()
			for range 480 {
				w.step()
				after, newSize := momentum()
				bodies, walls := 0.0, 0.0
				for pair, v := range w.impulse {
					if pair%(n+4) < n {
						bodies += v
					} else {
						walls += v
					}
				}
				if bodies > 0 && walls == 0 {
					contacts++
					// Angular momentum depends on positions, which are corrected by up to the depth of contacts.
					for k, tolerance := range []float64{1e-6, 1e-6, 1e-2} {
						if math.Abs(after[k]-before[k]) > tolerance*size {
							t.Fatalf("%q, film %d: momentum %v after %v", variant, i, after, before)
						}
					}
				}
				before, size = after, newSize
			}
		}
		if contacts < 20 {
			t.Errorf("%q: %d contacts, want more", variant, contacts)
		}
	}
}

// Bodies sink by at most 0.005 into each other and into walls in 99.9 % of all steps of 1/240 s, frames among them.
func TestBodiesHardlySink(t *testing.T) {
	for _, c := range []struct {
		variant string
		gravity bool
	}{{"", false}, {"", true}, {elasticVariant, false}, {stickyVariant, true}, {magnetVariant, false}, {jointVariant, false}} {
		o := collideOptions(c.variant)
		o.Gravity = c.gravity
		steps, deep, worst := 0, 0, 0.0
		for i := range 30 {
			w, _ := worldOf(t, o, i)
			for range 480 {
				w.step()
				depth, lines := math.Inf(-1), make([][]glyph.Line, len(w.bodies))
				for j, b := range w.bodies {
					lines[j] = b.linesIn(nil, w.state(j))
					depth = max(depth, wallDepth(lines[j], b.radius))
					for k := range j {
						depth = max(depth, strokeDepth(lines[j], lines[k], b.radius+w.bodies[k].radius))
					}
				}
				steps++
				if worst = max(worst, depth); depth > depthLimit {
					deep++
				}
			}
		}
		if float64(deep) > depthShare*float64(steps) {
			t.Errorf("%q, gravity %v: in %d of %d steps bodies sink by more than %v, at most by %v", c.variant, c.gravity, deep, steps,
				depthLimit, worst)
		}
	}
}

// Without one object all others move, bit for bit, as they did, until they touch it or one that moves differently already.
func TestRemovedBodiesChangeNothingElse(t *testing.T) {
	same, changed := 0, 0
	for i := range 60 {
		o := collideOptions("")
		with, s := worldOf(t, o, i)
		if s.removed < 0 {
			continue
		}
		bodies := slices.Clone(s.bodies)
		bodies[s.removed] = nil
		without := newCollideWorld(newCollideRules(o, s.classes), bodies, s.states)
		n := len(bodies)
		touched := make([]bool, n)
		touched[s.removed] = true
		for range 480 {
			with.step()
			without.step()
			for range n { // through others, too
				for a := range n {
					for b := a + 1; b < n; b++ {
						if pair := a*(n+4) + b; (with.met[pair] || without.met[pair]) && (touched[a] || touched[b]) {
							touched[a], touched[b] = true, true
						}
					}
				}
			}
			for j := range n {
				if !touched[j] && with.state(j) != without.state(j) {
					t.Fatalf("film %d: body %d is at %+v, without body %d at %+v", i, j, with.state(j), s.removed, without.state(j))
				}
			}
		}
		for j := range n {
			if !touched[j] {
				same++
			} else if j != s.removed && with.state(j) != without.state(j) {
				changed++
			}
		}
	}
	if same < 10 || changed < 10 {
		t.Errorf("%d bodies moved as before and %d did not, want both", same, changed)
	}
}

// The pair of a file with all objects and one without one of them have the same films but for it.
func TestRemovedFiles(t *testing.T) {
	o := collideOptions("")
	withStem, _ := FilmStem(o)
	o.Removed = true
	stem, _ := FilmStem(o)
	all, fewer := films(t, withStem, 0, 12, false), films(t, stem, 0, 12, false)
	removed := fewer[len(fewer)-1]
	if removed.Key != keyRemoved {
		t.Fatalf("the last array is %s", removed.Key)
	}
	ra, _ := filmRowsOf(collideOptions(""), all)
	rf, _ := filmRowsOf(o, fewer)
	for film, row := range removed.Data.([]int32) {
		left := 0
		for k := range rf.config.objectRows() {
			_, p, was := ra.pose(film, 0, k)
			_, q, is := rf.pose(film, 0, k)
			if is != (was && k != int(row)) || is && p != q {
				t.Errorf("film %d: row %d begins at %v, with %d removed at %v", film, k, p, row, q)
			}
			if is {
				left++
			}
		}
		if left == 0 || row < 0 && left != 1 {
			t.Errorf("film %d: %d objects are left with %d removed", film, left, row)
		}
	}
}

// Poses follow bodies: a letter turns about its center of mass, not about the center of its pose.
func TestPosesFollowBodies(t *testing.T) {
	o := collideOptions("")
	w, s := worldOf(t, o, 6)
	shapes := o.config().shapes()
	for step := range 200 {
		for i, b := range s.bodies {
			state := w.state(i)
			object := b.poseIn(state)
			want := b.linesIn(nil, state)
			for k, l := range shapes[s.classes[i]].Append(nil, object.pose) {
				m := want[k]
				off := max(math.Abs(l.X1-m.X1), math.Abs(l.Y1-m.Y1), math.Abs(l.X2-m.X2), math.Abs(l.Y2-m.Y2))
				if off > 1e-12 {
					t.Fatalf("step %d: line %d of body %d is off by %v", step, k, i, off)
				}
			}
			// The velocity of the pose is its change.
			const dt = 1e-6
			later := state
			later.x, later.y, later.angle = state.x+dt*state.vx, state.y+dt*state.vy, state.angle+dt*state.omega
			x, y := centerOf(object.pose)
			x2, y2 := centerOf(b.poseIn(later).pose)
			if math.Abs((x2-x)/dt-object.velocity[0]) > 1e-5 || math.Abs((y2-y)/dt-object.velocity[1]) > 1e-5 {
				t.Fatalf("step %d: body %d moves at (%v, %v), want %v", step, i, (x2-x)/dt, (y2-y)/dt, object.velocity)
			}
		}
		w.step()
	}
}

func TestNoRoom(t *testing.T) {
	o := collideOptions("")
	o.Objects = 9
	want := "syndacate: film 6: no room for 9 bodies after 2000 tries; allow fewer objects"
	if _, err := drawCollision(o, 6); err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// The bytes of films with collisions are the same for ever where products are not fused into sums.
func TestCollisionsAreFrozen(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("frozen on amd64 alone")
	}
	for _, c := range []struct{ stem, want string }{
		{"vindacate_collide_cFfTgFh100o3s0t20u10w100", "e3c20c43aa8880d7"},
		{"vindacate_collide_elastic_cFfTgFh100o3s0t20u10w100", "29e7b5f105a495e8"},
		{"vindacate_collide_joint_cTfTgTh100o3s1t20u10w100", "5ccb2a9c4d2d1456"},
	} {
		if got := filmDigest(t, films(t, c.stem, 6, 4, true)); got != c.want {
			t.Errorf("%s: digest is %s, want %s", c.stem, got, c.want)
		}
	}
}
