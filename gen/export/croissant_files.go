package export

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"mereo/gen"
	"mereo/gen/write"
)

// encodings are media types by the ends of files' names.
var encodings = map[string]string{
	".json": "application/json", ".jsonl": "application/jsonlines", ".png": "image/png", ".npz": "application/zip",
	".md": "text/markdown", ".html": "text/html", ".parquet": "application/x-parquet",
}

func encodingOf(name string) string {
	if e, ok := encodings[path.Ext(name)]; ok {
		return e
	}
	return "application/octet-stream" // depth
}

// addFiles adds the dataset's files and what is in them.
func (c *croissantDataset) addFiles(d *dataset) error {
	manifest, err := write.Sum(d.root, "manifest.json")
	if err != nil {
		return err
	}
	single := append(slices.Clone(d.manifest.Files), manifest)
	there := map[string]bool{} // files by their names: those that join samples are true, those of some samples false
	for _, s := range d.splits {
		for _, f := range s.Joined {
			if !there[f.Path] { // some belong to all splits
				there[f.Path] = true
				single = append(single, f)
			}
		}
		names, err := d.someFiles(s)
		if err != nil {
			return err
		}
		for _, name := range names {
			there[name] = false
		}
		there[s.Blocks[0].Path] = false
	}
	for _, f := range single {
		c.Distribution = append(c.Distribution, croissantObject(f))
	}
	layout := append(slices.Clone(d.set.About().Layout), gen.LayoutRow{
		Path: splitPart + "/blocks/" + blockPart + ".json", Meaning: "the samples of a block of consecutive indices, with size and SHA-256 of every file",
	})
	for _, row := range layout {
		if err := c.addRow(d, row, there); err != nil {
			return err
		}
	}
	return nil
}

// croissantObject is a single file.
func croissantObject(f write.File) croissantFile {
	return croissantFile{
		Type: "cr:FileObject", ID: f.Path, Name: path.Base(f.Path), URL: f.Path, Size: fmt.Sprintf("%d B", f.Bytes),
		Encoding: encodingOf(f.Path), SHA256: f.SHA256,
	}
}

// someFiles are the files of a split's first block.
func (d *dataset) someFiles(s gen.SplitManifest) (names []string, err error) {
	data, err := gen.Job{Root: d.root}.Read(s.Blocks[0].Path)
	if err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	var b gen.Block
	if err := json.Unmarshal(data, &b); err != nil {
		return nil, fmt.Errorf("export: %s: %w", s.Blocks[0].Path, err)
	}
	for _, item := range b.Items {
		for _, f := range item.Files {
			names = append(names, f.Path)
		}
	}
	if b.Asked != nil {
		for _, f := range b.Asked.Files {
			names = append(names, f.Path)
		}
	}
	return names, nil
}

// Parts of paths of a layout that stand for something.
var placeholder = regexp.MustCompile(`<[^>]*>`)

const (
	splitPart = "<split>"
	indexPart = "<index>"
	framePart = "<frame>"
	blockPart = "<block>"
)

// addRow adds the files of a row of the layout, as far as they are there, and what is in them.
func (c *croissantDataset) addRow(d *dataset, row gen.LayoutRow, there map[string]bool) error {
	includes, found := d.globs(row.Path, there)
	if len(found) == 0 || !strings.Contains(row.Path, "<") { // a file that belongs to no split is described alone
		return nil
	}
	joined := there[found[0]]
	if joined {
		includes = found
	}
	name := c.nameOf(row.Path)
	files := croissantFile{
		Type: "cr:FileSet", ID: "files/" + name, Name: name, Description: row.Meaning, Encoding: encodingOf(row.Path), Includes: includes,
	}
	c.Distribution = append(c.Distribution, files)
	records := newRecords(name, row.Meaning)
	add := func(field, dataType, description string, extract, transform map[string]string) *croissantField {
		f := records.field(field, dataType, description)
		f.Source = &croissantSource{FileSet: croissantRef{files.ID}, Extract: extract, Transform: transform}
		return f
	}
	inPath := func(part string) (extract, transform map[string]string) {
		return map[string]string{"fileProperty": "fullpath"}, map[string]string{"regex": d.pathRegex(row.Path, part)}
	}

	ext := path.Ext(row.Path)
	switch {
	case ext == ".png" && strings.Contains(row.Path, indexPart):
		add("picture", "sc:ImageObject", row.Meaning, map[string]string{"fileProperty": "content"}, nil)
		extract, transform := inPath(indexPart)
		add("index", "sc:Integer", "Number of the sample in its split, from 0.", extract, transform)
		if strings.Contains(row.Path, framePart) {
			extract, transform = inPath(framePart)
			add("frame", "sc:Integer", "Number of the frame in its film, from 0.", extract, transform)
		}
	case joined && (ext == ".json" || ext == ".jsonl"):
		fields, err := inspectJSON(d.root, found)
		if err != nil {
			return err
		}
		for _, f := range fields {
			add(f.name, f.dataType, "", f.extract, nil).Repeated = f.repeated
		}
	}
	if len(records.Fields) == 0 {
		return nil
	}
	if strings.Contains(row.Path, splitPart) {
		// Not "split": records of JSON may have a field of that name.
		extract, transform := inPath(splitPart)
		add("file_split", "sc:Text", "The split that the file is of.", extract, transform).References = &croissantRef{splitsID + "/name"}
	}
	c.Records = append(c.Records, records)
	return nil
}

// globs are patterns for the files of a row of the layout, one for each split that has such files, and those among them that are there,
// sorted.
func (d *dataset) globs(layout string, there map[string]bool) (globs, found []string) {
	for _, s := range d.splits {
		glob := placeholder.ReplaceAllStringFunc(layout, func(part string) string {
			switch part {
			case splitPart:
				return s.Split
			case indexPart:
				return strings.Repeat("[0-9]", 6)
			case blockPart:
				return strings.Repeat("[0-9]", 4)
			}
			return "*"
		})
		if slices.Contains(globs, glob) {
			continue
		}
		n := len(found)
		for name := range there {
			if ok, _ := path.Match(glob, name); ok {
				found = append(found, name)
			}
		}
		if len(found) > n {
			globs = append(globs, glob)
		}
	}
	slices.Sort(found)
	return globs, found
}

var notWord = regexp.MustCompile(`[^A-Za-z0-9]+`)

// nameOf names the files of a row of the layout: "images-PTR-index-png". No two rows have the same.
func (c *croissantDataset) nameOf(layout string) string {
	base := strings.Trim(notWord.ReplaceAllString(strings.ReplaceAll(layout, splitPart, ""), "-"), "-")
	name := base
	for n := 2; slices.ContainsFunc(c.Distribution, func(f croissantFile) bool { return f.Name == name }); n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	return name
}

// pathRegex finds in a file's path what stands in place of a part of the layout.
func (d *dataset) pathRegex(layout, part string) string {
	splits := splitNames(d.splits)
	out, last, taken := "^", 0, false
	for _, at := range placeholder.FindAllStringIndex(layout, -1) {
		out += regexp.QuoteMeta(layout[last:at[0]])
		what := "[^/]*"
		switch layout[at[0]:at[1]] {
		case splitPart:
			what = strings.Join(splits, "|")
		case indexPart:
			what = "[0-9]{6}"
		}
		if layout[at[0]:at[1]] == part && !taken {
			out, taken = out+"("+what+")", true
		} else {
			out += "(?:" + what + ")"
		}
		last = at[1]
	}
	return out + regexp.QuoteMeta(layout[last:]) + "$"
}
