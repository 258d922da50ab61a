package tranco

import (
	"fmt"
	"slices"
)

// Score is how near a predicted sequence of clips is to the reference. See Measure.
type Score struct {
	// RecallAsPrinted and PrecisionAsPrinted follow the equations and tables of the paper, which divide by the other
	// sequence than the words usually mean.
	RecallAsPrinted    float64 `json:"recall_as_printed"`    // common clips / predicted clips
	PrecisionAsPrinted float64 `json:"precision_as_printed"` // common clips / reference clips
	Recall             float64 `json:"recall_conventional"`  // common clips / reference clips
	Precision          float64 `json:"precision_conventional"`
	KTD                float64 `json:"KTD"` // Kendall's tau distance of the common clips' orders, in [0, 1]
	SD                 float64 `json:"SD"`  // step difference, clips
	NSD                float64 `json:"NSD"` // SD / reference clips
	EMR                float64 `json:"EMR"` // exact match: 1 for the same clips in the same order, else 0
}

// Measure scores a prediction by Hong et al. 2023, "Visual Reasoning: From State to Transformation", TPAMI, the metrics
// of TRANCO. With reference T, prediction P and the m clips I that both have,
//
//	recall as printed = |I| / |P|      precision as printed = |I| / |T|
//	SD = abs(|P| - |T|)                NSD = SD / |T|
//	KTD = pairs of I whose order in P is not that in T / (m (m-1) / 2)
//
// Shares of an empty prediction are 0. KTD is 1 where m is 0, as the paper says, and where m is 1, which it leaves
// open; the paper's random baseline has 0.9958, which a single clip counted as 0 does not reach (0.86). Of a clip that
// is predicted twice the first place counts for I and for KTD, both for |P|.
//
// Clips of the reference are distinct and at least one: a reference without clips panics.
func Measure(reference, prediction []string) Score {
	if len(reference) == 0 {
		panic(fmt.Sprintf("tranco: a reference of 0 clips, prediction %q", prediction))
	}
	var places []int // of the common clips in the prediction, in the order of the reference
	for _, clip := range reference {
		if at := slices.Index(prediction, clip); at >= 0 {
			places = append(places, at)
		}
	}
	common := len(places)
	s := Score{KTD: 1}
	s.SD = float64(max(len(prediction)-len(reference), len(reference)-len(prediction)))
	s.NSD = s.SD / float64(len(reference))
	s.Recall = float64(common) / float64(len(reference))
	if len(prediction) > 0 {
		s.Precision = float64(common) / float64(len(prediction))
	}
	s.RecallAsPrinted, s.PrecisionAsPrinted = s.Precision, s.Recall
	if common > 1 {
		discordant := 0
		for i, a := range places {
			for _, b := range places[i+1:] {
				if a > b {
					discordant++
				}
			}
		}
		s.KTD = float64(discordant) / float64(common*(common-1)/2)
	}
	if slices.Equal(reference, prediction) {
		s.EMR = 1
	}
	return s
}
