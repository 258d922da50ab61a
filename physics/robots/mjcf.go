package robots

import (
	"path"
	"slices"
	"strings"

	"mereo/engine/geom"
	"mereo/physics"
)

// maxIncludes bounds how many files a file includes.
const maxIncludes = 100

// mjcf is what a <mujoco> says beside its bodies.
type mjcf struct {
	*model
	radians              bool
	eulerseq             string
	autolimits           bool
	meshDir              string
	fromGeoms            string // inertiafromgeom
	balance              bool
	boundMass, boundSpin float64
	defaults             map[string]*node // by class: the <default> element
	above                map[string]string
	resolved             map[[2]string][]attr // by class and kind: what all of the class have
	meshes               map[string]*node
	included             map[string]bool
	brakes               map[string]float64 // of motors, by joint
}

// mjcf reads a <mujoco>.
func (m *model) mjcf(top *node) {
	r := m.r
	f := &mjcf{
		model: m, eulerseq: "xyz", autolimits: true, fromGeoms: "auto", defaults: map[string]*node{}, above: map[string]string{},
		resolved: map[[2]string][]attr{},
		meshes:   map[string]*node{}, included: map[string]bool{top.file: true}, brakes: map[string]float64{},
	}
	m.parentsTouch = true
	m.dt, m.mixing = 0.002, physics.MixMaximum
	if name, ok := top.text("model"); ok && name != "" {
		m.name = name
	}
	f.include(top)

	// What is said anywhere holds everywhere, so that the order of sections does not matter.
	for _, n := range top.all("compiler") {
		f.compiler(n)
	}
	for _, n := range top.all("option") {
		m.gravity, m.dt = r.vec(n, "gravity", m.gravity), r.number(n, "timestep", m.dt)
		if !(m.dt > 0) {
			r.fail(n, "timestep is %g, want more than 0", m.dt)
		}
		for _, key := range []string{"integrator", "cone", "solver", "iterations", "tolerance", "ls_iterations", "jacobian", "impratio", "noslip_iterations", "apirate"} {
			n.text(key) // how MuJoCo solves
		}
		n.one("flag")
	}
	for _, n := range top.all("default") {
		f.defaultClass(n, "")
	}
	for _, n := range top.all("asset") {
		for _, c := range n.all("mesh") {
			name, ok := c.text("name")
			if file, has := c.text("file"); !ok && has {
				name = stem(file)
			}
			f.meshes[name] = c
		}
	}
	for _, n := range top.all("actuator") {
		for _, c := range n.children {
			f.actuator(c)
		}
	}
	for _, n := range top.all("contact") {
		for _, c := range n.all("exclude") {
			m.apart = append(m.apart, [2]string{r.must(c, "body1"), r.must(c, "body2")})
		}
	}
	worlds := top.all("worldbody")
	if len(worlds) == 0 {
		r.fail(top, "<worldbody> is missing")
	}
	for i, n := range worlds {
		if i == 0 {
			m.links = append(m.links, link{node: n, name: "world", parent: -1, fromParent: geom.Identity})
		}
		f.inside(n, 0, geom.Identity, "")
	}
	names := map[string]bool{}
	for i := range m.links {
		names[m.links[i].name] = true
	}
	for _, p := range m.apart {
		for _, name := range p {
			if r.err == nil && !names[name] {
				r.note("<exclude> of the body %s, which is not there", name)
			}
		}
	}
}

// include puts the children of included files in the place of <include>. No file is included twice, so that this ends.
func (f *mjcf) include(n *node) {
	r := f.r
	var out []*node
	for _, c := range n.children {
		if c.name != "include" || r.err != nil {
			f.include(c)
			out = append(out, c)
			continue
		}
		file := path.Join(r.dir, r.must(c, "file"))
		if f.included[file] || len(f.included) > maxIncludes {
			r.fail(c, "%s is included for the second time, or after %d others", file, maxIncludes)
			return
		}
		f.included[file] = true
		if r.err != nil {
			return
		}
		top := r.file(file)
		if r.err != nil {
			return
		}
		f.include(top)
		out = append(out, top.children...)
	}
	n.children = out
}

