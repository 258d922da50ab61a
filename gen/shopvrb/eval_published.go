package shopvrb

// Published figures of Nazarczuk and Mikolajczyk 2020, in percent unless told otherwise. Those of the test split stand for all
// splits but benchmark.

// sceneFigures are those of a table column; 0 where nothing is published.
type sceneFigures struct {
	found      float64
	attributes map[string]float64
	overall    float64
	position   float64 // units
	labels     float64 // mean F1, from 0 to 1
	detection  float64 // mean average precision, from 0 to 1
}

// publishedScenes are the figures for a way of matching.
func publishedScenes(split, match string, iou float64) sceneFigures {
	var f sceneFigures
	benchmark := split == benchmarkSplit
	seen := func(found, name, size, weight, color, material, movability, shape, overall, position float64) {
		f.found, f.overall, f.position = found, overall, position
		f.attributes = map[string]float64{
			"name": name, "size": size, "weight": weight, "color": color, "material": material, "movability": movability,
			"shape": shape,
		}
	}
	read := func(disassembly, picking, powering, labels float64) {
		if f.attributes == nil {
			f.attributes = map[string]float64{}
		}
		f.attributes["disassembly"], f.attributes["picking"], f.attributes["powering"] = disassembly, picking, powering
		f.labels = labels
	}
	switch {
	case match == MatchMask && !benchmark && iou == 0.7:
		seen(89.2, 88.3, 88.9, 88.9, 88.5, 88.4, 89.2, 88.7, 88.7, .062)
	case match == MatchMask && benchmark && iou == 0.7:
		seen(69.9, 43.2, 61.2, 53.7, 50.8, 48.8, 65.4, 38.0, 51.4, .102)
	case match == MatchMask && benchmark && iou == 0.5:
		seen(79.6, 47.4, 70.5, 62.6, 55.2, 54.3, 74.9, 43.8, 58.2, .125)
	case match == MatchOrder && benchmark:
		seen(100, 58.5, 88.2, 79.4, 69.5, 71.6, 93.8, 57.0, 73.8, .153)
	}
	switch {
	case match == MatchOrder && benchmark:
		read(77.3, 57.7, 87.4, .33)
	case match == MatchOrder:
		read(78.6, 74.6, 90.0, .41)
	case match == MatchMask && benchmark:
		read(49.7, 41.6, 58.4, .25)
	case match == MatchMask:
		read(72.0, 67.2, 79.3, .41)
	}
	switch {
	case match != MatchOrder && benchmark:
		f.detection = .4498
	case match != MatchOrder:
		f.detection = .9954
	}
	return f
}
