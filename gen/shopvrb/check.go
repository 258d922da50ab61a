package shopvrb

import (
	"context"
	"fmt"
	"math"
	"slices"

	"mereo/engine/geom"
	"mereo/gen"
	"mereo/gen/show"
	"mereo/gen/world"
)

// proofs say what is held by which means.
func (r *split) proofs() []gen.Proof {
	const again = "planned again from the seed, byte for byte"
	proofs := []gen.Proof{{What: "record, attempt, rejects, tally", How: again}}
	if r.cfg.Drop {
		lies := "3d_coords, rotation, mereo.pose, attempt, rejects"
		if r.cfg.Film {
			lies += ", mereo.motion"
		}
		proofs = []gen.Proof{
			{What: "record but for how things lie, tally", How: again},
			{What: "masks, pixel_coords, relationships, mereo.middle", How: "derived from 3d_coords and mereo.pose, byte for byte"},
			{What: lies, How: "rules: they agree with each other and with the masks"},
			{What: lies, How: "dropped again from the seed, byte for byte", Share: true},
		}
	}
	if r.job.Pictures {
		proofs = append(proofs, gen.Proof{What: "ids, parts, depth of things", How: "things drawn again on the processor, bit for bit"},
			gen.Proof{What: "depth of the ground, normals", How: "rules: they agree with each other and with the camera"},
			gen.Proof{What: "ids, parts, depth, normals", How: "the scene drawn again on the processor, bit for bit", Share: true})
	}
	return proofs
}

// How far the length of a pose may be off 1, and the heading off that of the pose, in degrees: it was measured before the pose became a
// quaternion.
const roundedPose = 1e-9

// replan plans a sample again in the attempt in which it was kept. How things come to rest that fall is not simulated: it is what the record
// tells. With Remake it is, and attempts that were given up are repeated.
func (r *split) replan(ctx context.Context, f *world.Finding[*scene]) (*scene, error) {
	if f.Remake {
		return r.plan(ctx, f.Item.Index)
	}
	var lies *Record
	if r.cfg.Drop {
		_, record, err := r.readRecord(f.Item.Index)
		if err != nil {
			f.Report(filesOf(r.job.Split, f.Item.Index).record, "", "readable", "%v", err)
			return nil, nil
		}
		lies = record
		for i := range lies.Objects {
			if fault := lies.Objects[i].lieFault(); fault != "" {
				f.Report(filesOf(r.job.Split, f.Item.Index).record, fmt.Sprintf("object %d", i), "pose", "%s", fault)
			}
		}
		if fault := lies.fallFault(r.cfg.Film); fault != "" && len(f.Problems) == 0 {
			f.Report(filesOf(r.job.Split, f.Item.Index).record, "", "motion", "%s", fault)
		}
		if len(f.Problems) > 0 {
			return nil, nil
		}
	}
	m, err := r.sampler.again(f.Item.Index, lies, f.Item.Attempt, f.Item.Rejects)
	if err != nil {
		return nil, fmt.Errorf("attempt %d is given up: %w", f.Item.Attempt, err)
	}
	return r.sceneOf(m), nil
}

// lieFault is what is wrong with how a thing lies by itself.
func (o *ObjectRecord) lieFault() string {
	if o.Extra == nil || o.Extra.Lie == nil {
		return "how it lies is not told"
	}
	length := 0.0
	for _, x := range o.Extra.Pose {
		length += float64(x * x)
	}
	if !(math.Abs(length-1) <= roundedPose) {
		return fmt.Sprintf("%v is no unit quaternion", o.Extra.Pose)
	}
	turn := o.rest().turn.Mat3()
	if off := math.Abs(headingDeg(&turn) - o.Rotation); !(min(off, math.Abs(off-360)) <= roundedPose) {
		return fmt.Sprintf("rotation is %g, want the heading of pose, %g", o.Rotation, headingDeg(&turn))
	}
	return ""
}

