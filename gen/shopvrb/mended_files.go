package shopvrb

import (
	"io/fs"
	"strings"
)

// mendedFiles are the built-in template files with the slips that shall be mended changed.
type mendedFiles struct {
	fs.FS
	mended Mended
}

// ReadFile reads a file and mends it.
func (m mendedFiles) ReadFile(name string) ([]byte, error) {
	data, err := fs.ReadFile(m.FS, name)
	text := string(data)
	if m.mended.EqualCounts && name == "compare_integer_text.json" { // the first four families may be true
		text = strings.Replace(text, `, "OUT_NEQ(a, b)"`, "", 1)
	}
	if m.mended.SizeUnsaid && name == "comparison.json" { // the eighth names none of the sizes that it compares
		text = strings.Replace(text, `"NULL(<Z>)", `+sizesOf8, `"NULL(<Z3>)", `+sizesOf8, 1)
	}
	if m.mended.NamesCompared && name == "comparison.json" { // the last asks for names, not for movabilities
		at := strings.LastIndex(text, `{"with"`)
		last, _, _ := strings.Cut(text[at:], `"text"`)
		text = text[:at] + strings.Replace(last, "movability", "name", 1) + namesCompared
	}
	return []byte(text), err
}

// sizesOf8 is what the constraints of the eighth comparison have behind that on the first size, and no other has.
const sizesOf8 = `"ONE_OF(<N2>, <S2>)", "NULL(<Z2>)", "ONE_OF(<N3>, <S3>)"`

// namesCompared are the sentences of the last comparison, to the end of the file.
const namesCompared = `"text": [
	"Does the <G2> which is <R> the <G> go by the same name as the <G4> [that is] <R2> the <G3>?",
	"Compare the <G2> [that is] <R> the <G> with the <G4> [that is] <R2> the <G3>; are they the same sort of thing?",
	"Are the <G2> that is <R> the <G> and the <G4> that is <R2> the <G3> of one kind?",
	"Is the <G2> located <R> the <G> the same kind of object as the <G4> [that is] <R2> the <G3>?"
]}]}]`
