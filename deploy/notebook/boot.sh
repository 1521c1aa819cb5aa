#!/bin/sh
# Boots the notebook in a container. The order matters: what was kept elsewhere is here before the
# first question is answered, and nothing is uploaded before that.
#
#   1. restore    where there is no store yet, from the dataset AGENTMEMORY_DATASET_REPO
#   2. serve      on AGENTMEMORY_HOST and III_REST_PORT or PORT
#   3. back up    again and again, every AGENTMEMORY_BACKUP_SECS seconds
#
# Without HF_TOKEN or AGENTMEMORY_DATASET_REPO it starts empty and keeps everything in the volume.
set -eu

mneme=${MNEME:-mneme}
MNEME_DATA_DIR=${MNEME_DATA_DIR:-/data/mneme}
AGENTMEMORY_HOST=${AGENTMEMORY_HOST:-0.0.0.0}
PORT=${PORT:-7860}
export MNEME_DATA_DIR AGENTMEMORY_HOST PORT

"$mneme" notebook restore

# A first secret, where nobody gave one: a container is reachable from elsewhere.
if [ -z "${AGENTMEMORY_SECRET:-}" ]; then
    mkdir -p "$MNEME_DATA_DIR"
    if [ ! -s "$MNEME_DATA_DIR/.hmac" ]; then
        (umask 077 && od -An -v -N32 -tx1 /dev/urandom | tr -d ' \n' >"$MNEME_DATA_DIR/.hmac")
        echo "a secret was made: it is in $MNEME_DATA_DIR/.hmac" >&2
    fi
    AGENTMEMORY_SECRET=$(cat "$MNEME_DATA_DIR/.hmac")
    export AGENTMEMORY_SECRET
fi

rm -f "$MNEME_DATA_DIR/run.json"
"${AGENTMEMORY:-agentmemory}" serve &
server=$!
trap 'kill "$server" 2>/dev/null || true' TERM INT

# The server owns the store once it says where it is; the copy is taken by asking it.
while kill -0 "$server" 2>/dev/null && [ ! -s "$MNEME_DATA_DIR/run.json" ]; do
    sleep 0.2
done
"$mneme" notebook backup &
copying=$!

# A signal ends the waiting; the server is given its time.
code=0
wait "$server" || code=$?
while kill -0 "$server" 2>/dev/null; do
    code=0
    wait "$server" || code=$?
done
kill "$copying" 2>/dev/null || true
wait "$copying" 2>/dev/null || true
# What came in since the last look.
"$mneme" notebook backup --once || true
exit "$code"
