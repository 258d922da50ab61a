package frame

import (
	"fmt"
	"math"
)

// Sensor is what counts light. If zero, it counts without noise.
//
// With noise it is the linear camera of EMVA Standard 1288, release 4.0, section 2: a pixel of linear value L, 1 being white,
// counts FullWell*L electrons on average, with the variance of a Poisson distribution, and reading adds ReadNoise^2. Each
// channel is counted for itself. Counts are drawn from a normal distribution, which is near a Poisson distribution from ten
// electrons on.
type Sensor struct {
	// FullWell is how many electrons a white pixel counts; the fewer, the noisier. If 0, the sensor has no noise.
	FullWell float64 `json:"full_well" yaml:"full_well"`
	// ReadNoise is the standard deviation of reading, electrons.
	ReadNoise float64 `json:"read_noise" yaml:"read_noise"`
}

const maxElectrons = 1e9

func (s *Sensor) validate() error {
	switch {
	case !(s.FullWell == 0 || s.FullWell >= 1 && s.FullWell <= maxElectrons):
		return fmt.Errorf("sensor.full_well is %g electrons, want 0 or 1 to %g", s.FullWell, float64(maxElectrons))
	case !(s.ReadNoise >= 0 && s.ReadNoise <= maxElectrons):
		return fmt.Errorf("sensor.read_noise is %g electrons, want 0 to %g", s.ReadNoise, float64(maxElectrons))
	case s.FullWell == 0 && s.ReadNoise > 0:
		return fmt.Errorf("sensor.read_noise is %g electrons, but sensor.full_well is 0: "+
			"say how many make white", s.ReadNoise)
	}
	return nil
}

// Sigma is the standard deviation of a pixel of linear value l, in the same unit.
func (s *Sensor) Sigma(l float64) float64 {
	if s.FullWell == 0 {
		return 0
	}
	return math.Sqrt(max(l, 0)/s.FullWell + (s.ReadNoise/s.FullWell)*(s.ReadNoise/s.FullWell))
}
