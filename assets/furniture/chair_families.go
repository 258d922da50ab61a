package furniture

// chairFamilies are the chairs in the order that numbers their models.
var chairFamilies = []Family{
	{"dining", "four plain legs, seat on an apron, panel, slats or bars between two posts", diningChair},
	{"ladder-back", "turned posts, curved slats, rows of stretchers, rush seat", ladderBack},
	{"windsor", "saddle seat, splayed turned legs, spindles in a hoop or under a comb", windsorChair},
	{"splat-back", "cabriole legs, vase-shaped splat under a yoke", splatBack},
	{"carver", "dining chair with arms on uprights", carverChair},
	{"shell", "moulded seat and back on dowels or wire", shellChair},
	{"tulip", "cupped shell on a trumpet foot", tulipChair},
	{"office", "swivel chair on casters with a spine and one-piece arms", officeChair},
	{"executive", "tall padded swivel chair with a headrest", executiveChair},
	{"bar-stool", "tall round seat on a disc or star with a foot ring", barStool},
	{"counter-stool", "tall seat on four legs with foot rails", counterStool},
	{"cantilever", "bent steel tube, legs only in front", cantileverChair},
	{"sled", "two steel runners under four legs", sledChair},
	{"folding", "legs crossed at the sides, slatted seat", foldingChair},
	{"director", "legs crossed in front and behind, canvas seat and back, flat arms", directorChair},
	{"club", "armchair with sofa arms on short legs", clubChair},
	{"lounge", "wooden frame with arm bars and two loose cushions", loungeChair},
	{"recliner", "padded lounger with headrest and footrest", reclinerChair},
	{"rocking", "tall armchair on curved runners", rockingChair},
	{"three-leg", "round seat on three legs with a spindled bow", threeLegChair},
	{"bench", "long seat on six legs with a slatted or spindled back", benchChair},
}
