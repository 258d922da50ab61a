package shopvrb

import (
	"mereo/assets/kitchen"
	"mereo/engine/geom"
	"mereo/engine/material"
)

// plan is all that is decided about a scene before it is drawn.
type plan struct {
	pool      kitchen.Pool
	ground    string // "texture1" ... "texture5" or "plain"
	optics    optics
	cameraAt  geom.Vec3 // it looks at the origin
	lamps     [3]geom.Vec3
	objects   []planObject
	published Published
	exposure  float64 // by which all light is multiplied; 0 is 1
}

// The lamps of a plan, in the order in which they are drawn.
const (
	keyLamp = iota
	backLamp
	fillLamp
)

// planObject is a thing on the table.
type planObject struct {
	in          *catalogRow
	size        string // as recorded, like material and color
	material    string
	color       string
	model       *kitchen.Model // of the instance, opened as joints say
	x, y        float64        // of the model's origin
	rotationDeg float64        // counter-clockwise seen from above
	scale       float64
	appearance  appearance
	joints      map[string]float64 // by name of the part; nil where nothing is opened
	rest        *rest              // of a thing that fell; nil where it stands upright at (x, y)
	deleted     bool               // by a person who looks at it: it keeps its ids and is not seen
}

// rest is how a thing lies that fell.
type rest struct {
	at   geom.Vec3 // of the model's origin; float32 values
	turn geom.Quat // world from model
}

// appearance is what becomes of a model's mutable parts. The zero value leaves them as they are.
type appearance struct {
	recolor bool         // they take the color and keep their surface otherwise
	replace string       // they become "Rubber", "Plastic" or "Metal" of the color; "" for not
	color   material.RGB // linear
}
