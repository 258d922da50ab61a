package qlevr

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	"mereo/gen/record"
)

func TestPlanRecordText(t *testing.T) {
	p := plan{
		planes: []planPlane{
			{outline: circleOutline(planPoint{207, 305}, 76), areaRatio: 0.125,
				material: "wooden", color: "black", objects: []int{0}},
			{outline: triangleOutline(planPoint{14, 37}, planPoint{349, 165}, planPoint{96, 188}, 0), areaRatio: 0.25,
				material: "marble", color: "gray", objects: []int{}},
		},
		objects: []planObject{
			{outline: objectOutline("circle", "large", 210, 314, 90),
				size: "large", color: "brown", material: "leather", shape: "cone"},
			{outline: objectOutline("triangle", "large", 30, 40, 180), rotation: 180,
				size: "large", color: "red", material: "metal", shape: "triangular prism", plane: 2},
		},
	}
	data := record.JSON(p.record(5))
	// The triangle stands on its head, 16 below its upper corner; that is a matter of roundings, which are not compared.
	before, after, _ := strings.Cut(string(data), `{"coordinate_points":[[30,48.0],`)
	want := `{"image_index":5,"planes":[` +
		`{"shape":"circle","coordinate_points":[[207,305],76],"center_coordinate":[207,305],"material":"wooden","color":"black",` +
		`"area_ratio":0.125,"internal_objs":[0]},` +
		`{"shape":"triangle","coordinate_points":[[14,37],[349,165],[96,188]],"center_coordinate":[153.0,130.0],` +
		`"material":"marble","color":"gray","area_ratio":0.25,"internal_objs":[]},` +
		`{"shape":"non-geometric","coordinate_points":"","center_coordinate":"","material":"","color":"white","area_ratio":"",` +
		`"internal_objs":[1]}],` +
		`"plane_relations":{"left":[[1],[]],"right":[[],[0]],"up":[[],[0]],"down":[[1],[]]},` +
		`"objects":[{"coordinate_points":[[210,314],8.0],"center_coordinate":[210,314],"rotation":0,"size":"large","color":"brown",` +
		`"material":"leather","shape":"circle","shape_3d":"cone"},`
	if before != want {
		t.Errorf("the record begins with\n%s, want\n%s", before, want)
	}
	want = `"rotation":180,"size":"large","color":"red","material":"metal","shape":"triangle","shape_3d":"triangular prism"}],` +
		`"obj_relations":{"left":[[1],[]],"right":[[],[0]],"up":[[],[0]],"down":[[1],[]]}}`
	if !strings.HasSuffix(after, want) {
		t.Errorf("the record ends with\n%s, want\n%s", after, want)
	}
}

func TestPlanRecordBad(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[[1,2]]`, "the value is neither a center and a radius nor 3 or 4 corners"},
		{`[[1,2],[3],[4,5]]`, "[1] has another length than 2"},
		{`[[1,2],[3,null],[4,5]]`, "[1][1] is null, want a number"},
		{`[[1,2],"3"]`, "[1] is a text, want a number"},
	} {
		var b PlanBorder
		if err := record.Read([]byte(c.text), &b, record.Item); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

// FuzzPlanRecord writes what it can read, and reads the same again.
func FuzzPlanRecord(f *testing.F) {
	p := drawPlan(planKey(0))
	data := record.JSON(p.record(0))
	f.Add(data)
	f.Add([]byte(`{"image_index":0,"planes":[{"shape":"","coordinate_points":[[1,-0],2e0],"center_coordinate":"","material":"","color":"",` +
		`"area_ratio":1e-9,"internal_objs":null}],"plane_relations":{"left":[],"right":[],"up":[],"down":[]},"objects":[],` +
		`"obj_relations":{"left":[],"right":[],"up":[],"down":[]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var a, b PlanRecord
		if record.Read(data, &a, record.Exact) != nil {
			return
		}
		text := record.JSON(a)
		if err := record.Read(text, &b, record.Exact); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if d := record.Diff(record.JSON(b), text); d != "" {
			t.Fatalf("%s is read back as another: %s", text, d)
		}
	})
}

// TestPlanBits holds plans to their bits, which are the same on every processor.
func TestPlanBits(t *testing.T) {
	hash := sha256.New()
	for i := range 20 {
		p := drawPlan(planKey(i))
		data := record.JSON(p.record(i))
		hash.Write(data)
	}
	const want = "24c44fb15f223082bb6087f3de9d44742da48d01ffc1a19d958a94df1cf92914"
	if got := hex.EncodeToString(hash.Sum(nil)); got != want {
		t.Errorf("the hash of 20 plans is %s, want %s: plans may be as good, but data that exist would not be made again", got, want)
	}
}

func BenchmarkPlanRecord(b *testing.B) {
	p := drawPlan(planKey(0))
	for b.Loop() {
		record.JSON(p.record(0))
	}
}
