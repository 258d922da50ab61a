package glbs

import "math"

// lights are lamps of KHR_lights_punctual, and scenes without any.
var lights = []sample{
	{name: "point", fill: func(f *file) {
		f.statue()
		f.lamp(vec{-1, 1.6, 1}, map[string]any{"type": "point", "color": []float64{1, 0.6, 0.3}, "intensity": 20})
	}},
	{name: "point-range", fill: func(f *file) {
		// Its light ends on the floor.
		f.statue()
		f.lamp(vec{-0.8, 1, 0.4}, map[string]any{"type": "point", "intensity": 15, "range": 1.6})
	}},
	{name: "spot", fill: func(f *file) {
		f.statue()
		f.lamp(vec{0, 3, 2}, map[string]any{"type": "spot", "intensity": 80, "spot": map[string]any{"innerConeAngle": 0.15, "outerConeAngle": 0.3}}).
			Rotation = turn(vec{1, 0, 0}, -0.9)
	}},
	{name: "spot-usual", fill: func(f *file) {
		// A spot that says nothing of its cone has one of 45 degrees, which fades from the middle on.
		f.statue()
		f.lamp(vec{0, 2.2, 1.2}, map[string]any{"type": "spot", "intensity": 40, "spot": struct{}{}}).Rotation = turn(vec{1, 0, 0}, -1)
	}},
	{name: "directional", fill: func(f *file) {
		f.statue()
		f.lamp(vec{-4.4, 5.5, 5.6}, map[string]any{"type": "directional", "intensity": 4}).Rotation = turn(unit(vec{1, 0.8, 0}), -0.9)
	}},
	{name: "three-lamps", fill: func(f *file) {
		f.statue()
		for i, color := range [][]float64{{1, 0.1, 0.1}, {0.1, 1, 0.1}, {0.1, 0.1, 1}} {
			f.lamp(vec{float64(i - 1), 2.5, 1.5}, map[string]any{"type": "point", "color": color, "intensity": 20})
		}
	}},
	{name: "lumens-per-watt", fill: func(f *file) {
		// As Blender's exporter has it: 683 times as bright, and so drawn as point is.
		f.statue()
		f.lamp(vec{-1, 1.6, 1}, map[string]any{"type": "point", "color": []float64{1, 0.6, 0.3}, "intensity": 20 * 683})
	}, oursAlone: true},
	{name: "studio", oursAlone: true, fill: func(f *file) { f.statue() }},
	{name: "studio-emission", oursAlone: true, fill: func(f *file) {
		f.statue()
		m := paint(0, 0, 0, 0.9)
		m.EmissiveFactor = [3]float64{0.1, 0.5, 0.15}
		f.show("glow", sphere(0.2, 24), m, vec{0.8, 0.2, 0.5})
	}},
}

// statue shows a ball on a box, for light and shadow; the file gets no lamp of its own.
func (f *file) statue() {
	f.dark = true
	f.show("box", block(0.6, 0.6, 0.6), cold(), vec{0, 0.3, 0}).Rotation = turn(vec{0, 1, 0}, math.Pi/6)
	f.show("ball", sphere(0.3, 24), warm(), vec{0, 0.9, 0})
}
