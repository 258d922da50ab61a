package ptr_test

import (
	"fmt"

	"mereo/gen/ptr"
)

// One scene is made from its index alone, without a renderer.
func ExampleSampler() {
	config, err := ptr.ParseConfig("in the example", []byte("categories: {Chair: 1}"))
	if err != nil {
		fmt.Println(err)
		return
	}
	sampler, err := ptr.NewSampler(config, ptr.Procedural{}, 1, "train")
	if err != nil {
		fmt.Println(err)
		return
	}
	sample, err := sampler.Sample(0)
	if err != nil {
		fmt.Println(err)
		return
	}
	record := sampler.Record(sample, sample.Composite())
	fmt.Println(record.ImageFilename, "has", len(record.Objects), "objects, the first a", record.Objects[0].Category)
	// Output: PTR_train_000000.png has 6 objects, the first a Chair
}

func ExampleFinalName() {
	fmt.Println(ptr.FinalName("Chair", "arm_near_vertical_bar"), "/", ptr.FinalName("Refrigerator", "frame"), "/", ptr.FinalName("Table", "tabletop"))
	// Output: arm vertical bar / body / top
}
