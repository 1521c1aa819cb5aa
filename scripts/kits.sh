#!/usr/bin/env bash
# Puts the official kits of the providers where the tests of the proxy look for them.
set -euo pipefail

python_kits=("openai==3.49.0" "anthropic==2.8.0")
node_kit="openai@7.53.0"
dir="${MNEME_TEST_KITS:-${XDG_CACHE_HOME:-$HOME/.cache}/mneme/kits}"
# A Python of another version needs other files.
tag=$(python3 -c 'import sys; print(sys.implementation.cache_tag)')
wanted="$tag ${python_kits[*]} $node_kit"
stamp="$dir/stamp"
if [ -e "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
  exit 0
fi

install() {
  python3 -m pip install --quiet --upgrade --target "$dir/python" "${python_kits[@]}" &&
    npm install --silent --no-audit --no-fund --prefix "$dir/node" "$node_kit"
}

rm -rf "$dir/python" "$dir/node"
mkdir -p "$dir"
for attempt in 1 2 3; do
  if install; then
    echo "$wanted" >"$stamp"
    exit 0
  fi
  echo "attempt $attempt failed" >&2
done
echo "could not install ${python_kits[*]} and $node_kit; the tests of the proxy need them" >&2
exit 1
