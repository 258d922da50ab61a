package syndacate

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mereo/gen"
)

// summary is the part of a name with one letter and value for each argument.
var summary = regexp.MustCompile(`^([a-z]([TF]|[0-9]+))+$`)

// argument is one of a summary.
var argument = regexp.MustCompile(`[a-z]([TF]|[0-9]+)`)

// nameWith is the name of the file of a stem with n elements: arguments are in alphabetical order, and n is one.
func nameWith(stem string, n int) (string, error) {
	fields := strings.Split(stem, "_")
	for i, field := range fields {
		if !summary.MatchString(field) {
			continue
		}
		var b strings.Builder
		done := false
		for _, a := range argument.FindAllString(field, -1) {
			if a[0] == 'n' {
				return "", fmt.Errorf("syndacate: stem %q has a number of elements", stem)
			}
			if a[0] > 'n' && !done {
				b.WriteString("n" + strconv.Itoa(n))
				done = true
			}
			b.WriteString(a)
		}
		if !done {
			b.WriteString("n" + strconv.Itoa(n))
		}
		fields[i] = b.String()
		return strings.Join(fields, "_") + ".npz", nil
	}
	return "", fmt.Errorf("syndacate: stem %q has no arguments", stem)
}

// stemOf is the stem and the number of elements of a file's name. It is the inverse of nameWith: another spelling is an error.
func stemOf(name string) (stem string, n int, err error) {
	fields := strings.Split(strings.TrimSuffix(name, ".npz"), "_")
	for i, field := range fields {
		if !summary.MatchString(field) {
			continue
		}
		var rest []string
		for _, a := range argument.FindAllString(field, -1) {
			if a[0] == 'n' && n == 0 {
				n, _ = strconv.Atoi(a[1:]) // 0 for what is no number that fits
			} else {
				rest = append(rest, a)
			}
		}
		fields[i] = strings.Join(rest, "")
		break
	}
	stem = strings.Join(fields, "_")
	if n < 1 {
		return "", 0, fmt.Errorf("syndacate: name %q says no number of elements, such as n70000", name)
	}
	again, err := nameWith(stem, n)
	if err != nil {
		return "", 0, err
	}
	if again != name && again != name+".npz" {
		return "", 0, fmt.Errorf("syndacate: name is %q, want %s: one letter for each argument, in alphabetical order", name, again)
	}
	return stem, n, nil
}

// hasCount tells whether a name says a number of elements.
func hasCount(name string) bool {
	for _, field := range strings.Split(name, "_") {
		if summary.MatchString(field) {
			return slices.ContainsFunc(argument.FindAllString(field, -1), func(a string) bool { return a[0] == 'n' })
		}
	}
	return false
}

// shardPath is the shard from an element on.
func shardPath(stem string, first int) string { return fmt.Sprintf("%s/shards/%06d.npz", stem, first) }

const sheetPattern = "%[1]s/sheets/%06[2]d.png"

func sheetPath(stem string, first int) string { return fmt.Sprintf(sheetPattern, stem, first) }

// filePath is the joined file of a split. Without pictures it must not have the published name, by which readers know that
// pictures are there.
func filePath(job gen.Job) (string, error) {
	name, err := nameWith(job.Split, job.Count)
	if err == nil && !job.Pictures {
		name = strings.TrimSuffix(name, ".npz") + ".poses.npz"
	}
	return name, err
}

func sidecarPath(file string) string { return strings.TrimSuffix(file, ".npz") + ".meta.json" }
