package worlds

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// goodDocument is changed in one place to make each mistake.
const goodDocument = `name: toys
version: 1
title: Toys on a floor
license: CC0 1.0
attributes:
  size: {large: 0.6, small: 0.35}
  color: {red: red, white: "#eeeeee", sand: [240, 200, 40]}
  material: [matte, shiny]
  shape: [cube, ball]
things:
  - {shape: cube, model: {primitive: box, bevel: 0.15}, scale: size / sqrt(2), look: {by: material}, weight: 2}
  - {shape: ball, model: {primitive: sphere}, scale: size, radius: 1.1 * size, look: {by: material}}
looks:
  matte: {base: color, roughness: 0.8, ior: 1.3}
  shiny: {base: color, metallic: 1}
scene:
  count: 2..5
  draw: {color: {weights: {red: 3, sand: 1}}}
  forbid: [{shape: cube, material: shiny}]
  place: {region: [[-2.5, 2], [-3, 2.5]], gap: 0.2, margin: {along: relations, at_least: 0.3}, turn: -30..30, stack: 0.1}
  accept: {visible_pixels: 50}
  attempts: 500
ground: {kind: room, size: [9, 9, 3], surface: floorboards}
lights:
  - {area: 1, energy: 260, at: [4, -3, 5], jitter: 0.8}
  - {sun: 2, at: [0, 0, 6]}
sky: {linear: [0.1, 0.1, 0.2]}
cameras:
  - {name: main, at: [4, -4.2, 3], jitter: 0.2, lens: 30, size: [240, 160]}
  - {name: around, look_at: [0, 0, 0.3], fov: 50, size: [64, 64], dome: {views: 2, radius: 4, elevation: 20..40}}
relations: {kinds: [left, right, on], eps: 0.1}
write: {folder: Toys_v1.0, prefix: TOYS, record: full, depth: npy}
render: {spp: 16}
splits:
  train: {count: 20}
  test: {things: 3, draw: {size: uniform}, forbid: [{color: [white, red]}], answers: false}
questions:
  per_scene: 4
  families: [zero_hop, one_hop]
  noun: shape
  phrase: [size, color, material]
  words: {ball: [ball, sphere], cube: [box/boxes]}
`

// one is a document with a thing of a model.
const one = "name: one\nthings:\n  - {model: {MODEL}, look: {base: gray}}\n"

const wantColors = `want a number, or a color: "#rrggbb", [red, green, blue] from 0 to 255, a name such as gray, or {linear: [r, g, b]} from 0 to 1`

