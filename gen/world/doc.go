// Package world turns plans into everything else: the files of samples, the check of finished ones, what people look at and change.
//
// Vocabulary: the plan of a sample is all that was drawn by lot, and what was decided on the way. A Split is how samples come from plans: a
// set declares it, and leaves out what it cannot do. A Shot is one picture of a sample, by a camera or drawn by the set itself. A Take is a
// plan with its shots: of a sample that is made, read, checked or changed. A File is what lies on disk of a take.
//
// A set embeds a Base and has all that gen.Set, show.Set and gen.Overlayer want, but its name, its configuration and its description:
//
//	type Set struct {
//		world.Base[*plan]
//		cfg Config
//	}
//
//	func New(cfg Config) *Set {
//		s := &Set{cfg: cfg}
//		s.Open = func(job gen.Job) (*world.Split[*plan], error) { return &world.Split[*plan]{Set: "toy", Job: job, Plan: s.plan, ...}, nil }
//		return s
//	}
//
// Labels are a function of the plan. So a finished sample is checked by planning it again: its records must come out byte for byte, and so
// must what its block says of it; label pictures are held against the scene as the processor draws it; color pictures against fingerprints.
package world
