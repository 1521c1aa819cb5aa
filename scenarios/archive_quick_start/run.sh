#!/usr/bin/env bash
# The published walkthrough, word for word, with real processes: from an empty home to a finished
# memory.md. Peers are played by `memory-archive simulate`; a person is played by tmux.
#
#   run.sh PATH-OF-MNEME [embedded|redis]
#
# With `embedded` sessions are kept in mneme's own store and the document is made straight from
# the annotation; with `redis` they are kept in a Redis of our own, which is looked into after
# each step, and the document is made later with `compile`.
set -euo pipefail

mneme=$(readlink -f "$1")
registry=${2:-embedded}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"

set_the_stage
if [ "$registry" = redis ]; then
  start_redis
  memory-archive config --redis-url "$redis_url"
fi
memory-archive config --storage-path ~/memories --storage-mode local
memory-archive config \
  --control-center-addr "$control_center" \
  --the-eyes-addr "$the_eyes"
memory-archive config --show

say "Step 1: start ma-core"
memory-archive server start --daemon
[ -s ~/.memory-archive/ma-core.pid ] || fail "no PID file"
[ -S ~/.memory-archive/ma.sock ] || fail "no socket"
[ -s ~/.memory-archive/ma-core.log ] || fail "no log"

say "Step 2: verify connectivity"
memory-archive ping | grep -E '^ma-core v[0-9]+\.[0-9]+\.[0-9]+ — OK$'

say "Step 3: register a session"
SESSION_ID=$(memory-archive session register \
  --mode manual \
  --os-type LINUX \
  --os-version "Ubuntu 24.04 LTS" \
  --os-arch x86_64 \
  --capture-server the-eyes-local \
  --actuation-server cc-local \
  --memory-name "open-browser-and-search")
echo "Session: $SESSION_ID"
[[ $SESSION_ID =~ ^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$ ]] || fail "no id: $SESSION_ID"
[ -d ~/memories/open-browser-and-search ] || fail "no directory"
has_status active
redis_knows active active -1

say "Step 4: start watching"
memory-archive start --session "$SESSION_ID" >"$HOME/start.out" &
watching=$!

say "Step 5: perform the task"
await "the task to be over" grep -q "the task is over after 4 commands" "$HOME/peers.err"
kill -0 "$watching" || fail "start did not block"

say "Step 6: signal completion"
memory-archive done --session "$SESSION_ID" | grep -x "Session complete: 4 steps"
wait "$watching" || fail "start ended with $?"
redis_knows pending_annotation pending -1

say "Step 7: check status"
memory-archive status --session "$SESSION_ID"
has_status pending_annotation

say "Step 8: annotate"
in_terminal memory-archive annotate --session "$SESSION_ID"
shows "Steps 1/4"
keys j
shows "Steps 2/4"
keys k
shows "Steps 1/4"
keys '?'
shows "Help (any key closes"
keys Escape
shows_not "Help (any key closes"
redis_knows annotating annotating -1
keys e
reason 1 "The browser is the quickest way to the harbour office."
reason 2 "The search field must have the focus before anything is typed."
reason 3 "Marmalade is not needed: the opening hours are what is asked for."
reason 4 "Enter starts the search; results below the field show that it worked."
shows "Every step is done"
if [ "$registry" = embedded ]; then
  keys Enter # Compile now
else
  keys l # Later
  ended
  has_status pending_compilation
  redis_knows pending_compilation pending_compilation -1
  say "Step 9: compile"
  in_terminal memory-archive compile --session "$SESSION_ID"
fi
shows "memory.md: open-browser-and-search"
shows "## Overview"
keys Down Down Down End Enter
types "Finds out when the lighthouse is open."
shows "Finds out when the lighthouse is open."
has_status pending_compilation
keys C-q
shows "Save and finalise"
keys Left Enter
ended
has_status complete
redis_knows complete none 7776000

say "Step 10: view results"
ls ~/memories/open-browser-and-search/
listed=$(ls ~/memories/open-browser-and-search/)
for part in memory.md metadata.json commands vision reasoning; do
  grep -qx "$part" <<<"$listed" || fail "no $part"
done
cat ~/memories/open-browser-and-search/memory.md
grep -q "Finds out when the lighthouse is open." ~/memories/open-browser-and-search/memory.md
grep -q "Marmalade is not needed" ~/memories/open-browser-and-search/memory.md

say "And beyond: the directory is in order, and what was learned is remembered"
memory-archive fsck ~/memories/open-browser-and-search
await "the procedure to be found" recalls "lighthouse open" "# Memory: open-browser-and-search"
await "the reasoning to be found" recalls "marmalade" "Marmalade is not needed"
memory-archive server stop
say "The walkthrough works ($registry)."
