package syndacate

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// fileExtension ends the names of data files.
const fileExtension = ".npz"

// A stem is words and then arguments, joined by "_": letters with values, by letter, such as words_h100o3s0u10w100. The name of a file
// has the number of elements as another argument, and an extension. Noise is told behind the arguments.

// argument is a letter and the value behind it.
type argument struct {
	letter byte
	value  any // *int, *uint32, *uint64 or *bool
}

// named are options that decide the elements of a file, and so its stem.
type named interface {
	words() []string
	arguments() []argument // by letter
	// Validate says what is out of range, in one line.
	Validate() error
}

// stem spells options.
func stem(o named) string {
	b := []byte(strings.Join(o.words(), "_") + "_")
	for _, a := range o.arguments() {
		b = append(b, a.letter)
		switch v := a.value.(type) {
		case *bool:
			b = append(b, strings.ToUpper(strconv.FormatBool(*v))[0])
		case *int:
			b = strconv.AppendInt(b, int64(*v), 10)
		case *uint32:
			b = strconv.AppendUint(b, uint64(*v), 10)
		case *uint64:
			b = strconv.AppendUint(b, *v, 10)
		}
	}
	return string(b)
}

// stemWords are the words of a stem.
func stemWords(stem string) []string {
	words := strings.Split(stem, "_")
	return words[:max(1, len(words)-1)]
}

// readStem reads the arguments of a stem into options that have its words, and is the inverse of stem: another spelling of the same
// options is an error, and so are options that are out of range.
func readStem(name string, o named) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("syndacate: name %q: "+format, append([]any{name}, args...)...)
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(name, strings.Join(stemWords(name), "_")), "_")
	for _, a := range o.arguments() {
		after := strings.TrimSuffix(name, rest)
		if rest == "" || rest[0] != a.letter {
			return fail("want the letter %c after %q", a.letter, after)
		}
		text := rest[1:]
		if end := strings.IndexFunc(text, func(r rune) bool { return r >= 'a' && r <= 'z' }); end >= 0 {
			text = text[:end]
		}
		if err := a.read(text); err != nil {
			return fail("want %c%w after %q", a.letter, err, after)
		}
		rest = rest[1+len(text):]
	}
	if rest != "" {
		return fail("want nothing after %q", strings.TrimSuffix(name, rest))
	}
	if again := stem(o); again != name {
		return fail("want %q", again)
	}
	if err := o.Validate(); err != nil {
		return fail("%s", strings.TrimPrefix(err.Error(), "syndacate: "))
	}
	return nil
}

// read reads a value that is spelled as it is written. The error completes "want a".
func (a argument) read(text string) (err error) {
	switch v := a.value.(type) {
	case *bool:
		if text != "T" && text != "F" {
			return fmt.Errorf("T or %cF", a.letter)
		}
		*v = text == "T"
		return nil
	case *int:
		*v, err = strconv.Atoi(text)
	case *uint32:
		var n uint64
		n, err = strconv.ParseUint(text, 10, 32)
		*v = uint32(n)
	case *uint64:
		*v, err = strconv.ParseUint(text, 10, 64)
	}
	if err != nil || len(text) > 1 && text[0] == '0' || text[0] < '0' {
		return fmt.Errorf(" and a number without leading zeros")
	}
	return nil
}

func (c *samplerConfig) words() []string { return []string{c.sampler} }

// arguments are those of a sampler; nil when there is no such sampler.
func (c *samplerConfig) arguments() []argument {
	all := []argument{
		{'a', &c.alignSets}, {'f', &c.flipParts}, {'h', &c.height}, {'o', &c.maxObjects}, {'p', &c.maxParts},
		{'r', &c.objectReplacement}, {'s', &c.seed}, {'u', &c.upsample}, {'w', &c.width},
	}
	if c.sampler == syndacateSampler {
		return all
	}
	return slices.DeleteFunc(all, func(a argument) bool { return strings.IndexByte("afpr", a.letter) >= 0 })
}

// fileName is the name of the file with a sampler's elements, such as words_h100n70000o3s0u10w100.npz. Published loaders look
// for exactly this name.
func fileName(c samplerConfig) string {
	c.maxParts = c.parts()
	name, err := nameWith(stem(&c), c.numElements)
	if err != nil {
		panic(err)
	}
	return name
}

// parseStem returns the arguments of the sampler whose files have a stem.
func parseStem(stem string) (samplerConfig, error) {
	c := newSamplerConfig(stemWords(stem)[0])
	if c.list == nil && c.sampler != squaresSampler {
		return samplerConfig{}, fmt.Errorf("syndacate: name %q: want one that begins with syndacate_, words_ or squares_", stem)
	}
	if err := readStem(stem, &c); err != nil {
		return samplerConfig{}, err
	}
	return c, nil
}

// summary is the arguments of a stem or of the name of a file, and parts is each of them.
var summary, parts = regexp.MustCompile(`^([a-z]([TF]|[0-9]+))+$`), regexp.MustCompile(`[a-z]([TF]|[0-9]+)`)

// cutArguments cuts a stem or the name of a file around its arguments. There are none where there is no such field.
func cutArguments(name string) (before string, arguments []string, after string) {
	fields := strings.Split(strings.TrimSuffix(name, fileExtension), "_")
	i := slices.IndexFunc(fields, summary.MatchString)
	if i < 0 {
		return name, nil, ""
	}
	for _, field := range fields[i+1:] {
		after += "_" + field
	}
	return strings.Join(append(fields[:i:i], ""), "_"), parts.FindAllString(fields[i], -1), after
}

// stemArgument is the value of an argument of a stem or of the name of a file.
func stemArgument(name string, letter byte) (value string, ok bool) {
	_, arguments, _ := cutArguments(name)
	for _, a := range arguments {
		if a[0] == letter {
			return a[1:], true
		}
	}
	return "", false
}

// nameWith is the name of the file of a stem with n elements.
func nameWith(stem string, n int) (string, error) {
	before, arguments, after := cutArguments(stem)
	if len(arguments) == 0 {
		return "", fmt.Errorf("syndacate: stem %q has no arguments", stem)
	}
	if _, ok := stemArgument(stem, 'n'); ok {
		return "", fmt.Errorf("syndacate: stem %q has a number of elements", stem)
	}
	at := slices.IndexFunc(arguments, func(a string) bool { return a[0] > 'n' })
	if at < 0 {
		at = len(arguments)
	}
	arguments = slices.Insert(arguments, at, "n"+strconv.Itoa(n))
	return before + strings.Join(arguments, "") + after + fileExtension, nil
}

// stemOf is the stem and the number of elements of a file's name. It is the inverse of nameWith: another spelling is an error.
func stemOf(name string) (stem string, n int, err error) {
	before, arguments, after := cutArguments(name)
	at := slices.IndexFunc(arguments, func(a string) bool { return a[0] == 'n' })
	if at >= 0 {
		n, _ = strconv.Atoi(arguments[at][1:]) // 0 for what is no number that fits
	}
	if n < 1 {
		return "", 0, fmt.Errorf("syndacate: name %q says no number of elements, such as n70000", name)
	}
	stem = before + strings.Join(slices.Delete(arguments, at, at+1), "") + after
	again, err := nameWith(stem, n)
	if err != nil {
		return "", 0, err
	}
	if again != name && again != name+fileExtension {
		return "", 0, fmt.Errorf("syndacate: name is %q, want %s: one letter for each argument, in alphabetical order", name, again)
	}
	return stem, n, nil
}
