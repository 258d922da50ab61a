package syndacate

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

// fileExtension ends the names of data files.
const fileExtension = ".npz"

// nameArgument is an argument of a sampler as it stands in the name of its file: a letter and a value.
type nameArgument struct {
	letter byte
	value  any // *int, *uint64 or *bool in a samplerConfig
}

// nameArguments are those of a sampler, in the order of the name: by letter. ok is false when there is no such sampler.
func nameArguments(c *samplerConfig) (arguments []nameArgument, ok bool) {
	switch c.sampler {
	case syndacateSampler:
		return []nameArgument{
			{'a', &c.alignSets}, {'f', &c.flipParts}, {'h', &c.height}, {'n', &c.numElements}, {'o', &c.maxObjects},
			{'p', &c.maxParts}, {'r', &c.objectReplacement}, {'s', &c.seed}, {'u', &c.upsample}, {'w', &c.width},
		}, true
	case wordsSampler, squaresSampler:
		return []nameArgument{
			{'h', &c.height}, {'n', &c.numElements}, {'o', &c.maxObjects}, {'s', &c.seed}, {'u', &c.upsample}, {'w', &c.width},
		}, true
	}
	return nil, false
}

// fileName is the name of the file with a sampler's elements, such as words_h100n70000o3s0u10w100.npz. Published loaders look
// for exactly this name.
func fileName(c samplerConfig) string {
	c.maxParts = c.parts()
	arguments, ok := nameArguments(&c)
	if !ok {
		panic(fmt.Sprintf("syndacate: no sampler %q", c.sampler))
	}
	name := append([]byte(c.sampler), '_')
	for _, a := range arguments {
		name = append(name, a.letter)
		switch v := a.value.(type) {
		case *int:
			name = strconv.AppendInt(name, int64(*v), 10)
		case *uint64:
			name = strconv.AppendUint(name, *v, 10)
		case *bool:
			name = append(name, map[bool]byte{true: 'T', false: 'F'}[*v])
		}
	}
	return string(name) + fileExtension
}

// parseName returns the arguments of the sampler whose file has the given path, of which folders do not count. It is the
// inverse of fileName: another spelling of the same arguments is an error, and so are arguments that no sampler takes.
func parseName(path string) (samplerConfig, error) { return parseArguments(filepath.Base(path), true) }

// parseStem is parseName of a stem, which has no number of elements and no extension.
func parseStem(stem string) (samplerConfig, error) { return parseArguments(stem, false) }

// parseArguments reads the name of a file, or a stem.
func parseArguments(name string, file bool) (samplerConfig, error) {
	extension := ""
	if file {
		extension = fileExtension
	}
	sampler, rest, _ := strings.Cut(name, "_")
	c := newSamplerConfig(sampler)
	fail := func(want string) (samplerConfig, error) {
		return samplerConfig{}, fmt.Errorf("syndacate: name %q: want %s", name, want)
	}
	arguments, ok := nameArguments(&c)
	if !ok {
		return fail("one that begins with syndacate_, words_ or squares_")
	}
	rest, ok = strings.CutSuffix(rest, extension)
	if !ok {
		return fail("one that ends with " + extension)
	}
	for _, a := range arguments {
		if a.letter == 'n' && !file {
			continue
		}
		after := fmt.Sprintf(" after %q", name[:len(name)-len(extension)-len(rest)])
		if rest == "" || rest[0] != a.letter {
			return fail(fmt.Sprintf("the letter %c%s", a.letter, after))
		}
		var text string
		if truth, ok := a.value.(*bool); ok {
			if text = rest[1:min(2, len(rest))]; text != "T" && text != "F" {
				return fail(fmt.Sprintf("%cT or %cF%s", a.letter, a.letter, after))
			}
			*truth = text == "T"
		} else {
			text = rest[1:]
			if end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
				text = text[:end]
			}
			if err := parseNameNumber(a.value, text); err != nil {
				return fail(fmt.Sprintf("%c and a number without leading zeros%s", a.letter, after))
			}
		}
		rest = rest[1+len(text):]
	}
	if rest != "" {
		return fail(fmt.Sprintf("nothing between %q and %q", strings.TrimSuffix(name, rest+extension), extension))
	}
	if err := c.validate(); err != nil {
		return samplerConfig{}, fmt.Errorf("syndacate: name %q: %s", name, strings.TrimPrefix(err.Error(), "syndacate: "))
	}
	return c, nil
}

// parseNameNumber reads a decimal number that is spelt as it is written.
func parseNameNumber(value any, text string) (err error) {
	if len(text) > 1 && text[0] == '0' {
		return strconv.ErrSyntax
	}
	switch v := value.(type) {
	case *int:
		*v, err = strconv.Atoi(text)
	case *uint64:
		*v, err = strconv.ParseUint(text, 10, 64)
	}
	return err
}
