package physics

import (
	"cmp"
	"slices"

	"mereo/engine/geom"
)

// inside is a body that overlaps a sensor.
type inside struct {
	sensor, body   int32 // of World.colliders, of World.bodies
	contact        int32
	refSensor, ref ShapeRef
	at             geom.Vec3
}

func compareInside(a, b inside) int {
	return cmp.Or(cmp.Compare(a.sensor, b.sensor), cmp.Compare(a.body, b.body))
}

// noteSensors tells of the bodies that entered or left a sensor.
func (w *World) noteSensors(dt float64) {
	r := &w.recorder
	if !w.sensors && len(r.inside) == 0 {
		return
	}

	// Which bodies are near which sensors. A contact with a mesh has many triangles.
	r.insideAt = r.insideAt[:0]
	last := pair{-1, -1, -1}
	for _, i := range w.sorted {
		c := w.contact(i)
		if !c.sensor || c.a == last.a && c.b == last.b {
			continue
		}
		last = c.pair
		sensor, visitor := c.a, c.b
		if w.colliders[visitor].sensor {
			sensor, visitor = visitor, sensor
		}
		r.insideAt = append(r.insideAt, inside{
			sensor: sensor, body: w.colliders[visitor].body, contact: i, refSensor: w.ref(sensor), ref: w.ref(visitor),
		})
	}
	slices.SortStableFunc(r.insideAt, compareInside)

	// Which of them overlap.
	now := r.insideAt[:0]
	for _, n := range r.insideAt {
		if k := len(now); k > 0 && compareInside(now[k-1], n) == 0 {
			continue // with another of its colliders
		}
		c := w.contact(n.contact)
		a, b := &w.colliders[c.a], &w.colliders[c.b]
		d, at, _ := Distance(a.shape, a.worldFromShape, b.shape, b.worldFromShape)
		if n.at = at; d == 0 {
			now = append(now, n)
		}
	}

	// What is new and what is gone.
	tell := func(kind EventKind, n *inside) {
		r.events = append(r.events, Event{Kind: kind, Time: dt, A: n.refSensor, B: n.ref, Position: n.at})
	}
	same := func(a, b *inside) bool { return a.refSensor == b.refSensor && a.ref.Body == b.ref.Body }
	for i, k := 0, 0; i < len(r.inside) || k < len(now); {
		switch {
		case k == len(now) || i < len(r.inside) && compareInside(r.inside[i], now[k]) < 0:
			tell(SensorLeave, &r.inside[i])
			i++
		case i == len(r.inside) || compareInside(r.inside[i], now[k]) > 0:
			tell(SensorEnter, &now[k])
			k++
		default:
			if !same(&r.inside[i], &now[k]) { // others with their indices
				tell(SensorLeave, &r.inside[i])
				tell(SensorEnter, &now[k])
			}
			i, k = i+1, k+1
		}
	}
	r.inside, r.insideAt = now, r.inside
}
