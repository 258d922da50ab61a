package shopvrb

import "slices"

// Published figures of Nazarczuk and Mikolajczyk 2020, in percent unless told otherwise. Those of the test split stand for all
// splits but benchmark.

// questionFigures are accuracies of a model, in the order of questionTypes and of all questions.
type questionFigures [6]float64

// publishedQuestions are the accuracies of the paper's neural-symbolic model, trained with the programs of one and of two
// questions of each template, and of XNM, which is given true scenes and programs.
var publishedQuestions = map[bool]struct{ ns1, ns2, xnm questionFigures }{ // by whether the split is benchmark
	false: {
		questionFigures{84.4, 92.0, 58.8, 94.0, 89.5, 88.0}, questionFigures{94.4, 96.8, 96.2, 93.6, 93.5, 94.2},
		questionFigures{98.7, 99.5, 99.7, 99.9, 99.5, 99.6},
	},
	true: {
		questionFigures{35.5, 59.8, 50.2, 53.3, 27.8, 38.7}, questionFigures{36.1, 59.2, 62.3, 53.2, 26.6, 38.8},
		questionFigures{98.0, 99.5, 98.8, 98.7, 99.5, 99.0},
	},
}

// publish fills in the figures of types and of all.
func (s *QuestionScore) publish(split string) {
	row := len(questionTypes)
	switch s.Group {
	case groupAll:
	case groupType:
		row = slices.Index(questionTypes, s.Name)
	default:
		return
	}
	figures := publishedQuestions[split == benchmarkSplit]
	s.PaperNS1, s.PaperNS2, s.PaperXNM = figures.ns1[row], figures.ns2[row], figures.xnm[row]
}

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
