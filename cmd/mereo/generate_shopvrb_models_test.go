package main

import (
	"encoding/json"
	"fmt"
	"mereo/gen/judge"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// boxFile is a glTF file with a box of a material, size meters along each axis.
func boxFile(size float64, material string) string {
	// Eight positions, bytes with a fourth one unused, then indices of twelve triangles.
	return fmt.Sprintf(`{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_mesh_quantization"], "extensionsRequired": ["KHR_mesh_quantization"],
	"nodes": [{"name": "body", "mesh": 0, "scale": [%[1]g, %[1]g, %[1]g]}], "materials": [{"name": %[2]q}],
	"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
	"accessors": [{"bufferView": 0, "componentType": 5121, "type": "VEC3", "count": 8, "min": [0, 0, 0], "max": [1, 1, 1]},
	              {"bufferView": 1, "componentType": 5121, "type": "SCALAR", "count": 36}],
	"bufferViews": [{"buffer": 0, "byteLength": 32, "byteStride": 4}, {"buffer": 0, "byteOffset": 32, "byteLength": 36}],
	"buffers": [{"byteLength": 68, "uri": "data:application/octet-stream;base64,`+boxBytes+`"}]}`, size, material)
}

const boxBytes = "AAAAAAEAAAAAAQAAAQEAAAAAAQABAAEAAAEBAAEBAQAAAgMAAwEEBQcEBwYAAQUABQQCBgcCBwMABAYABgIBAwcBBwU="

// TestGenerateShopVRBWithOwnModels makes records with two things, one of a class of its own, goes on with them, checks them and
// asks them again, and refuses other models.
func TestGenerateShopVRBWithOwnModels(t *testing.T) {
	models, dir := t.TempDir(), filepath.Join(t.TempDir(), "shopvrb")
	save := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(models, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	save("squeezer.gltf", boxFile(0.1, "Changable"))
	save("block.gltf", boxFile(0.15, "Wood"))
	save("textual_properties.json", `{"lemon squeezer": {"picking": "graspable", "powering": "non-powered", "disassembly": "non-dismantable",
		"attribute": ["dishwasher safe", "used for drinks preparation"]}}`)
	save("descriptions.yaml", "lemon squeezer: [Turn half a lemon on it.]\n")
	save("object_properties.yaml", `
squeezer: {name: lemon squeezer, shape: cuboid, weight: light, movability: portable, size1: small, material1: plastic, change_color1: true}
block:    {name: chopping board, shape: cuboid, weight: heavy, movability: portable, size1: large, material1: wooden, color1: brown,
           change_size: true, size2: medium-sized}
`)
	generate := func(count string, models ...string) []string {
		return append([]string{"generate", "shopvrb", "--no-pictures", "--out", dir, "--count", count, "--seed", "3"}, models...)
	}
	mustMereo(t, "train is complete", generate("5", "--models", models)...)
	mustMereo(t, "train is complete", generate("12", "--models", models)...)
	mustMereo(t, ": 0 problems", "verify", dir, "--models", models, "--sample", "1")
	mustMereo(t, "questions about 12 scenes (", "ask", dir, "--models", models)

	var classes map[string]int
	read(t, filepath.Join(dir, "SHOP_VRB_obj_name_to_num.json"), &classes)
	if len(classes) != 21 || classes["wine glass"] != 20 || classes["lemon squeezer"] != 21 {
		t.Errorf("classes are numbered %v, want the published ones first", classes)
	}
	var texts map[string][]string
	read(t, filepath.Join(dir, "SHOP_VRB_descriptions.json"), &texts)
	if len(texts["lemon squeezer"]) != 1 || len(texts) != 21 {
		t.Errorf("there are texts about %d classes, and %q, want 21 with one about lemon squeezers", len(texts), texts["lemon squeezer"])
	}
	var asked struct {
		Questions []struct {
			Question string `json:"question"`
			Program  []struct {
				Function string   `json:"function"`
				Values   []string `json:"value_inputs"`
			} `json:"program"`
		} `json:"questions"`
	}
	read(t, filepath.Join(dir, "questions/SHOP_VRB_train_questions.json"), &asked)
	filtered := 0
	for _, q := range asked.Questions {
		for _, n := range q.Program {
			if n.Function == "filter_name" && n.Values[0] == "lemon squeezer" {
				filtered++
				if !strings.Contains(q.Question, "lemon squeezer") {
					t.Errorf("%q does not say lemon squeezer", q.Question)
				}
			}
		}
	}
	if filtered == 0 {
		t.Errorf("none of %d questions is about lemon squeezers", len(asked.Questions))
	}

	// Scoring knows the class, too.
	scored := mustMereo(t, "lemon squeezer", "eval", dir, "--baseline", "oracle", "--json")
	var e judge.Report
	if err := json.Unmarshal([]byte(scored), &e); err != nil || len(e.Tasks) != 4 {
		t.Fatalf("the oracle scores %+v, %v, want three tasks and two together", e, err)
	}
	for _, task := range e.Tasks {
		first := task.Rows[0]
		if score := first.Scores[0][task.Columns[0]]; first.Count == 0 || score.Value != 100 {
			t.Errorf("task %s: the oracle scores %+v, want all right and found", task.Task, first)
		}
	}
	mustMereo(t, "", "eval", dir, "--baseline", "random")

	var id struct {
		Config struct {
			Models string `json:"models"`
		} `json:"config"`
	}
	read(t, filepath.Join(dir, "dataset.json"), &id)
	refused := func(want string, args ...string) {
		t.Helper()
		if code, _, stderr := mereo(t, args...); code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit %d, %q, want %q", strings.Join(args, " "), code, stderr, want)
		}
	}
	refused("the configuration is for models with SHA-256 "+id.Config.Models+": name their folder with --models", "verify", dir)
	refused("join_models is false, asked for true", generate("12", "--models", models, "--join-models")...)
	save("block.gltf", boxFile(0.151, "Wood"))
	others := ", want " + id.Config.Models + ": they are others, or were changed"
	refused(others, "verify", dir, "--models", models)
	refused(others, "ask", dir, "--models", models)
	refused(`the folder holds another configuration: models is "`+id.Config.Models, generate("14", "--models", models)...)
	refused(others, "generate", "shopvrb", "--out", dir+"2", "--count", "1", "--config", filepath.Join(dir, "dataset.json"), "--models", models)
	refused("shopvrb takes no folders of furniture", "verify", dir, "--partnet", models)
}

// read reads a JSON file.
func read(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}