// mistakes are documents with a mistake. shape is set where the schema finds it, too.
var mistakes = []struct {
	name, old, new, want string
	shape                bool
}{
	// Texts.
	{"no YAML", "title: Toys", "title: [Toys", `line 2: is no YAML: did not find expected ',' or ']'`, false},
	{"another indentation", "  size: {", "   size: {", `line 6: is no YAML: did not find expected key; from there on a line is indented otherwise than those beside it`, false},
	{"tabs", "  size: {", "\tsize: {", "line 6: is no YAML: found character that cannot start any token; lines are indented with blanks, and what begins with @, ` or % is put in quotes", false},
	{"empty file", goodDocument, "", `line 1, column 1: name is missing, want a name of lower-case letters, digits, - and _`, true},
	{"nothing but a comment", goodDocument, "# name: toys\n", `line 1, column 1: name is missing, want a name of lower-case letters, digits, - and _`, true},
	{"a list", goodDocument, "- name: toys\n", `line 1, column 1: is a list, want a group of keys`, true},
	{"two documents", "looks:\n", "---\nlooks:\n", `line 13, column 1: is a second document, want one`, false},
	{"a key twice", "version: 1\n", "version: 1\nname: again\n", `line 3, column 1: name is there twice, first in line 1`, false},
	{"an inner key twice", "metallic: 1", "metallic: 1, base: gray", `line 15, column 37: looks.shiny.base is there twice, first in line 15`, false},
	{"an unknown anchor", "[240, 200, 40]", "*sand", `is no YAML: unknown anchor 'sand' referenced`, false},
	{"an alias bomb of texts", goodDocument, "name: bomb\nsummary: &t " + strings.Repeat("t", 1e5) + "\ncite: [" + strings.Repeat("*t, ", 50) + "]\n", `line 3, column 168: aliases make more than 4194304 values of the text`, false},
	{"an alias bomb of values", goodDocument, "name: bomb\nscene: {place: {region: [&x [" + strings.Repeat("1, ", 2000) + "], " + strings.Repeat("*x, ", 1000) + "]}}\n", `line 2, column 93: aliases make more than 524289 values of the text`, false},
	{"an anchor within itself", "- {shape: cube, model", "- &x {shape: *x, model", `line 11, column 5: things[0].shape is a group of keys, want a value or a list of values`, false},
	{"a tag that does not fit", "version: 1\n", "version: !!int one\n", "line 2, column 10: version is no YAML: cannot decode !!str `one` as a !!int", false},
	{"a name that JSON spells otherwise", "name: toys", "name: 007", `line 1, column 7: name is 007, which has other spellings, want it in quotes`, false},
	{"a value that JSON spells otherwise", "[matte, shiny]\n", "[matte, shiny, 0x10]\n", `line 8, column 28: attributes.material[2] is 0x10, which has other spellings, want it in quotes`, false},
	{"no number of JSON", "eps: 0.1", "eps: .inf", `line 31, column 44: relations.eps is .inf, which JSON has no number for`, false},

	// Unknown keys.
	{"a key", "sky:", "skies:", `line 27, column 1: skies is an unknown key, want name, version, title, summary, license, cite, attributes, things, looks, scene, motion, ground, lights, sky, cameras, relations, write, render, splits, questions`, true},
	{"a key of things", "weight: 2", "wieght: 2", `line 11, column 102: things[0].wieght is neither a key of things nor an attribute, want model, scale, look, radius, weight, parts, static, density, size, color, material, shape`, false},
	{"a key of models", "bevel:", "bevels:", `line 11, column 43: things[0].model.bevels is an unknown key, want primitive, bevel, sides, height, tube, furniture, families, kitchen, pool, variants, file, up, skip_broken`, true},
	{"a key of looks", "metallic:", "metalic:", `line 15, column 24: looks.shiny.metalic is an unknown key, want base, metallic, roughness, ior, transmission, glow`, true},
	{"a key of a look of a thing", "scale: size, radius: 1.1 * size, look: {by: material}", "scale: size, look: {baze: color}", `line 12, column 67: things[1].look.baze is an unknown key, want by, base, metallic, roughness, ior, transmission, glow`, true},
	{"a key of the scene", "attempts:", "attempt:", `line 22, column 3: scene.attempt is an unknown key, want fixed, count, draw, forbid, once, distinct, place, accept, attempts`, true},
	{"a key of place", "gap:", "gaps:", `line 20, column 43: scene.place.gaps is an unknown key, want region, gap, margin, turn, tries, on, inside, against, stack, drop`, true},
	{"a key of margin", "at_least:", "least:", `line 20, column 80: scene.place.margin.least is an unknown key, want along, at_least`, true},
	{"a key of odds", "weights:", "weigths:", `line 18, column 18: scene.draw.color.weigths is an unknown key, want uniform or {weights: {VALUE: NUMBER}}`, true},
	{"a key of colors", "sky: {linear:", "sky: {lineal:", `line 27, column 7: sky.lineal is an unknown key, want "#rrggbb", [red, green, blue] from 0 to 255, a name such as gray, or {linear: [r, g, b]} from 0 to 1`, true},
	{"a key of the ground", "surface:", "texture:", `line 23, column 39: ground.texture is an unknown key, want kind, surface, color, size, roughness`, true},
	{"a key of lamps", "energy:", "power:", `line 25, column 15: lights[0].power is an unknown key, want area, energy, sun, color, at, look_at, jitter`, true},
	{"a key of cameras", "fov:", "FOV:", `line 30, column 42: cameras[1].FOV is an unknown key, want name, at, look_at, jitter, lens, fov, size, travel, orbit, stereo, dome`, true},
	{"a key of domes", "views:", "count:", `line 30, column 74: cameras[1].dome.count is an unknown key, want views, radius, elevation`, true},
	{"a key of render", "spp:", "ssp:", `line 33, column 10: render.ssp is an unknown key, want quality, spp, view, look, realism, sub_frames, traced_sub_frames, bounce_rays`, true},
	{"a key of splits", "answers:", "answer:", `line 36, column 77: splits.test.answer is an unknown key, want count, things, draw, forbid, answers`, true},
	{"a key of questions", "noun:", "nouns:", `line 40, column 3: questions.nouns is an unknown key, want per_scene, most, families, templates, noun, phrase, parts, words`, true},
	{"a key that Go has", "weight: 2", `"-": {a: b}`, `line 11, column 107: things[0].- is a group of keys, want a value or a list of values`, false},

	// Wrong types.
	{"a text for a number", "version: 1\n", "version: one\n", `line 2, column 10: version is one, want a whole number`, true},
	{"a fraction for a whole number", "attempts: 500", "attempts: 0.5", `line 22, column 13: scene.attempts is 0.5, want a whole number`, true},
	{"a list for a text", "title: Toys on a floor", "title: [a, b]", `line 3, column 8: title is a list, want a text`, true},
	{"a word for a group", "accept: {visible_pixels: 50}", "accept: whole", `line 21, column 11: scene.accept is whole, want a group of keys`, true},
	{"a group for a list", "lights:\n  - {area: 1, energy: 260, at: [4, -3, 5], jitter: 0.8}\n  - {sun: 2, at: [0, 0, 6]}", "lights: {sun: 2}", `line 24, column 9: lights is a group of keys, want a list`, true},
	{"a number for a look", "matte: {base: color, roughness: 0.8, ior: 1.3}", "matte: 3", `line 14, column 10: looks.matte is 3, want a group of keys`, true},
	{"a list for things of a name", "splits:\n  train: {count: 20}\n", "splits: [train]\nx:\n", `line 34, column 9: splits is a list, want names with what they stand for`, true},
	{"a value that is a list", "shape: cube, model", "shape: [[cube]], model", `line 11, column 14: things[0].shape[0] is a list, want a word`, true},
	{"nothing for a value", "shape: cube, model", "shape: [~], model", `line 11, column 14: things[0].shape[0] is nothing, want a word`, true},
	{"a number that is no range", "count: 2..5", "count: few", `line 17, column 10: scene.count is "few", want a whole number, or a range such as 3..10`, true},
	{"a range of fractions", "count: 2..5", "count: 2.5..5", `line 17, column 10: scene.count is "2.5..5", want a whole number, or a range such as 3..10`, true},
	{"a list for a range", "count: 2..5", "count: [2, 5]", `line 17, column 10: scene.count is no number, want a whole number, or a range such as 3..10`, true},

	// Names.
	{"no name", "name: toys\n", "", `line 1, column 1: name is missing, want a name of lower-case letters, digits, - and _`, true},
	{"a name with bad letters", "name: toys", "name: My Toys", `line 1, column 7: name is "My Toys", want lower-case letters, digits, - and _, at most 64`, false},
	{"a name in capitals", "name: toys", "name: Toys", `line 1, column 7: name is "Toys", want lower-case letters, digits, - and _, at most 64`, false},
	{"a name that is too long", "name: toys", "name: " + strings.Repeat("t", 65), `line 1, column 7: name is "tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt...", want lower-case letters, digits, - and _, at most 64`, false},
	{"a split with bad letters", "  test: {things", "  te/st: {things", `line 36, column 3: splits.te/st is no name of a split, want letters, digits, - and _, at most 64`, false},
	{"a camera with bad letters", "name: main", "name: ../main", `line 29, column 12: cameras[0].name is "../main", want letters, digits, - and _, at most 64`, false},
	{"two cameras of a name", "name: main", "name: around_01", `line 30, column 5: cameras[1] has the name "around_01", as one before it, want another`, false},
	{"a prefix with bad letters", "prefix: TOYS", "prefix: TO YS", `line 32, column 36: write.prefix is "TO YS", want letters, digits, - and _, at most 64`, false},
	{"a folder above", "folder: Toys_v1.0", "folder: ..", `line 32, column 17: write.folder is "..", want letters, digits, -, _ and ., at most 64, of which . is not the first`, false},
	{"a version of nothing", "version: 1\n", "version: 0\n", `line 2, column 10: version is 0, want at least 1`, false},

	// Attributes.
	{"an attribute with bad letters", "  material: [matte, shiny]", "  my_material: [matte, shiny]", `line 8, column 3: attributes.my_material is no name of an attribute, want lower-case letters`, false},
	{"an attribute that is a key", "  material: [matte, shiny]", "  look: [matte, shiny]", `line 8, column 3: attributes.look is a key of things, want another name`, false},
	{"an attribute that is a function", "  material: [matte, shiny]", "  min: [matte, shiny]", `line 8, column 3: attributes.min is a function of expressions, want another name`, false},
	{"an attribute that functions have", "  material: [matte, shiny]", "  unique: [matte, shiny]", `line 8, column 3: attributes.unique makes functions of questions that there are already, want another name`, false},
	{"an attribute that records have", "  material: [matte, shiny]", "  rotation: [matte, shiny]", `line 8, column 3: attributes.rotation is something else in records, want another name`, false},
	{"an attribute twice", "  material: [matte, shiny]\n", "  material: [matte, shiny]\n  size: [a]\n", `line 9, column 3: attributes.size is there twice, first in line 6`, false},
	{"a value twice", "[matte, shiny]\n", "[matte, shiny, matte]\n", `line 8, column 28: attributes.material[2] is matte again, want each value once`, false},
	{"an empty attribute", "[matte, shiny]\n", "[]\n", `line 8, column 3: attributes.material has no values, want at least one`, true},
	{"an attribute of one word", "[matte, shiny]\n", "matte\n", `line 8, column 13: attributes.material is matte, want a list of values, or values with numbers or colors`, true},
	{"a value without a name", "[matte, shiny]\n", "[matte, '']\n", `line 8, column 21: attributes.material[1] is an empty text, want a word`, false},
	{"a number without a name", "{large: 0.6,", "{'': 0.6,", `line 6, column 10: attributes.size has a value without a name, want a word`, false},
	{"too many values", "[matte, shiny]\n", many(1001) + "\n", `line 8, column 5904: attributes.material[1000] is one value too many, want at most 1000`, false},
	{"an attribute that shows on nothing", "  shape: [cube, ball]\n", "  shape: [cube, ball]\n  weather: [sun, rain]\n", `line 10, column 3: attributes.weather has sun, which shows on no thing: no model, look or scale has to do with it`, false},
	{"a value that shows on nothing", "  shape: [cube, ball]\n", "  shape: [cube, ball, cone]\n", `line 9, column 3: attributes.shape has cone, which shows on no thing: no model, look or scale has to do with it`, false},
	{"no color", "red: red", "red: redd", `line 7, column 16: attributes.color.red is "redd", ` + wantColors, false},
	{"a color that is too bright", "[240, 200, 40]", "[240, 256, 40]", `line 7, column 45: attributes.color.sand is out of range, want numbers from 0 to 255`, true},
	{"a color of two numbers", "[240, 200, 40]", "[240, 200]", `line 7, column 45: attributes.color.sand has 2 values, want 3`, true},
	{"a short color", `"#eeeeee"`, `"#eee"`, `line 7, column 28: attributes.color.white is "#eee", ` + wantColors, false},
	{"a color of nothing", `"#eeeeee"`, `{}`, `line 7, column 28: attributes.color.white is empty, ` + wantColors, true},
	{"a linear color that is too bright", "linear: [0.1,", "linear: [1.1,", `line 27, column 15: sky.linear is out of range, want numbers from 0 to 1`, true},
	{"a color of the sky", "{linear: [0.1, 0.1, 0.2]}", "blu", `line 27, column 6: sky is "blu", want "#rrggbb", [red, green, blue] from 0 to 255, a name such as gray, or {linear: [r, g, b]} from 0 to 1`, false},
	{"infinitely large", "{large: 0.6,", "{large: inf,", `line 6, column 17: attributes.size.large is "inf", ` + wantColors, false},

	// Things.
	{"no things", goodDocument, "name: toys\nthings: []\n", `line 2, column 9: things has 0 things, want 1 to 1000`, false},
	{"no model", "model: {primitive: sphere}, ", "", `line 12, column 5: things[1].model has 0 of primitive, furniture, kitchen and file, want one`, true},
	{"an empty model", "{primitive: sphere}", "{}", `line 12, column 26: things[1].model has 0 of primitive, furniture, kitchen and file, want one`, false},
	{"two models", "{primitive: sphere}", "{primitive: sphere, kitchen: mug}", `line 12, column 26: things[1].model has 2 of primitive, furniture, kitchen and file, want one`, false},
	{"an unknown primitive", "{primitive: sphere}", "{primitive: ball}", `line 12, column 38: things[1].model.primitive is "ball", want box, sphere, cylinder, cone, pyramid, prism, torus, capsule, wedge, tetrahedron, octahedron, dodecahedron or icosahedron`, true},
	{"a key of other models", "{primitive: sphere}", "{primitive: sphere, pool: training}", `line 12, column 46: things[1].model.pool does not go with sphere, which takes no other key`, false},
	{"a key of other solids", "bevel: 0.15", "tube: 0.15", `line 11, column 43: things[0].model.tube does not go with box, want bevel`, false},
	{"a bevel that is too large", "bevel: 0.15", "bevel: 1.5", `line 11, column 26: things[0].model bevel is 1.5, want less than half the width and height`, false},
	{"unknown furniture", goodDocument, strings.Replace(one, "MODEL", "furniture: Sofa", 1), `line 3, column 25: things[0].model.furniture is "Sofa", want Chair, Table, Bed, Refrigerator or Cart`, true},
	{"an unknown family", goodDocument, strings.Replace(one, "MODEL", "furniture: Chair, families: [throne]", 1), `line 3, column 43: things[0].model.families[0] is "throne", want dining, ladder-back, windsor, splat-back, carver, shell, tulip, office, executive, bar-stool, counter-stool, cantilever, sled, folding, director, club, lounge, recliner, rocking, three-leg or bench`, false},
	{"no family", goodDocument, strings.Replace(one, "MODEL", "furniture: Chair, families: []", 1), `line 3, column 42: things[0].model.families is empty, want at least one family`, false},
	{"too many variants", goodDocument, strings.Replace(one, "MODEL", "furniture: Chair, variants: 6000", 1), `line 3, column 42: things[0].model.variants is 6000, want 1 to 5000`, false},
	{"no variants", goodDocument, strings.Replace(one, "MODEL", "furniture: Chair, variants: 0", 1), `line 3, column 42: things[0].model.variants is 0, want 1 to 5000`, false},
	{"an unknown thing of the kitchen", goodDocument, strings.Replace(one, "MODEL", "kitchen: fork lift", 1), `line 3, column 23: things[0].model.kitchen is "fork lift", want baking tray, blender, bowl, chopping board, coffee maker, food box, fork, glass, kettle, knife, mug, pan, plate, pot, scissors, soda can, spoon, thermos, toaster, wine glass or all`, true},
	{"an unknown pool", goodDocument, strings.Replace(one, "MODEL", "kitchen: mug, pool: test", 1), `line 3, column 34: things[0].model.pool is "test", want training or benchmark`, true},
	{"an unknown value", "shape: ball, model", "shape: bal, model", `line 12, column 13: things[1].shape is "bal", want cube or ball`, false},
	{"no values", "shape: ball, model", "shape: [], model", `line 12, column 13: things[1].shape has no values, want some of cube or ball`, false},
	{"an unknown look", "scale: size, radius: 1.1 * size, look: {by: material}", "scale: size, look: mat", `line 12, column 66: things[1].look is "mat", want one of looks: matte or shiny`, false},
	{"a look by an unknown attribute", "scale: size, radius: 1.1 * size, look: {by: material}", "scale: size, look: {by: matter}", `line 12, column 67: things[1].look.by is "matter", want an attribute: size, color, material or shape`, false},
	{"a look by an attribute without such looks", "scale: size, radius: 1.1 * size, look: {by: material}", "scale: size, look: {by: shape}", `line 12, column 67: things[1].look.by is shape, but looks has no ball, want one for each value beside matte or shiny`, false},
	{"a look by nothing", "scale: size, radius: 1.1 * size, look: {by: material}", "scale: size, look: {by: ''}", `line 12, column 71: things[1].look.by is an empty text, want the name of an attribute`, false},
	{"a look by an attribute and of its own", "scale: size, radius: 1.1 * size, look: {by: material}", "scale: size, look: {by: material, roughness: 1}", `line 12, column 66: things[1].look has keys beside by, want it alone: looks have the others`, false},
	{"an empty look", "scale: size, radius: 1.1 * size, look: {by: material}", "scale: size, look: {}", `line 12, column 66: things[1].look is empty, want the name of a look, {by: ATTRIBUTE}, or a look such as {base: gray}`, false},
	{"no look", "scale: size, radius: 1.1 * size, look: {by: material}", "scale: size", `line 12, column 5: things[1] has no look, which its model needs; give it one of looks, or one of its own such as {base: gray}`, false},
	{"no weight", "weight: 2", "weight: 0", `line 11, column 110: things[0].weight is 0, want 0.000001 to 1000000000`, false},
	{"a base without colors", "shiny: {base: color", "shiny: {base: size", `line 15, column 17: looks.shiny.base is the attribute size, of which large has no color, want {large: "#rrggbb"}`, false},
	{"a base that is nothing", "shiny: {base: color", "shiny: {base: colour", `line 15, column 17: looks.shiny.base is "colour", want an attribute with colors or a color: "#rrggbb", [red, green, blue] from 0 to 255, a name such as gray, or {linear: [r, g, b]} from 0 to 1`, false},
	{"a look that is too rough", "roughness: 0.8", "roughness: 1.8", `line 14, column 35: looks.matte.roughness is 1.8, want 0 to 1`, false},
	{"no refraction", "ior: 1.3", "ior: 0", `line 14, column 45: looks.matte.ior is 0, want 1 to 4`, false},

	// Expressions.
	{"no expression", "scale: size / sqrt(2)", "scale: size /", `line 11, column 64: things[0].scale is "size /", want a number, or + - * / ( ) sqrt min max of numbers and attributes`, false},
	{"no arithmetic", "scale: size / sqrt(2)", "scale: size % 2", `line 11, column 64: things[0].scale is "size % 2": "size % 2" is no arithmetic, want a number, or + - * / ( ) sqrt min max of numbers and attributes`, false},
	{"an unknown function", "scale: size / sqrt(2)", "scale: exp(size)", `line 11, column 64: things[0].scale is "exp(size)": "exp(size)" is no arithmetic, want a number, or + - * / ( ) sqrt min max of numbers and attributes`, false},
	{"too few arguments", "scale: size / sqrt(2)", "scale: min(size)", `line 11, column 64: things[0].scale is "min(size)": min takes 2 numbers, want a number, or + - * / ( ) sqrt min max of numbers and attributes`, false},
	{"a list for an expression", "scale: size / sqrt(2)", "scale: [size]", `line 11, column 64: things[0].scale is no expression, want a number, or + - * / ( ) sqrt min max of numbers and attributes, of at most 200 letters`, true},
	{"an expression that is too long", "scale: size / sqrt(2)", "scale: 1" + strings.Repeat(" + 1", 50), `line 11, column 64: things[0].scale is no expression, want a number, or + - * / ( ) sqrt min max of numbers and attributes, of at most 200 letters`, false},
	{"a number that is none of mine", "scale: size / sqrt(2)", "scale: 1e999 * size", `line 11, column 64: things[0].scale is "1e999 * size": "1e999" is no arithmetic, want a number, or + - * / ( ) sqrt min max of numbers and attributes`, false},
	{"an unknown attribute", "scale: size / sqrt(2)", "scale: sise / sqrt(2)", `line 11, column 64: things[0].scale needs sise, which is no attribute, want size, color, material or shape`, false},
	{"an attribute without numbers", "scale: size / sqrt(2)", "scale: size * material", `line 11, column 64: things[0].scale needs the number of material, but matte has none, want {matte: NUMBER}`, false},
	{"a scale of 0", "scale: size / sqrt(2)", "scale: size - 0.35", `line 11, column 64: things[0].scale is 0 where size is small, want more than 0 and at most a million`, false},
	{"a scale that is no number", "scale: size / sqrt(2)", "scale: sqrt(size - 0.5)", `line 11, column 64: things[0].scale is NaN where size is small, want more than 0 and at most a million`, false},
	{"a scale that is infinite", "scale: size / sqrt(2)", "scale: 1 / (size - size)", `line 11, column 64: things[0].scale is +Inf where size is large, want more than 0 and at most a million`, false},
	{"a radius below 0", "radius: 1.1 * size", "radius: -1", `line 12, column 68: things[1].radius is -1, want more than 0 and at most a million`, false},
	{"a radius by what does not show", "scale: size, radius", "scale: 0.5, radius", `line 12, column 67: things[1].radius needs size, which does not show on this thing: neither a value, its scale nor its look has to do with it`, false},

	// The scene.
	{"no things in a scene", "count: 2..5", "count: 0", `line 17, column 10: scene.count is 0 to 0, want 1 to 64 things`, false},
	{"too many things in a scene", "count: 2..5", "count: 2..65", `line 17, column 10: scene.count is 2 to 65, want 1 to 64 things`, false},
	{"a range the wrong way round", "count: 2..5", "count: 5..2", `line 17, column 10: scene.count is "5..2", the wrong way round, want a whole number, or a range such as 3..10`, false},
	{"odds of an unknown attribute", "draw: {color:", "draw: {colour:", `line 18, column 10: scene.draw.colour is no attribute, want size, color, material or shape`, false},
	{"odds of an unknown value", "weights: {red: 3,", "weights: {rd: 3,", `line 18, column 28: scene.draw.color.weights.rd is no value of color, want red, white or sand`, false},
	{"odds below 0", "weights: {red: 3,", "weights: {red: -3,", `line 18, column 33: scene.draw.color.weights.red is -3, want 0 to 1000000000`, true},
	{"weights that are all 0", "weights: {red: 3, sand: 1}", "weights: {red: 0, sand: 0}", `line 18, column 27: scene.draw.color.weights are all 0, want one above 0 at least`, false},
	{"no weights", "weights: {red: 3, sand: 1}", "weights: {}", `line 18, column 17: scene.draw.color has no weights, want uniform or {weights: {VALUE: NUMBER}}`, false},
	{"odds of a word", "draw: {color: {weights: {red: 3, sand: 1}}}", "draw: {color: even}", `line 18, column 17: scene.draw.color is even, want uniform or {weights: {VALUE: NUMBER}}`, true},
	{"forbids an unknown attribute", "material: shiny}]", "matter: shiny}]", `line 19, column 26: scene.forbid[0].matter is no attribute, want size, color, material or shape`, false},
	{"forbids an unknown value", "material: shiny}]", "material: shine}]", `line 19, column 36: scene.forbid[0].material is "shine", want matte or shiny`, false},
	{"forbids nothing", "forbid: [{shape: cube, material: shiny}]", "forbid: [{}]", `line 19, column 12: scene.forbid[0] forbids everything, want values of attributes`, false},
	{"forbids no values", "material: shiny}]", "material: []}]", `line 19, column 36: scene.forbid[0].material has no values, want some of matte or shiny`, false},
	{"a region of one side", "region: [[-2.5, 2], [-3, 2.5]]", "region: [[-2.5, 2]]", `line 20, column 19: scene.place.region is no region, want [[x0, x1], [y0, y1]]`, false},
	{"a region the wrong way round", "[-3, 2.5]]", "[3, 2.5]]", `line 20, column 31: scene.place.region[1] is [3 2.5], the wrong way round, want the lower number first`, false},
	{"a region of another world", "[-3, 2.5]]", "[-3, 2.5e9]]", `line 20, column 36: scene.place.region[1][1] is 2500000000, want -100000 to 100000`, false},
	{"a gap of a word", "gap: 0.2", "gap: wide", `line 20, column 48: scene.place.gap is wide, want a number`, true},
	{"a margin along something", "along: relations", "along: walls", `line 20, column 69: scene.place.margin.along is "walls", want relations`, true},
	{"a margin below 0", "at_least: 0.3", "at_least: -0.3", `line 20, column 90: scene.place.margin.at_least is -0.3, want 0 to 1000000`, false},
	{"more than a full turn", "turn: -30..30", "turn: 0..400", `line 20, column 102: scene.place.turn is more than a full circle, want at most 360 degrees`, false},
	{"a turn the wrong way round", "turn: -30..30", "turn: 30..-30", `line 20, column 102: scene.place.turn is "30..-30", the wrong way round, want uniform, none, or a range of degrees such as -30..30`, false},
	{"an infinite turn", "turn: -30..30", "turn: inf..inf", `line 20, column 102: scene.place.turn is "inf..inf", want uniform, none, or a range of degrees such as -30..30`, true},
	{"a turn of a word", "turn: -30..30", "turn: any", `line 20, column 102: scene.place.turn is "any", want uniform, none, or a range of degrees such as -30..30`, true},
	{"a share above 1", "stack: 0.1", "stack: 10", `line 20, column 118: scene.place.stack is 10, want 0 to 1`, false},
	{"on an unknown category", "stack: 0.1", "on: {cube: tables}", `line 20, column 122: scene.place.on.cube names "tables", want categories of things: ball or cube`, false},
	{"an unknown category on something", "stack: 0.1", "on: {mug: cube}", `line 20, column 116: scene.place.on.mug is no category of things, want ball or cube`, false},
	{"on nothing", "stack: 0.1", "on: {cube: []}", `line 20, column 122: scene.place.on.cube has no categories, want at least one`, false},
	{"on and inside", "stack: 0.1", "on: {cube: ball}, inside: {cube: ball}", `line 20, column 144: scene.place.inside.cube says where cube is, as on does, want one of them`, false},
	{"against and on", "stack: 0.1", "on: {cube: ball}, against: cube", `line 20, column 138: scene.place.against says where cube is, as on does, want one of them`, false},
	{"against an unknown category", "stack: 0.1", "against: chair", `line 20, column 120: scene.place.against names "chair", want categories of things: ball or cube`, false},
	{"drop beside on", "stack: 0.1", "on: {cube: ball}, drop: {height: 1}", `line 20, column 135: scene.place.drop stands beside on, inside, against or stack, want it alone: everything falls`, false},
	{"drop beside stack", "stack: 0.1", "stack: 0.1, drop: {height: 1..2}", `line 20, column 129: scene.place.drop stands beside on, inside, against or stack, want it alone: everything falls`, false},
	{"drop from below", "stack: 0.1", "drop: {height: -1}", `line 20, column 126: scene.place.drop.height is -1, want 0 to 10000`, false},
	{"more pixels than there are", "visible_pixels: 50", "visible_pixels: 50000", `line 21, column 28: scene.accept.visible_pixels is 50000, want 0 to 38400`, false},
	{"no attempts", "attempts: 500", "attempts: 0", `line 22, column 13: scene.attempts is 0, want 1 to 10000000`, false},

	// Ground, lights, cameras.
	{"an unknown ground", "kind: room", "kind: hall", `line 23, column 16: ground.kind is "hall", want plane, room, table or none`, true},
	{"an unknown surface", "surface: floorboards", "surface: lava", `line 23, column 48: ground.surface is "lava", want floorboards, herringbone parquet, stone tiles, checkered tiles, terrazzo, carpet or poured concrete`, true},
	{"a room of two numbers", "size: [9, 9, 3]", "size: [9, 9]", `line 23, column 28: ground.size has 2 numbers, a room has 3: [x, y] of a table, [x, y, z] of a room`, false},
	{"a table of three numbers", "kind: room", "kind: table", `line 23, column 29: ground.size has 3 numbers, a table has 2: [x, y] of a table, [x, y, z] of a room`, false},
	{"a plane with a size", "kind: room", "kind: plane", `line 23, column 29: ground.size has 3 numbers, a plane has 0: [x, y] of a table, [x, y, z] of a room`, false},
	{"a room without a height", "size: [9, 9, 3]", "size: [9, 9, 0]", `line 23, column 35: ground.size[2] is 0, want 0.001 to 10000`, false},
	{"against without walls", "at_least: 0.3}, turn: -30..30, stack: 0.1}\n  accept: {visible_pixels: 50}\n  attempts: 500\nground: {kind: room, size: [9, 9, 3], surface: floorboards}", "at_least: 0.3}, against: cube}", `line 20, column 105: scene.place.against needs walls, but ground.kind is plane, want room`, false},
	{"sun beside area", "sun: 2,", "sun: 2, area: 1,", `line 26, column 11: lights[1].sun stands beside area or energy, want one of them: a sun or a lamp`, false},
	{"a lamp without power", "energy: 260, ", "", `line 25, column 5: lights[0] has neither energy nor sun, want one of them`, false},
	{"a lamp without a place", "at: [4, -3, 5], jitter: 0.8", "jitter: 0.8", `line 25, column 5: lights[0] has no at, want at: [x, y, z]`, false},
	{"a sun of nothing", "sun: 2,", "sun: 0,", `line 26, column 11: lights[1].sun is 0, want 0.000001 to 1000000`, false},
	{"a lamp that looks at itself", "at: [4, -3, 5]", "at: [4, -3, 5], look_at: [4, -3, 5]", `line 25, column 32: lights[0].at is where it looks, want another place`, false},
	{"a place of two numbers", "at: [4, -3, 5]", "at: [4, -3]", `line 25, column 32: lights[0].at has 2 numbers, want [x, y, z]`, false},
	{"a camera straight down", "at: [4, -4.2, 3]", "at: [0, 0, 3]", `line 29, column 22: cameras[0].at looks straight down or up, or is where it looks, want a place beside that: relations need a front`, false},
	{"a camera that looks at itself", "at: [4, -4.2, 3]", "at: [4, -4.2, 3], look_at: [4, -4.2, 3]", `line 29, column 22: cameras[0].at looks straight down or up, or is where it looks, want a place beside that: relations need a front`, false},
	{"a camera without a place", "at: [4, -4.2, 3], ", "", `line 29, column 5: cameras[0] has no at, want at: [x, y, z], or a dome`, false},
	{"a camera at no place", "at: [4, -4.2, 3], ", "at: [], ", `line 29, column 22: cameras[0].at has 0 numbers, want [x, y, z]`, false},
	{"a camera too far", "at: [4, -4.2, 3]", "at: [4, -4.2, 3e9]", `line 29, column 32: cameras[0].at[2] is 3000000000, want -100000 to 100000`, false},
	{"a picture that is too large", "size: [240, 160]", "size: [24000, 160]", `line 29, column 65: cameras[0].size is [24000 160], want [width, height] of 16 to 8192 pixels`, false},
	{"a picture of one number", "size: [240, 160]", "size: [240]", `line 29, column 65: cameras[0].size is [240], want [width, height] of 16 to 8192 pixels`, false},
	{"dome beside at", "fov: 50,", "fov: 50, at: [1, 1, 1],", `line 30, column 88: cameras[1].dome stands beside at or stereo, want it alone`, false},
	{"dome beside stereo", "fov: 50,", "fov: 50, stereo: 0.1,", `line 30, column 86: cameras[1].dome stands beside at or stereo, want it alone`, false},
	{"a dome of one place", "views: 2,", "views: 0,", `line 30, column 81: cameras[1].dome.views is 0, want 1 to 1000`, false},
	{"a dome above", "elevation: 20..40", "elevation: 20..90", `line 30, column 106: cameras[1].dome.elevation is 90, want -85 to 85`, false},
	{"a dome the wrong way round", "elevation: 20..40", "elevation: 40..20", `line 30, column 106: cameras[1].dome.elevation is "40..20", the wrong way round, want a number, or a range such as 1..3`, false},
	{"too many views", "views: 2,", "views: 1000,", `line 30, column 5: cameras[1] brings more views than 1000, which all cameras may have together`, false},
	{"lens beside fov", "fov: 50,", "fov: 50, lens: 35,", `line 30, column 47: cameras[1].fov stands beside lens, want one of them`, false},
	{"a lens of 0", "lens: 30", "lens: 0", `line 29, column 55: cameras[0].lens is 0, want 1 to 2000`, false},
	{"a view of a full circle", "fov: 50,", "fov: 180,", `line 30, column 47: cameras[1].fov is 180, want 1 to 170`, false},

	// What is written, drawn and asked.
	{"an unknown relation", "[left, right, on]", "[left, right, near]", `line 31, column 34: relations.kinds[2] is "near", want left, right, front, behind, above, below, on, under, inside or touching`, true},
	{"a relation twice", "[left, right, on]", "[left, right, left]", `line 31, column 34: relations.kinds[2] is left again, want each once`, false},
	{"no relations to ask about", "kinds: [left, right, on], ", "kinds: [], ", `line 31, column 20: relations.kinds is empty, but questions of one_hop are about relations, want some, or only zero_hop, same or parts in questions.families`, false},
	{"eps below 0", "eps: 0.1", "eps: -0.1", `line 31, column 44: relations.eps is -0.1, want 0 to 1000000`, false},
	{"an unknown record", "record: full", "record: long", `line 32, column 50: write.record is "long", want full or brief`, true},
	{"an unknown depth", "depth: npy", "depth: png", `line 32, column 63: write.depth is "png", want none, npy or exr`, true},
	{"too many rays", "spp: 16", "spp: -16", `line 33, column 9: render is wrong: spp is -16, want 0 to 1048576`, false},
	{"an unknown quality", "spp: 16", "quality: best", `line 33, column 19: quality is "best", want one of standard, draft, reference`, false},
	{"an unknown look of pictures", "spp: 16", "look: night", `line 33, column 16: look is "night", want one of published, daylight, varied`, false},
	{"no samples", "count: 20", "count: 0", `line 35, column 18: splits.train.count is 0, want 1 to 1000000000`, false},
	{"no things in scenes of a split", "things: 3", "things: 0", `line 36, column 18: splits.test.things is 0 to 0, want 1 to 64 things`, false},
	{"odds of an unknown attribute in a split", "draw: {size:", "draw: {sise:", `line 36, column 28: splits.test.draw.sise is no attribute, want size, color, material or shape`, false},
	{"a split forbids an unknown value", "[white, red]", "[white, rot]", `line 36, column 61: splits.test.forbid[0].color is "rot", want red, white or sand`, false},
	{"an unknown family of questions", "[zero_hop, one_hop]", "[zero_hop, four_hop]", `line 39, column 24: questions.families[1] is "four_hop", want zero_hop, one_hop, two_hop, three_hop, same, single_and, single_or, compare_integer, comparison or parts`, true},
	{"no families of questions", "[zero_hop, one_hop]", "[]", `line 39, column 13: questions.families is empty, want some of zero_hop, one_hop, two_hop, three_hop, same, single_and, single_or, compare_integer, comparison or parts, or templates of your own`, false},
	{"a family of questions twice", "[zero_hop, one_hop]", "[one_hop, one_hop]", `line 39, column 23: questions.families[1] is one_hop again, want each once`, false},
	{"no questions", "per_scene: 4", "per_scene: 0", `line 38, column 14: questions.per_scene is 0, want 1 to 1000`, false},
	{"an unknown noun", "noun: shape", "noun: form", `line 40, column 9: questions.noun is "form", want an attribute: size, color, material or shape`, false},
	{"a phrase of an unknown attribute", "phrase: [size,", "phrase: [sice,", `line 41, column 12: questions.phrase[0] is "sice", want an attribute: size, color, material or shape`, false},
	{"a phrase with an attribute twice", "phrase: [size,", "phrase: [color,", `line 41, column 19: questions.phrase[1] is color again, want each once`, false},
	{"a phrase that leaves out an attribute", "phrase: [size, color, material]", "phrase: [size, color]", `line 41, column 11: questions.phrase leaves out material, want all attributes but the noun`, false},
	{"words for nothing", "{ball: [ball, sphere]", "{sphere: [ball, sphere]", `line 42, column 11: questions.words.sphere has words for what is not in the document, want values of attributes, relations, or thing`, false},
	{"no words", "{ball: [ball, sphere]", "{ball: []", `line 42, column 17: questions.words.ball has no words, want at least one`, false},
	{"an empty word", "{ball: [ball, sphere]", "{ball: [ball, ' ']", `line 42, column 24: questions.words.ball[1] is " ", want a word, or one with its plural such as box/boxes`, false},
	{"a word without a plural", "[box/boxes]", "[box/]", `line 42, column 40: questions.words.cube[0] is "box/", want a word, or one with its plural such as box/boxes`, false},
	{"nothing to ask about", goodDocument, strings.Replace(one, "MODEL", "primitive: box", 1) + "questions: {per_scene: 3}\n", `line 4, column 12: questions has nothing to ask about, want attributes`, false},
	{"templates beside nothing", "  per_scene: 4\n", "  templates: mine\n", `line 38, column 14: questions.templates is a folder beside the document, which is not in one`, false},
}

