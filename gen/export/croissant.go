package export

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"mereo/gen"
	"mereo/gen/write"
)

// croissant writes croissant.json, which describes the dataset's own files in the words of Croissant 1.0
// (https://docs.mlcommons.org/croissant/docs/croissant-spec.html): single files with their checksums, files of samples by patterns, and
// what is in pictures and in JSON files that join samples. Paths are those below the dataset's folder, where the file belongs.
type croissant struct{ loose }

func (croissant) wants() wants { return wants{nothing: true} }

func (croissant) encode(*Sample) (any, error) { return nil, nil }

func (croissant) finish(out string, d *dataset) ([]write.File, error) {
	c := d.croissantDataset()
	if err := c.addFiles(d); err != nil {
		return nil, err
	}
	file, err := write.JSON(out, croissantName, c)
	return []write.File{file}, err
}

const croissantName = "croissant.json"

// croissantContext are the terms of Croissant, from appendix 1 of the specification.
const croissantContext = `{
	"@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/", "cr": "http://mlcommons.org/croissant/",
	"rai": "http://mlcommons.org/croissant/RAI/", "dct": "http://purl.org/dc/terms/", "citeAs": "cr:citeAs", "column": "cr:column",
	"conformsTo": "dct:conformsTo", "data": {"@id": "cr:data", "@type": "@json"}, "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
	"examples": {"@id": "cr:examples", "@type": "@json"}, "extract": "cr:extract", "field": "cr:field", "fileProperty": "cr:fileProperty",
	"fileObject": "cr:fileObject", "fileSet": "cr:fileSet", "format": "cr:format", "includes": "cr:includes",
	"isLiveDataset": "cr:isLiveDataset", "jsonPath": "cr:jsonPath", "key": "cr:key", "md5": "cr:md5", "parentField": "cr:parentField",
	"path": "cr:path", "recordSet": "cr:recordSet", "references": "cr:references", "regex": "cr:regex", "repeated": "cr:repeated",
	"replace": "cr:replace", "separator": "cr:separator", "source": "cr:source", "subField": "cr:subField", "transform": "cr:transform"
}`

type croissantDataset struct {
	Context      json.RawMessage    `json:"@context"`
	Type         string             `json:"@type"`
	Name         string             `json:"name"`
	ConformsTo   string             `json:"conformsTo"`
	Description  string             `json:"description"`
	CiteAs       string             `json:"citeAs,omitempty"`
	License      string             `json:"license"`
	URL          string             `json:"url"`
	Version      string             `json:"version"`
	Published    string             `json:"datePublished"`
	Creator      croissantCreator   `json:"creator"`
	Keywords     []string           `json:"keywords"`
	Language     string             `json:"inLanguage"`
	Live         bool               `json:"isLiveDataset"`
	Distribution []croissantFile    `json:"distribution"`
	Records      []croissantRecords `json:"recordSet"`
}

type croissantCreator struct {
	Type string `json:"@type"`
	Name string `json:"name"`
}

type croissantRef struct {
	ID string `json:"@id"`
}

// croissantFile is a file, or files that match a pattern.
type croissantFile struct {
	Type        string   `json:"@type"`
	ID          string   `json:"@id"`
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	URL         string   `json:"contentUrl,omitempty"`
	Size        string   `json:"contentSize,omitempty"`
	Encoding    string   `json:"encodingFormat"`
	SHA256      string   `json:"sha256,omitempty"`
	Includes    []string `json:"includes,omitempty"`
}

type croissantRecords struct {
	Type        string           `json:"@type"`
	ID          string           `json:"@id"`
	Name        string           `json:"name"`
	Description string           `json:"description"`
	DataType    string           `json:"dataType,omitempty"`
	Key         *croissantRef    `json:"key,omitempty"`
	Fields      []croissantField `json:"field"`
	Data        []map[string]any `json:"data,omitempty"`
}

type croissantField struct {
	Type        string           `json:"@type"`
	ID          string           `json:"@id"`
	Name        string           `json:"name"`
	Description string           `json:"description,omitempty"`
	DataType    string           `json:"dataType,omitempty"`
	Repeated    bool             `json:"repeated,omitempty"`
	Source      *croissantSource `json:"source,omitempty"`
	References  *croissantRef    `json:"references,omitempty"`
	SubFields   []croissantField `json:"subField,omitempty"`
}

type croissantSource struct {
	FileSet   croissantRef      `json:"fileSet"`
	Extract   map[string]string `json:"extract"`
	Transform map[string]string `json:"transform,omitempty"`
}

func newRecords(id, about string) croissantRecords {
	return croissantRecords{Type: "cr:RecordSet", ID: id, Name: id, Description: about}
}

// field adds a field.
func (r *croissantRecords) field(name, dataType, about string) *croissantField {
	r.Fields = append(r.Fields, croissantField{Type: "cr:Field", ID: r.ID + "/" + name, Name: name, Description: about, DataType: dataType})
	return &r.Fields[len(r.Fields)-1]
}

// croissantDataset is what is said of the whole, with its splits as the only records.
func (d *dataset) croissantDataset() *croissantDataset {
	about := d.set.About()
	_, license := about.LicenseID()
	return &croissantDataset{
		Context: json.RawMessage(croissantContext), Type: "sc:Dataset", Name: about.Title, ConformsTo: "http://mlcommons.org/croissant/1.0",
		Description: strings.TrimSpace(about.Summary), CiteAs: strings.Join(about.Cite, "; "), License: license, URL: "README.md",
		Version: strings.TrimPrefix(d.manifest.Program, "mereo "), Published: d.published(),
		Creator:  croissantCreator{"sc:Organization", "mereo"},
		Keywords: []string{"synthetic", "visual reasoning", d.set.Name()}, Language: "en", Distribution: []croissantFile{},
		Records: []croissantRecords{d.croissantSplits()},
	}
}

// published is a date that does not depend on the clock, as everything else: that in the configuration of sets whose files have one,
// else the one that these have if nobody asks for another.
func (d *dataset) published() string {
	var config struct {
		Date string `json:"date"`
	}
	if json.Unmarshal(d.manifest.Config, &config) == nil {
		if t, err := time.Parse("01/02/2006", config.Date); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return "2026-01-01"
}

const splitsID = "splits"

// croissantSplits are the splits as records.
func (d *dataset) croissantSplits() croissantRecords {
	out := newRecords(splitsID, "The splits.")
	out.DataType, out.Key = "cr:Split", &croissantRef{splitsID + "/name"}
	out.field("name", "sc:Text", "The split's name.")
	out.field("samples", "sc:Integer", "How many samples it has.")
	// What splits are for can be said where all of them have usual names.
	uses := map[string]string{"train": "cr:TrainingSplit", "val": "cr:ValidationSplit", "test": "cr:TestSplit"}
	usual := !slices.ContainsFunc(d.splits, func(s gen.SplitManifest) bool { return uses[s.Split] == "" })
	if usual {
		out.field("url", "sc:URL", "What it is for.")
	}
	for _, s := range d.splits {
		record := map[string]any{splitsID + "/name": s.Split, splitsID + "/samples": s.Samples}
		if usual {
			record[splitsID+"/url"] = uses[s.Split]
		}
		out.Data = append(out.Data, record)
	}
	return out
}
