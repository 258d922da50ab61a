package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mereo/gen"
	"mereo/gen/loop"
	"mereo/gen/syndacate"
	"mereo/internal/oracle"
)

// readParquet prints what hyparquet, or parquet-wasm and then hyparquet, find in files.
const readParquet = `
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import * as wasm from 'parquet-wasm/node';

const [reader, folder, ...names] = process.argv.slice(2);
if (folder) mkdirSync(folder, { recursive: true });
const out = [];
for (const name of names) {
  let data = readFileSync(name);
  if (reader === 'wasm') data = Buffer.from(wasm.writeParquet(wasm.readParquet(data)));
  const file = data.buffer.slice(data.byteOffset, data.byteOffset + data.length);
  const metadata = parquetMetadata(file);
  const rows = await parquetReadObjects({ file, utf8: false });
  const plain = (key, value) => {
    if (value instanceof Uint8Array) {
      const sum = createHash('sha256').update(value).digest('hex');
      if (folder) writeFileSync(folder + '/' + sum, value);
      return sum;
    }
    if (value instanceof Date) throw new Error('a date');
    return typeof value === 'bigint' ? Number(value) : value;
  };
  const node = (n) => ({
    name: n.element.name, repetition: n.element.repetition_type, type: n.element.type, converted: n.element.converted_type,
    children: n.children.map(node),
  });
  out.push({
    groups: metadata.row_groups.map((g) => Number(g.num_rows)), by: metadata.created_by,
    features: metadata.key_value_metadata?.find((m) => m.key === 'huggingface')?.value, schema: node(parquetSchema(metadata)), rows,
  });
  out[out.length - 1] = JSON.parse(JSON.stringify(out[out.length - 1], plain));
}
console.log(JSON.stringify(out));
`

type parquetRead struct {
	Groups   []int
	By       string
	Features string
	Schema   parquetSchema
	Rows     []map[string]any
}

type parquetSchema struct {
	Name, Repetition, Type, Converted string
	Children                          []parquetSchema
}

// readTables reads Parquet files. Pictures are their checksums, and lie under these names in a folder if there is one.
func readTables(t *testing.T, reader, folder string, names ...string) (out []parquetRead) {
	t.Helper()
	printed := oracle.Node(t, readParquet, append([]string{reader, folder}, names...)...)
	if err := json.Unmarshal([]byte(printed), &out); err != nil {
		t.Fatalf("%v in %.300s", err, printed)
	}
	return out
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// text is a value as its JSON, with keys in order as Go writes them.
func text(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// withNull are values of an object by their names; null for those that it lacks.
func withNull(record map[string]any, names string) map[string]any {
	out := map[string]any{}
	for _, name := range strings.Fields(names) {
		out[name] = record[name]
	}
	return out
}

func listOrEmpty(v any) []any {
	if v == nil {
		return []any{}
	}
	return v.([]any)
}

func objectsFlat(t *testing.T, all []any, parent any) (out []any) {
	t.Helper()
	for _, v := range all {
		o := v.(map[string]any)
		row := withNull(o, "key kind class name channel id boxes at color")
		row["parent"], row["attributes"], row["states"] = parent, text(t, o["attributes"]), []any{}
		for _, v := range listOrEmpty(o["states"]) {
			state := withNull(v.(map[string]any), "class name at")
			state["attributes"] = text(t, v.(map[string]any)["attributes"])
			row["states"] = append(row["states"].([]any), state)
		}
		out = append(out, row)
		out = append(out, objectsFlat(t, listOrEmpty(o["parts"]), o["key"])...)
	}
	return out
}

// wantRow is the row of a sample, from its record.
func wantRow(t *testing.T, s *Sample) map[string]any {
	t.Helper()
	record := asJSON(t, s.record()).(map[string]any)
	want := withNull(record, "set split index unit")
	want["about"], want["objects"] = text(t, record["about"]), objectsFlat(t, record["objects"].([]any), nil)
	want["relations"] = []any{}
	for _, name := range sortedNames(record["relations"].(map[string]any)) {
		want["relations"] = append(want["relations"].([]any), map[string]any{"name": name, "pairs": record["relations"].(map[string]any)[name]})
	}
	want["pictures"] = []any{}
	for k, p := range record["pictures"].([]any) {
		row := withNull(p.(map[string]any), "name path width height")
		row["drawing"] = map[bool]float64{true: 1}[s.Page.Pictures[k].Drawing]
		if row["camera"] = nil; s.Page.Pictures[k].Camera != nil {
			row["camera"] = text(t, s.Page.Pictures[k].Camera)
		}
		want["pictures"] = append(want["pictures"].([]any), row)
	}
	want["questions"] = []any{}
	for _, v := range record["questions"].([]any) {
		q := v.(map[string]any)
		row := withNull(q, "question answer program")
		row["choices"], row["texts"], row["about"] = listOrEmpty(q["choices"]), listOrEmpty(q["texts"]), text(t, q["about"])
		want["questions"] = append(want["questions"].([]any), row)
	}
	for p, picture := range s.Pictures {
		name := strings.TrimSuffix(s.pictureName(p), ".png")
		put := func(column string, file any) {
			if p == 0 {
				want[column] = file
				return
			}
			column = strings.Replace("more_"+column, "_image", "_images", 1)
			want[column] = append(listOrEmpty(want[column]), file)
		}
		put("image", map[string]any{"bytes": sumOf(picture.Data), "path": name + ".png"})
		for _, channel := range []string{"object", "part", "region"} {
			var file any
			if l := s.Labels[p]; l != nil {
				if len(map[string][]uint16{"object": l.Object, "part": l.Part, "region": l.Region}[channel]) > 0 {
					file = map[string]any{"path": name + "." + channel + ".png"}
				}
			}
			put(channel+"_ids", file)
		}
	}
	for _, column := range []string{"more_images", "more_object_ids", "more_part_ids", "more_region_ids"} {
		want[column] = listOrEmpty(want[column])
	}
	return want
}

// withoutBytes takes the checksums of id pictures out of a row, by their paths.
func withoutBytes(row map[string]any) map[string]string {
	out := map[string]string{}
	take := func(v any) {
		if v != nil {
			file := v.(map[string]any)
			out[file["path"].(string)] = file["bytes"].(string)
			delete(file, "bytes")
		}
	}
	for _, channel := range []string{"object", "part", "region"} {
		take(row[channel+"_ids"])
		for _, v := range row["more_"+channel+"_ids"].([]any) {
			take(v)
		}
	}
	return out
}

// dropNull takes values that are null out of objects, as hyparquet does with some of them.
func dropNull(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if value == nil {
				delete(v, key)
				continue
			}
			v[key] = dropNull(value)
		}
	case []any:
		for i, value := range v {
			v[i] = dropNull(value)
		}
	}
	return v
}

