// Debian's library has the session extension compiled in; its declarations hide behind these two.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.
static inline sqlite3_destructor_type besties_sqlite_transient(void) { return SQLITE_TRANSIENT; }
