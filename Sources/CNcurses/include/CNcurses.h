// ncursesw as a diff engine, and the few things of a terminal that must be done in C.
//
// No ncurses header is included here: its globals and function-like macros are of no use to Swift,
// and its short names (`move`, `clear`, `timeout`) would be in the way.

#ifndef BESTIES_CNCURSES_H
#define BESTIES_CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#include "CSignals.h"

// Makes LC_CTYPE a UTF-8 locale, whatever the environment says. ncurses and `wcwidth` need one.
void cn_force_utf8(void);

// The columns of a code point: 0 for a combining mark, -1 for what cannot be shown.
int cn_width(uint32_t scalar);

// What the terminal database knows of a terminal type.
typedef enum { CN_TYPE_UNKNOWN, CN_TYPE_UNUSABLE, CN_TYPE_USABLE } cn_type;
cn_type cn_look_up(const char *type);

// The size of the terminal on `fd`; false if it has none.
bool cn_size(int fd, int *columns, int *rows);

// An anonymous file, or -1.
int cn_memory_file(const char *name);

// The bits of `attributes` in `cn_put`.
enum {
  CN_BOLD = 1,
  CN_DIM = 2,
  CN_ITALIC = 4,
  CN_UNDERLINE = 8,
  CN_REVERSE = 16,
};

// A screen that draws into an anonymous file instead of a terminal.
typedef struct cn_screen cn_screen;

cn_screen *cn_open(const char *type, bool color);
void cn_close(cn_screen *screen);

// How many colors can be shown at once: 0, 8, 16, 88, 256 or 2^24.
int cn_colors(const cn_screen *screen);

void cn_resize(cn_screen *screen, int columns, int rows);

// Forgets what the terminal shows: the next `cn_refresh` clears it and draws all.
void cn_invalidate(cn_screen *screen);

void cn_clear_row(cn_screen *screen, int row);

// Puts one cell: a base and its marks, ended by 0. A color of -1 is the terminal's own.
void cn_put(cn_screen *screen, int column, int row, const uint32_t *text, int attributes,
            int foreground, int background);

// Writes the changes since the last call to the file, and leaves the cursor at (column, row).
void cn_refresh(cn_screen *screen, int column, int row, bool cursor_visible);

// Writes what gives the terminal back; the next `cn_refresh` takes it again.
void cn_end(cn_screen *screen);

// How many bytes wait in the file; `cn_take` copies that many and empties it.
size_t cn_pending(const cn_screen *screen);
bool cn_take(cn_screen *screen, void *bytes, size_t count);

#endif
