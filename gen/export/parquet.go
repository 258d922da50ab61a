package export

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/write"
	"mereo/internal/folder"
)

// parquetFiles writes a Parquet file for each block as Hugging Face's library reads them, with a dataset card:
//
//	data/train-00000-of-00003.parquet   a row for each sample
//	README.md                           the card, which says what is in the columns
//	croissant.json                      the same for readers of Croissant
//
// The columns are the same for all sets; see parquetColumns. Groups of 100 rows can be read alone.
type parquetFiles struct{}

const rowsPerGroup = 100

// rowList are texts by name as a column.
var rowList = listOf(structureOf(column{name: "name"}, column{name: "value"}))

// parquetColumns are those of Record. Some things are said in another way, since columns nest to a fixed depth, have fixed names and
// values of one type: what an object consists of follows it in the list of objects, and attributes, about and cameras are text, JSON.
var parquetColumns = []column{
	{name: "image", kind: columnPicture, about: "the first color picture"},
	{name: "object_ids", kind: columnPicture, about: "ids of objects in it, 16 bits, 0 for none; null where there are no such ids, as in all " +
		"columns of ids"},
	{name: "part_ids", kind: columnPicture, about: "ids of parts in it"},
	{name: "region_ids", kind: columnPicture, about: "ids of regions in it, such as planes on a desk"},
	listOf(column{kind: columnPicture}).as("more_images", "the other color pictures"),
	listOf(column{kind: columnPicture}).as("more_object_ids", "ids of objects in each of them"),
	listOf(column{kind: columnPicture}).as("more_part_ids", "ids of parts in each of them"),
	listOf(column{kind: columnPicture}).as("more_region_ids", "ids of regions in each of them"),
	{name: "set", about: "the kind of dataset"},
	{name: "split", about: "the split as it is called in the dataset"},
	{name: "index", kind: columnInteger, about: "number of the sample in the split, from 0"},
	{name: "about", about: "of the whole sample: room, steps, how it was made; JSON"},
	listOf(structureOf(
		column{name: "name"}, column{name: "path"}, column{name: "width", kind: columnInteger}, column{name: "height", kind: columnInteger},
		column{name: "drawing", kind: columnInteger}, column{name: "camera"},
	)).as("pictures", "what image and more_images show, their paths in the dataset, and their sizes in pixels; drawing is 1 for drawn plans "+
		"beside pictures; camera is JSON with K, R, t and more, null where no camera saw it"),
	listOf(structureOf(
		column{name: "key"}, column{name: "parent"}, column{name: "kind"}, column{name: "class"}, column{name: "name"},
		column{name: "channel"}, column{name: "id", kind: columnInteger}, column{name: "attributes"},
		listOf(listOf(column{kind: columnNumber})).as("boxes", ""), listOf(column{kind: columnNumber}).as("at", ""), column{name: "color"},
		listOf(structureOf(
			column{name: "class"}, column{name: "name"}, listOf(column{kind: columnNumber}).as("at", ""), column{name: "attributes"},
		)).as("states", ""),
	)).as("objects", "the scene graph, each thing before its parts: parent is the key of what it is in; channel and id say which pixels of "+
		"object_ids, part_ids or region_ids are its; boxes are [x0, y0, x1, y1] in each picture, null where it is not seen; at is in meters; "+
		"attributes are JSON; states are what it is in each picture, of things that change between them"),
	listOf(structureOf(column{name: "name"}, listOf(listOf(column{})).as("pairs", ""))).as("relations",
		"what holds between two objects, as pairs of their keys: in those of left the first is left of the second"),
	listOf(structureOf(
		column{name: "question"}, column{name: "answer"}, listOf(column{}).as("choices", ""), column{name: "about"},
		rowList.as("texts", ""),
		listOf(structureOf(
			column{name: "function"}, listOf(column{kind: columnInteger}).as("inputs", ""), listOf(column{}).as("side", ""),
		)).as("program", ""),
	)).as("questions", "questions with their answers; about is JSON; texts are what has to be read to answer them; a program is a list of calls, whose "+
		"inputs are numbers of earlier calls"),
	{name: "unit", kind: columnNumber, about: "how long a meter of this world is in fact, in meters; null where it is 1"},
}

func (parquetFiles) wants() wants {
	return wants{perBlock: true, counted: true, pictures: true, labels: true}
}

// encode finds the row of a sample.
func (parquetFiles) encode(s *Sample) (any, error) {
	row, err := s.row()
	if err != nil {
		return nil, err
	}
	return shred(parquetColumns, row), nil
}

