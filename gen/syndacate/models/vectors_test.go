package models

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mereo/gen/write/npz"
	"mereo/internal/vectors"
)

// modelCase is a forward pass of a layer or of a whole model.
type modelCase struct {
	ID, Model string
	Config    struct {
		In, Out           int
		ModelDim          int `json:"model_dim"`
		Heads, Depth      int
		InDim             int `json:"in_dim"`
		OutDim            int `json:"out_dim"`
		HiddenDim         int `json:"hidden_dim"`
		Pooler            string
		Flatten           int
		OutSetShape       []int `json:"out_set_shape"`
		KernelSize        int   `json:"kernel_size"`
		NumStages         int   `json:"num_stages"`
		BlocksPerStage    int   `json:"blocks_per_stage"`
		Stride            int
		InputCaps         int `json:"input_caps"`
		InputDim          int `json:"input_dim"`
		OutputCaps        int `json:"output_caps"`
		OutputDim         int `json:"output_dim"`
		Iterations        int
		InChannels        int `json:"in_channels"`
		Caps, Dim, Kernel int
		Size              []int
	}
	Weights map[string]modelTensor
	X, Y    modelTensor
	XShape  []int `json:"x_shape"`
}

type modelTensor struct {
	Shape []int
	Data  []float32
}

func TestVectorsModels(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(vectors.Dir(t, "syndacate"), "models.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Tolerance struct{ Rel, Abs float64 }
		Cases     []modelCase
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatal("models.json has no cases")
	}
	for _, c := range file.Cases {
		t.Run(c.ID+"/"+c.Model, func(t *testing.T) {
			m, err := c.build()
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Load(c.arrays()); err != nil {
				t.Fatal(err)
			}
			x := c.input()
			y := m.forward(&tape{}, x)
			if fmt.Sprint(y.shape) != fmt.Sprint(c.Y.Shape) {
				t.Fatalf("shape is %v, want %v", y.shape, c.Y.Shape)
			}
			for i, want := range c.Y.Data {
				off := math.Abs(float64(y.data[i] - want))
				if !(off <= file.Tolerance.Abs || off <= file.Tolerance.Rel*math.Abs(float64(want))) {
					t.Fatalf("y[%d] is %v, want %v", i, y.data[i], want)
				}
			}
		})
	}
}

// input is x, or the picture of the formula ((7 row + 13 column) mod 101) / 100.
func (c modelCase) input() *value {
	if c.XShape == nil {
		return input(c.X.Data, c.X.Shape...)
	}
	x := input(make([]float32, size(c.XShape)), c.XShape...)
	for i := range x.data {
		row, column := i/c.XShape[3], i%c.XShape[3]
		x.data[i] = float32((7*row+13*column)%101) / 100
	}
	return x
}

func (c modelCase) arrays() []npz.Array {
	var arrays []npz.Array
	for name, w := range c.Weights {
		arrays = append(arrays, npz.Array{Key: name, Shape: w.Shape, Data: w.Data})
	}
	return arrays
}

// build makes the network of a case, whose body may be a single layer.
func (c modelCase) build() (*Model, error) {
	m := &Model{Name: c.Model}
	p, k := &m.parameters, c.Config
	switch c.Model {
	case "Linear":
		m.body = newLinear(p, "", k.In, k.Out)
	case "ReZeroMlpLayer":
		m.body = newMLPLayer(p, "", k.ModelDim)
	case "SelfAttentionLayer":
		m.body = newAttention(p, "", k.ModelDim, k.Heads, 0)
	case "MereoAttentionLayer":
		m.body = newAttention(p, "", k.ModelDim, k.Heads, k.KernelSize)
	case "ReZeroCnnLayer":
		m.body = newCNNLayer(p, "", k.ModelDim, k.KernelSize)
	case "AgreementRouting":
		m.body = newRouting(p, "", k.InputCaps, k.OutputCaps, k.Iterations)
	case "PrimaryCapsLayer":
		m.body = newPrimaryCapsules(p, "", k.InChannels, k.Caps, k.Dim, k.Kernel, k.Stride)
	case "CapsLayer":
		m.body = newCapsuleLayer(p, "", k.InputCaps, k.InputDim, k.OutputCaps, k.OutputDim, k.Iterations)
	case "squash":
		m.body = (*tape).squash
	case "Resize28":
		m.body = func(t *tape, x *value) *value { return t.resize(x, k.Size[0], k.Size[1]) }
	case "SetTransformer":
		return newSetTransformer(k.InDim, k.OutDim, k.Depth, k.ModelDim, k.Heads, k.Pooler == "SetAverage"), nil
	case "DeepSetToSet":
		return newDeepSetToSet(k.InDim, k.OutDim, k.Depth, k.HiddenDim), nil
	case "RzMlp":
		in := c.Weights["layers.0.w_io"].Shape[0]
		out := c.Weights[fmt.Sprintf("layers.%d.w_io", k.Depth+1)].Shape[1]
		shape := k.OutSetShape
		if shape == nil {
			shape = []int{out}
		}
		return newMLP(in, out, k.Depth, k.ModelDim, k.Flatten > 0, shape), nil
	case "RzCnn":
		s := c.X.Shape
		return newCNN(s[1], s[2], s[3], k.OutDim, k.ModelDim, k.KernelSize, k.NumStages, k.BlocksPerStage, k.Stride,
			k.Pooler == "LinearSet2d"), nil
	default:
		return nil, fmt.Errorf("no model %q", c.Model)
	}
	return m, nil
}
