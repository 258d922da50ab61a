package main

import (
	"runtime/debug"
	"testing"
)

func TestCommit(t *testing.T) {
	stamp := func(revision, modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}}
	}
	for _, c := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, "unknown"},
		{&debug.BuildInfo{}, "unknown"},
		{stamp("0123456789abcdef0123", "false"), "0123456789ab"},
		{stamp("0123456789abcdef0123", "true"), "0123456789ab+changes"},
		{stamp("01", "false"), "01"},
	} {
		if got := commit(c.info); got != c.want {
			t.Errorf("commit(%v) = %q, want %q", c.info, got, c.want)
		}
	}
}
