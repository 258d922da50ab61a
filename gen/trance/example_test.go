package trance_test

import (
	"context"
	"fmt"
	"log"

	"mereo/gen/trance"
)

// One answer to all samples: object 2 was painted green.
func ExampleEachRecord() {
	var green trance.Pair
	if err := green.UnmarshalText([]byte("color.green")); err != nil {
		log.Fatal(err)
	}
	answer := []trance.Step{{Object: 2, Pair: green}}
	err := trance.EachRecord(context.Background(), "testdata/data.jsonl", func(r *trance.Record) error {
		j := r.Judge(answer)
		fmt.Printf("%d: reference %v, distance %d, %.2f for each step\n", r.Idx, r.Reference, j.Distance, j.NormDistance())
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// 0: reference [{0 size.large} {2 color.green}], distance 1, 0.50 for each step
	// 2: reference [{2 position.front-right.1} {7 shape.sphere} {7 color.brown}], distance 4, 1.33 for each step
}
