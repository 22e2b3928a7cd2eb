// Debian's library has the session extension compiled in; its declarations hide behind these two.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import.
static inline sqlite3_destructor_type besties_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// What the system said of the latest call that failed on the database's file, else on its journal or log; 0 for nothing.
static inline int besties_sqlite_last_errno(sqlite3 *db) {
  int code = 0;
  sqlite3_file *log = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
  if (code) return code;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code);
  return code;
}

// What the system says of locks on the database's file; 0 if it has no complaint. SQLite takes a file system that can't lock for
// one on which somebody else has the lock.
static inline int besties_sqlite_lock_errno(sqlite3 *db) {
  sqlite3_file *file = 0;
  int held = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (!file || !file->pMethods || file->pMethods->xCheckReservedLock(file, &held) == SQLITE_OK) return 0;
  return besties_sqlite_last_errno(db);
}
