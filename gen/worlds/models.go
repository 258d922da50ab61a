package worlds

// files are models of a user's files.
func (w *World) files(key string, m *Model, from Folder) []*kind {
	w.wrong(key+".file", "cannot be read yet")
	return nil
}
