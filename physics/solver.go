package physics

import (
	"fmt"
	"math"

	"mereo/engine/geom"
)

// Step moves the world by dt seconds, more than 0.
//
// Contacts are found once; then the bodies are moved in sub-steps, in each of which contacts and joints act as stiff
// damped springs and are relaxed to rigid ones, so that pushing overlapping bodies apart adds no speed. Macklin et al. 2019,
// "Small Steps in Physics Simulation"; Catto 2023, "Solver2D", section Soft Step.
func (w *World) Step(dt float64) Flags {
	if !(dt > 0) || math.IsInf(dt, 0) {
		panic(fmt.Sprintf("physics: time step is %g s, want more than 0", dt))
	}
	h := dt / float64(w.substeps)
	ratio := 1.0 // what was held by forces is held by other impulses when steps change
	if w.lastH > 0 {
		ratio = h / w.lastH
	}
	w.lastH, w.flags = h, 0

	w.predictBounds(dt)
	w.broadPhase()
	w.narrowPhase(dt)
	w.wakeJoined()
	w.listBodies()
	w.listPatches()
	w.scaleInertia(h, ratio)
	w.prepareContacts(h, ratio)
	w.prepareJoints(h)
	w.preload(h)
	w.listRolling(dt)
	w.beginImpulseSums()
	for sub := range w.substeps {
		w.predictHits(sub, h)
		w.bounce(sub, h)
		w.roll(h)
		w.integrateVelocities(h)
		w.warmStart()
		w.solve(h, true)
		w.integratePositions(h)
		w.rolled()
		w.solve(h, false)
		w.sumImpulses(sub)
	}
	w.solveContinuous()
	w.keepInFront()
	w.storeImpulses()
	w.storeTorques()
	w.noteTouches(dt)
	w.finish(dt)
	w.sleep(dt)
	w.noteStep(dt)
	return w.flags
}

// solver is what lives during a step.
type solver struct {
	constraints []constraint
	points      []point
	sources     []source // of the points
	patches     []patch
	touching    []touching
	newest      []int32 // patches by their b, where that is one's b
	candidates  []candidate
	resisting   []resistance
	bouncing    []int32 // constraints with restitution, by the bodies that they are between
	rollingSet
	was         [][2]geom.Vec3 // velocities of what is awake, while loads are found
	placed      bool           // bodies were put somewhere since the last step
	impact      []impactEntry
	activeJoint []int32
	jointTrees
	loads    []contactLoad // by motion
	lastH    float64
	lastStep float64 // seconds
	flags    Flags
}

// listBodies lists who moves in this step.
func (w *World) listBodies() {
	if !w.listAwake {
		return
	}
	w.listAwake = false
	w.awake = w.awake[:0]
	for i := range w.bodies {
		if b := &w.bodies[i]; b.alive && b.active() {
			w.awake = append(w.awake, int32(i))
		}
	}
}

// warmStart begins with the impulses of the last sub-step.
func (w *World) warmStart() {
	for i := range w.constraints {
		w.constraints[i].warmStart(w)
	}
	for _, i := range w.activeJoint {
		w.joints.list[i].warmStart(w)
	}
}

// solve goes once through all joints and contacts. With bias it pushes out errors of position; without, it leaves the
// velocities as rigid constraints want them.
func (w *World) solve(h float64, bias bool) {
	w.solveJoints(h, bias)
	invH := 1 / h
	for i := range w.constraints {
		w.constraints[i].solve(w, invH, bias)
	}
	w.solveRolling(h, bias)
}
