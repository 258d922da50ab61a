package furniture

// tableFamilies are the tables in the order that numbers their models.
var tableFamilies = []Family{
	{"dining-tapered", "four square legs tapered on the inside, boards below the top", tableTapered},
	{"desk-drawers", "one or two stacks of drawers beside the knees, a shallow drawer or a keyboard tray between",
		deskDrawers},
	{"pedestal-round", "a round top on a turned column with a stepped disc or curved feet", tablePedestal},
	{"coffee-shelf", "a low table with a shelf between its legs, on casters at times", tableCoffee},
	{"sideboard", "a long low cabinet with doors and a stack of drawers", tableSideboard},
	{"dining-turned", "four turned legs under square blocks", tableTurned},
	{"star-base", "a column on four or five arms, mostly with casters", tableStar},
	{"console-stretcher", "long and narrow, legs joined by bars near the floor", tableConsole},
	{"tulip-oval", "an oval top on a trumpet-shaped foot", tableTulip},
	{"tv-stand", "a low case with open shelves between doors or drawers", tableMedia},
	{"trestle", "two uprights joined by a long bar", tableTrestle},
	{"side-drawer", "a small table with one or two drawers", tableSide},
	{"dining-splayed", "round legs that lean outwards under a rounded top", tableSplayed},
	{"desk-cabinet", "drawers on one side of the knees, a door on the other", deskCabinet},
	{"tripod", "a small round top on three legs", tableTripod},
	{"picnic", "planks on two A-shaped frames with a bench at each side", tablePicnic},
	{"folding", "two pairs of crossed legs", tableFolding},
	{"office-frame", "a kidney, barrel or rounded top on two T- or C-shaped legs", tableOffice},
	{"conference-six", "a long top on six legs", tableConference},
	{"sled-tube", "a slim top on two loops of bent tube", tableSled},
}
