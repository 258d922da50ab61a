package robots

func (m *model) mjcf(top *node) {}