// many is a list of words.
func many(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("v%d", i)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

func TestMistakes(t *testing.T) {
	w, err := Read("toys.yaml", []byte(goodDocument), Folder{}, nil)
	if err != nil {
		t.Fatalf("the good document: %v", err)
	}
	for _, split := range w.SplitNames() {
		if _, err := w.Try(context.Background(), split, 1); err != nil {
			t.Errorf("the good document: %v", err)
		}
	}
	for _, c := range mistakes {
		if strings.Count(goodDocument, c.old) != 1 {
			t.Fatalf("%s: %q is %d times in the good document, want once", c.name, c.old, strings.Count(goodDocument, c.old))
		}
		_, err := Read("toys.yaml", []byte(strings.Replace(goodDocument, c.old, c.new, 1)), Folder{}, nil)
		if want := "toys.yaml: " + c.want; err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, want)
		}
	}
}

// Attributes whose combinations nobody could go through take no time, whatever a document does with them.
func TestManyCombinations(t *testing.T) {
	var sum, attributes, forbid []string
	for i := range 30 {
		name := "a" + strings.Repeat("b", i)
		sum = append(sum, name)
		attributes = append(attributes, name+": {x: 1, y: 2}")
		if i > 0 {
			forbid = append(forbid, fmt.Sprintf("{%s: x, %s: x}, {%s: y, %s: y}, {%s: x, %s: y}, {%s: y, %s: x}", sum[0], name, sum[0], name, sum[0], name, sum[0], name))
		}
	}
	text := func(scale string, forbid ...string) []byte {
		return []byte("name: many\nattributes: {" + strings.Join(attributes, ", ") + "}\nthings:\n  - {" + strings.Join(sum, ": [x, y], ") +
			": [x, y], model: {primitive: box}, look: {base: gray}, scale: " + scale + "}\nscene: {attempts: 20, forbid: [" + strings.Join(forbid, ", ") + "]}\n")
	}
	_, err := Read("many.yaml", text("\"a+ab+abb+abbb+abbbb+abbbbb+abbbbbb+abbbbbbb+abbbbbbbb+abbbbbbbbb+abbbbbbbbbb+abbbbbbbbbbb+abbbbbbbbbbbb"+
		"+abbbbbbbbbbbbb+abbbbbbbbbbbbbb+abbbbbbbbbbbbbbb+abbbbbbbbbbbbbbbb\""), Folder{}, nil)
	if want := "many.yaml: line 4, column "; err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), ": things[0].scale has more than 100000 values, by a, ab, ") {
		t.Errorf("a long expression: %v", err)
	}
	w, err := Read("many.yaml", text("1", forbid[len(forbid)-1]), Folder{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Try(context.Background(), "train", 1)
	if want := "many: train/0: scene.draw and scene.forbid of split train leave too few things: none is found among 200000"; err == nil || err.Error() != want {
		t.Errorf("what forbids all in the end: got %v, want %s", err, want)
	}
	w, err = Read("many.yaml", text("1", "{a: x}", "{a: y}"), Folder{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Try(context.Background(), "val", 1)
	if want := "many: val/0: no thing is left to be drawn in split val: scene.draw and scene.forbid exclude all"; err == nil || err.Error() != want {
		t.Errorf("what forbids all: got %v, want %s", err, want)
	}
	if _, err = w.Try(context.Background(), "test_b", 1); err == nil || err.Error() != `many: there is no split "test_b", want train, val or test` {
		t.Errorf("an unknown split: %v", err)
	}
}

// What can never be put ends after its attempts, and says what is in the way most often.
func TestImpossibleScenes(t *testing.T) {
	const onlyBalls = "{shape: cube, size: large}, {shape: cube, size: small}"
	for _, c := range []struct{ name, old, new, want string }{
		{"too large for the region", "scale: size, radius: 1.1 * size", "scale: 20 * size", "place: 30 attempts rejected, most often: no place for a thing (30 times)"},
		{"far from the camera", "at: [4, -4.2, 3]", "at: [4000, -4200, 3000]", "place: 30 attempts rejected, most often: a thing shows too few pixels (30 times)"},
		{"behind the camera", "at: [4, -4.2, 3]", "at: [4, -4.2, 3], look_at: [40, -42, 3]", "place: 30 attempts rejected, most often: a thing is outside of the picture (30 times)"},
		{"nothing to stand on", "stack: 0.1", "on: {ball: ball}", "place: 30 attempts rejected, most often: nothing to stand on (30 times)"},
		{"beside the table", "stack: 0.1}\n  accept: {visible_pixels: 50}\n  attempts: 500\nground: {kind: room, size: [9, 9, 3]", "drop: {height: 1}}\n  attempts: 30\nground: {kind: table, size: [0.1, 0.1]", "place: 30 attempts rejected, most often: a thing left the region (30 times)"},
		{"nothing to lie in", "stack: 0.1", "inside: {ball: cube}", "place: 30 attempts rejected, most often: nothing to lie in (30 times)"},
	} {
		if strings.Count(goodDocument, c.old) != 1 {
			t.Fatalf("%s: %q is %d times in the good document, want once", c.name, c.old, strings.Count(goodDocument, c.old))
		}
		text := strings.NewReplacer(c.old, c.new, "attempts: 500", "attempts: 30", "{shape: cube, material: shiny}", onlyBalls).Replace(goodDocument)
		w, err := Read("toys.yaml", []byte(text), Folder{}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		want := "toys: train/0: " + c.want + "; have fewer or smaller things, give them more room in scene.place, have cameras see more of it, or ask less of them in scene.accept"
		if _, err = w.Try(context.Background(), "train", 1); err == nil || err.Error() != want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.name, err, want)
		}
	}
}

func TestFoldersOfTemplates(t *testing.T) {
	const family = `[{"program": ["filter_count(scene, <size>)"], "text": ["How many <size> things?"]}]`
	dir := t.TempDir()
	for name, text := range map[string]string{
		"mine/mine.json": family, "wrong/wrong.json": strings.Replace(family, "filter_count", "filter_counts", 1), "empty/readme.txt": "",
		"silent/mine.json": strings.Replace(family, "<size> things", "things[, <size> ones]", 1),
		"words/mine.json":  family, "words/words.json": `{"large": []}`,
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, templates, want string }{
		{"good", "mine", ""},
		{"below", "./mine/", ""},
		{"outside", "../mine", `line 39, column 14: questions.templates is "../mine", want a folder below that of the document`},
		{"absolute", "/etc", `line 39, column 14: questions.templates is "/etc", want a folder below that of the document`},
		{"a link that leads outside", "link", `line 39, column 14: questions.templates cannot be read: link: leads out of the folder`},
		{"missing", "yours", `line 39, column 14: questions.templates cannot be read: yours: no such file or directory`},
		{"a file", "mine/mine.json", `line 39, column 14: questions.templates is the file mine/mine.json, want a folder`},
		{"without templates", "empty", `line 39, column 14: questions.templates has no .json files, want templates`},
		{"with a wrong family", "wrong", `line 39, column 14: questions.templates are wrong: wrong.json: line 1, column 15: [0].program[0]: byte 0 of "filter_counts(scene, <size>)": "filter_counts" is no function or macro of toys`},
		{"with a text that leaves out what is asked", "silent", `line 39, column 14: questions.templates are wrong: mine:0: "How many things[, <size> ones]?" does not always say <size>, so that questions would hide what they ask; say it, or add the constraint NULL(<size>)`},
		{"with wrong words", "words", `line 39, column 14: questions.templates are wrong: words.json: line 1, column 2: large: there is no word, want at least one`},
		{"none", "''", ""},
	} {
		text := strings.Replace(goodDocument, "  families: [zero_hop, one_hop]\n", "  templates: "+c.templates+"\n", 1)
		_, err := Read("toys.yaml", []byte(text), Folder{Path: dir}, nil)
		if got := fmt.Sprint(err); got != "toys.yaml: "+c.want && (err != nil || c.want != "") {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, strings.ReplaceAll(got, dir, "DIR"), c.want)
		}
	}
}
