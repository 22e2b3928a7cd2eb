// Signals: the ordinary ones become bytes on a pipe, the deadly ones give the terminal back first.

#ifndef BESTIES_CSIGNALS_H
#define BESTIES_CSIGNALS_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

// Writes the number of each WINCH, TSTP, CONT, TERM, HUP and INT as one byte to `pipe`.
// A signal that is ignored stays so. After TERM, HUP or INT the process has five seconds to end by itself; then the handler of
// deadly signals does it, if the rescue is on.
void cn_forward_signals(int pipe);

// The default action for those signals again, so that the next one ends or stops the process.
void cn_default_signals(void);

// Stops the whole process group as Ctrl-Z does, and returns when it is continued; at once where there
// is no shell that could continue it.
void cn_stop_group(void);

// What the handler of deadly signals needs to give the terminal back.
typedef struct {
  int terminal;              // where `bytes` go
  struct termios modes;      // the modes to set
  const char *bytes;         // what switches the screen's modes off
  size_t count;
  int messages;              // an anonymous file that stands in for standard error, or -1
  int standard_error;        // the real one
} cn_rescue;

// From now on every other signal that ends a process does the rescue first, unless it is ignored: QUIT, the crashes, USR1, ALRM
// and so on: all but KILL and PIPE.
// `rescue->bytes` must stay valid; NULL switches the rescue off.
void cn_arm_rescue(const cn_rescue *rescue);

// Sets the modes of a terminal, also from the background, where it would stop the process.
int cn_set_modes(int fd, const struct termios *modes);

// Ends the process by a signal, as if it had never been caught.
void cn_die(int signal);

#endif