// check holds questions against second meanings, and label pictures, unless they are drawn again, against what is quickly drawn of them.
func (r *split) check(_ context.Context, f *world.Finding[*scene]) error {
	record := filesOf(r.job.Split, f.Index).record
	for _, kind := range r.kinds {
		if slices.ContainsFunc(f.Problems, func(p gen.Problem) bool { return p.File == record }) {
			break // answers are those of the record
		}
		q := questionChecker{r.job.Root, kind, r.cfg.RawQuestions}
		f.Problems = append(f.Problems, q.check(r.job.Split, f.Index, f.Plan.bytes())...)
	}
	if !r.job.Pictures || f.Remake {
		return nil
	}
	l, err := f.Stored(0)
	if err != nil || l == nil {
		return err
	}
	r.labels(f, l)
	return nil
}

// How far off the ground, in units, a pixel may lie that was found from its depth; how far the length of a normal may be off 1, and how much
// of it may point away from the camera: it is rounded to float32.
const groundTolerance, normalTolerance = 5e-3, 1e-5

// labels holds labels against the things alone and the ground. One pixel of each file is enough.
func (r *split) labels(f *world.Finding[*scene], l *show.Labels) {
	files, seen, cam := filesOf(r.job.Split, f.Index), f.Plan.sampled.seen, f.Shots[0].Pinhole
	sheet, _ := sheetProfile()
	told := map[string]bool{}
	fault := func(file string, at int, rule, format string, args ...any) {
		if !told[file] {
			f.Report(file, fmt.Sprintf("pixel (%d, %d)", at%cam.Width, at/cam.Width), rule, format, args...)
			told[file] = true
		}
	}
	for at, id := range seen.Object {
		ray := cam.Direction(float64(at%cam.Width)+0.5, float64(at/cam.Width)+0.5)
		z := l.ViewZ[at]
		if l.Object[at] != id {
			fault(files.ids, at, "labels", "is %v, want %v", l.Object[at], id)
		}
		if l.Part[at] != seen.Part[at] {
			fault(files.parts, at, "labels", "is %v, want %v", l.Part[at], seen.Part[at])
		}
		if id != 0 && z != seen.ViewZ[at] {
			fault(files.depth, at, "labels", "is %v, want %v", z, seen.ViewZ[at])
		}
		if p := cam.WorldFromCamera.Point(ray.Scale(float64(z))); id == 0 && !(offSheet(sheet, p) <= groundTolerance) {
			fault(files.depth, at, "depth-ground", "is at %v, %g off the ground", p, offSheet(sheet, p))
		}
		if l.Normal == nil {
			continue
		}
		n := geom.V(float64(l.Normal[3*at]), float64(l.Normal[3*at+1]), float64(l.Normal[3*at+2]))
		away := n.Dot(cam.WorldFromCamera.M.MulVec(ray).Unit())
		if !(math.Abs(n.Len()-1) <= normalTolerance && away <= normalTolerance) && !(z == 0 && n == geom.Vec3{}) {
			fault(files.normals, at, "normals", "is %v, want a unit vector towards the camera where there is depth, and 0 elsewhere", n)
		}
	}
}

// offSheet is how far a point is off the sheet of a profile.
func offSheet(profile [][2]float64, p geom.Vec3) float64 {
	s := p.Dot(sheetBack)
	off := math.Inf(1)
	for i := 1; i < len(profile); i++ {
		a, b := profile[i-1], profile[i]
		along := [2]float64{b[0] - a[0], b[1] - a[1]}
		to := [2]float64{s - a[0], p.Z - a[1]}
		t := (float64(to[0]*along[0]) + float64(to[1]*along[1])) / (float64(along[0]*along[0]) + float64(along[1]*along[1]))
		t = min(max(t, 0), 1)
		x, y := to[0]-float64(t*along[0]), to[1]-float64(t*along[1])
		off = min(off, math.Sqrt(float64(x*x)+float64(y*y)))
		if off <= groundTolerance {
			break
		}
	}
	return off
}
