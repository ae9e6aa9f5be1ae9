# shellcheck shell=bash
# What every command under ops/ shares: where things are, how it speaks, how it waits.
# Sourced, never run. What looks unused here is used by those that source it.

# shellcheck disable=SC2034
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
# Downloads and tools that outlive a clone. Everything in it can be deleted at any time.
# shellcheck disable=SC2034
CACHE=${AUCTION_ROOM_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/auction-room}

if [[ -t 1 ]]; then
  BOLD=$'\e[1m' DIM=$'\e[2m' RED=$'\e[31m' RESET=$'\e[0m'
else
  BOLD='' DIM='' RED='' RESET=''
fi

# say TEXT…: one line of progress.
say() { printf '%s==>%s %s\n' "$BOLD" "$RESET" "$*"; }
# note TEXT…: a detail below it.
note() { printf '%s    %s%s\n' "$DIM" "$*" "$RESET"; }
# fail TEXT…: one line that says what is wrong and what to do, and the end.
fail() {
  printf '%s%s: %s%s\n' "$RED" "${0##*/}" "$*" "$RESET" >&2
  exit 1
}

# need COMMAND HINT: fails with the hint if the command is not on the machine.
need() { command -v "$1" >/dev/null 2>&1 || fail "\`$1\` is missing: $2"; }

is_root() { [[ $(id -u) == 0 ]]; }

# absolute PATH: the path made absolute; the file need not exist.
absolute() { realpath -m -- "$1"; }

# url_encode TEXT: percent-encoded for a part of an URL, byte by byte.
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

# port_taken PORT: somebody listens on this loopback port.
port_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# free_port: a loopback port that nobody has at this moment.
free_port() {
  node -e 'const s=require("node:net").createServer();s.listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'
}

# http_status URL [TOKEN]: the status of a GET, of a visitor or with a login; 000 if nobody answers.
http_status() {
  node -e '
    const [url, token] = process.argv.slice(1);
    fetch(url, { headers: token ? { "X-Token": token } : {}, signal: AbortSignal.timeout(3000) })
      .then((r) => console.log(r.status), () => console.log("000"));
  ' "$@"
}

# lock_folder FOLDER WHAT [SECONDS]: this process (and the children that inherit the descriptor) has
# the folder to itself until it ends; a second one waits SECONDS (0) and is refused.
# The descriptor is left in LOCK_FD.
lock_folder() {
  local folder=$1 what=$2 seconds=${3:-0} owner
  mkdir -p -- "$folder"
  exec {LOCK_FD}>>"$folder/lock"
  if ! flock --wait "$seconds" "$LOCK_FD"; then
    owner=$(tail -n 1 -- "$folder/lock" 2>/dev/null || true)
    fail "$what $folder is in use by process ${owner:-unknown}; stop that one first, or give this one another folder"
  fi
  # Truncated in place: the lock belongs to the open file, a new file would have none.
  printf '%s\n' "$$" >"$folder/lock"
}

# build_lock NAME: one at a time in this clone; held until the (sub)shell ends.
build_lock() {
  local fd
  mkdir -p -- "$ROOT/.data/locks"
  exec {fd}>>"$ROOT/.data/locks/$1"
  if ! flock --nonblock "$fd"; then
    note "waiting for another run that builds the same"
    flock "$fd"
  fi
}

# load_env FILE: NAME=VALUE lines for the environment, as in .env.example. What the environment
# already says wins. Values are taken as they stand; surrounding quotes are dropped.
load_env() {
  local line name value
  [[ -f $1 ]] || return 0
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    if [[ -z ${line//[[:space:]]/} || $line == \#* ]]; then continue; fi
    [[ $line =~ ^[[:space:]]*([A-Za-z_][A-Za-z0-9_]*)=(.*)$ ]] \
      || fail "$1: not of the form NAME=VALUE: ${line%%=*}"
    name=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
    if [[ $value =~ ^\"(.*)\"$ || $value =~ ^\'(.*)\'$ ]]; then value=${BASH_REMATCH[1]}; fi
    if [[ -z ${!name+set} ]]; then export "$name=$value"; fi
  done <"$1"
}

# spawn COMMAND…: in the background, in a process group of its own: neither the terminal's Ctrl-C nor
# its hang-up reaches it, so that we stop what runs in our order. SPAWNED is its process.
spawn() {
  set -m
  "$@" </dev/null &
  SPAWNED=$!
  # Only for this: with it on, what runs in the foreground would get the Ctrl-C in our place.
  set +m
}

# child COMMAND…: runs it so that a signal to us is answered at once, and not only when it is done.
child() {
  spawn "$@"
  CHILD=$SPAWNED
  local code=0
  wait "$CHILD" || code=$?
  CHILD=''
  return "$code"
}
# stop_child: ends it, if it runs, with everything that it started.
stop_child() {
  if [[ -n ${CHILD:-} ]]; then
    kill -TERM -- "-$CHILD" 2>/dev/null || true
    wait_gone "$CHILD" 10 || kill -KILL -- "-$CHILD" 2>/dev/null || true
    CHILD=''
  fi
}

# pid_alive PID: the process exists and is not a zombie.
pid_alive() {
  local state
  state=$(sed -n 's/^State:[[:space:]]*\(.\).*/\1/p' "/proc/$1/status" 2>/dev/null) || return 1
  [[ -n $state && $state != Z ]]
}

# wait_gone PID SECONDS: true once the process has ended, false if it is still there after that time.
wait_gone() {
  local pid=$1 end=$((SECONDS + $2))
  while pid_alive "$pid"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}
