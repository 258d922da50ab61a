package furniture

// cartFamilies are the carts in the order that numbers their models.
var cartFamilies = []Family{
	{"hand-truck", "an upright frame with a toe plate on two wheels", cartHandTruck},
	{"garden-wagon", "a tub on four wheels with a drawbar", cartWagon},
	{"shopping-cart", "a basket of wire on four casters", cartShopping},
	{"wheelbarrow", "a tray on one wheel with two shafts", cartBarrow},
	{"three-wheeler", "a box on two wheels and a small one in front", cartThreeWheeler},
	{"platform-trolley", "a flat deck on casters with a push bar", cartPlatform},
	{"tea-trolley", "two or three trays on posts with casters", cartTea},
	{"farm-cart", "a slatted box between two large spoked wheels", cartFarm},
	{"rickshaw", "a seat with a hood between two large wheels", cartRickshaw},
	{"street-stall", "a box with a roof on two or four wheels", cartStall},
}
