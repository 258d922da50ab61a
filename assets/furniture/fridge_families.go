package furniture

// refrigeratorFamilies are the refrigerators in the order that numbers their models.
var refrigeratorFamilies = []Family{
	{"larder", "one tall door", fridgeLarder},
	{"top-freezer", "a small freezer door above a large one", fridgeTopFreezer},
	{"bottom-freezer", "a large door above a freezer door or drawer", fridgeBottomFreezer},
	{"side-by-side", "two tall doors, some with a water dispenser", fridgeSideBySide},
	{"french-door", "two doors above one or two drawers", fridgeFrench},
	{"four-door", "two doors above two doors", fridgeFourDoor},
	{"retro", "round shoulders and lever handles", fridgeRetro},
	{"mini-bar", "a low cabinet with a worktop", fridgeMini},
	{"wine-cooler", "a glazed door before shelves of bottles", fridgeWine},
	{"commercial", "a steel cabinet with a vent on top", fridgeCommercial},
}
