package export

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mereo/gen/write"
	"mereo/internal/oracle"
)

// expandJSONLD prints a document in expanded form. In safe mode nothing may be dropped: terms without an IRI, values that have no place.
const expandJSONLD = `
import { readFileSync } from 'node:fs';
import jsonld from 'jsonld';
const doc = JSON.parse(readFileSync(process.argv[2]));
const none = () => { throw new Error('a context must not be fetched'); };
console.log(JSON.stringify(await jsonld.expand(doc, { base: 'https://example.org/data/', safe: true, documentLoader: none })));
`

const (
	schemaOrg = "https://schema.org/"
	mlCommons = "http://mlcommons.org/croissant/"
)

// croissantTerms are the properties that the specification lists. The context makes schema.org's of all others, so that a wrong word is
// not dropped.
var croissantTerms = func() map[string]bool {
	out := map[string]bool{"http://purl.org/dc/terms/conformsTo": true}
	for _, name := range strings.Fields("description license name url creator datePublished keywords version inLanguage distribution " +
		"contentUrl contentSize encodingFormat sha256") {
		out[schemaOrg+name] = true
	}
	for _, name := range strings.Fields("citeAs isLiveDataset recordSet field key data dataType source repeated references subField " +
		"fileSet fileObject extract transform includes column jsonPath fileProperty regex") {
		out[mlCommons+name] = true
	}
	return out
}()

// ldNode is a node of expanded JSON-LD.
type ldNode map[string]any

func (n ldNode) nodes(property string) (out []ldNode) {
	for _, v := range listOrEmpty(n[property]) {
		out = append(out, ldNode(v.(map[string]any)))
	}
	return out
}

func (n ldNode) id() string { id, _ := n["@id"].(string); return id }

func (n ldNode) isA(t *testing.T, of string) {
	t.Helper()
	if got := listOrEmpty(n["@type"]); len(got) != 1 || got[0] != of {
		t.Errorf("%s is a %v, want %s", n.id(), got, of)
	}
}

// one is the only value of a property.
func (n ldNode) one(t *testing.T, property string) string {
	t.Helper()
	v := n.nodes(property)
	if len(v) != 1 {
		t.Errorf("%s has %d values of %s, want 1", n.id(), len(v), property)
		return ""
	}
	if s, ok := v[0]["@value"].(string); ok {
		return s
	}
	return v[0].id()
}

