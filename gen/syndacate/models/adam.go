package models

import (
	"math"

	"mereo/engine/geom"
)

// Adam: Kingma and Ba 2015, "Adam: A Method for Stochastic Optimization", with the published settings.
const (
	beta1, beta2 = 0.9, 0.999
	adamEpsilon  = 1e-8

	firstRate, lastRate = 1e-3, 1e-5
)

// moments are the running means of a parameter's gradient and of its square.
type moments struct{ first, second []float32 }

// update moves the parameter after the given number of steps, from 1, along the sum of gradients, which it leaves in the
// first of them.
func (m moments) update(p *Parameter, gradients [][]float32, step int, rate float64) {
	g := gradients[0]
	for _, more := range gradients[1:] {
		addScaled(1, more, g)
	}
	length := float32(rate / (1 - math.Pow(beta1, float64(step))))
	correction := float32(1 / math.Sqrt(1-math.Pow(beta2, float64(step))))
	for i, g := range g {
		m.first[i] = beta1*m.first[i] + (1-beta1)*g
		m.second[i] = beta2*m.second[i] + (1-beta2)*g*g
		p.Data[i] -= length * m.first[i] / (root(m.second[i])*correction + adamEpsilon)
	}
}

// cosineRate falls from firstRate to lastRate, which it has at step n.
func cosineRate(step, n int) float64 {
	return lastRate + (firstRate-lastRate)*(1+geom.Cos(math.Pi*float64(step)/float64(n)))/2
}
