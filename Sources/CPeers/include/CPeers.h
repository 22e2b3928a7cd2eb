// What an import costs when it is written in C, by hand, for these tables alone: the peer that ours is measured against.
#ifndef BESTIES_CPEERS_H
#define BESTIES_CPEERS_H

#include <stdint.h>

// Reads a CSV file of name, place, date and tags (`a;b`), without quotes, into the tables of an empty store that has no
// triggers and no indexes yet, and makes the indexes. `folded` has the folded text of every scalar below 0x250.
// Returns the number of friends, or -1 with a message.
int64_t besties_peer_import(
    const char *csv, const char *store, const char *indexes, const char *const *folded, char *message, int capacity);

#endif
