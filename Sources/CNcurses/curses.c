#define _GNU_SOURCE
#define NCURSES_WIDECHAR 1
#include "CNcurses.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

struct cn_screen {
  SCREEN *screen;
  FILE *output;
  FILE *input;
  int colors;
  bool default_colors;
};

void cn_force_utf8(void) {
  if (setlocale(LC_CTYPE, "") == NULL || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) {
    setlocale(LC_CTYPE, "C.UTF-8");
  }
}

int cn_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

bool cn_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}

int cn_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

cn_screen *cn_open(const char *type, bool color) {
  cn_screen *screen = calloc(1, sizeof *screen);
  if (screen == NULL) return NULL;
  int file = cn_memory_file("screen");
  screen->output = file < 0 ? NULL : fdopen(file, "r+");
  screen->input = fopen("/dev/null", "re");
  if (screen->output != NULL && screen->input != NULL) {
    screen->screen = newterm(type, screen->output, screen->input);
  }
  if (screen->screen == NULL) {
    if (screen->output != NULL) fclose(screen->output);
    if (screen->input != NULL) fclose(screen->input);
    free(screen);
    return NULL;
  }
  set_term(screen->screen);
  typeahead(-1);
  leaveok(stdscr, FALSE);
  scrollok(stdscr, FALSE);
  if (color && has_colors() && start_color() == OK) {
    screen->default_colors = use_default_colors() == OK;
    screen->colors = COLORS;
  }
  return screen;
}

void cn_close(cn_screen *screen) {
  set_term(screen->screen);
  delscreen(screen->screen);
  fclose(screen->output);
  fclose(screen->input);
  free(screen);
}

int cn_colors(const cn_screen *screen) { return screen->colors; }

void cn_resize(cn_screen *screen, int columns, int rows) {
  set_term(screen->screen);
  // Not `resizeterm`, which also queues a key.
  resize_term(rows, columns);
}

void cn_invalidate(cn_screen *screen) {
  set_term(screen->screen);
  werase(stdscr);
  clearok(stdscr, TRUE);
}

void cn_clear_row(cn_screen *screen, int row) {
  set_term(screen->screen);
  if (wmove(stdscr, row, 0) == OK) wclrtoeol(stdscr);
}

static attr_t curses_attributes(int attributes) {
  attr_t result = A_NORMAL;
  if (attributes & CN_BOLD) result |= A_BOLD;
  if (attributes & CN_DIM) result |= A_DIM;
  if (attributes & CN_ITALIC) result |= A_ITALIC;
  if (attributes & CN_UNDERLINE) result |= A_UNDERLINE;
  if (attributes & CN_REVERSE) result |= A_REVERSE;
  return result;
}

static int color_pair(const cn_screen *screen, int foreground, int background) {
  if (screen->colors == 0 || (foreground < 0 && background < 0)) return 0;
  if (!screen->default_colors) {
    if (foreground < 0) foreground = COLOR_WHITE;
    if (background < 0) background = COLOR_BLACK;
  }
  int pair = alloc_pair(foreground, background);
  return pair < 0 ? 0 : pair;
}

void cn_put(cn_screen *screen, int column, int row, const uint32_t *text, int attributes,
            int foreground, int background) {
  set_term(screen->screen);
  wchar_t characters[CCHARW_MAX + 1] = {0};
  for (int i = 0; i < CCHARW_MAX && text[i] != 0; i++) characters[i] = (wchar_t)text[i];
  int pair = color_pair(screen, foreground, background);
  cchar_t cell;
  // The pair goes in through the last argument: the other one is too narrow for it.
  if (setcchar(&cell, characters, curses_attributes(attributes), 0, &pair) != OK) return;
  // In the last column of the last row this says ERR, for the cursor cannot go on, but it draws.
  if (wmove(stdscr, row, column) == OK) wadd_wch(stdscr, &cell);
}

void cn_refresh(cn_screen *screen, int column, int row, bool cursor_visible) {
  set_term(screen->screen);
  curs_set(cursor_visible ? 1 : 0);
  wmove(stdscr, row, column);
  wrefresh(stdscr);
  fflush(screen->output);
}

void cn_end(cn_screen *screen) {
  set_term(screen->screen);
  endwin();
  fflush(screen->output);
}

size_t cn_pending(const cn_screen *screen) {
  off_t end = lseek(fileno(screen->output), 0, SEEK_END);
  return end < 0 ? 0 : (size_t)end;
}

bool cn_take(cn_screen *screen, void *bytes, size_t count) {
  int file = fileno(screen->output);
  size_t taken = 0;
  while (taken < count) {
    ssize_t n = pread(file, (char *)bytes + taken, count - taken, (off_t)taken);
    if (n <= 0) break;
    taken += (size_t)n;
  }
  bool emptied = ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0;
  return emptied && taken == count;
}
