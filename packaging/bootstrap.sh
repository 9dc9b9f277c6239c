#!/usr/bin/env bash
# Brings the system packages that Vocabsmith needs, and makes nothing else.
#
#   packaging/bootstrap.sh build|window|tests … [-- GROUP …]      PYTHON=python3.12 to name the interpreter
#
# On Debian and Ubuntu it installs what is missing when it may (root, or sudo without a password); otherwise it prints
# the one line that does, and stops. Groups after `--` are wanted, not needed: for them alone it does not stop. Elsewhere
# it names what is needed and goes on.
set -euo pipefail

python=${PYTHON:-python3}

has() { command -v "$1" >/dev/null 2>&1; }
python_can() { "$python" -c "$1" >/dev/null 2>&1; }

# python3-dev for the distribution's own python3, python3.12-dev for one of several.
python_package() {
  local name=${python##*/}
  [[ $name =~ ^python3(\.[0-9]+)?$ ]] || name=python3
  echo "$name-$1"
}

# The packages of one group that cannot be told by looking for a file.
window_packages=(
  libdbus-1-3 libegl1 libfontconfig1 libgl1 libglib2.0-0
  libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0
  libxcb-shape0 libxcb-xkb1 libxkbcommon-x11-0 libxkbcommon0
)

# Prints those of the named packages that are not installed; newer releases add "t64" to some names.
missing_packages() {
  local have package
  have=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" "${@/%/t64}" 2>/dev/null || true)
  for package in "$@"; do
    grep -qxE "installed $package(t64)?" <<<"$have" || echo "$package"
  done
}

missing_for_build() {
  has c++ || has g++ || has clang++ || echo g++
  has "$python" || echo python3
  python_can 'import ensurepip, venv' || python_package venv
  python_can 'import os, sysconfig; os.stat(os.path.join(sysconfig.get_path("include"), "Python.h"))' || python_package dev
}

missing_for() {
  case $1 in
    build) missing_for_build ;;
    window) missing_packages "${window_packages[@]}" ;;
    tests) missing_packages libgtest-dev ;;
    *) echo "bootstrap: no group '$1'; the groups are build, window and tests" >&2; exit 2 ;;
  esac
}

say_what_is_needed() {
  cat >&2 <<'TEXT'
This is not Debian or Ubuntu, so no system packages are installed. Needed: a C++20 compiler, Python 3.11 or newer with
its headers and the venv module; for the C++ tests GoogleTest; for the window on X11 the libraries libxcb-cursor,
libxcb-icccm, libxcb-image, libxcb-keysyms, libxcb-render-util, libxkbcommon-x11, libEGL and libGL.
TEXT
}

install() {
  local as_root=("$@")
  echo "Installing system packages: ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

if ! has dpkg-query || ! has apt-get; then
  [[ $(uname) == Linux ]] && say_what_is_needed
  exit 0
fi

missing=()
needed=yes
stop=no
for group in "$@"; do
  [[ $group != -- ]] || { needed=no; continue; }
  found=$(missing_for "$group")
  [[ -n $found ]] || continue
  mapfile -t -O "${#missing[@]}" missing <<<"$found"
  [[ $needed == no ]] || stop=yes
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

if [[ $(id -u) == 0 ]]; then
  install env
elif has sudo && sudo -n true 2>/dev/null; then
  install sudo -n
else
  echo "These system packages are missing. Install them, then run make again:" >&2
  echo "  sudo apt-get update && sudo apt-get install --no-install-recommends ${missing[*]}" >&2
  [[ $stop == no ]] || exit 1
  echo "Going on without them: only the window needs them." >&2
fi
