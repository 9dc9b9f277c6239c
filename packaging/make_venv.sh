#!/usr/bin/env bash
# Makes .venv from CPython 3.11 or newer: the one named by PYTHON, or the first fit one of the usual names.
set -euo pipefail
cd "$(dirname "$0")/.."

is_fit() {
  "$1" -c 'import sys; raise SystemExit(sys.version_info < (3, 11) or sys.implementation.name != "cpython")' 2>/dev/null
}

find_python() {
  local name
  for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
    if command -v "$name" >/dev/null 2>&1 && is_fit "$name"; then
      echo "$name"
      return
    fi
  done
  return 1
}

# Without a display the window's packages can wait.
groups=(build -- window)
[[ -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]] || groups=(build window)

if ! python=$(find_python); then
  # Without any python3 the distribution's own may still be new enough.
  PYTHON=${PYTHON:-python3} packaging/bootstrap.sh "${groups[@]}"
  if ! python=$(find_python); then
    echo "Vocabsmith needs CPython 3.11 or newer; found: $("${PYTHON:-python3}" --version 2>&1 || echo none)." >&2
    echo "Install one with its venv and dev packages, then name it: make PYTHON=python3.12 …" >&2
    exit 1
  fi
fi
PYTHON=$python packaging/bootstrap.sh "${groups[@]}"
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  echo "$python cannot make a virtual environment: its venv module is missing. Install it, then run make again." >&2
  exit 1
fi
"$python" -m venv .venv
