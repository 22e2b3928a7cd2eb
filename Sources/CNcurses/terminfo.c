#define NCURSES_WIDECHAR 1
#include "CNcurses.h"

// A file of its own: this header makes macros of the most ordinary words.
#include <curses.h>
#include <term.h>
#include <unistd.h>

cn_type cn_look_up(const char *type) {
  int status = 0;
  if (setupterm(type, STDOUT_FILENO, &status) != OK || cur_term == NULL) return CN_TYPE_UNKNOWN;
  bool usable = cursor_address != NULL;
  del_curterm(cur_term);
  return usable ? CN_TYPE_USABLE : CN_TYPE_UNUSABLE;
}
