package models_test

import (
	"testing"

	"mereo/assets/models"
)

// A table is read as a whole or not at all.
func TestIndexFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                             `index.csv: its first line is no list of columns with "file", want some of file,category,scale,up,mass,density,friction`,
		"file,colour\na.obj,red\n":     `index.csv: line 2: column "colour" is unknown, want some of file,category,scale,up,mass,density,friction`,
		"file,scale\na.obj,big\n":      `index.csv: line 2: scale is "big", want a number`,
		"file,scale\na.obj,-1\n":       "index.csv: line 2: scale is -1, want more than 0 and at most 1e9",
		"file,mass\na.obj,1,2\n":       "index.csv: record on line 2: wrong number of fields",
		"file\n\"a.obj\n":              `index.csv: parse error on line 2, column 8: extraneous or missing " in quoted-field`,
		"file,up\na.obj,x\na.obj,y\n":  `index.csv: line 3: file is "a.obj", want each file once`,
		"file,mass,density\na.obj,1,1": "index.csv: line 2: has mass and density, want one of them",
	} {
		root := folderOf(t, map[string]string{"a.obj": objOf(block(), ""), "index.csv": text})
		if _, err := models.Open(root, "*.obj", models.Options{Cache: t.TempDir()}); err == nil || err.Error() != "models: "+want {
			t.Errorf("%q:\n got %v\nwant models: %s", text, err, want)
		}
	}
}
