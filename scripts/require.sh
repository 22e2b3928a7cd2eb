#!/usr/bin/env bash
#
# Makes sure that the machine has what is needed, and installs what it lacks:
#
#   scripts/require.sh build        to build the app
#   scripts/require.sh build test   to run the tests as well
#
# Says nothing if everything is there.

set -euo pipefail

say() {
  echo "besties: $*" >&2
}

packages_for() {
  case $1 in
    build) echo libncursesw5-dev libsqlite3-dev libicu-dev ;;
    test) echo tmux sqlite3 python3 ;;
    *)
      say "unknown need '$1' (build or test)"
      return 2
      ;;
  esac
}

# The packages named that are not installed, one a line. A package counts as installed if another
# one provides it, as libncurses-dev does libncursesw5-dev on newer systems.
missing() {
  local have
  # dpkg-query spells its own fields with ${…}; the shell must leave them alone.
  # shellcheck disable=SC2016
  have=$(dpkg-query --show --showformat='${db:Status-Status} ${Package}, ${Provides},\n' |
    sed -n 's/^installed / /p')
  local package
  for package in "$@"; do
    grep -q " ${package}[ ,]" <<<"$have" || echo "$package"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

install() {
  say "installing missing system packages: $*"
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    say "there is no sudo here; as root, run: apt-get install $*"
    return 1
  fi
  # A stale list of packages is still worth trying.
  as_root apt-get update -q >&2 </dev/null || say "apt-get update failed; going on with the list there is"
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "$@" >&2 </dev/null
}

main() {
  if [ $# -eq 0 ]; then
    say "say what is needed: build, test"
    return 2
  fi

  local wanted=() need
  for need in "$@"; do
    local packages
    packages=$(packages_for "$need")
    read -ra packages <<<"$packages"
    wanted+=("${packages[@]}")
  done

  if ! command -v swift >/dev/null; then
    say "Swift 6.2 or newer is needed and not on the PATH; get it from https://www.swift.org/install"
    return 1
  fi

  if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
    local lacking
    lacking=$(missing "${wanted[@]}")
    if [ -n "$lacking" ]; then
      local names
      mapfile -t names <<<"$lacking"
      install "${names[@]}"
    fi
  else
    say "this system has no apt; if the build fails, install the development files of ncurses" \
      "(wide), SQLite 3.40 or newer and ICU, and for the tests tmux, the sqlite3 shell and Python 3"
  fi
}

main "$@"
