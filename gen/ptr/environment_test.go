package ptr

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mereo/internal/skytest"
)

// The checksum of the environment's file is part of what decides a set, so that no run goes on with another file.
func TestEnvironmentIsPartOfTheConfiguration(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sky.hdr")
	echo := func(radiance float32) string {
		t.Helper()
		if err := os.WriteFile(file, skytest.HDR(skytest.Uniform(16, radiance), true), 0o666); err != nil {
			t.Fatal(err)
		}
		cfg, err := ParseConfig("a.yaml", []byte("realism:\n  environment: {file: "+file+", turn_deg: 30, dim_lamps: 1}\n"))
		if err != nil {
			t.Fatal(err)
		}
		set, err := New(cfg, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(set.Config())
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if a, b, again := echo(1), echo(0.5), echo(1); a == b || a != again || !strings.Contains(a, `"sha256":"`) {
		t.Errorf("got %s, and with another file %s", a, b)
	}
	cfg := DefaultConfig()
	cfg.Realism.Environment.File = "nowhere.hdr"
	if _, err := New(cfg, nil, ""); err == nil || !strings.Contains(err.Error(), "ptr: realism.environment.file: light: nowhere.hdr") {
		t.Errorf("got %v, want an error that names key and file", err)
	}
}
