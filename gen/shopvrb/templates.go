package shopvrb

import "embed"

// templateFiles are the families of questions, one folder per set of questions, one file per kind of family.
//
//go:embed templates
var templateFiles embed.FS
