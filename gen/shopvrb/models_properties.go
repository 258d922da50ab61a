package shopvrb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mereo/assets/gltfmodels"
	"mereo/assets/kitchen"
	"mereo/internal/bound"
)

// propertiesTable is the table of the things, in the published format: {thing: {key: value}}. file, scale, origin, mutable and
// benchmark are keys beside the published ones.
const propertiesTable = "object_properties"

var propertiesKeys = []string{
	"name", "shape", "weight", "movability", "change_size", "size1", "size2", "change_material", "material1", "change_color1",
	"color1", "material2", "change_color2", "color2", "file", "scale", "origin", "mutable", "benchmark",
}

// Sizes of models in cm at the bigger scale. Others are taken for a slip in the unit of length.
const (
	leastSize = 2
	mostSize  = 60
	cmPerUnit = 10 * scaleBigger // of a model
)

// readProperties reads the table of things and their models.
func (m *ownModels) readProperties(from *modelsFolder) error {
	table, data, err := from.table(propertiesTable)
	if err != nil {
		return err
	}
	if table == "" {
		return fmt.Errorf("%s has no table, want %s.yaml or .json", from.path, propertiesTable)
	}
	things, err := jsonMembers(data)
	if err != nil || len(things) == 0 {
		return fmt.Errorf("%s: no things, want {name of a thing: {key: value}}", table)
	}
	var loaded [2][]*kitchen.Model
	for _, t := range things {
		row, model, err := m.readThing(from, t.key, t.value)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", table, t.key, err)
		}
		m.rows[model.Pool] = append(m.rows[model.Pool], row)
		loaded[model.Pool] = append(loaded[model.Pool], model)
		if !slices.Contains(valuesFor("name"), row.class) && !slices.Contains(m.classes, row.class) {
			m.classes = append(m.classes, row.class)
		}
	}
	for pool := range m.rows {
		for i := range m.rows[pool] {
			m.models[&m.rows[pool][i]] = loaded[pool][i]
		}
	}
	return nil
}

// readThing reads a row of the table and the model that it is about.
func (m *ownModels) readThing(from *modelsFolder, name string, data jsontext.Value) (row catalogRow, model *kitchen.Model, err error) {
	r := newTableRow(data, propertiesKeys)
	row = readRow(r, name, m.readClass(r))
	thing := gltfmodels.Thing{Name: name, Class: row.class, Scale: 1}
	if r.flag("benchmark") {
		thing.Pool = kitchen.Benchmark
	}
	if r.read("scale", "a number of more than 0", &thing.Scale) && !(thing.Scale > 0) {
		r.fail("scale is %g, want a number of more than 0", thing.Scale)
	}
	thing.KeepOrigin = r.values["origin"] != nil && r.word("origin", []string{"base", "file"}) == "file"
	r.read("mutable", "a list of names of materials", &thing.Mutable)
	path := modelFile(r, from.path, name)
	if r.err != nil {
		return row, nil, r.err
	}
	model, files, err := thing.Load(path, bound.New(from.most))
	if err != nil {
		return row, nil, errors.New(strings.TrimPrefix(err.Error(), "gltfmodels: "))
	}
	if err := from.memory.Take(1, bytesOf(model)); err != nil {
		return row, nil, fmt.Errorf("together with the things before it %w", err)
	}
	for _, file := range append([]string{path}, files...) {
		if err := from.add(file); err != nil {
			return row, nil, err
		}
	}
	row.box = box{model.Box[0], model.Box[1]}
	return row, model, checkModel(&row, model, path)
}

// readRow reads what the table says of a thing beside its class.
func readRow(r *tableRow, name, class string) catalogRow {
	return catalogRow{
		name: name, class: class, shape: r.word("shape", valuesFor("shape")), weight: r.word("weight", valuesFor("weight")),
		movability: r.word("movability", valuesFor("movability")), sizes: readSizes(r), options: readOptions(r),
	}
}

// bytesOf is what a model takes as it stays.
func bytesOf(m *kitchen.Model) (n bound.Size) {
	for i := range m.Parts {
		p := &m.Parts[i]
		n += bound.Size(24*len(p.Mesh.Positions) + 24*len(p.Mesh.Normals) + 16*len(p.Mesh.UVs) + 12*len(p.Mesh.Triangles))
		for _, t := range p.Surface.Textures() {
			if t != nil {
				n += bound.Size(len(t.Pix))
			}
		}
	}
	return n
}

