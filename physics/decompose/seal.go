package decompose

import "errors"

func (s *surface) sealed() (*surface, error) { return nil, errors.New("decompose: mesh is not closed") }