// difference says where two values differ first.
func difference(got, want any) string {
	g, isList := got.([]any)
	if w, ok := want.([]any); ok && isList && len(g) == len(w) {
		for i := range g {
			if !reflect.DeepEqual(g[i], w[i]) {
				return fmt.Sprintf("[%d]%s", i, difference(g[i], w[i]))
			}
		}
	}
	o, isObject := got.(map[string]any)
	if w, ok := want.(map[string]any); ok && isObject {
		for _, key := range sortedNames(w) {
			if !reflect.DeepEqual(o[key], w[key]) {
				return fmt.Sprintf(".%s%s", key, difference(o[key], w[key]))
			}
		}
	}
	return fmt.Sprintf(": got %.200v, want %.200v", got, want)
}

// Two readers find all values of all kinds of sets in the tables, and PIL the pixels of their pictures.
func TestParquet(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, and is the same with cgo")
	}
	for _, c := range []struct {
		name string
		make func(t *testing.T) tableSet
		ids  int // pictures of ids of a sample
	}{
		{"plans with questions", func(t *testing.T) tableSet { return plans(t, 2, "train") }, 2},
		{"films", func(t *testing.T) tableSet { return films(t, 100) }, 0},
		{"rooms with parts", func(t *testing.T) tableSet { return roomScenes(t, 2) }, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.make(t)
			out := s.export(t, "parquet")
			name := filepath.Join(out, "data", parquetSplit(s.split)+"-00000-of-00001.parquet")
			folder := t.TempDir()
			tables := append(readTables(t, "hyparquet", folder, name), readTables(t, "wasm", "", name)...)
			samples := s.samples(t, parquetFiles{}.wants())
			var pixels []string // of ids, for PIL
			for k, table := range tables {
				if len(table.Rows) != len(samples) {
					t.Fatalf("reader %d finds %d rows, want %d", k, len(table.Rows), len(samples))
				}
				for i, row := range table.Rows {
					ids := withoutBytes(row)
					row = dropNull(row).(map[string]any)
					if want := dropNull(wantRow(t, samples[i])).(map[string]any); !reflect.DeepEqual(row, want) {
						for _, column := range sortedNames(want) {
							if !reflect.DeepEqual(row[column], want[column]) {
								t.Fatalf("reader %d, sample %d, %s: %s", k, i, column, difference(row[column], want[column]))
							}
						}
						t.Fatalf("reader %d, sample %d: columns %q, want %q", k, i, sortedNames(row), sortedNames(want))
					}
					if len(ids) != c.ids {
						t.Fatalf("sample %d has %d pictures of ids, want %d", i, len(ids), c.ids)
					}
					if k > 0 {
						continue
					}
					for p, l := range samples[i].Labels {
						if l == nil {
							continue
						}
						for channel, values := range map[string][]uint16{"object": l.Object, "part": l.Part, "region": l.Region} {
							if values == nil {
								continue
							}
							file := filepath.Join(folder, fmt.Sprintf("%d-%d-%s", i, p, channel))
							var raw bytes.Buffer
							if err := binary.Write(&raw, binary.LittleEndian, values); err != nil {
								t.Fatal(err)
							}
							if err := os.WriteFile(file, raw.Bytes(), 0o666); err != nil {
								t.Fatal(err)
							}
							path := strings.TrimSuffix(samples[i].pictureName(p), ".png") + "." + channel + ".png"
							pixels = append(pixels, filepath.Join(folder, ids[path]), file)
						}
					}
				}
			}
			first := samples[0].Pictures[0]
			const program = `
import sys, numpy, PIL.Image
picture = PIL.Image.open(sys.argv[1])
picture.load()
print(picture.format, *picture.size)
for png, raw in zip(sys.argv[2::2], sys.argv[3::2]):
    got = numpy.array(PIL.Image.open(png))
    want = numpy.fromfile(raw, "<u2").reshape(got.shape)
    assert (got == want).all() and want.any(), (png, raw)
`
			got := oracle.Python(t, program, append([]string{filepath.Join(folder, sumOf(first.Data))}, pixels...)...)
			if want := fmt.Sprintf("PNG %d %d\n", first.Width, first.Height); got != want {
				t.Errorf("PIL says %q, want %q", got, want)
			}
		})
	}
}

