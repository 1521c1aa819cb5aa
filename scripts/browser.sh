#!/usr/bin/env bash
# Puts the library that drives a browser where the tests of the page look for it.
set -euo pipefail

library="playwright-core@1.65.0"
dir="${MNEME_TEST_BROWSER:-${XDG_CACHE_HOME:-$HOME/.cache}/mneme/browser}"
stamp="$dir/$library"
[ -e "$stamp" ] && exit 0

mkdir -p "$dir"
for attempt in 1 2 3; do
  if npm install --silent --no-audit --no-fund --prefix "$dir" "$library"; then
    touch "$stamp"
    exit 0
  fi
  echo "attempt $attempt failed" >&2
done
echo "could not install $library; the tests of the page need it" >&2
exit 1
