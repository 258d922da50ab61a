// Package hostile makes files as somebody would who wants a program that reads them to crash, to hang, to take all memory, or to read
// and write elsewhere. It is for tests; nothing of the product imports it. What it makes is small: a bomb is far smaller than what it
// says or unpacks to. Bombs of datasets are functions that return the bytes of a file, and Damages put other things in place of one.
package hostile
