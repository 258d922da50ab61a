package qlevr

// The tables of templates are written in one notation. A step is a type, what it refers to in brackets and its slots in
// parentheses: whether_exact[P,a](OC sa so). References are P, the node of the plane phrase, and a, b, c ... for the nodes
// behind it; a node without brackets refers to the node before it. X is the first filter of objects, Y the node behind X, Q
// the last node. In parentheses k, k2, k3 and k4 are the slots of a key (Z C M S, Z2 C2 M2 S2 ...), A and A2 the slot of the
// attribute that the template is about; a word in quotes is no slot. Constraints are written like nodes.

// planePhrase is what the programs of a file do before they look at objects.
type planePhrase struct {
	file        string
	variant     int    // noVariant where the file has only one
	nodes       string // behind the scene; "" is the node that the family asks for
	quantifiers string
}

const noVariant = -1

// planePhrases are in the order of file names and variants. Variant 0 of a counting file selects one plane, variant 1 several.
var planePhrases = []planePhrase{
	{"all.json", noVariant, "", ""},

	{"different_attr.json", 0, `different_attribute("PS")`, ""},
	{"different_attr.json", 1, `different_attribute("PC")`, ""},
	{"different_attr.json", 2, `different_attribute("PM")`, ""},

	{"each_at_least.json", 0,
		"filter_multiple(PC PM PS) contain_each_at_least_unique_filter(OCP ZP CP MP SP sop sap)", "at_least_number"},
	{"each_at_least.json", 1,
		"filter_multiple(PC PM PS) contain_each_at_least_multiple_filter(OCP ZP CP MP SP sop sap)", "each at_least_number"},

	{"each_at_most.json", 0,
		"filter_multiple(PC PM PS) contain_each_at_most_unique_filter(OCP ZP CP MP SP sop sap)", "at_most_number"},
	{"each_at_most.json", 1,
		"filter_multiple(PC PM PS) contain_each_at_most_multiple_filter(OCP ZP CP MP SP sop sap)", "each at_most_number"},

	{"each_between.json", 0,
		"filter_multiple(PC PM PS) contain_between_unique_filter(OCP OCP2 ZP CP MP SP sop sap)", "between"},
	{"each_between.json", 1,
		"filter_multiple(PC PM PS) contain_between_multiple_filter(OCP OCP2 ZP CP MP SP sop sap)", "each between"},

	{"each_exactly.json", 0,
		"filter_multiple(PC PM PS) contain_each_unique_filter(OCP ZP CP MP SP sop sap)", "exactly_number"},
	{"each_exactly.json", 1,
		"filter_multiple(PC PM PS) contain_each_multiple_filter(OCP ZP CP MP SP sop sap)", "each exactly_number"},

	{"each_no.json", 0,
		"filter_multiple(PC PM PS) not_contain_any_unique_filter(ZP CP MP SP)", "no"},
	{"each_no.json", 1,
		"filter_multiple(PC PM PS) not_contain_any_multiple_filter(ZP CP MP SP)", "each no"},

	{"each_not_between.json", 0,
		"filter_multiple(PC PM PS) not_contain_between_unique_filter(OCP OCP2 ZP CP MP SP sop sap)", "not_between"},
	{"each_not_between.json", 1,
		"filter_multiple(PC PM PS) not_contain_between_multiple_filter(OCP OCP2 ZP CP MP SP sop sap)", "each not_between"},

	{"each_not_exactly.json", 0,
		"filter_multiple(PC PM PS) not_contain_each_unique_filter(OCP ZP CP MP SP sop sap)", "not_exactly_number"},
	{"each_not_exactly.json", 1,
		"filter_multiple(PC PM PS) not_contain_each_multiple_filter(OCP ZP CP MP SP sop sap)", "each not_exactly_number"},

	{"relate.json", noVariant, "filter_unique(PC PM PS) relate_filter(PR PC2 PM2 PS2 sp pg)", ""},

	{"total.json", noVariant,
		"filter_multiple(PC PM PS) contain_total_multiple_filter(OCP ZP CP MP SP sop sap)", "total"},
}