func (f *mjcf) compiler(n *node) {
	r := f.r
	yes := func(key string, to *bool) {
		if s, ok := n.text(key); ok {
			*to = s == "true"
		}
	}
	if s, ok := n.text("angle"); ok {
		f.radians = s == "radian"
	}
	if s, ok := n.text("coordinate"); ok && s != "local" {
		r.fail(n, `coordinate is %q, want "local"`, s)
	}
	if s, ok := n.text("eulerseq"); ok {
		if f.eulerseq = s; len(s) != 3 || strings.Trim(s, "xyzXYZ") != "" {
			r.fail(n, "eulerseq is %q, want three of x, y, z, X, Y and Z", s)
		}
	}
	yes("autolimits", &f.autolimits)
	if s, ok := n.text("assetdir"); ok {
		f.meshDir = s
	}
	if s, ok := n.text("meshdir"); ok {
		f.meshDir = s
	}
	n.text("texturedir")
	if s, ok := n.text("strippath"); ok && s == "true" {
		r.fail(n, "strippath is true, which is not read")
	}
	if s, ok := n.text("inertiafromgeom"); ok {
		f.fromGeoms = s
	}
	yes("balanceinertia", &f.balance)
	f.boundMass, f.boundSpin = r.atLeast0(n, "boundmass", f.boundMass), r.atLeast0(n, "boundinertia", f.boundSpin)
	for _, key := range []string{"discardvisual", "fusestatic", "usethread"} {
		n.text(key)
	}
}

// defaultClass notes what a class says. A class of no name is that of its parent, and the outermost is "main".
func (f *mjcf) defaultClass(n *node, parent string) {
	class, ok := n.text("class")
	if !ok {
		if class = parent; class == "" {
			class = "main"
		}
	}
	if parent == "" && class != "main" {
		f.r.fail(n, `class is %q, want "main" for the outermost`, class)
		return
	}
	if at := f.defaults[class]; at == nil {
		f.defaults[class] = n
		if class != parent {
			f.above[class] = parent
		}
	} else {
		at.children = append(at.children, n.children...) // said in parts
	}
	for _, c := range n.children {
		if c.name == "default" {
			c.read = true
			if s := c.peek("class"); s == "" || f.defaults[s] != nil && s != "main" {
				f.r.fail(c, "class is %q, want a name of its own", s)
				return
			}
			f.defaultClass(c, class)
		}
	}
}

// fill gives an element the attributes that its class has and it lacks. kind is that of the defaults, if not its own.
func (f *mjcf) fill(n *node, kind, childClass string) {
	class := childClass
	if s, ok := n.text("class"); ok {
		if f.defaults[s] == nil {
			f.r.fail(n, "class %q is unknown", s)
			return
		}
		class = s
	}
	if class == "" {
		class = "main"
	}
	// One way to give an orientation or a weight hides the others of the class.
	sets := [][]string{{"quat", "euler", "axisangle", "xyaxes", "zaxis", "fromto"}, {"mass", "density"}}
	own := n.attrs[:len(n.attrs):len(n.attrs)]
	for _, a := range f.ofClass(n, class, kind) {
		hidden := false
		for _, b := range own {
			hidden = hidden || b.key == a.key || slices.ContainsFunc(sets, func(set []string) bool {
				return slices.Contains(set, a.key) && slices.Contains(set, b.key)
			})
		}
		if !hidden {
			n.attrs = append(n.attrs, a)
		}
	}
}

