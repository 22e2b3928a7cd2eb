#ifndef BESTIES_CNCURSES_H
#define BESTIES_CNCURSES_H
#include <wchar.h>
extern int wcwidth(wchar_t);
#endif
