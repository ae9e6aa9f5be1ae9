# shellcheck shell=bash
# Shared by the commands under ops/: paths, messages, locks, processes.
# Source it; do not run it. The scripts that source it use the variables that look unused here.

# shellcheck disable=SC2034
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
# Downloads and tools that outlive a clone. Safe to delete at any time.
# shellcheck disable=SC2034
CACHE=${AUCTION_ROOM_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/auction-room}

if [[ -t 1 ]]; then
  BOLD=$'\e[1m' DIM=$'\e[2m' RED=$'\e[31m' RESET=$'\e[0m'
else
  BOLD='' DIM='' RED='' RESET=''
fi

# say TEXT…: prints a line of progress.
say() { printf '%s==>%s %s\n' "$BOLD" "$RESET" "$*"; }
# note TEXT…: prints a detail of that step.
note() { printf '%s    %s%s\n' "$DIM" "$*" "$RESET"; }
# fail TEXT…: prints one line that says what is wrong and what to do, and exits.
fail() {
  printf '%s%s: %s%s\n' "$RED" "${0##*/}" "$*" "$RESET" >&2
  exit 1
}

# need COMMAND HINT: fails with the hint unless the command is installed.
need() { command -v "$1" >/dev/null 2>&1 || fail "\`$1\` is missing: $2"; }

is_root() { [[ $(id -u) == 0 ]]; }

# absolute PATH: prints the absolute path; the file need not exist.
absolute() { realpath -m -- "$1"; }

# url_encode TEXT: percent-encodes a part of a URL, byte by byte.
url_encode() {
  local LC_ALL=C text=$1 out='' c i
  for ((i = 0; i < ${#text}; i++)); do
    c=${text:i:1}
    case $c in
      [a-zA-Z0-9._~-]) out+=$c ;;
      *) out+=$(printf '%%%02X' "'$c") ;;
    esac
  done
  printf '%s' "$out"
}

# port_taken PORT: true if a process listens on this loopback port.
port_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_port: prints a loopback port that is free right now.
free_port() {
  node -e 'const s=require("node:net").createServer();s.listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'
}

# http_status URL [TOKEN]: prints the status of a GET, anonymous or with a session token; 000 if there is
# no response.
http_status() {
  node -e '
    const [url, token] = process.argv.slice(1);
    fetch(url, { headers: token ? { "X-Token": token } : {}, signal: AbortSignal.timeout(3000) })
      .then((r) => console.log(r.status), () => console.log("000"));
  ' "$@"
}

# lock_folder FOLDER WHAT [SECONDS]: locks the folder until this process, and every child that inherits
# the descriptor, has ended. Another process waits up to SECONDS (0), then fails. Sets LOCK_FD.
lock_folder() {
  local folder=$1 what=$2 seconds=${3:-0} owner
  mkdir -p -- "$folder"
  exec {LOCK_FD}>>"$folder/lock"
  if ! flock --wait "$seconds" "$LOCK_FD"; then
    owner=$(tail -n 1 -- "$folder/lock" 2>/dev/null || true)
    fail "$what $folder is in use by process ${owner:-unknown}; stop that process, or choose another folder"
  fi
  # Truncate in place: the lock belongs to the open file, so a new file would not be locked.
  printf '%s\n' "$$" >"$folder/lock"
}

# build_lock NAME: one holder at a time in this clone; released when the (sub)shell ends.
build_lock() {
  local fd
  mkdir -p -- "$ROOT/.data/locks"
  exec {fd}>>"$ROOT/.data/locks/$1"
  if ! flock --nonblock "$fd"; then
    note "waiting for another run to finish the same build"
    flock "$fd"
  fi
}

# load_env FILE: exports the NAME=VALUE lines of a file such as .env.example. Variables that are already
# set take precedence. Values are literal; surrounding quotes are stripped.
load_env() {
  local line name value
  [[ -f $1 ]] || return 0
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    if [[ -z ${line//[[:space:]]/} || $line == \#* ]]; then continue; fi
    [[ $line =~ ^[[:space:]]*([A-Za-z_][A-Za-z0-9_]*)=(.*)$ ]] \
      || fail "$1: this line is not of the form NAME=VALUE: ${line%%=*}"
    name=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
    if [[ $value =~ ^\"(.*)\"$ || $value =~ ^\'(.*)\'$ ]]; then value=${BASH_REMATCH[1]}; fi
    if [[ -z ${!name+set} ]]; then export "$name=$value"; fi
  done <"$1"
}

# spawn COMMAND…: runs it in the background in a separate process group, out of reach of the terminal's
# Ctrl-C and hang-up, so that we stop processes in the right order. Sets SPAWNED to its process id.
spawn() {
  set -m
  "$@" </dev/null &
  SPAWNED=$!
  # Off again, or a foreground command would receive the Ctrl-C instead of us.
  set +m
}

# child COMMAND…: runs it and waits, handling a signal to us at once instead of after the command.
child() {
  spawn "$@"
  CHILD=$SPAWNED
  local code=0
  wait "$CHILD" || code=$?
  CHILD=''
  return "$code"
}
# stop_child: ends the running child, if any, and everything it started.
stop_child() {
  if [[ -n ${CHILD:-} ]]; then
    kill -TERM -- "-$CHILD" 2>/dev/null || true
    wait_gone "$CHILD" 10 || kill -KILL -- "-$CHILD" 2>/dev/null || true
    CHILD=''
  fi
}

# pid_alive PID: true if the process exists and is not a zombie.
pid_alive() {
  local state
  state=$(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null) || return 1
  [[ -n $state && $state != Z ]]
}

# wait_gone PID SECONDS: waits until the process has ended; false if it still runs after SECONDS.
wait_gone() {
  local pid=$1 end=$((SECONDS + $2))
  while pid_alive "$pid"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}