// checkCroissant checks what the specification of Croissant 1.0 requires of a document, and returns it expanded. Root is where contentUrl
// begins.
func checkCroissant(t *testing.T, name, root string) ldNode {
	t.Helper()
	var all []ldNode
	if err := json.Unmarshal([]byte(oracle.Node(t, expandJSONLD, name)), &all); err != nil || len(all) != 1 {
		t.Fatalf("%d nodes at the top, %v", len(all), err)
	}
	doc := all[0]

	// "Required": https://docs.mlcommons.org/croissant/docs/croissant-spec.html#required
	doc.isA(t, schemaOrg+"Dataset")
	if got := doc.one(t, "http://purl.org/dc/terms/conformsTo"); got != "http://mlcommons.org/croissant/1.0" {
		t.Errorf("it conforms to %q", got)
	}
	for _, property := range []string{"description", "license", "name", "url"} {
		if doc.one(t, schemaOrg+property) == "" {
			t.Errorf("%s is empty", property)
		}
	}
	if got := doc.one(t, schemaOrg+"license"); !strings.HasPrefix(got, "https://") {
		t.Errorf("the license is %q, want a URL", got)
	}
	if got := doc.one(t, schemaOrg+"datePublished"); !regexp.MustCompile(`^\d{4}-\d\d-\d\d$`).MatchString(got) {
		t.Errorf("it was published on %q", got)
	}
	if got := doc.one(t, schemaOrg+"version"); !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(got) {
		t.Errorf("its version is %q", got)
	}
	for _, c := range doc.nodes(schemaOrg + "creator") {
		c.isA(t, schemaOrg+"Organization")
	}

	// Ids are unique; what is no definition refers to one.
	defined, references := map[string]string{}, []string{}
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				visit(e)
			}
		case map[string]any:
			if id, ok := v["@id"].(string); ok && len(v) == 1 {
				references = append(references, id)
			} else if ok {
				if _, twice := defined[id]; twice {
					t.Errorf("id %s is there twice", id)
				}
				defined[id] = listOrEmpty(v["@type"])[0].(string)
			}
			for key, e := range v {
				if !strings.HasPrefix(key, "@") && !croissantTerms[key] {
					t.Errorf("%s is no term of the specification", key)
				}
				if key != mlCommons+"dataType" && key != mlCommons+"data" {
					visit(e)
				}
			}
		}
	}
	visit(map[string]any(doc))
	for _, id := range references {
		if defined[id] == "" {
			t.Errorf("%s is no id", id)
		}
	}
	names := map[string]bool{}
	for _, f := range doc.nodes(schemaOrg + "distribution") {
		if f.one(t, schemaOrg+"encodingFormat") == "" || f.one(t, schemaOrg+"name") == "" {
			t.Errorf("%s lacks a format or a name", f.id())
		}
		if listOrEmpty(f["@type"])[0] == mlCommons+"FileSet" {
			for _, n := range f.nodes(mlCommons + "includes") {
				names[n["@value"].(string)] = true
			}
			continue
		}
		f.isA(t, mlCommons+"FileObject")
		url := f.one(t, schemaOrg+"contentUrl")
		sum, err := write.Sum(root, url)
		if err != nil || f.one(t, schemaOrg+"sha256") != sum.SHA256 || f.one(t, schemaOrg+"contentSize") != asBytes(sum.Bytes) {
			t.Errorf("%s: %v, has %+v", url, err, sum)
		}
		names[url] = true
	}
	// Every file is one of the distribution, and every pattern has files.
	used := map[string]bool{}
	for file := range contents(t, root) {
		file = strings.TrimPrefix(file, "/")
		found := false
		for pattern := range names {
			if ok, _ := filepath.Match(pattern, file); ok {
				found, used[pattern] = true, true
			}
		}
		plan, _ := filepath.Match("*/blocks/plan.json", file)
		if !found && !plan && !slices.Contains([]string{".lock", manifestName, croissantName}, file) {
			t.Errorf("%s is not described", file)
		}
	}
	for pattern := range names {
		if !used[pattern] {
			t.Errorf("there is no file %s", pattern)
		}
	}

	types := map[string]bool{mlCommons + "Split": true}
	for _, name := range []string{"Boolean", "Date", "Float", "Integer", "Text", "ImageObject", "URL"} {
		types[schemaOrg+name] = true
	}
	var field func(f ldNode, in string)
	field = func(f ldNode, in string) {
		f.isA(t, mlCommons+"Field")
		if !strings.HasPrefix(f.id(), in+"/") || f.one(t, schemaOrg+"name") == "" {
			t.Errorf("%s is in %s", f.id(), in)
		}
		below := f.nodes(mlCommons + "subField")
		for _, s := range below {
			field(s, f.id())
		}
		if len(below) > 0 {
			return
		}
		if !types[f.one(t, mlCommons+"dataType")] {
			t.Errorf("%s has the type %s", f.id(), f.one(t, mlCommons+"dataType"))
		}
		for _, source := range f.nodes(mlCommons + "source") {
			if defined[source.one(t, mlCommons+"fileSet")] != mlCommons+"FileSet" {
				t.Errorf("the source of %s is no FileSet", f.id())
			}
			for _, extract := range source.nodes(mlCommons + "extract") {
				if len(extract) != 1 {
					t.Errorf("%s is extracted by %v, want one way", f.id(), extract)
				}
			}
		}
		for _, to := range f.nodes(mlCommons + "references") {
			if defined[to.id()] != mlCommons+"Field" {
				t.Errorf("%s refers to %s, which is no field", f.id(), to.id())
			}
		}
	}
	for _, r := range doc.nodes(mlCommons + "recordSet") {
		r.isA(t, mlCommons+"RecordSet")
		fields := r.nodes(mlCommons + "field")
		var ids []string
		for _, f := range fields {
			field(f, r.id())
			ids = append(ids, strings.TrimPrefix(f.id(), "https://example.org/data/"))
			if len(f.nodes(mlCommons+"source")) != 1 && r[mlCommons+"data"] == nil && len(f.nodes(mlCommons+"subField")) == 0 {
				t.Errorf("%s has no source", f.id())
			}
		}
		slices.Sort(ids)
		for _, data := range r.nodes(mlCommons + "data") {
			for _, record := range data["@value"].([]any) {
				if got := sortedNames(record.(map[string]any)); !slices.Equal(got, ids) {
					t.Errorf("%s has a record with %q, want %q", r.id(), got, ids)
				}
			}
		}
	}
	return doc
}

func asBytes(n int64) string {
	data, _ := json.Marshal(n)
	return string(data) + " B"
}

