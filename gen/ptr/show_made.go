package ptr

// without takes objects out of the record and returns the ids of those that stay.
func (r *Record) without(gone []bool) (ids []int) {
	moved := make([]int, len(r.Objects))
	var kept []Object
	for i := range r.Objects {
		if i >= len(gone) || !gone[i] {
			moved[i] = len(kept)
			kept = append(kept, r.Objects[i])
			ids = append(ids, i+1)
		}
	}
	if len(kept) == len(r.Objects) {
		return ids
	}
	r.Objects = kept
	for i := range kept {
		if s := kept[i].Simulation; s != nil && s.Supporter != nil {
			supporter := moved[*s.Supporter]
			s.Supporter = &supporter
		}
	}
	r.Relationships = r.relationships()
	return ids
}