// What the files say of their features is what their columns are, and what the card says, as the library turns one into the other.
func TestParquetFeatures(t *testing.T) {
	s := plans(t, 1, "train", "val-hard")
	out, again := s.export(t, "parquet"), t.TempDir()
	if _, err := Run(t.Context(), s.set, s.root, Options{Format: "parquet", Out: again, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(contents(t, out), contents(t, again)) {
		t.Error("one worker writes other bytes")
	}
	table := readTables(t, "hyparquet", "", filepath.Join(out, "data/train-00000-of-00001.parquet"))[0]
	if want := "mereo version " + gen.Version + "(build release)"; table.By != want {
		t.Errorf("made by %q, want %q", table.By, want)
	}
	var meta struct {
		Info struct{ Features json.RawMessage }
	}
	if err := json.Unmarshal([]byte(table.Features), &meta); err != nil {
		t.Fatal(err)
	}
	var features bytes.Buffer
	if err := json.Compact(&features, meta.Info.Features); err != nil {
		t.Fatal(err)
	}
	if got := featuresOf(t, table.Schema); got != features.String() {
		t.Errorf("the columns are\n%s\nthe features say\n%s", got, features.String())
	}
	// The rules are those of datasets.Features._from_yaml_list.
	const program = `
import json, sys, yaml
text = open(sys.argv[1]).read()
assert text.startswith("---\n")
card = yaml.safe_load(text.split("---\n")[1])

def value(f):
    (kind, of), = f.items()
    if kind == "list":
        return [value({"dtype": of}) if isinstance(of, str) else fields(of) if isinstance(of, list) else value(of)]
    if kind == "struct":
        return fields(of)
    assert kind == "dtype", kind
    return {"_type": "Image"} if of == "image" else {"dtype": of, "_type": "Value"}

def fields(all):
    return {f["name"]: value({k: v for k, v in f.items() if k != "name"}) for f in all}

card["dataset_info"]["features"] = fields(card["dataset_info"]["features"])
print(json.dumps(card, separators=(",", ":")))
`
	var got struct {
		License string
		Tasks   []string `json:"task_categories"`
		Configs []struct {
			Name string                         `json:"config_name"`
			Data []struct{ Split, Path string } `json:"data_files"`
		}
		Info struct {
			Features json.RawMessage
			Splits   []struct {
				Name  string
				Count int `json:"num_examples"`
			}
			Size int64 `json:"download_size"`
		} `json:"dataset_info"`
	}
	if err := json.Unmarshal([]byte(oracle.Python(t, program, filepath.Join(out, "README.md"))), &got); err != nil {
		t.Fatal(err)
	}
	if string(got.Info.Features) != features.String() {
		t.Errorf("the card says\n%s\nthe features\n%s", got.Info.Features, features.String())
	}
	if got.License != "cc-by-4.0" || !slices.Contains(got.Tasks, "visual-question-answering") || len(got.Configs) != 1 ||
		len(got.Configs[0].Data) != 2 {
		t.Fatalf("the card says %+v", got)
	}
	size := int64(0)
	for i, f := range got.Configs[0].Data {
		name := []string{"train", "val_hard"}[i] // the library takes no "-" in names
		files, err := filepath.Glob(filepath.Join(out, f.Path))
		if err != nil || len(files) != 1 || f.Split != name || got.Info.Splits[i].Name != name || got.Info.Splits[i].Count != 1 {
			t.Fatalf("split %d is %+v with files %q, %v; of %+v", i, f, files, err, got.Info.Splits)
		}
		info, err := os.Stat(files[0])
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if size != got.Info.Size {
		t.Errorf("the card says %d bytes, the files have %d", got.Info.Size, size)
	}
}

// featuresOf are the features to which Arrow's reader and Hugging Face's library bring columns.
func featuresOf(t *testing.T, s parquetSchema) string {
	t.Helper()
	group := func(nodes []parquetSchema) string {
		var all []string
		for _, n := range nodes {
			if n.Repetition != "OPTIONAL" {
				t.Errorf("%s is %s, want it optional", n.Name, n.Repetition)
			}
			all = append(all, fmt.Sprintf("%q:%s", n.Name, featuresOf(t, n)))
		}
		return "{" + strings.Join(all, ",") + "}"
	}
	switch {
	case s.Converted == "LIST":
		if len(s.Children) != 1 || s.Children[0].Repetition != "REPEATED" || len(s.Children[0].Children) != 1 {
			t.Fatalf("%s is no list: %+v", s.Name, s)
		}
		if e := s.Children[0].Children[0]; e.Name != "element" || e.Repetition != "OPTIONAL" {
			t.Errorf("elements of %s are %s, %s", s.Name, e.Name, e.Repetition)
		}
		return "[" + featuresOf(t, s.Children[0].Children[0]) + "]"
	case len(s.Children) == 2 && s.Children[0].Type == "BYTE_ARRAY" && s.Children[0].Converted == "":
		if s.Children[0].Name != "bytes" || s.Children[1].Name != "path" || s.Children[1].Converted != "UTF8" {
			t.Errorf("%s is no picture: %+v", s.Name, s)
		}
		return `{"_type":"Image"}`
	case len(s.Children) > 0:
		return group(s.Children)
	}
	types := map[string]string{"BYTE_ARRAY UTF8": "string", "INT32 INT_32": "int32", "DOUBLE ": "float64"}
	dtype, ok := types[s.Type+" "+s.Converted]
	if !ok {
		t.Fatalf("%s is of type %s, %q", s.Name, s.Type, s.Converted)
	}
	return fmt.Sprintf(`{"dtype":%q,"_type":"Value"}`, dtype)
}

// Groups have 100 rows; and a split that has more blocks than before has new files, not old ones beside them.
func TestParquetGrows(t *testing.T) {
	const split = "words_h100o3s0u10w100"
	s := tableSet{syndacate.Set{}, t.TempDir(), split}
	grow := func(count int) {
		job := gen.Job{Root: s.root, Seed: 7, Split: split}
		if _, err := loop.Run(t.Context(), s.set, job, count, loop.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	grow(200)
	out := s.export(t, "parquet")
	one := filepath.Join(out, "data", split+"-00000-of-00001.parquet")
	if got := readTables(t, "hyparquet", "", one)[0].Groups; !slices.Equal(got, []int{100, 100}) {
		t.Errorf("groups of %d rows, want 100, 100", got)
	}
	grow(1100)
	r, err := Run(t.Context(), s.set, s.root, Options{Format: "parquet", Out: out})
	if err != nil || r.Shards != 2 || r.Kept != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	files, err := filepath.Glob(filepath.Join(out, "data", "*"))
	want := []string{filepath.Join(out, "data", split+"-00000-of-00002.parquet"), filepath.Join(out, "data", split+"-00001-of-00002.parquet")}
	if err != nil || !slices.Equal(files, want) {
		t.Fatalf("files %q, %v, want %q", files, err, want)
	}
	row := readTables(t, "hyparquet", "", want[1])[0].Rows[99]
	if row["index"] != 1099.0 {
		t.Errorf("the last row is number %v, want 1099", row["index"])
	}
	if !maps.Equal(contents(t, out), contents(t, s.export(t, "parquet"))) {
		t.Error("an export that has grown is not the one that a new folder has")
	}
}

// Splits whose names the library cannot tell apart are refused.
func TestParquetSplitNames(t *testing.T) {
	s := plans(t, 1, "a-b", "a_b")
	_, err := Run(t.Context(), s.set, s.root, Options{Format: "parquet", Out: t.TempDir()})
	want := "export: a-b, block 0: splits a-b and a_b have the same name for readers of Parquet, a_b; export them into two folders"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