// loadCroissant is a small loader of Croissant: it prints the values of all fields of a document's records, as far as they come from JSON
// or from names of files, and how many pictures PIL can open.
const loadCroissant = `
import collections, fnmatch, json, os, re, sys, PIL.Image
root = sys.argv[2]
doc = json.load(open(sys.argv[1]))
files = sorted(os.path.relpath(os.path.join(d, f), root) for d, _, names in os.walk(root) for f in names)
sets = {f["@id"]: f for f in doc["distribution"] if f["@type"] == "cr:FileSet"}

def find(value, path):
    values = [value]
    assert path[0] == "$", path
    steps = re.findall(r"\[\*\]|\.([A-Za-z_]\w*)|\['([^']*)'\]", path)
    for plain, quoted in steps:
        key = plain or quoted
        values = [v[key] for v in values] if key else [e for v in values for e in v]
    return values

atoms = {"sc:Text": object, "sc:Integer": int, "sc:Float": (int, float), "sc:Boolean": bool}
out = {}
for r in doc["recordSet"]:
    columns = out[r["@id"]] = {}
    if "data" in r:
        continue
    for f in r["field"]:
        source = f["source"]
        fileset = sets[source["fileSet"]["@id"]]
        values = columns[f["name"]] = []
        (how, what), = source["extract"].items()
        for name in files:
            if not any(fnmatch.fnmatchcase(name, p) for p in fileset["includes"]):
                continue
            if how == "fileProperty" and what == "content":
                assert f["dataType"] == "sc:ImageObject"
                PIL.Image.open(os.path.join(root, name)).load()
                values.append("picture")
            elif how == "fileProperty":
                assert what == "fullpath"
                value = re.match(source["transform"]["regex"], name).group(1)
                values.append(int(value) if f["dataType"] == "sc:Integer" else value)
            elif how == "column":
                assert fileset["encodingFormat"] == "application/jsonlines"
                values += [json.loads(line)[what] for line in open(os.path.join(root, name))]
            else:
                assert how == "jsonPath" and fileset["encodingFormat"] == "application/json"
                values += find(json.load(open(os.path.join(root, name))), what)
        for v in values:
            for e in v if f.get("repeated") else [v]:
                assert f["dataType"] == "sc:ImageObject" or isinstance(e, atoms[f["dataType"]]), (f["@id"], e)
    inside = {len(v) for n, v in columns.items() if n != "file_split"}
    assert len(inside) == 1, (r["@id"], inside)
print(json.dumps(out))
`

// A loader finds the questions and pictures of the dataset by what its description says.
func TestCroissant(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	s := plans(t, 3, "train", "val")
	out := s.export(t, "croissant")
	name := filepath.Join(out, croissantName)
	checkCroissant(t, name, s.root)
	var got map[string]map[string][]any
	if err := json.Unmarshal([]byte(oracle.Python(t, loadCroissant, name, s.root)), &got); err != nil {
		t.Fatal(err)
	}
	var pages []any // questions as the dataset's reader has them
	for _, split := range []string{"train", "val"} {
		s.split = split
		for _, sample := range s.samples(t, wants{}) {
			for _, q := range sample.Page.Questions {
				pages = append(pages, q.Text)
			}
		}
	}
	const questions, pictures = "2d-scene-questions-json", "2d-scene-full-images-2d-full-index-png"
	if got := got[questions]["question"]; len(pages) != 18 || !slices.Equal(got, pages) {
		t.Errorf("questions are\n%q\nwant\n%q", got, pages)
	}
	p := got[pictures]
	if !slices.Equal(p["index"], []any{0.0, 1.0, 2.0, 0.0, 1.0, 2.0}) || len(p["picture"]) != 6 ||
		!slices.Equal(p["file_split"], []any{"train", "train", "train", "val", "val", "val"}) {
		t.Errorf("pictures are %v", p)
	}
	// The same dataset gives the same bytes, here and when it is exported again.
	before := contents(t, out)["/"+croissantName]
	if _, err := Run(t.Context(), s.set, s.root, Options{Format: "croissant", Out: out}); err != nil {
		t.Fatal(err)
	}
	for _, again := range []string{out, s.export(t, "croissant")} {
		if contents(t, again)["/"+croissantName] != before {
			t.Error("it is described in other words")
		}
	}
	// A split alone.
	alone := t.TempDir()
	if _, err := Run(t.Context(), s.set, s.root, Options{Format: "croissant", Out: alone, Splits: []string{"val"}}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(alone, croissantName))
	if err != nil || strings.Contains(string(data), "train/") {
		t.Errorf("the description of val is %v: %s", err, data)
	}
}

