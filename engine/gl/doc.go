// Package gl is the house's whole use of OpenGL 4.5 core: programs, buffers, textures, framebuffers, draws, read-back.
//
// Everything here must run on the thread that holds the context (engine/glctx). Objects are few and live long, so
// sizes only grow; Delete exists for what is replaced.
package gl
