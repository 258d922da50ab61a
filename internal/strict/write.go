package strict

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// Map is YAML to be written: keys, which keep this order, each with its value behind it.
type Map []any

// MarshalYAML makes it a node of the writer.
func (m Map) MarshalYAML() (any, error) {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, v := range m {
		var node yaml.Node
		if err := node.Encode(v); err != nil {
			return nil, err
		}
		n.Content = append(n.Content, &node)
	}
	return n, nil
}

// Flow is a value on one line.
type Flow struct{ Value any }

// MarshalYAML makes it a node of the writer.
func (f Flow) MarshalYAML() (any, error) {
	var n yaml.Node
	err := n.Encode(f.Value)
	n.Style = yaml.FlowStyle
	return &n, err
}

// WriteYAML is a value as YAML, indented by two spaces. Lists are not indented where compact is true.
func WriteYAML(v any, compact bool) ([]byte, error) {
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	if compact {
		e.CompactSeqIndent()
	}
	err := e.Encode(v)
	return out.Bytes(), err
}
