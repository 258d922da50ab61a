package worlds

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/engine/geom"
	"mereo/gen/ask"
	"mereo/gen/record"
)

// readings are the scene as others see it: questions have one answer for all of them. They overlook slivers of parts, or count what is hidden; take a
// thing for red of which a part is red; see what lies on a table neither in front of the table nor left of it; or judge directions otherwise.
func (k *known) readings() (out []*known) {
	if k.parts != nil {
		out = []*known{k.with(0), k.with(slivers)}
	}
	for i, a := range k.partly {
		var shown []ask.Value
		for o := range k.parts {
			for _, v := range k.shows(o, i) {
				if !slices.Contains(shown, v) {
					shown = append(shown, v)
				}
			}
		}
		for _, v := range shown {
			next := k.copied()
			for o := range k.parts {
				if slices.Contains(k.shows(o, i), v) {
					next.Properties[o][a] = v
				}
			}
			next.Changed(a)
			out = append(out, next)
		}
	}
	if held := k.held(); held != nil {
		next := k.copied()
		for r, name := range k.Relations {
			if !slices.Contains(onGround, name) {
				continue
			}
			next.Others[r] = slices.Clone(k.Others[r])
			for o := range held {
				next.Others[r][o] &^= held[o]
			}
		}
		out = append(out, next)
	}
	for _, others := range k.unsure {
		next := k.copied()
		next.Others = others
		out = append(out, next)
	}
	return out
}

// copied is a copy whose graph can be changed.
func (k *known) copied() *known {
	next := *k
	next.Graph = k.Copy()
	return &next
}

// doubt finds relations as those see them who call left what nearly is, or is so in the picture or straight behind, and as those who do only where both
// tell it, and clearly.
func (w *World) doubt(k *known, objects []map[string]jsontext.Value, ways directions) error {
	at, pixels := make([]geom.Vec3, len(objects)), make([]geom.Vec3, len(objects))
	for i, o := range objects {
		for key, to := range map[string]*geom.Vec3{"3d_coords": &at[i], "pixel_coords": &pixels[i]} {
			var v [3]float64
			if err := record.Read(o[key], &v, record.Item); err != nil {
				return fmt.Errorf("objects[%d].%s %w", i, key, err)
			}
			*to = geom.V(v[0], v[1], v[2])
		}
	}
	// From how many pixels on something is beside something else: 10 of 640.
	beside := float64(w.views(keyOfNothing)[0].Width) / 64
	loose, strict := slices.Clone(k.Others), slices.Clone(k.Others)
	for r, name := range k.Relations {
		if !slices.Contains(onGround, name) {
			continue
		}
		way := ways.of(name)
		across := map[string]float64{"left": -1, "right": 1}[name]
		loose[r], strict[r] = make([]uint64, len(objects)), make([]uint64, len(objects))
		for i := range objects {
			for j := range objects {
				if i == j {
					continue
				}
				more := at[j].Sub(at[i]).Dot(way) - w.Relations.Eps
				aside := across * (pixels[j].X - pixels[i].X)
				if more > -w.Relations.Unsure || across != 0 && aside > -beside {
					loose[r][i] |= 1 << j
				}
				if more > w.Relations.Unsure && (across == 0 || aside > beside) {
					strict[r][i] |= 1 << j
				}
			}
		}
	}
	k.unsure = [][][]uint64{loose, strict}
	return nil
}

// shows are the values of attribute i of parts that a thing shows which has none of it as a whole.
func (k *known) shows(o, i int) (out []ask.Value) {
	if k.Properties[o][k.partly[i]] != nil {
		return nil
	}
	for _, p := range k.parts[o] {
		if v := p.has[i]; v != nil && p.visible >= specks && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// held are for each thing those that lie on it or in it, and those that it lies on or in, as far as relations tell; nil where there are none.
func (k *known) held() (out []uint64) {
	for r, name := range k.Relations {
		if name != relationOn && name != relationUnder && name != relationInside {
			continue
		}
		for o, others := range k.Others[r] {
			for b := range k.Len() {
				if others>>b&1 == 0 {
					continue
				}
				if out == nil {
					out = make([]uint64, k.Len())
				}
				out[o] |= 1 << b
				out[b] |= 1 << o
			}
		}
	}
	return out
}
