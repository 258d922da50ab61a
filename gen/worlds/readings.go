package worlds

import (
	"slices"

	"mereo/gen/ask"
)

// readings are the scene as others see it: questions have one answer for all of them. They overlook slivers of parts, or count what is hidden; take a
// thing for red of which a part is red; or see what lies on a table neither in front of the table nor left of it.
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
			next := *k
			next.Graph = k.Copy()
			for o := range k.parts {
				if slices.Contains(k.shows(o, i), v) {
					next.Properties[o][a] = v
				}
			}
			next.Changed(a)
			out = append(out, &next)
		}
	}
	if held := k.held(); held != nil {
		next := *k
		next.Graph = k.Copy()
		for r, name := range k.Relations {
			if !slices.Contains(onGround, name) {
				continue
			}
			next.Others[r] = slices.Clone(k.Others[r])
			for o := range held {
				next.Others[r][o] &^= held[o]
			}
		}
		out = append(out, &next)
	}
	return out
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
