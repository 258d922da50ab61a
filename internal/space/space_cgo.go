//go:build cgo && linux

package space

/*
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

// Constructors run before Go's runtime.
__attribute__((constructor)) static void mereoSpace(void) {
	const unsigned long long least = 1450; // MB; Go reserves 1,200 of them for its tables and first heap
	struct rlimit limit;
	pthread_attr_t attr;
	if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return;
	if (limit.rlim_cur >> 20 < least) {
		fprintf(stderr, "mereo: the address space is limited to %llu MB and mereo needs %llu MB, 4000 MB where it draws pictures: raise it with "
			"\"ulimit -v %llu\", or limit memory itself, as \"systemd-run --scope -p MemoryMax=1G\" does\n",
			(unsigned long long)limit.rlim_cur >> 20, least, least << 10);
		_exit(1);
	}
	// Every thread would reserve 128 MB for C's heap and 8 MB for its stack.
	mallopt(M_ARENA_MAX, 1);
	if (pthread_attr_init(&attr) == 0) {
		if (pthread_attr_setstacksize(&attr, 2 << 20) == 0)
			pthread_setattr_default_np(&attr);
		pthread_attr_destroy(&attr);
	}
}
*/
import "C"
