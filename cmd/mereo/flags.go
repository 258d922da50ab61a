package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"mereo/internal/bound"
)

// flagWants are what flags of a type want, and what they want of a number that is too large.
var flagWants = map[string][2]string{
	"bool":        {"true or false"},
	"int":         {"a whole number", fmt.Sprintf("a whole number from %d to %d", math.MinInt, math.MaxInt)},
	"uint32":      {"a whole number from 0", fmt.Sprintf("a whole number from 0 to %d", math.MaxUint32)},
	"uint64":      {"a whole number from 0", fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64))},
	"float64":     {"a number", fmt.Sprintf("a number from %g to %g", -math.MaxFloat64, math.MaxFloat64)},
	"stringSlice": {"words with commas between them"},
	"size":        {fmt.Sprintf("a size of at least %v, such as 512MB or 2GB", bound.Least)},
}

// flagFault says what is wrong with a flag's value as the commands say it.
func flagFault(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err
	}
	want, ok := flagWants[invalid.GetFlag().Value.Type()]
	if !ok { // a word of ours, which says its name and what it wants: "frame: view is ..."
		_, what, _ := strings.Cut(errors.Unwrap(invalid).Error(), ": ")
		return errors.New("--" + what)
	}
	if errors.Is(invalid, strconv.ErrRange) {
		want[0] = want[1]
	}
	return fmt.Errorf("--%s is %.60q, want %s", invalid.GetFlag().Name, invalid.GetValue(), want[0])
}