// row has the values of parquetColumns.
func (s *Sample) row() ([]any, error) {
	var failed error
	coded := func(v any) string {
		data, err := json.Marshal(v)
		if failed == nil {
			failed = err
		}
		return string(data)
	}
	images, ids := []any{}, [3][]any{}
	for p := range s.Pictures {
		q := &s.Pictures[p]
		name := s.pictureName(p)
		images = append(images, &Picture{Picture: show.Picture{Path: name}, Data: q.Data})
		l := s.Labels[p]
		for k, channel := range idChannels {
			var file any
			if l != nil && l.Channel(channel) != nil {
				path := fmt.Sprintf("%s.%s.png", strings.TrimSuffix(name, path.Ext(name)), channel)
				file = &Picture{Picture: show.Picture{Path: path}, Data: write.EncodeGray16(l.Width, l.Height, l.Channel(channel))}
			}
			ids[k] = append(ids[k], file)
		}
	}
	first := func(of []any) any {
		if len(of) == 0 {
			return nil
		}
		return of[0]
	}
	others := func(of []any) []any { return of[min(1, len(of)):] }
	r := s.record()
	out := []any{
		first(images), first(ids[0]), first(ids[1]), first(ids[2]), others(images), others(ids[0]), others(ids[1]), others(ids[2]),
		r.Set, r.Split, r.Index, coded(r.About),
		listed(r.Pictures, func(q PictureRecord) any {
			camera := any(nil)
			if q.Camera != nil {
				camera = coded(q.Camera)
			}
			return []any{q.Name, orNull(q.Path), q.Width, q.Height, map[bool]int{true: 1}[q.Drawing], camera}
		}),
		flatObjects(r.Objects, nil, coded),
		listed(slices.Sorted(maps.Keys(r.Relations)), func(name string) any {
			return []any{name, listed(r.Relations[name], func(pair [2]string) any { return listed(pair[:], asIs) })}
		}),
		listed(r.Questions, func(q Question) any {
			return []any{q.Question, q.Answer, listed(q.Choices, asIs), coded(q.About), listed(q.Texts, rowOf), listed(q.Program, callOf)}
		}),
	}
	if r.Unit == 0 {
		return append(out, nil), failed
	}
	return append(out, r.Unit), failed
}

// flatObjects lists objects, each before what it consists of.
func flatObjects(all []Object, parent any, coded func(any) string) (out []any) {
	place := func(at *[3]float64) any {
		if at == nil {
			return nil
		}
		return listed(at[:], asIs)
	}
	for _, o := range all {
		id := any(nil)
		if o.Channel != show.ChannelNone {
			id = o.ID
		}
		boxes := listed(o.Boxes, func(b *[4]float64) any {
			if b == nil {
				return nil
			}
			return listed(b[:], asIs)
		})
		states := listed(o.States, func(s State) any { return []any{s.Class, s.Name, place(s.At), coded(s.Attributes)} })
		out = append(out, []any{
			o.Key, parent, o.Kind, o.Class, o.Name, orNull(string(o.Channel)), id, coded(o.Attributes), boxes, place(o.At), orNull(o.Color), states,
		})
		out = append(out, flatObjects(o.Parts, o.Key, coded)...)
	}
	return out
}

func asIs[T any](v T) any { return v }

func rowOf(r show.Row) any { return []any{r.Name, r.Value} }

func callOf(c show.Call) any {
	return []any{c.Function, listed(c.Inputs, asIs), listed(c.Side, asIs)}
}

// listed is a list of what value makes of each element.
func listed[T any](all []T, value func(T) any) []any {
	out := make([]any, 0, len(all))
	for _, v := range all {
		out = append(out, value(v))
	}
	return out
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// parquetSplit is what Hugging Face calls a split: its names have no "-".
func parquetSplit(name string) string { return strings.ReplaceAll(name, "-", "_") }

func parquetName(sh Shard) string {
	return fmt.Sprintf("data/%s-%05d-of-%05d.parquet", parquetSplit(sh.Split), sh.Block, sh.Of)
}

func (parquetFiles) write(out string, d *dataset, sh Shard, items iter.Seq2[any, error]) ([]write.File, error) {
	for _, s := range d.splits {
		if s.Split != sh.Split && parquetSplit(s.Split) == parquetSplit(sh.Split) {
			return nil, fmt.Errorf("splits %s and %s have the same name for readers of Parquet, %s; export them into two folders",
				sh.Split, s.Split, parquetSplit(s.Split))
		}
	}
	options := []parquet.WriterOption{
		parquet.NewSchema("sample", parquetGroup(parquetColumns)), parquet.MaxRowsPerRowGroup(rowsPerGroup),
		parquet.DataPageVersion(1), parquet.DataPageStatistics(false),
		parquet.CreatedBy("mereo", gen.Version, "release"),
		parquet.KeyValueMetadata("huggingface", `{"info":{"features":`+hubFeatures(parquetColumns)+`}}`),
	}
	for _, c := range parquetColumns { // bounds would be whole pictures
		switch {
		case c.kind == columnPicture:
			options = append(options, parquet.SkipPageBounds(c.name, "bytes"))
		case c.kind == columnList && c.of[0].kind == columnPicture:
			options = append(options, parquet.SkipPageBounds(c.name, "list", "element", "bytes"))
		}
	}
	file, err := write.Stream(out, parquetName(sh), func(to io.Writer) error {
		w := parquet.NewWriter(to, options...)
		for item, err := range items {
			if err != nil {
				return err
			}
			if _, err := w.WriteRows([]parquet.Row{item.(parquet.Row)}); err != nil {
				return err
			}
		}
		return w.Close()
	})
	return []write.File{file}, err
}

func (f parquetFiles) finish(out string, d *dataset) ([]write.File, error) {
	if err := removeOld(out, d); err != nil {
		return nil, err
	}
	var w written
	w.add(parquetCard(out, d))
	w.add(parquetCroissant(out, d))
	return w.all()
}

// removeOld removes files of a split that had another number of blocks: all files of a split are read.
func removeOld(out string, d *dataset) error {
	current := map[string]bool{}
	for _, sh := range d.shards(parquetFiles{}.wants()) {
		current[parquetName(sh)] = true
	}
	files, err := fs.ReadDir(folder.FS(out), "data")
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	for _, s := range d.splits {
		for _, f := range files {
			if current["data/"+f.Name()] || !strings.HasPrefix(f.Name(), parquetSplit(s.Split)+"-") {
				continue
			}
			if err := os.Remove(filepath.Join(out, "data", f.Name())); err != nil {
				return fmt.Errorf("export: %w", err)
			}
		}
	}
	return nil
}
