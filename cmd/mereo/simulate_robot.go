package main

import (
	"bytes"
	"io"
	"strconv"

	"github.com/spf13/pflag"

	"mereo/internal/bound"
	"mereo/physics/robots"
	"mereo/physics/scenario"
)

// robotFlags say how URDF and MJCF files are read.
type robotFlags struct {
	folder string
	start  []string
	o      robots.Options
}

func (r *robotFlags) flags(f *pflag.FlagSet) {
	f.StringVar(&r.folder, "folder", "", "of URDF and MJCF: the folder whose files they may read, theirs if missing")
	f.StringArrayVar(&r.start, "joint", nil, "NAME=VALUE: where a joint of theirs starts, radians or meters")
	f.Float64Var(&r.o.Density, "density", 1000, "of their links without a mass, kg/m3")
	f.Float64Var(&r.o.Seconds, "seconds", 3, "how long to run them")
	f.Var(&r.o.MaxMemory, bound.Flag, bound.Help)
	f.BoolVar(&r.o.FreeBase, "free-base", false, "let the first link of URDF go, above a floor")
	f.BoolVar(&r.o.Hold, "hold", false, "have motors hold the joints of URDF with the effort of their limits")
	f.BoolVar(&r.o.SelfCollision, "self-collision", false, "let links of URDF touch each other, but for those that are joined")
}

// check finds wrong use.
func (r *robotFlags) check() error {
	if !(r.o.Density > 0 && r.o.Density < 1e9) {
		return usagef("simulate: --density is %g, want more than 0", r.o.Density)
	}
	if !(r.o.Seconds > 0 && r.o.Seconds < 1e9) {
		return usagef("simulate: --seconds is %g, want more than 0", r.o.Seconds)
	}
	r.o.Start = map[string]float64{}
	for _, s := range r.start {
		i := bytes.LastIndexByte([]byte(s), '=')
		v, err := strconv.ParseFloat(s[i+1:], 64)
		if i < 1 || err != nil {
			return usagef("simulate: --joint is %q, want NAME=VALUE", s)
		}
		r.o.Start[s[:i]] = v
	}
	return nil
}

// printScenarios writes scenarios as a file of them.
func printScenarios(w io.Writer, list []*scenario.Scenario) error {
	for i, s := range list {
		before := ""
		switch {
		case len(list) > 1 && i == 0:
			before = "[\n"
		case i > 0:
			before = ",\n"
		}
		if _, err := io.WriteString(w, before); err != nil {
			return err
		}
		if err := s.WriteJSON(w); err != nil {
			return err
		}
	}
	if len(list) > 1 {
		_, err := io.WriteString(w, "]\n")
		return err
	}
	return nil
}
