// Package meshfile reads triangle meshes from the bytes of OBJ, PLY and STL files, in the axes and the unit of the file, and the materials
// of MTL files. What is read is never larger than the file by more than a constant factor, and takes no more than the memory that the
// caller gives it.
//
// Faces of OBJ and PLY files may be concave. A fan of triangles around the first corner is taken where it lies in the face, as in every
// convex one; else ears are clipped off, if that can be done.
package meshfile