// ofClass is what a class and those above it say of a kind of element.
func (f *mjcf) ofClass(n *node, class, kind string) []attr {
	key := [2]string{class, kind}
	d := f.defaults[class]
	if out, ok := f.resolved[key]; ok || d == nil {
		return out
	}
	var out []attr
	for _, c := range d.all(kind) {
		for _, a := range c.attrs {
			if i := slices.IndexFunc(out, func(b attr) bool { return a.key == b.key }); i >= 0 {
				out[i] = a
			} else if a.key != "class" && len(out) < maxAttrs {
				out = append(out, a)
			}
		}
	}
	if above, ok := f.above[class]; ok && above != "" {
		for _, a := range f.ofClass(n, above, kind) {
			if !slices.ContainsFunc(out, func(b attr) bool { return a.key == b.key }) {
				out = append(out, a)
			}
		}
	}
	if len(out) > maxAttrs {
		f.r.fail(n, "class %q gives it %d attributes, want at most %d", class, len(out), maxAttrs)
		out = nil
	}
	f.resolved[key] = out
	return out
}

// orientation reads how a thing is turned against what it is in.
func (f *mjcf) orientation(n *node) geom.Mat3 {
	r := f.r
	angle := pi / 180
	if f.radians {
		angle = 1
	}
	unit := func(v geom.Vec3, key string) geom.Vec3 {
		if !(v.Len() > 1e-12) {
			r.fail(n, "%s has the direction %v, want one that is not 0", key, v)
			return geom.V(0, 0, 1)
		}
		return v.Unit()
	}
	if v := r.numbers(n, "quat", 4, 4); v != nil {
		q := geom.Quat{W: v[0], X: v[1], Y: v[2], Z: v[3]}
		if !(q.Len() > 1e-12) {
			r.fail(n, "quat is 0")
			return geom.Identity3
		}
		return q.Unit().Mat3()
	}
	if v := r.numbers(n, "axisangle", 4, 4); v != nil {
		return geom.AxisAngle(unit(geom.V(v[0], v[1], v[2]), "axisangle"), float64(v[3]*angle))
	}
	if v := r.numbers(n, "euler", 3, 3); v != nil {
		m := geom.Identity3
		for i, c := range f.eulerseq { // small letters turn about the axes that turn along, capitals about those that do not
			about := map[rune]func(float64) geom.Mat3{'x': geom.RotX, 'y': geom.RotY, 'z': geom.RotZ}[c|0x20]
			if turn := about(float64(v[i] * angle)); c >= 'a' {
				m = m.Mul(turn)
			} else {
				m = turn.Mul(m)
			}
		}
		return m
	}
	if v := r.numbers(n, "xyaxes", 6, 6); v != nil {
		x := unit(geom.V(v[0], v[1], v[2]), "xyaxes")
		y := geom.V(v[3], v[4], v[5])
		y = unit(y.AddScaled(-x.Dot(y), x), "xyaxes")
		return geom.Mat3{X: x, Y: y, Z: x.Cross(y)}
	}
	if v := r.numbers(n, "zaxis", 3, 3); v != nil {
		return zTo(unit(geom.V(v[0], v[1], v[2]), "zaxis"))
	}
	return geom.Identity3
}

// frame reads where a thing is in what it is in.
func (f *mjcf) frame(n *node) geom.Transform {
	return geom.Transform{M: f.orientation(n), T: f.r.vec(n, "pos", geom.Vec3{})}
}

// actuator notes how hard a motor can hold its joint. Without control a servo of position holds the joint where it is, and
// one of velocity brakes it.
func (f *mjcf) actuator(n *node) {
	r := f.r
	n.read = true
	if n.name == "motor" || n.name == "position" || n.name == "velocity" {
		f.fill(n, n.name, "")
	}
	joint, ok := n.text("joint")
	limits := r.numbers(n, "forcerange", 2, 2)
	gear := r.numbers(n, "gear", 1, 6)
	n.attrs = nil // what it says is of the control
	switch {
	case !ok || n.name != "motor" && n.name != "position" && n.name != "velocity":
		r.leave("<" + n.name + ">")
	case n.name == "motor":
		r.note("<motor> pushes nothing: it has no control")
	case limits == nil:
		r.leave("<" + n.name + "> without forcerange")
	default:
		most := min(-limits[0], limits[1])
		if gear != nil {
			most = float64(most * max(gear[0], -gear[0]))
		}
		if most > 0 {
			f.brakes[joint] += most
		}
		r.note("<%s> holds its joint at the start with its forcerange: it has no control", n.name)
	}
}
