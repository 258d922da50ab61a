package physics

import (
	"encoding/binary"
	"hash/crc32"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestSaveKeepsEverything: what Restore makes is the same in memory, but for what a step begins anew, the shape of the trees and the pages
// that contacts are on.
func TestSaveKeepsEverything(t *testing.T) {
	w := fullWorld(t)
	data := w.Save()
	r, err := Restore(data)
	if err != nil {
		t.Fatal(err)
	}
	if again := r.Save(); !slices.Equal(again, data) {
		t.Error("saving what was restored gives other bytes")
	}
	same := func(what string, got, want any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s differ:\n got %+v\nwant %+v", what, got, want)
		}
	}
	for i := range w.bodies {
		if len(w.bodies[i].colliders) == 0 {
			w.bodies[i].colliders, r.bodies[i].colliders = nil, nil
		}
		w.bodies[i].roller, w.bodies[i].link, w.bodies[i].secondOrder, w.bodies[i].inertiaScale = 0, 0, false, 0 // of the last step
		same("bodies", r.bodies[i], w.bodies[i])
		same("motions", r.motions[i], w.motions[i])
	}
	for i := range w.colliders {
		w.colliders[i].node, r.colliders[i].node = 0, 0
		same("colliders", r.colliders[i], w.colliders[i])
	}
	for i := range w.nearby {
		same("boxes", r.nearby[i], w.nearby[i])
	}
	same("joints", r.joints, w.joints)
	same("flags and times", []any{r.flags, r.lastH, r.lastStep, r.gravity, r.substeps, r.noSleep, r.maxPairs, r.placed, r.padStep, r.sensors}, []any{w.flags, w.lastH, w.lastStep, w.gravity, w.substeps, w.noSleep, w.maxPairs, w.placed, w.padStep, w.sensors})
	same("lists", [][]int32{r.freeBodies, r.freeColliders, r.movedNow, r.driven, r.activeJoint}, [][]int32{w.freeBodies, w.freeColliders, w.movedNow, w.driven, w.activeJoint})
	w.listBodies()
	same("the awake", r.awake, w.awake)
	if len(r.sorted) != len(w.sorted) || len(w.sorted) < 20 {
		t.Fatalf("%d contacts, want %d, 20 or more", len(r.sorted), len(w.sorted))
	}
	for i := range w.sorted {
		got, want := *r.contact(r.sorted[i]), *w.contact(w.sorted[i])
		for k := want.manifold.count; k < maxPoints; k++ {
			want.manifold.points[k], want.normalImpulse[k], want.tangentImpulse[k] = got.manifold.points[k], got.normalImpulse[k], got.tangentImpulse[k]
		}
		same("contacts", got, want)
		same("pairs", r.pairs[i], w.pairs[i])
	}
}

// sealed gives data the checksum that belongs to them.
func sealed(data []byte) []byte {
	n := len(data) - 4
	return binary.LittleEndian.AppendUint32(slices.Clone(data[:n]), crc32.ChecksumIEEE(data[:n]))
}

func TestRestoreRefuses(t *testing.T) {
	data := fullWorld(t).Save()
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"nothing", nil, `physics: restore: the data do not begin with "mereo world 1\n"`},
		{"another file", []byte("mereo world 9\nabcdefgh"), `physics: restore: the data do not begin with "mereo world 1\n"`},
		{"cut off", data[:len(data)/2], "physics: restore: the checksum is "},
		{"cut off and sealed", sealed(data[:len(data)/2]), "physics: restore: the data end too early"},
		{"too long", sealed(append(slices.Clone(data), 0, 0, 0)), "physics: restore: 3 bytes are left over"},
		{"more shapes than bytes", sealed(append([]byte(saveHead), 0xfe, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0)), "physics: restore: a number is 2147483647, want 0 to 0"},
	} {
		w, err := Restore(c.data)
		if w != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// FuzzRestore: what a stranger sends is a world that can be stepped, or an error.
func FuzzRestore(f *testing.F) {
	w := fullWorld(f)
	f.Add(w.Save())
	small := newWorld(f, WorldDef{})
	f.Add(small.Save())
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4 {
			return
		}
		w, err := Restore(sealed(data))
		if err != nil {
			return
		}
		for range 3 {
			w.Step(1. / 240)
		}
	})
}

// TestRestoreDamaged turns over one bit in many places, one at a time: none leads to a panic.
func TestRestoreDamaged(t *testing.T) {
	data := fullWorld(t).Save()
	accepted := 0
	for i := len(saveHead); i < len(data)-4; i += 29 {
		damaged := slices.Clone(data)
		damaged[i] ^= byte(1 << (i % 8))
		w, err := Restore(sealed(damaged))
		if err == nil {
			accepted++
			w.Step(1. / 240)
			w.Step(1. / 240)
		}
	}
	if accepted == 0 {
		t.Error("no change of a bit was accepted: nothing was stepped")
	}
}
