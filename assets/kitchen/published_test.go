package kitchen

import (
	"fmt"
	"math"
	"testing"
)

// published are the extents of the published models, units: width, depth and height of the box around each, and by how much, as a
// share, ours may be off: 0.02 where they were measured, 0.15 where they were seen on pictures only.
var published = map[string][4]float64{
	"training baking_tray1":    {5.00, 3.354, 0.267, 0.02},
	"training baking_tray2":    {5.00, 3.587, 0.300, 0.02},
	"benchmark baking_tray":    {6.00, 4.552, 0.258, 0.02},
	"training blender1":        {2.98, 4.989, 4.94, 0.02},
	"training blender2":        {3.053, 1.873, 4.00, 0.02},
	"benchmark blender":        {3.4, 5.0, 3.9, 0.15},
	"training bowl1":           {2.676, 2.676, 1.489, 0.02},
	"training bowl2":           {2.729, 2.729, 1.50, 0.02},
	"training bowl3":           {2.847, 2.867, 1.50, 0.02},
	"benchmark bowl":           {2.70, 2.70, 1.15, 0.15},
	"training chopping_board1": {5.00, 5.00, 0.353, 0.02},
	"training chopping_board2": {3.479, 5.00, 0.171, 0.02},
	"training chopping_board3": {2.520, 6.00, 0.179, 0.02},
	"benchmark chopping_board": {3.862, 5.250, 0.123, 0.02},
	"training coffee_maker1":   {3.923, 2.624, 5.00, 0.02},
	"training coffee_maker2":   {4.203, 4.224, 5.00, 0.02},
	"benchmark coffee_maker":   {2.2, 5.0, 4.4, 0.15},
	"training food_box1":       {3.569, 3.309, 1.75, 0.02},
	"training food_box2":       {2.866, 2.897, 1.75, 0.02},
	"benchmark food_box":       {2.50, 2.50, 1.662, 0.02},
	"training fork1":           {0.440, 4.00, 0.190, 0.02},
	"training fork2":           {0.475, 3.80, 0.387, 0.02},
	"benchmark fork":           {0.45, 4.0, 0.35, 0.15},
	"training glass1":          {1.512, 1.512, 2.50, 0.02},
	"training glass2":          {1.246, 1.246, 3.00, 0.02},
	"training glass3":          {1.113, 1.113, 2.00, 0.02},
	"training glass4":          {1.459, 1.459, 1.60, 0.02},
	"training glass5":          {1.838, 1.838, 1.50, 0.02},
	"benchmark glass":          {1.45, 1.45, 2.10, 0.15},
	"training kettle1":         {3.686, 4.123, 4.25, 0.02},
	"training kettle2":         {3.478, 4.619, 4.25, 0.02},
	"benchmark kettle":         {3.2, 3.9, 4.3, 0.15},
	"training knife1":          {0.462, 4.00, 0.091, 0.02},
	"training knife2":          {0.427, 3.80, 0.067, 0.02},
	"benchmark knife":          {0.42, 3.9, 0.08, 0.15},
	"training mug1":            {1.729, 2.55, 2.00, 0.02},
	"training mug2":            {1.566, 2.255, 2.00, 0.02},
	"training mug3":            {1.768, 2.455, 2.00, 0.02},
	"benchmark mug":            {1.60, 2.20, 2.00, 0.15},
	"training pan1":            {4.00, 7.322, 0.760, 0.02},
	"training pan2":            {3.50, 5.726, 0.315, 0.02},
	"benchmark pan":            {3.9, 7.4, 0.65, 0.15},
	"training plate1":          {4.059, 4.059, 0.408, 0.02},
	"training plate2":          {4.707, 4.707, 0.305, 0.02},
	"benchmark plate":          {4.00, 4.00, 0.471, 0.02},
	"training pot1":            {4.465, 5.534, 3.00, 0.02},
	"training pot2":            {2.737, 4.745, 1.50, 0.02},
	"benchmark pot":            {4.469, 6.449, 4.50, 0.02},
	"training scissors1":       {0.921, 2.50, 0.074, 0.02},
	"training scissors2":       {2.130, 3.75, 0.216, 0.02},
	"benchmark scissors":       {2.320, 1.789, 0.274, 0.02},
	"training soda_can":        {1.322, 1.319, 2.30, 0.02},
	"benchmark soda_can":       {0.98, 0.98, 2.35, 0.15},
	"training spoon1":          {0.651, 3.80, 0.318, 0.02},
	"training spoon2":          {0.868, 3.70, 0.245, 0.02},
	"benchmark spoon":          {0.75, 3.8, 0.28, 0.15},
	"training thermos1":        {1.051, 1.045, 3.50, 0.02},
	"training thermos2":        {1.473, 2.00, 3.00, 0.02},
	"benchmark thermos":        {1.32, 1.40, 3.30, 0.15},
	"training toaster1":        {2.666, 4.842, 2.75, 0.02},
	"training toaster2":        {2.439, 3.818, 2.75, 0.02},
	"benchmark toaster":        {2.3, 4.9, 2.7, 0.15},
	"training wine_glass1":     {0.975, 0.975, 2.75, 0.02},
	"training wine_glass2":     {0.665, 0.665, 3.00, 0.02},
	"training wine_glass3":     {1.179, 1.179, 2.75, 0.02},
	"benchmark wine_glass":     {1.038, 1.038, 2.755, 0.02},
}

func TestModelsHaveThePublishedSize(t *testing.T) {
	for i := range catalog {
		e := &catalog[i]
		m, err := Get(e.pool, e.name)
		if err != nil {
			t.Error(err)
			continue
		}
		name := fmt.Sprintf("%s %s", e.pool, e.name)
		want, ok := published[name]
		if !ok {
			t.Errorf("%s: no published size", name)
			continue
		}
		size := m.Bounds().Size()
		for k, got := range []float64{size.X, size.Y, size.Z} {
			slack := want[3]
			if k == 2 {
				slack = max(slack, 0.02/want[2]) // heights of flat things are rounded
			}
			if math.Abs(got-want[k]) > slack*want[k] {
				t.Errorf("%s: extent along %c is %.3f, want %.3f to within %.0f %%", name, "XYZ"[k], got, want[k], 100*slack)
			}
		}
	}
}
