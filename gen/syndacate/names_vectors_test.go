package syndacate

import (
	"path"
	"reflect"
	"strings"
	"testing"
)

func TestVectorsNames(t *testing.T) {
	type arguments struct {
		storedSampler
		NumElements   int `json:"num_elements"`
		Width, Height int
		UpsampleRatio int `json:"upsample_ratio"`
	}
	for _, c := range numberCases[struct {
		ID, Sampler, File string
		Config            arguments
		Given             *arguments `json:"config_given"`
		Dataset, Tag      string
		Splits            map[string][2]int
		XShape            []int  `json:"x_shape"`
		TShape            []int  `json:"t_shape"`
		XLoader           Loader `json:"x_loader"`
		TLoader           Loader `json:"t_loader"`
		Loss              Loss
	}](t, "names.json") {
		t.Run(c.ID, func(t *testing.T) {
			config := func(a arguments) samplerConfig {
				s := a.storedSampler.config(strings.ToLower(c.Sampler))
				s.numElements, s.width, s.height, s.upsample = a.NumElements, a.Width, a.Height, a.UpsampleRatio
				s.flipParts = s.flipParts || s.sampler != syndacateSampler // only there it is an argument
				return s
			}
			want := config(c.Config)
			if given := c.Given; given != nil {
				if got := fileName(config(*given)); got != path.Base(c.File) {
					t.Errorf("file of the arguments as given is %s, want %s", got, path.Base(c.File))
				}
			}
			if got := fileName(want); got != path.Base(c.File) {
				t.Errorf("file is %s, want %s", got, path.Base(c.File))
			}
			if got, err := parseName(c.File); err != nil || got != want {
				t.Errorf("%s is read as %+v, %v; want %+v", c.File, got, err, want)
			}
			if c.Dataset == "" {
				return
			}
			task, err := TaskByName(c.Dataset)
			if err != nil {
				t.Fatal(err)
			}
			sampler, err := parseName(task.File())
			if err != nil {
				t.Fatal(err)
			}
			splits := map[string][2]int{}
			for _, s := range task.Splits() {
				splits[s.Name] = [2]int{s.First, s.End}
			}
			got := []any{task.Tag, task.File(), sampler, splits, task.XShape(), task.TShape(), task.X, task.T, task.Loss}
			all := []any{c.Tag, path.Base(c.File), want, c.Splits, c.XShape, c.TShape, c.XLoader, c.TLoader, c.Loss}
			if !reflect.DeepEqual(got, all) {
				t.Errorf("%s is\n%v, want\n%v", c.Dataset, got, all)
			}
		})
	}
}
