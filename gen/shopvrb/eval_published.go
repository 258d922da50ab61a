package shopvrb

// What rows the paper tells figures of: those of what is seen, of what is read in descriptions, and of detection.
var (
	seenRows = []string{
		rowFound, "name", "size", "weight", "color", "material", "movability", "shape", rowOverall, rowPosition,
	}
	readRows     = []string{"disassembly", "picking", "powering", rowLabelF1}
	detectedRows = []string{rowBoxes}
)

// sceneFigures are published figures of Nazarczuk and Mikolajczyk 2020, of the benchmark or of the test split, which stands for all
// others, for a way of matching: in percent, but F1 and average precision from 0 to 1 and distances in units.
var sceneFigures = []struct {
	benchmark bool
	match     string
	iou       float64 // 0 for any
	rows      []string
	of        []float64
}{
	{false, MatchMask, 0.7, seenRows, []float64{89.2, 88.3, 88.9, 88.9, 88.5, 88.4, 89.2, 88.7, 88.7, .062}},
	{true, MatchMask, 0.7, seenRows, []float64{69.9, 43.2, 61.2, 53.7, 50.8, 48.8, 65.4, 38.0, 51.4, .102}},
	{true, MatchMask, 0.5, seenRows, []float64{79.6, 47.4, 70.5, 62.6, 55.2, 54.3, 74.9, 43.8, 58.2, .125}},
	{true, MatchOrder, 0, seenRows, []float64{100, 58.5, 88.2, 79.4, 69.5, 71.6, 93.8, 57.0, 73.8, .153}},
	{true, MatchOrder, 0, readRows, []float64{77.3, 57.7, 87.4, .33}},
	{false, MatchOrder, 0, readRows, []float64{78.6, 74.6, 90.0, .41}},
	{true, MatchMask, 0, readRows, []float64{49.7, 41.6, 58.4, .25}},
	{false, MatchMask, 0, readRows, []float64{72.0, 67.2, 79.3, .41}},
	{true, MatchMask, 0, detectedRows, []float64{.4498}},
	{false, MatchMask, 0, detectedRows, []float64{.9954}},
	{true, MatchBox, 0, detectedRows, []float64{.4498}},
	{false, MatchBox, 0, detectedRows, []float64{.9954}},
}

// publishedScenes are the figures for a way of matching, by rows.
func publishedScenes(split, match string, iou float64) map[string]float64 {
	out := map[string]float64{}
	for _, f := range sceneFigures {
		if f.benchmark == (split == benchmarkSplit) && f.match == match && (f.iou == 0 || f.iou == iou) {
			for i, row := range f.rows {
				out[row] = f.of[i]
			}
		}
	}
	return out
}
