//go:build viewer

package window

import (
	"math"

	g3n "github.com/g3n/engine/window"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// keyHelp is what "?" shows: keys, and what they do.
var keyHelp = []struct {
	title string
	keys  [][2]string
}{
	{"Camera", [][2]string{
		{"drag, arrows", "orbit"},
		{"right drag, Shift + arrows", "pan"},
		{"wheel, + and -", "zoom"},
		{"C", "the dataset's own camera"},
		{"V", "next of the scene's pictures"},
		{"F", "look at what is selected"},
	}},
	{"Picture", [][2]string{
		{"1 2 3", "color, depth, objects"},
		{"4 5 6", "parts, normals, albedo"},
		{"7 8 9", "wireframe, colliders, contacts"},
		{"G, A", "grid, axes"},
	}},
	{"Scene", [][2]string{
		{"click", "select an object or part"},
		{"N, P", "next, previous scene"},
		{"] and [", "next, previous seed"},
		{"R", "resample: a new random seed"},
		{"S, E, W", "save picture, scene, world"},
		{"drop a file", "show it, or its light (.hdr)"},
	}},
	{"Changes", [][2]string{
		{"T, Y, U", "move, turn, scale by handles"},
		{"Ctrl + Z", "take back; with Shift: make again"},
	}},
	{"Physics", [][2]string{
		{"Space", "play, pause"},
		{". and ,", "step forward, back"},
		{"L", "loop: begin again at the end"},
		{"J, K", "slower, faster"},
		{"M", "save the film; again: stop that"},
		{"Home, End", "first, last moment"},
		{"Ctrl + Left, Right", "push the selected object left, right"},
		{"Ctrl + Down, Up", "push it to the front, behind"},
		{"D", "the next distance of pushes"},
		{"H", "plots of height, speed, force"},
		{"0", "everything as it stands, or falls"},
		{"Shift + Ctrl + drag", "pull a body"},
	}},
	{"Window", [][2]string{{"?", "these keys"}, {"Esc", "close this, deselect, quit"}, {"Q", "quit"}}},
}

// onChar does what a character says. Characters and not keys, so that every keyboard has them where it writes them.
func (v *viewer) onChar(c rune) {
	switch c {
	case '1', '2', '3', '4', '5', '6':
		v.setMode(mode(c - '1'))
	case '7', '8', '9':
		v.toggle(helper(c - '7'))
	case 'g', 'G':
		v.toggle(helperGrid)
	case 'a', 'A':
		v.toggle(helperAxes)
	case '0':
		v.letGo()
	case 'l', 'L':
		v.toggleLoop()
	case 'j', 'J':
		v.setPace(v.pace - 1)
	case 'k', 'K':
		v.setPace(v.pace + 1)
	case 'h', 'H':
		v.togglePlots()
	case 't', 'T':
		v.setTool(toolMove)
	case 'y', 'Y':
		v.setTool(toolTurn)
	case 'u', 'U':
		v.setTool(toolScale)
	case 'm', 'M':
		v.saveFilm()
	case 'd', 'D':
		v.setDistance(v.physics.distance + 1)
	case 'c', 'C':
		v.ownCamera()
	case 'v', 'V':
		v.nextView()
	case 'f', 'F':
		v.lookAtSelected()
	case 'n', 'N':
		v.goTo(Place{v.place.Seed, v.place.Index + 1})
	case 'p', 'P':
		v.goTo(Place{v.place.Seed, v.place.Index - 1})
	case ']':
		if v.place.Seed == math.MaxUint64 {
			v.say("this is the last seed")
			return
		}
		v.goTo(Place{v.place.Seed + 1, v.place.Index})
	case '[':
		if v.place.Seed == 0 {
			v.say("this is the first seed")
			return
		}
		v.goTo(Place{v.place.Seed - 1, v.place.Index})
	case 'r', 'R':
		v.resample()
	case 's', 'S':
		v.savePicture()
	case 'e', 'E':
		v.saveScene(false)
	case 'w', 'W':
		v.saveScene(true)
	case '+', '=':
		v.move(func(o orbit) orbit { return o.zoomed(1 / zoomStep) })
	case '-', '_':
		v.move(func(o orbit) orbit { return o.zoomed(zoomStep) })
	case ' ':
		v.playPause()
	case '.', '>':
		v.step(1)
	case ',', '<':
		v.step(-1)
	case '?':
		v.toggleHelp()
	case 'q', 'Q':
		v.quit = true
	}
}

const (
	zoomStep = 1.15
	turnStep = 0.06 // radians for an arrow key
	panStep  = 0.03 // of the distance
)

// onKey does what keys without characters say.
func (v *viewer) onKey(key g3n.Key, mods g3n.ModifierKey) {
	arrows := map[g3n.Key]struct {
		x, y float64
		push string
	}{
		g3n.KeyLeft: {-1, 0, "left"}, g3n.KeyRight: {1, 0, "right"}, g3n.KeyUp: {0, 1, "behind"}, g3n.KeyDown: {0, -1, "front"},
	}
	if a, ok := arrows[key]; ok {
		switch {
		case mods&g3n.ModControl != 0:
			v.push(a.push)
		case mods&g3n.ModShift != 0:
			v.move(func(o orbit) orbit { return o.panned(a.x*panStep*o.distance, a.y*panStep*o.distance) })
		default:
			v.move(func(o orbit) orbit { return o.turned(a.x*turnStep, a.y*turnStep) })
		}
		return
	}
	if mods&g3n.ModControl != 0 {
		v.onCommand(keyName(glfw.Key(key)), mods&g3n.ModShift != 0)
		return
	}
	switch key {
	case g3n.KeyHome:
		v.scrub(0)
	case g3n.KeyEnd:
		v.scrub(1)
	case g3n.KeyPageUp:
		v.move(func(o orbit) orbit { return o.zoomed(1 / zoomStep) })
	case g3n.KeyPageDown:
		v.move(func(o orbit) orbit { return o.zoomed(zoomStep) })
	case g3n.KeyEscape:
		switch {
		case v.panels.help.Visible():
			v.toggleHelp()
		case v.editing.grab != nil:
			v.leaveHandle()
		case v.selected != "":
			v.selectKey("")
		default:
			v.quit = true
		}
	}
}
