package furniture

// bedFamilies are the beds in the order that numbers their models.
var bedFamilies = []Family{
	{"platform", "a flat deck on legs set back under it, a low headboard at times", bedPlatform},
	{"slat-headboard", "a wooden bed with slats, spindles or a panel at its head", bedSlats},
	{"upholstered", "padded sides and a tall padded headboard", bedUpholstered},
	{"four-poster", "four tall posts, with a frame for curtains at times", bedPosts},
	{"box-base", "a closed box down to the floor, with drawers at times", bedBox},
	{"sleigh", "head and foot curl outwards", bedSleigh},
	{"child-rails", "a narrow bed with guard rails and bars between its legs", bedChild},
	{"metal-tube", "arches of tube with upright rods", bedMetal},
}
