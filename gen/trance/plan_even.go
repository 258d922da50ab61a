package trance

import "fmt"

// evenTypes changes types until all are used equally often in the round; what is left of a division by three goes to another
// type in each round.
func (c *chooser) evenTypes(plans []plan, r int) {
	moves := c.types[innerMove] + c.types[outMove] + c.types[inMove]
	want := [len(moveTypeNames)]int{innerMove: moves / 3, outMove: moves / 3, inMove: moves / 3}
	for k := range moves % 3 {
		want[innerMove+moveType((r+k)%3)]++
	}
	for over := innerMove; over <= inMove; over++ {
		for under := innerMove; under <= inMove; under++ {
			for _, k := range c.stream.Perm(len(plans)) {
				for i := 0; i < len(plans[k].types) && c.types[over] > want[over] && c.types[under] < want[under]; i++ {
					c.replace(&plans[k], i, over, under)
				}
			}
		}
	}
	for t := innerMove; t <= inMove; t++ {
		if c.types[t] != want[t] {
			panic(fmt.Sprintf("trance: round %d has %d moves of type %v, want %d", r, c.types[t], t, want[t]))
		}
	}
}

// replace changes the type of a step if there are objects for that.
func (c *chooser) replace(p *plan, i int, from, to moveType) {
	if p.types[i] != from {
		return
	}
	changed := p.with(p.visible)
	changed.types[i] = to
	c.count(p, -1)
	if c.choose(&changed, true) {
		*p = changed
		return
	}
	c.count(p, 1)
}

// evenObjects lets objects change places inside samples until all are used equally often in the round.
func (c *chooser) evenObjects(plans []plan) {
	for {
		most, least := 0, 0
		for o, n := range c.objects {
			if n > c.objects[most] {
				most = o
			}
			if n < c.objects[least] {
				least = o
			}
		}
		if c.objects[most]-c.objects[least] < 2 {
			return
		}
		c.exchange(plans, most, least)
	}
}

// exchange finds a sample in which one object is used once more than another, and lets the two change places.
func (c *chooser) exchange(plans []plan, most, least int) {
	for _, k := range c.stream.Perm(len(plans)) {
		more := 0
		for _, step := range plans[k].steps {
			switch step.Object {
			case most:
				more++
			case least:
				more--
			}
		}
		if more != 1 {
			continue
		}
		c.count(&plans[k], -1)
		for i := range plans[k].steps {
			switch o := &plans[k].steps[i].Object; *o {
			case most:
				*o = least
			case least:
				*o = most
			}
		}
		c.count(&plans[k], 1)
		return
	}
	panic(fmt.Sprintf("trance: object %d is used %d times, %d only %d times, and no sample can change that", most,
		c.objects[most], least, c.objects[least]))
}
