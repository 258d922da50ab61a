package bound

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Size is a number of bytes, a pflag.Value such as "512MB". As an option, 0 is Default.
type Size int64

// units are powers of 1000, as disks and browsers count, those of 1024 with an i.
var units = map[string]float64{"": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KIB": 1 << 10, "MIB": 1 << 20, "GIB": 1 << 30, "TIB": 1 << 40}

// Flag and Help are the flag that commands have for the bound.
const (
	Flag = "max-memory"
	Help = "what a model that is read may take, such as 512MB; more is an error (default 2GB, less under \"ulimit -v\")"
)

// Least is the smallest bound of use.
const Least Size = 16e6

// Set reads a size.
func (s *Size) Set(text string) error {
	text = strings.TrimSpace(text)
	digits := strings.TrimRight(text, "kKmMgGtTiIbB ")
	n, err := strconv.ParseFloat(digits, 64)
	unit, known := units[strings.ToUpper(strings.TrimSpace(text[len(digits):]))]
	bytes := n * unit
	if err != nil || !known || !(bytes >= float64(Least) && bytes < math.MaxInt64) {
		return fmt.Errorf("want a size of at least %v, such as 512MB or 2GB", Least)
	}
	*s = Size(bytes)
	return nil
}

// String is the size in the largest unit that it has at least one of.
func (s Size) String() string {
	for _, u := range []struct {
		name  string
		bytes float64
	}{{"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}} {
		if float64(s) >= u.bytes {
			return strconv.FormatFloat(math.Floor(float64(s)/u.bytes*100)/100, 'f', -1, 64) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10)
}

// Type is what help calls a value.
func (s *Size) Type() string { return "size" }
