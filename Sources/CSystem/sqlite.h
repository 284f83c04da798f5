// SQLite as the archive uses it. The value by which a binding is told to copy its bytes is a cast,
// which Swift cannot import, so the two bindings that need it are functions. They decide nothing.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/// Binds a text, which SQLite copies.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                    int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

/// Binds bytes, which SQLite copies. No bytes are an empty blob, not NULL.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                    int count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif
