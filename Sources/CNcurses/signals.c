#define _GNU_SOURCE
#include "CSignals.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const int ordinary[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGINT};
static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
// What else ends a process that doesn't care; the realtime ones do, too.
static const int requests[] = {SIGQUIT,   SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
                               SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGIO,   SIGPWR};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// Read in handlers: written before the handlers are installed, or guarded by `armed`.
static volatile sig_atomic_t signal_pipe = -1;
// What is to end the process; 0 for nothing.
static volatile sig_atomic_t ending = 0;
static volatile sig_atomic_t armed = 0;
static cn_rescue rescue;
static struct sigaction chained[NSIG];
static bool chains = false;

// MARK: Ordinary signals

// How many seconds a process that was told to end has for it: a terminal that takes no more output, such as one behind a
// stalled connection, keeps whoever writes to it waiting for good.
static const unsigned grace = 5;

static void forward(int signal) {
  int saved = errno;
  if (ending == 0 && (signal == SIGTERM || signal == SIGHUP || signal == SIGINT)) {
    ending = signal;
    alarm(grace);
  }
  unsigned char byte = (unsigned char)signal;
  // A full pipe drops the byte: the reader has plenty to wake up for.
  (void)!write(signal_pipe, &byte, 1);
  errno = saved;
}

static void set_action(int signal, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

static bool is_ignored(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static void unblock(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void cn_forward_signals(int pipe) {
  signal_pipe = pipe;
  for (size_t i = 0; i < COUNT(ordinary); i++) {
    // What a parent has told us to ignore stays ignored: HUP by nohup, TSTP without job control.
    if (is_ignored(ordinary[i])) continue;
    set_action(ordinary[i], forward);
    // A parent's worker threads hand down a mask that blocks nearly all.
    unblock(ordinary[i]);
  }
}

void cn_default_signals(void) {
  for (size_t i = 0; i < COUNT(ordinary); i++) {
    if (!is_ignored(ordinary[i])) set_action(ordinary[i], SIG_DFL);
  }
}

void cn_stop_group(void) {
  if (is_ignored(SIGTSTP)) return;
  set_action(SIGTSTP, SIG_DFL);
  unblock(SIGTSTP);
  kill(0, SIGTSTP);
  set_action(SIGTSTP, forward);
}

void cn_die(int signal) {
  set_action(signal, SIG_DFL);
  unblock(signal);
  kill(getpid(), signal);
  // Only if the signal does not end a process.
  _exit(128 + signal);
}

// MARK: Deadly signals

static void write_all(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t n = write(fd, bytes, count);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    bytes += n;
    count -= (size_t)n;
  }
}

int cn_set_modes(int fd, const struct termios *modes) {
  sigset_t block, old;
  sigemptyset(&block);
  sigaddset(&block, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &block, &old);
  int result;
  do {
    result = tcsetattr(fd, TCSADRAIN, modes);
  } while (result != 0 && errno == EINTR);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return result;
}

static void copy_messages(void) {
  char buffer[1024];
  off_t offset = 0;
  ssize_t n;
  while ((n = pread(rescue.messages, buffer, sizeof buffer, offset)) > 0) {
    write_all(rescue.standard_error, buffer, (size_t)n);
    offset += n;
  }
}

// Says so itself: in a release build most traps print nothing.
static void report(int signal) {
  const char *name = sigabbrev_np(signal);
  char text[64] = "Crashed: SIG";
  size_t length = strlen(text);
  for (; name != NULL && *name != 0 && length < sizeof text - 1; name++) text[length++] = *name;
  text[length++] = '\n';
  write_all(rescue.standard_error, text, length);
}

static bool is_fault(int signal, const siginfo_t *info) {
  switch (signal) {
  case SIGILL:
  case SIGTRAP:
  case SIGBUS:
  case SIGFPE:
  case SIGSEGV:
    // The kernel's own; `kill` and `tgkill` have a code of 0 or less.
    return info->si_code > 0;
  default:
    return false;
  }
}

static bool is_crash(int signal) {
  for (size_t i = 0; i < COUNT(crashes); i++) {
    if (crashes[i] == signal) return true;
  }
  return false;
}

static void die(int signal, siginfo_t *info, void *context) {
  (void)context;
  bool is_late = signal == SIGALRM && ending != 0;
  if (is_late) {
    signal = ending;
    // What nobody has taken goes, or what gives the terminal back would wait behind it.
    if (armed) tcflush(rescue.terminal, TCOFLUSH);
  }
  if (armed) {
    armed = 0;
    cn_set_modes(rescue.terminal, &rescue.modes);
    write_all(rescue.terminal, rescue.bytes, rescue.count);
    if (rescue.messages >= 0) {
      copy_messages();
      dup2(rescue.standard_error, STDERR_FILENO);
    }
    if (is_crash(signal)) report(signal);
  }
  if (chains && !is_late) {
    sigaction(signal, &chained[signal], NULL);
  } else {
    set_action(signal, SIG_DFL);
  }
  // A fault happens again when the handler returns, with its registers as they were.
  if (!is_fault(signal, info)) {
    syscall(SYS_tgkill, getpid(), (pid_t)syscall(SYS_gettid), signal);
  }
}

static void install_deadly_handler(int signal) {
  if (is_ignored(signal)) return;
  struct sigaction action = {.sa_sigaction = die, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, &chained[signal]);
}

static void install_deadly_handlers(void) {
  static char stack[64 * 1024];
  static bool installed = false;
  if (installed) return;
  installed = true;
  // Its own stack, so that an overflow of the ordinary one is rescued too.
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  // Swift's backtracer asks questions on the screen; it gets its turn only if it was asked for.
  chains = getenv("SWIFT_BACKTRACE") != NULL;
  for (size_t i = 0; i < COUNT(crashes); i++) install_deadly_handler(crashes[i]);
  for (size_t i = 0; i < COUNT(requests); i++) install_deadly_handler(requests[i]);
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; signal++) install_deadly_handler(signal);
}

void cn_arm_rescue(const cn_rescue *new_rescue) {
  armed = 0;
  if (new_rescue == NULL) return;
  rescue = *new_rescue;
  install_deadly_handlers();
  armed = 1;
}
