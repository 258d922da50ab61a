package worlds

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"slices"
	"strconv"

	"mereo/internal/strict"
)

// Expression is a number, or one that follows from numbers of attributes: "size / sqrt(2)". It has + - * / and parentheses, sqrt, min, max,
// and names of attributes, in Go's syntax, whose parser the standard library has. Nothing in it takes time or looks elsewhere.
type Expression struct {
	Text string
	root ast.Expr
}

// maxExpression is how long an expression may be, bytes.
const maxExpression = 200

const wantExpression = "want a number, or + - * / ( ) sqrt min max of numbers and attributes"

// ParseYAML reads an expression.
func (e *Expression) ParseYAML(n strict.Node) error {
	text, ok := n.Text()
	if !ok || len(text) > maxExpression {
		return n.Fault("is no expression, %s, of at most %d letters", wantExpression, maxExpression)
	}
	root, err := parser.ParseExpr(text)
	if err != nil {
		return n.Fault("is %q, %s", text, wantExpression)
	}
	e.Text, e.root = text, root
	if err := e.check(root); err != nil {
		return n.Fault("is %q: %v, %s", text, err, wantExpression)
	}
	return nil
}

// arguments are the functions, and how many arguments each takes.
var arguments = map[string]int{"sqrt": 1, "min": 2, "max": 2}

// check finds what is no arithmetic.
func (e *Expression) check(at ast.Expr) error {
	switch x := at.(type) {
	case *ast.BasicLit:
		_, err := strconv.ParseFloat(x.Value, 64) // not all numbers of Go are: 0x10, 1i, 1e999
		if (x.Kind == token.INT || x.Kind == token.FLOAT) && err == nil {
			return nil
		}
	case *ast.Ident:
		return nil
	case *ast.ParenExpr:
		return e.check(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.SUB || x.Op == token.ADD {
			return e.check(x.X)
		}
	case *ast.BinaryExpr:
		if slices.Contains([]token.Token{token.ADD, token.SUB, token.MUL, token.QUO}, x.Op) {
			if err := e.check(x.X); err != nil {
				return err
			}
			return e.check(x.Y)
		}
	case *ast.CallExpr:
		name, _ := x.Fun.(*ast.Ident)
		if name == nil || arguments[name.Name] == 0 {
			break
		}
		if want := arguments[name.Name]; len(x.Args) != want || x.Ellipsis.IsValid() {
			return fmt.Errorf("%s takes %d numbers", name.Name, want)
		}
		for _, arg := range x.Args {
			if err := e.check(arg); err != nil {
				return err
			}
		}
		return nil
	}
	end := min(int(at.End())-1, len(e.Text))
	return fmt.Errorf("%q is no arithmetic", e.Text[min(int(at.Pos())-1, end):end])
}

// Given tells whether a document has it.
func (e *Expression) Given() bool { return e.root != nil }

// Names are the attributes that it needs.
func (e *Expression) Names() (out []string) {
	if e.root == nil {
		return nil
	}
	ast.Inspect(e.root, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			for _, arg := range call.Args {
				for _, name := range (&Expression{root: arg}).Names() {
					if !slices.Contains(out, name) {
						out = append(out, name)
					}
				}
			}
			return false
		}
		if x, ok := n.(*ast.Ident); ok && !slices.Contains(out, x.Name) {
			out = append(out, x.Name)
		}
		return true
	})
	return out
}

// Value is the number, given those of attributes; without an expression it is otherwise. Each result is rounded to a float64, so
// that it is the same on every processor.
func (e *Expression) Value(number func(attribute string) float64, otherwise float64) float64 {
	if e.root == nil {
		return otherwise
	}
	return value(e.root, number)
}

func value(at ast.Expr, number func(string) float64) float64 {
	switch x := at.(type) {
	case *ast.BasicLit:
		v, _ := strconv.ParseFloat(x.Value, 64) // check has read it
		return v
	case *ast.Ident:
		return number(x.Name)
	case *ast.ParenExpr:
		return value(x.X, number)
	case *ast.UnaryExpr:
		if x.Op == token.SUB {
			return -value(x.X, number)
		}
		return value(x.X, number)
	case *ast.BinaryExpr:
		a, b := value(x.X, number), value(x.Y, number)
		switch x.Op {
		case token.ADD:
			return a + b
		case token.SUB:
			return a - b
		case token.MUL:
			return float64(a * b)
		}
		return a / b
	case *ast.CallExpr:
		a := value(x.Args[0], number)
		switch x.Fun.(*ast.Ident).Name {
		case "min":
			return min(a, value(x.Args[1], number))
		case "max":
			return max(a, value(x.Args[1], number))
		}
		return math.Sqrt(a)
	}
	return math.NaN()
}
