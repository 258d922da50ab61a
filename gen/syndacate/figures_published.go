package syndacate

// publishedFile is what is known of a published file.
type publishedFile struct {
	objects                   []int     // elements with 1, 2 and 3 objects
	testClasses, trainClasses []int     // objects of each class
	classes                   []int     // of both
	spread                    []float64 // standard deviation of each column of the training targets, padding included

	gray, grayWithin float64 // mean gray value of the first grayElements pictures
	grayElements     int
	lit              float64 // pixels above 0 in them, per cent
}

// publishedFiles are known by their stems.
var publishedFiles = map[string]publishedFile{
	"syndacate_aFfTh100o1p4rTs1u10w100": {
		testClasses:  []int{984, 952, 1016, 1022, 1048, 1035, 952, 990, 1009, 992},
		trainClasses: []int{5863, 6002, 5980, 6057, 6017, 6129, 5921, 5952, 6062, 6017},
		spread:       []float64{0.339426, 0.362551, 0.339426, 0.362551, 1.424636, 0.377055},
		gray:         3.61, grayWithin: 0.01, grayElements: 3000, lit: 2.80,
	},
	"syndacate_aFfTh100o3p12rTs3u10w100": {
		objects: []int{23337, 23093, 23570},
		spread: []float64{
			0.219171, 0.217428, 0.217747, 0.217773, 0.219282, 0.219871, 0.218014, 0.217928, 0.216581, 0.217601,
			0.388631, 0.161275, 0.204847, 0.185479, 0.408324, 0.408709, 3.885283, 0.388638,
		},
		gray: 6.86, grayWithin: 0.01, grayElements: 600, lit: 5.28,
	},
	"syndacate_aTfTh100o3p12rTs3u10w100": {
		objects: []int{23208, 23435, 23357},
		spread: []float64{
			0.214517, 0.244829, 0.214231, 0.125563, 0.176538, 0.243877, 0.213555, 0.244753, 0.176262, 0.213267,
			0.386885, 0.158885, 0.196630, 0.184243, 0.393040, 0.392274, 3.869048, 0.386734,
		},
	},
	"words_h100o3s0u10w100": {
		objects: []int{23170, 23390, 23440},
		classes: []int{13884, 14110, 13936, 13836, 14195, 13834, 13845, 14199, 14269, 14162},
		spread: []float64{
			0.216832, 0.219009, 0.217290, 0.216668, 0.219342, 0.216823, 0.216685, 0.219632, 0.219871, 0.219248,
			0.389093, 0.161279, 0.204311, 0.185435, 0.409070, 0.409216, 2.042565, 0.388721,
		},
		gray: 4.377, grayWithin: 0.005, grayElements: 400, lit: 4.36,
	},
}
