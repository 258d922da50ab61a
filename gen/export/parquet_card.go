package export

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mereo/gen/write"
	"mereo/internal/folder"
	"mereo/internal/strict"
)

// parquetGlob names the files of a split.
func parquetGlob(split string) string { return "data/" + parquetSplit(split) + "-*.parquet" }

// parquetCard writes README.md, the dataset card as the Hub and the library read it.
func parquetCard(out string, d *dataset) (write.File, error) {
	about := d.set.About()
	license, _ := about.LicenseID()
	var files, splits []strict.Map
	size, samples, questions := int64(0), 0, 0
	for _, sh := range d.shards(parquetFiles{}.wants()) {
		info, err := folder.Stat(out, parquetName(sh))
		if err != nil {
			return write.File{}, fmt.Errorf("export: %w", err)
		}
		size += info.Size()
	}
	for _, s := range d.splits {
		name := parquetSplit(s.Split)
		files = append(files, strict.Map{"split", name, "path", parquetGlob(s.Split)})
		splits = append(splits, strict.Map{"name", name, "num_examples", s.Samples})
		samples += s.Samples
		questions += s.Questions
	}
	tasks := []string{"image-segmentation", "object-detection"}
	if questions > 0 {
		tasks = append(tasks, "visual-question-answering")
	}
	header := strict.Map{"pretty_name", about.Title, "license", license}
	if license == "other" {
		header = append(header, "license_name", about.License)
	}
	head, err := strict.WriteYAML(append(header,
		"language", []string{"en"},
		"task_categories", tasks,
		"tags", []string{"synthetic", "visual-reasoning", "mereo"},
		"size_categories", []string{sizeCategory(samples)},
		"configs", []strict.Map{{"config_name", "default", "data_files", files}},
		"dataset_info", strict.Map{"features", hubCard(parquetColumns), "splits", splits, "download_size", size},
	), true)
	if err != nil {
		return write.File{}, fmt.Errorf("export: %w", err)
	}
	return write.Stream(out, "README.md", func(w io.Writer) error {
		var b strings.Builder
		fmt.Fprintf(&b, "---\n%s---\n\n# %s\n\n%s\n\n", head, about.Title, strings.TrimSpace(about.Summary))
		fmt.Fprintf(&b, "```python\nfrom datasets import load_dataset\n\ndata = load_dataset(\"path/of/this/folder\", split=%q)\n"+
			"data[0][\"image\"], data[0][\"objects\"]\n```\n\n", parquetSplit(d.splits[0].Split))
		b.WriteString("## Splits\n\n| split | samples | questions |\n|---|---|---|\n")
		for _, s := range d.splits {
			fmt.Fprintf(&b, "| %s | %d | %d |\n", parquetSplit(s.Split), s.Samples, s.Questions)
		}
		b.WriteString("\n## Columns\n\nThe world has +Z up and meters; pixels are counted from the top left, boxes are half-open. A value is " +
			"null where there is none.\n\n| column | content |\n|---|---|\n")
		for _, c := range parquetColumns {
			fmt.Fprintf(&b, "| `%s` | %s |\n", c.name, c.about)
		}
		fmt.Fprintf(&b, "\n## Origin\n\nMade by %s from seed %d and exported by `mereo export`.\n", d.manifest.Program, d.manifest.Seed)
		_, err := io.WriteString(w, b.String()+about.Owed())
		return err
	})
}

// sizeCategory is a number of samples in the words of the Hub.
func sizeCategory(samples int) string {
	limits := []int{1e3, 1e4, 1e5, 1e6}
	k := slices.IndexFunc(limits, func(limit int) bool { return samples < limit })
	if k < 0 {
		k = len(limits)
	}
	return []string{"n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M"}[k]
}

// parquetCroissant writes what the tables and the card have as croissant.json.
func parquetCroissant(out string, d *dataset) (write.File, error) {
	const files, records = "files/parquet", "samples"
	c := d.croissantDataset()
	set := croissantFile{
		Type: "cr:FileSet", ID: files, Name: "parquet", Description: "A row for each sample.", Encoding: encodingOf(".parquet"),
	}
	for _, s := range d.splits {
		set.Includes = append(set.Includes, parquetGlob(s.Split))
	}
	card, err := write.Sum(out, "README.md")
	if err != nil {
		return write.File{}, err
	}
	c.Distribution = append(c.Distribution, set, croissantObject(card))
	of := newRecords(records, "A record for each sample.")
	for _, column := range parquetColumns {
		f := column.croissant(records, files, column.name, "")
		if column.name == "split" {
			f.References = &croissantRef{splitsID + "/name"}
		}
		of.Fields = append(of.Fields, f)
	}
	c.Records = append(c.Records, of)
	return write.JSON(out, croissantName, c)
}

// croissant is the column as a field of what has an id. Column is the one of the table that it lies in, at the path of JSON from there.
func (c column) croissant(in, files, column, at string) croissantField {
	f := croissantField{Type: "cr:Field", ID: in + "/" + c.name, Name: c.name, Description: c.about}
	for ; c.kind == columnList; c = c.of[0] {
		f.Repeated, at = true, at+"[*]"
	}
	if c.kind == columnStruct {
		for _, field := range c.of {
			f.SubFields = append(f.SubFields, field.croissant(f.ID, files, column, at+"."+field.name))
		}
		return f
	}
	f.DataType = plain[c.kind].croissant
	if c.kind == columnPicture {
		f.DataType, at = "sc:ImageObject", at+".bytes"
	}
	f.Source = &croissantSource{FileSet: croissantRef{files}, Extract: map[string]string{"column": column}}
	if at = strings.TrimPrefix(strings.TrimSuffix(at, "[*]"), "."); at != "" {
		f.Source.Transform = map[string]string{"jsonPath": at}
	}
	return f
}
