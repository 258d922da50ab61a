// Package meshfile reads triangle meshes from the bytes of OBJ, PLY and STL files, in the axes and the unit of the file, and the materials
// of MTL files. What is read is never larger than the file by more than a constant factor, and takes no more than the memory that the
// caller gives it.
package meshfile
