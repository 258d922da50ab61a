// Package build makes scenes of somebody's own: things that are simulated and drawn, described by a JSON document such as
//
//	{"size": [640, 480], "camera": {"at": [3, -4, 2.5], "to": [0, 0, 0.3], "fov": 40}, "floor": {},
//	 "things": [{"kind": "box", "size": [0.4, 0.4, 0.4], "at": [0, 0, 0.2], "color": "red"},
//	            {"kind": "sphere", "radius": 0.15, "at": [0, 0, 1.5], "mass": 2}],
//	 "lamps": [{"at": [2, -1, 3], "power": 200}]}
//
// Lengths are meters, angles degrees; +Z is up. document.go has all keys. Nothing else may be there: unknown keys and wrong values are
// sentences that name the place.
//
// Open makes a Scene, Scene.Simulate a Film, Scene.Still the scenes.Scene of one of its moments, which shoot.Studio draws and Labels
// labels. build_test.go drops a ball on a box.
package build
