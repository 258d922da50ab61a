package write

import (
	"cmp"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

var kindWords = map[jsontext.Kind]string{'[': "an array", '{': "an object", '"': "a string", '0': "a number"}

// FoundJSON says for error messages what a JSON value is: its kind, or the value itself where that is short, as of a
// number, true, false or null. A nil value is one that is not known.
func FoundJSON(kind jsontext.Kind, value jsontext.Value) string {
	if kind == '0' && value != nil {
		return value.String()
	}
	return cmp.Or(kindWords[kind], kind.String())
}

var typeWords = map[reflect.Kind]string{
	reflect.Slice: "an array", reflect.Struct: "an object", reflect.Map: "an object", reflect.String: "a string",
	reflect.Float64: "a number",
}

// WantedJSON says for error messages what JSON a Go type, or what it points to, is read from. Types that are not named
// here are taken for integers.
func WantedJSON(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return cmp.Or(typeWords[t.Kind()], "a whole number")
}
