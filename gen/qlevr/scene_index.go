package qlevr

import (
	"fmt"
	"math/bits"
)

// The most that sets of bits hold; a scene of the set has at most 6 planes and 62 objects.
const (
	indexPlanes  = 8
	indexObjects = 64
)

// keyedSet is a key and the planes or objects that it names: bit i is number i.
type keyedSet struct {
	set uint64
	key packedKey
}

// sceneIndex is a scene as questions look at it. Sets of planes and of objects are bits by number. It is filled by load, which
// uses the storage of the scene before, and remembers tables that were asked for.
type sceneIndex struct {
	planes, objects         int
	everyPlane, everyObject uint64
	desk                    uint64
	planeNames, objectNames []packedKey    // all that can be said of each
	planeKeys, objectKeys   []keyedSet     // every key that names something
	objectPlace             []int16        // of a key in objectKeys, plus 1
	on                      []uint64       // the objects on each set of planes
	values                  [][]uint64     // [attribute][code]: the objects with a value
	planesToward            [8][]uint64    // [direction][plane]: the planes that lie there from it
	objectsToward           [8][]uint64    // [direction][object]
	keysOn                  []keysOnPlanes // by set of planes
	keysOnStore             []keyedSet
	counting                [countingKinds][]storeRange // by set of planes
	countingStore           []keyCandidate
	exceptions              []storeRange // by set of planes
	exceptionsStore         []keyedSet
}

// storeRange is a part of a store of tables; made tells an empty one from one that is not yet there.
type storeRange struct {
	from, to int32
	made     bool
}

// keysOnPlanes is a part of keysOnStore: the keys that name objects on some planes, with those objects. First stand the keys of
// four objects or more, then from two on those of two and three, then from one on the rest.
type keysOnPlanes struct {
	from, two, one, to int32
	made               bool
}

// load fills the index. A scene that breaks the format is an error.
func (x *sceneIndex) load(s *Scene) error {
	x.planes, x.objects = len(s.Planes), len(s.Objects)
	if x.planes < 1 || x.planes > indexPlanes || x.objects > indexObjects {
		return fmt.Errorf("qlevr: scene %d has %d planes and %d objects, want 1 to %d and at most %d",
			s.ImageIndex, x.planes, x.objects, indexPlanes, indexObjects)
	}
	x.everyPlane, x.everyObject = 1<<x.planes-1, uint64(1)<<x.objects-1
	x.desk = 1 << (x.planes - 1)
	x.forget()
	for i, p := range s.Planes {
		words := [...]Value{saidValue(p.Color), {Word: p.Material, Said: p.Material != ""}, saidValue(p.Shape)}
		name, err := packWords(words[:])
		if err != nil {
			return fmt.Errorf("scene %d: plane %d: %w", s.ImageIndex, i, err)
		}
		x.planeNames = append(x.planeNames, name)
		x.planeKeys = addNamed(x.planeKeys, name, i)
	}
	for i, o := range s.Objects {
		words := [...]Value{saidValue(o.Size), saidValue(o.Color), saidValue(o.Material), saidValue(o.Shape)}
		name, err := packWords(words[:])
		if err != nil {
			return fmt.Errorf("scene %d: object %d: %w", s.ImageIndex, i, err)
		}
		x.objectNames = append(x.objectNames, name)
		x.addObject(name, i)
	}
	if err := x.loadPlaces(s); err != nil {
		return err
	}
	if err := loadDirections(&x.objectsToward, &s.ObjectRelations, x.objects); err != nil {
		return fmt.Errorf("scene %d: obj_spatial_relations: %w", s.ImageIndex, err)
	}
	if err := loadDirections(&x.planesToward, &s.PlaneRelations, x.planes-1); err != nil {
		return fmt.Errorf("scene %d: plane_spatial_relations: %w", s.ImageIndex, err)
	}
	return nil
}

