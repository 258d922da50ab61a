package frame_test

import (
	"testing"

	"mereo/engine/frame"
)

func TestValidateSensor(t *testing.T) {
	for _, c := range []struct {
		s    frame.Sensor
		want string // "" for none
	}{
		{frame.Sensor{}, ""},
		{frame.Sensor{FullWell: 1}, ""},
		{frame.Sensor{FullWell: 4000, ReadNoise: 8}, ""},
		{frame.Sensor{FullWell: -1}, "sensor.full_well is -1 electrons, want 0 or 1 to 1e+09"},
		{frame.Sensor{FullWell: 0.5}, "sensor.full_well is 0.5 electrons, want 0 or 1 to 1e+09"},
		{frame.Sensor{FullWell: 10, ReadNoise: -2}, "sensor.read_noise is -2 electrons, want 0 to 1e+09"},
		{frame.Sensor{ReadNoise: 2},
			"sensor.read_noise is 2 electrons, but sensor.full_well is 0: say how many make white"},
	} {
		got := ""
		if err := (&frame.Realism{Sensor: c.s}).Validate(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: got %q, want %q", c.s, got, c.want)
		}
	}
}
