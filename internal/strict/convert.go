package strict

import (
	"bytes"
	"fmt"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
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
		of = spelling(n, v)
	case int, int64, uint64:
		of = spelling(n, v)
	case nil, bool:
	default:
		of = n.Value
	}
	value, err := json.Marshal(of)
	out.Write(value)
	return err
}

// spelling is a number as the text has it, where JSON has that spelling, too: a text field reads 1.0 and not 1.
func spelling(n *yaml.Node, number any) any {
	if raw := jsontext.Value(n.Value); raw.IsValid() && raw.Kind() == '0' {
		return raw
	}
	return number
}

// spelled tells whether JSON has the spelling of a word, a number or a text. It has none of 0x10 and True.
func spelled(n *yaml.Node) bool {
	var out bytes.Buffer
	if scalarJSON(&out, "", n) != nil {
		return false
	}
	var text string
	if json.Unmarshal(out.Bytes(), &text) != nil {
		text = out.String()
	}
	return text == n.Value
}
