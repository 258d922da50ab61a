// Package meshfile reads triangle meshes from the bytes of OBJ and STL files: positions and triangles, in the axes and the
// unit of the file. What is read is never larger than the file by more than a constant factor.
package meshfile
