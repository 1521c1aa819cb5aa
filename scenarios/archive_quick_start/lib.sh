# What the walkthrough leans on. Conditions are awaited; nothing waits for a time.

say() { printf '\n== %s\n' "$*"; }

fail() {
  printf '\nFAILED: %s\n' "$*" >&2
  tm capture-pane -p >&2 2>/dev/null || true
  tail -n 20 "$HOME/.memory-archive/ma-core.log" >&2 || true
  exit 1
}

# await WHAT COMMAND...: until the command succeeds, a minute at most.
await() {
  local what=$1 until=$((SECONDS + 60))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$until" ] || fail "waited in vain for $what"
    sleep 0.05
  done
}

# A home of its own, the commands by their names, and both peers.
set_the_stage() {
  HOME=$(mktemp -d "${TMPDIR:-/tmp}/quick-start.XXXXXX")
  export HOME LANG=C.UTF-8
  unset XDG_DATA_HOME XDG_CONFIG_HOME XDG_RUNTIME_DIR MNEME_DATA_DIR MEMORY_ARCHIVE_CONFIG LC_ALL TMUX
  trap strike EXIT
  mkdir "$HOME/bin"
  for name in mneme memory-archive ma-core; do ln -s "$mneme" "$HOME/bin/$name"; done
  export PATH="$HOME/bin:$PATH"
  # Numbers are served on any free port: another recorder may have the usual one.
  mkdir -m 700 "$HOME/.memory-archive"
  echo '{"observability": {"metrics_port": 0}}' >"$HOME/.memory-archive/config.json"
  memory-archive simulate --script "$here/task.jsonl" --control-center 127.0.0.1:0 \
    --eyes 127.0.0.1:0 >"$HOME/peers.out" 2>"$HOME/peers.err" &
  peers=$!
  await "the peers to listen" grep -q '^The-Eyes' "$HOME/peers.out"
  control_center=$(awk '/^Control-Center/ {print $2}' "$HOME/peers.out")
  the_eyes=$(awk '/^The-Eyes/ {print $2}' "$HOME/peers.out")
}

strike() {
  tm kill-server 2>/dev/null || true
  memory-archive server stop >/dev/null 2>&1 || true
  for process in ${peers:-} ${redis:-}; do
    kill "$process" 2>/dev/null || true
    wait "$process" 2>/dev/null || true
  done
  rm -rf "$HOME"
}

# === Redis ===

# It takes no port 0: one that was free a moment ago is tried until it holds.
start_redis() {
  until redis_at "$(free_port)"; do :; done
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

redis_at() {
  redis_port=$1
  redis_url="redis://127.0.0.1:$redis_port/15"
  redis-server --bind 127.0.0.1 --port "$redis_port" --save '' --dir "$HOME" >"$HOME/redis.log" &
  redis=$!
  await "redis to answer or to end" redis_answers_or_ended
  kill -0 "$redis" 2>/dev/null
}

redis_answers_or_ended() {
  [ "$(redis_says ping 2>/dev/null)" = PONG ] || ! kill -0 "$redis" 2>/dev/null
}

redis_says() { redis-cli -p "$redis_port" -n 15 --raw "$@"; }

# redis_knows STATUS SET TTL: the record, its sets and its time, if there is a Redis.
redis_knows() {
  [ "$registry" = redis ] || return 0
  local status=$1 set=$2 ttl=$3 name member
  await "Redis to say $status" redis_status_is "$status"
  for name in active pending pending_human_annotation annotating pending_compilation reasoning_degraded; do
    member=0
    if [ "$name" = "$set" ]; then member=1; fi
    [ "$(redis_says SISMEMBER "sessions:$name" "$SESSION_ID")" = "$member" ] ||
      fail "$status: membership of sessions:$name should be $member"
  done
  for name in sessions:by_os:LINUX sessions:by_mode:manual; do
    [ "$(redis_says SISMEMBER "$name" "$SESSION_ID")" = 1 ] || fail "$status: not in $name"
  done
  expires_in "$ttl"
}

redis_status_is() { [ "$(redis_says HGET "session:$SESSION_ID" status)" = "$1" ]; }

# Never, or within a minute of what is said.
expires_in() {
  local left
  left=$(redis_says TTL "session:$SESSION_ID")
  if [ "$1" = -1 ]; then
    [ "$left" = -1 ] || fail "the record expires in $left s, and should not"
  else
    ((left <= $1 && left > $1 - 60)) || fail "the record expires in $left s, not in $1"
  fi
}

# === A person at a terminal ===

tm() { tmux -u -S "$HOME/terminal" -f /dev/null "$@"; }

in_terminal() { tm new-session -d -x 140 -y 45 "$@"; }

keys() { tm send-keys "$@"; }

types() { tm send-keys -l "$1"; }

screen_has() { tm capture-pane -p | grep -qF -- "$1"; }

screen_lacks() { ! screen_has "$1"; }

shows() { await "the screen to show: $1" screen_has "$1"; }

shows_not() { await "the screen not to show: $1" screen_lacks "$1"; }

# The program on the terminal is over.
ended() { await "the screen to close" no_session; }

no_session() { ! tm has-session 2>/dev/null; }

# reason STEP TEXT: writes why, and goes on.
reason() {
  shows "Why step $1?"
  types "$2"
  shows "$2"
  keys C-n
}

# === What is known ===

has_status() {
  local status
  status=$(memory-archive status --session "$SESSION_ID" | awk '$1 == "status" || $1 == "status:" {print $NF}')
  [ "$status" = "$1" ] || fail "the status is $status, not $1"
}

recalls() { mneme recall "$1" | grep -qF -- "$2"; }
