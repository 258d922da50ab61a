package strict

import (
	"bytes"
	"fmt"
	"math"

	"github.com/go-json-experiment/json"
	"go.yaml.in/yaml/v3"
)

// maxDepth is how deep values may lie in each other where no type says it. Anchors that contain themselves lead below it.
const maxDepth = 100

// YAMLToJSON writes YAML as JSON, with keys in their order. A text without a value is null.
func YAMLToJSON(data []byte) ([]byte, error) {
	root, err := document(data)
	if err != nil || root == nil {
		return []byte("null"), err
	}
	var out bytes.Buffer
	err = new(reader).json(&out, "", root, 0)
	return out.Bytes(), err
}

func (r *reader) json(out *bytes.Buffer, key string, n *yaml.Node, depth int) error {
	if depth > maxDepth {
		return fault(n, "lies deeper than %d values", maxDepth)
	}
	n, err := r.follow(n)
	switch {
	case err != nil:
		return err
	case n.Kind == yaml.ScalarNode:
		return scalarJSON(out, key, n)
	case n.Kind == yaml.SequenceNode:
		for i, one := range n.Content {
			out.WriteByte("[,"[min(i, 1)])
			if err := r.json(out, fmt.Sprintf("%s[%d]", key, i), one, depth+1); err != nil {
				return err
			}
		}
		out.WriteString("[]"[min(len(n.Content), 1):])
		return nil
	}
	next := byte('{')
	err = r.keys(key, n, func(_, value *yaml.Node, name, path string) error {
		out.WriteByte(next)
		next = ','
		quoted, err := json.Marshal(name)
		out.Write(append(quoted, ':'))
		if err != nil {
			return err
		}
		return r.json(out, path, value, depth+1)
	})
	out.WriteString("{}"[min(len(n.Content), 1):])
	return err
}

// scalarJSON writes a word, a number or a text.
func scalarJSON(out *bytes.Buffer, key string, n *yaml.Node) error {
	of, err := decoded(key, n)
	if err != nil {
		return err
	}
	switch v := of.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fault(n, "%s is %s, which JSON has no number for", key, n.Value)
		}
	case nil, bool, int, int64, uint64:
	default:
		of = n.Value
	}
	value, err := json.Marshal(of)
	out.Write(value)
	return err
}