// Fields are what all records have, with types that fit all of them.
func TestInspectJSON(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"a.json":       `{"info": {"x": [1]}, "rows": [{"n": 1, "f": 1, "m": 1, "s": "a", "l": [1], "o": {}, "3d": true, "once": 1}]}`,
		"b.json":       `{"rows": [{"n": 2, "f": 1.5, "m": "a", "s": null, "l": [], "o": [[1]], "3d": false}]}`,
		"lines.jsonl":  "{\"n\": 1}\n{\"n\": 2}\n",
		"top.json":     `[{"n": 1}]`,
		"numbers.json": `{"rows": [1, 2]}`,
		"object.json":  `{"n": {"a": [1]}}`,
		"torn.json":    `{"rows": [{"n": 1}, {"n"`,
	} {
		if _, err := write.Bytes(root, name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		names, want string
	}{
		{"a.json b.json", "3d sc:Boolean map[jsonPath:$.rows[*]['3d']]; f sc:Float map[jsonPath:$.rows[*].f]; l sc:Integer* map[jsonPath:$.rows[*].l]; " +
			"m sc:Text map[jsonPath:$.rows[*].m]; n sc:Integer map[jsonPath:$.rows[*].n]; o sc:Text map[jsonPath:$.rows[*].o]; " +
			"s sc:Text map[jsonPath:$.rows[*].s]"},
		{"lines.jsonl", "n sc:Integer map[column:n]"},
		{"top.json", "n sc:Integer map[jsonPath:$[*].n]"},
		{"numbers.json", ""},
		{"object.json", ""},
		{"torn.json", `export: torn.json: jsontext: unexpected EOF within "/rows/1/n" after offset 24`},
	} {
		fields, err := inspectJSON(root, strings.Fields(c.names))
		var got []string
		for _, f := range fields {
			got = append(got, fmt.Sprintf("%s %s%s %v", f.name, f.dataType, map[bool]string{true: "*"}[f.repeated], f.extract))
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.names, strings.Join(got, "; "), c.want)
		}
	}
}

// Sets whose files join samples in lines, and those with pictures of ids.
func TestCroissantOfSets(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(t *testing.T) tableSet
	}{
		{"films", func(t *testing.T) tableSet { return films(t, 100) }},
		{"rooms", func(t *testing.T) tableSet { return roomScenes(t, 1) }},
		{"moves", moves},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.make(t)
			name := filepath.Join(s.export(t, "croissant"), croissantName)
			checkCroissant(t, name, s.root)
			oracle.Python(t, loadCroissant, name, s.root)
		})
	}
}

// The tables' own description names their columns.
func TestParquetCroissant(t *testing.T) {
	out := plans(t, 1, "train").export(t, "parquet")
	doc := checkCroissant(t, filepath.Join(out, croissantName), out)
	schema := readTables(t, "hyparquet", "", filepath.Join(out, "data/train-00000-of-00001.parquet"))[0].Schema
	leaves := map[string]bool{}
	var walk func(s parquetSchema, at string)
	walk = func(s parquetSchema, at string) {
		if len(s.Children) == 0 {
			leaves[at] = true
		}
		for _, c := range s.Children {
			switch {
			case s.Converted == "LIST":
				walk(c.Children[0], at)
			case at == "":
				walk(c, c.Name)
			default:
				walk(c, at+"."+c.Name)
			}
		}
	}
	walk(schema, "")
	step := regexp.MustCompile(`\[\*\]`)
	var visit func(f ldNode)
	visit = func(f ldNode) {
		for _, s := range f.nodes(mlCommons + "subField") {
			visit(s)
		}
		for _, source := range f.nodes(mlCommons + "source") {
			leaf := source.nodes(mlCommons + "extract")[0].one(t, mlCommons+"column")
			for _, transform := range source.nodes(mlCommons + "transform") {
				if path := step.ReplaceAllString(transform.one(t, mlCommons+"jsonPath"), ""); path != "" {
					leaf += "." + strings.TrimPrefix(path, ".")
				}
			}
			if !leaves[leaf] {
				t.Errorf("%s is column %q, want one of %q", f.id(), leaf, sortedNames(leaves))
			}
			delete(leaves, leaf)
		}
	}
	for _, r := range doc.nodes(mlCommons + "recordSet") {
		for _, f := range r.nodes(mlCommons + "field") {
			visit(f)
		}
	}
	for leaf := range leaves {
		if !strings.HasSuffix(leaf, ".path") {
			t.Errorf("column %s is not described", leaf)
		}
	}
}
