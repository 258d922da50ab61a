package qlevr_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"mereo/gen"
	"mereo/gen/judge"
	"mereo/gen/loop"
	"mereo/gen/qlevr"
)

// A split of records and questions is made without a renderer, read again, and answered by running the programs.
func Example() {
	folder, err := os.MkdirTemp("", "qlevr")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	config, err := qlevr.ParseConfig("in the example", []byte("questions: 5"))
	if err != nil {
		log.Fatal(err)
	}
	set, err := qlevr.New(config)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	if _, err := loop.Run(ctx, set, gen.Job{Root: folder, Seed: 1, Split: "test"}, 20, loop.Options{}); err != nil {
		log.Fatal(err)
	}

	data, err := os.ReadFile(filepath.Join(folder, "3d_scene/test/questions_test.json"))
	if err != nil {
		log.Fatal(err)
	}
	var file struct {
		Questions []struct {
			Picture int `json:"image_index"`
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(file.Questions), "questions, the last about picture", file.Questions[len(file.Questions)-1].Picture)
	e, err := judge.Run(ctx, qlevr.Judge(), judge.Options{Data: folder, Baseline: judge.Oracle})
	if err != nil {
		log.Fatal(err)
	}
	all := e.Tasks[0].Rows[0]
	fmt.Printf("the oracle answers %g %% of %d rightly\n", all.Scores[0]["accuracy"].Value, all.Count)
	// Output:
	// 100 questions, the last about picture 19
	// the oracle answers 100 % of 100 rightly
}
