package closed

import (
	"reflect"

	"mereo/gen/ask"
)

// Numbers adds what compares two numbers.
func Numbers[S any](l *ask.Library[S]) {
	Equal(l, "equal_integer", ask.TypeInteger, "Whether two numbers are the same.")
	Calculate(l, "less_than", ask.TypeBool, "Whether the first number is less than the second.",
		func(a, b int) ask.Value { return a < b }, func(a, b int) ask.Value { return a-b < 0 })
	Calculate(l, "greater_than", ask.TypeBool, "Whether the first number is greater than the second.",
		func(a, b int) ask.Value { return a > b }, func(a, b int) ask.Value { return a-b > 0 })
}

// Calculate adds a function of two numbers with both of its meanings.
func Calculate[S any](l *ask.Library[S], name string, out ask.Type, help string, eval, plain func(a, b int) ask.Value) {
	l.Add(ask.Function[S]{
		Name: name, In: integers, Out: out, Help: help,
		Eval:  func(_ S, in, _ []ask.Value) ask.Value { return eval(in[0].(int), in[1].(int)) },
		Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value { return plain(in[0].(int), in[1].(int)) },
	})
}

// Equal adds a function that tells whether two values of a type are the same.
func Equal[S any](l *ask.Library[S], name string, t ask.Type, help string) {
	l.Add(ask.Function[S]{
		Name: name, In: []ask.Type{t, t}, Out: ask.TypeBool, Help: help,
		Eval:  func(_ S, in, _ []ask.Value) ask.Value { return in[0] == in[1] },
		Plain: func(_ *ask.Plain, in, _ []ask.Value) ask.Value { return reflect.DeepEqual(in[0], in[1]) },
	})
}
