#include "CGlibc.h"

#include <malloc.h>

void besties_return_large_blocks(void) {
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
  // Setting one threshold fixes the other, at 128 KB, which an import would cross and fill again thousands of times.
  mallopt(M_TRIM_THRESHOLD, 4 * 1024 * 1024);
  // One arena a thread, of up to 64 MB each, is more than a handful of queues needs.
  mallopt(M_ARENA_MAX, 2);
}
