#!/usr/bin/env bash
# Makes sure the named tools are there; installs what is missing and says so.
set -euo pipefail

package_of() {
  case "$1" in
    cc) echo build-essential ;;
    pip3) echo python3-pip ;;
    node) echo nodejs ;;
    *) echo "$1" ;;
  esac
}

if ! command -v cargo >/dev/null; then
  echo "mneme is built with Rust, and there is no 'cargo' here: install a Rust toolchain (1.91 or newer) first." >&2
  exit 1
fi

missing=()
for tool in "$@"; do
  command -v "$tool" >/dev/null || missing+=("$(package_of "$tool")")
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "installing: ${missing[*]}"
if ! command -v apt-get >/dev/null; then
  echo "there is no apt-get here: install ${missing[*]} by hand, then run this again." >&2
  exit 1
fi
as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
for attempt in 1 2 3; do
  $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends "${missing[@]}" && exit 0
  echo "attempt $attempt failed" >&2
done
echo "could not install ${missing[*]}" >&2
exit 1