// valuesFor are the published values of an attribute that can be seen.
func valuesFor(key string) []string {
	return VisualAttributes[slices.IndexFunc(VisualAttributes, func(a Attribute) bool { return a.Key == key })].Values
}

// classForm is what new classes look like: questions put them between other words and end them with an s for several.
var classForm = regexp.MustCompile(`^[a-z]+([ -][a-z]+)*$`)

// oddPlural finds words whose plural does not end with an s alone.
var oddPlural = regexp.MustCompile(`(s|x|z|ch|sh|f|fe|[^aeiou]y)$`)

// readClass reads the class of a thing: a published one, or another of which all is known that cannot be seen.
func (m *ownModels) readClass(r *tableRow) (class string) {
	if !r.read("name", "the class of the thing", &class) {
		r.fail("name is missing, want one of %q or a new class", valuesFor("name"))
		return ""
	}
	last := class[strings.LastIndexAny(class, " -")+1:]
	switch {
	case slices.Contains(valuesFor("name"), class):
	case !classForm.MatchString(class):
		r.fail("name is %q, want a class in small letters such as %q", class, "lemon squeezer")
	case oddPlural.MatchString(last) && plurals[last+"s"] == "":
		r.fail("name is %q, which does not take an s for several, as questions do; want another word or one of %q",
			class, valuesFor("name"))
	case m.textual[class] == nil:
		r.fail("name is %q, a class that is not in the table %s; write it there or take one of %q",
			class, textualTable, valuesFor("name"))
	}
	return class
}

// readSizes reads the one or two sizes of a thing.
func readSizes(r *tableRow) sizes {
	out := sizes{r.word("size1", valuesFor("size"))}
	if r.flag("change_size") {
		out = append(out, r.word("size2", valuesFor("size")))
		if out[0] == out[1] {
			r.fail("size2 is %q, like size1, want another", out[1])
		}
	}
	return out
}

// readOptions reads the one or two materials and colors of a thing. A color that changes is not read. What is replaced without
// a change of color gets replacedWhite.
func readOptions(r *tableRow) options {
	out := options{{material: r.word("material1", valuesFor("material")), color: anyColor}}
	if !r.flag("change_color1") {
		out[0].color = r.word("color1", valuesFor("color"))
	}
	if !r.flag("change_material") {
		return out
	}
	second := option{material: r.word("material2", []string{"rubber", "plastic", "metal"}), color: anyColor}
	if !r.flag("change_color2") {
		second.color = r.word("color2", []string{map[bool]string{true: "metallic", false: "white"}[second.material == "metal"]})
	}
	return append(out, second)
}

// modelFile is the path of a thing's model.
func modelFile(r *tableRow, folder, name string) string {
	var file string
	if r.read("file", "the name of a .glb or .gltf file", &file) {
		if !filepath.IsLocal(file) {
			r.fail("file is %q, want the name of a file in %s", file, folder)
		}
		return filepath.Join(folder, filepath.FromSlash(file))
	}
	var found []string
	for _, end := range []string{".glb", ".gltf"} {
		path := filepath.Join(folder, name+end)
		if _, err := os.Stat(path); filepath.IsLocal(name) && err == nil {
			found = append(found, path)
		}
	}
	if len(found) != 1 {
		r.fail("file is missing, and %s has %d of %s.glb and %s.gltf, want one", folder, len(found), name, name)
		return ""
	}
	return found[0]
}

// checkModel holds a model against its row.
func checkModel(row *catalogRow, m *kitchen.Model, path string) error {
	size := m.Bounds().Size()
	longest := max(size.X, size.Y, size.Z) * cmPerUnit
	if !(longest >= leastSize && longest <= mostSize) {
		return fmt.Errorf("scale: the longest side of %s is %.3g cm, want %d to %d: scale times the file's lengths are meters",
			path, longest, leastSize, mostSize)
	}
	changes := len(row.options) > 1 || row.options[0].color == anyColor
	if changes && !slices.ContainsFunc(m.Parts, func(p kitchen.Part) bool { return p.Mutable }) {
		return fmt.Errorf("mutable: no material of %s changes, but the thing does: name some of %q, or have %q in their names",
			path, gltfmodels.Materials(m), gltfmodels.ChangeableMark)
	}
	return nil
}
