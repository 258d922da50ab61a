package trance

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

func TestProperties(t *testing.T) {
	data, err := json.Marshal(properties())
	if err != nil {
		t.Fatal(err)
	}
	// The published content; key order counts.
	want := `{
		"shape": {"cube": "SmoothCube_v2", "sphere": "Sphere", "cylinder": "SmoothCylinder"},
		"color": {"gray": [87, 87, 87], "red": [173, 35, 35], "blue": [42, 75, 215], "green": [29, 105, 20],
			"brown": [129, 74, 25], "purple": [129, 38, 192], "cyan": [41, 208, 208], "yellow": [255, 238, 51]},
		"material": {"rubber": "Rubber", "metal": "Metal", "glass": "Glass"},
		"size": {"large": 0.9, "medium": 0.6, "small": 0.3},
		"position": {"direction": {"behind": [1, 0], "front": [-1, 0], "right": [0, 1], "left": [0, -1],
			"behind-right": [1, 1], "behind-left": [1, -1], "front-right": [-1, 1], "front-left": [-1, -1]}, "step": [1, 2]},
		"coordinate": {"unit": 0.15, "step": 1.5, "min_gap": 0.15, "x_min": -6, "x_max": 6, "y_min": -6, "y_max": 6,
			"vis_x_min": -3, "vis_x_max": 3, "vis_y_min": -3, "vis_y_max": 3},
		"seg_color": {"Object_0": [135, 197, 176], "Object_1": [123, 3, 170], "Object_2": [108, 56, 167],
			"Object_3": [90, 167, 112], "Object_4": [226, 120, 211], "Object_5": [50, 192, 73], "Object_6": [212, 238, 233],
			"Object_7": [255, 40, 146], "Object_8": [136, 76, 117], "Object_9": [58, 73, 225]},
		"render_color": {"Object_0": [192, 228, 216], "Object_1": [185, 28, 213], "Object_2": [174, 129, 212],
			"Object_3": [160, 212, 177], "Object_4": [242, 182, 235], "Object_5": [122, 225, 146],
			"Object_6": [235, 247, 245], "Object_7": [255, 110, 199], "Object_8": [193, 148, 180],
			"Object_9": [131, 146, 241], "Background": [64, 64, 64]}
	}`
	sameText(t, "properties.json", string(data), want)
}

func TestValueLists(t *testing.T) {
	data, err := json.Marshal(valueLists())
	if err != nil {
		t.Fatal(err)
	}
	want := `{
		"shape": ["cube", "sphere", "cylinder"], "size": ["large", "medium", "small"],
		"position": {"direction": ["front", "behind", "left", "right", "front-left", "front-right", "behind-left",
			"behind-right"], "step": [1, 2]},
		"material": ["rubber", "metal", "glass"],
		"color": ["gray", "red", "blue", "green", "brown", "purple", "cyan", "yellow"]
	}`
	sameText(t, "values.json", string(data), want)
}

// sameText compares JSON without its whitespace; no word has any.
func sameText(t *testing.T, name, got, want string) {
	t.Helper()
	if want := strings.Join(strings.Fields(want), ""); got != want {
		t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
	}
}

// An identity picture has the objects' colors as a renderer makes them of the published materials.
func TestIDColors(t *testing.T) {
	var all [][3]uint8
	for i, seg := range segColors {
		var want [3]uint8
		for k, v := range seg {
			linear := float64(v) / 255
			srgb := 12.92 * linear
			if linear > 0.0031308 {
				srgb = 1.055*math.Pow(linear, 1/2.4) - 0.055
			}
			want[k] = uint8(math.Round(255 * srgb))
		}
		if idColors[i] != want {
			t.Errorf("object %d is %v, want %v", i, idColors[i], want)
		}
		if all = append(all, idColors[i]); slices.Contains(all[:i], idColors[i]) || idColors[i] == idBackground {
			t.Errorf("the colour %v of object %d is another's, too", idColors[i], i)
		}
	}
}