// forget empties everything for another scene of x.planes planes.
func (x *sceneIndex) forget() {
	if x.objectPlace == nil {
		x.objectPlace = make([]int16, packedKeys)
		x.values = make([][]uint64, attributeCount)
		for a, words := range attributeWords {
			x.values[a] = make([]uint64, len(words)+1)
		}
		x.on = make([]uint64, 1<<indexPlanes)
		x.keysOn = make([]keysOnPlanes, 1<<indexPlanes)
		x.exceptions = make([]storeRange, 1<<indexPlanes)
		for i := range x.counting {
			x.counting[i] = make([]storeRange, 1<<indexPlanes)
		}
	}
	for _, k := range x.objectKeys {
		x.objectPlace[k.key] = 0
	}
	for _, v := range x.values {
		clear(v)
	}
	sets := 1 << x.planes
	clear(x.keysOn[:sets])
	clear(x.exceptions[:sets])
	for i := range x.counting {
		clear(x.counting[i][:sets])
	}
	x.planeNames, x.objectNames = x.planeNames[:0], x.objectNames[:0]
	x.planeKeys, x.objectKeys = x.planeKeys[:0], x.objectKeys[:0]
	x.keysOnStore, x.countingStore, x.exceptionsStore = x.keysOnStore[:0], x.countingStore[:0], x.exceptionsStore[:0]
}

// addNamed adds thing i to every key that names it. There are few keys of planes.
func addNamed(keys []keyedSet, name packedKey, i int) []keyedSet {
next:
	for _, fields := range attributeUnions {
		if fields&^name.mentioned() != 0 {
			continue
		}
		k := name & fields
		for j := range keys {
			if keys[j].key == k {
				keys[j].set |= 1 << i
				continue next
			}
		}
		keys = append(keys, keyedSet{1 << i, k})
	}
	return keys
}

// addObject adds object i to every key that names it.
func (x *sceneIndex) addObject(name packedKey, i int) {
	for _, fields := range attributeUnions {
		k := name & fields
		if x.objectPlace[k] == 0 {
			x.objectKeys = append(x.objectKeys, keyedSet{0, k})
			x.objectPlace[k] = int16(len(x.objectKeys))
		}
		x.objectKeys[x.objectPlace[k]-1].set |= 1 << i
	}
	for a := range attributeCount {
		x.values[a][name.value(a)] |= 1 << i
	}
}

// loadPlaces reads which objects lie on which planes.
func (x *sceneIndex) loadPlaces(s *Scene) error {
	x.on[0] = 0
	for i, p := range s.Planes {
		var on uint64
		for _, o := range p.Objects {
			if o < 0 || o >= x.objects {
				return fmt.Errorf("qlevr: scene %d: plane %d: internal_objs has %d, want 0 to %d", s.ImageIndex, i, o, x.objects-1)
			}
			on |= 1 << o
		}
		for rest := range 1 << i {
			x.on[1<<i|rest] = on | x.on[rest]
		}
	}
	return nil
}

// loadDirections makes sets of the lists of n things.
func loadDirections(toward *[8][]uint64, relations *Relations, n int) error {
	for d, lists := range [...][][]int{relations.Behind, relations.Front, relations.Left, relations.Right} {
		if len(lists) != n {
			return fmt.Errorf("qlevr: %s has %d lists, want %d", directions[d], len(lists), n)
		}
		sets := toward[d][:0]
		for i, list := range lists {
			var set uint64
			for _, j := range list {
				if j < 0 || j >= n {
					return fmt.Errorf("qlevr: %s of %d has %d, want 0 to %d", directions[d], i, j, n-1)
				}
				set |= 1 << j
			}
			sets = append(sets, set)
		}
		toward[d] = sets
	}
	for d := len(directions); d < len(directionBits); d++ {
		first := bits.TrailingZeros8(directionBits[d])
		second := bits.TrailingZeros8(directionBits[d] &^ (1 << first))
		sets := toward[d][:0]
		for i, set := range toward[first] {
			sets = append(sets, set&toward[second][i])
		}
		toward[d] = sets
	}
	return nil
}

// named are the objects that a key names.
func (x *sceneIndex) named(k packedKey) uint64 {
	if place := x.objectPlace[k]; place > 0 {
		return x.objectKeys[place-1].set
	}
	return 0
}

// keysOnSet is the part of keysOnStore for the objects on a set of planes.
func (x *sceneIndex) keysOnSet(planes uint64) *keysOnPlanes {
	t := &x.keysOn[planes]
	if t.made {
		return t
	}
	on := x.on[planes]
	here := func() int32 { return int32(len(x.keysOnStore)) }
	take := func(least, most int) {
		for _, k := range x.objectKeys {
			set := k.set & on
			if n := bits.OnesCount64(set); n >= least && n <= most {
				x.keysOnStore = append(x.keysOnStore, keyedSet{set, k.key})
			}
		}
	}
	t.made, t.from = true, here()
	take(4, indexObjects)
	t.two = here()
	take(2, 3)
	t.one = here()
	take(1, 1)
	t.to = here()
	return t
}
