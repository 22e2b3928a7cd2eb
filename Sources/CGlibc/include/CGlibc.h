// What glibc has and Swift's module of it does not show, since it takes _GNU_SOURCE to see it.
#ifndef BESTIES_CGLIBC_H
#define BESTIES_CGLIBC_H

#include <stddef.h>
// Swift's module of it leaves this one out.
#include <wchar.h>

// The first occurrence of some bytes in others: <https://man7.org/linux/man-pages/man3/memmem.3.html>
extern void *memmem(const void *haystack, size_t haystacklen, const void *needle, size_t needlelen);

// Gives every block of 256 KB or more back to the system as soon as it is freed; left to itself, glibc keeps blocks of
// sizes that were freed once: <https://man7.org/linux/man-pages/man3/mallopt.3.html>
void besties_return_large_blocks(void);

#endif
