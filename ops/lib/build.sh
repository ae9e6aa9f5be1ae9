# shellcheck shell=bash
# Builds the server, the client and their tools. Source it after common.sh; do not run it.

# Queries are checked at compile time against .sqlx/, so a build needs no database.
export SQLX_OFFLINE=true
# A progress bar on a terminal only.
export CARGO_TERM_PROGRESS_WHEN=${CARGO_TERM_PROGRESS_WHEN:-auto}

SQLX_CLI_VERSION=0.9.0
CARGO_DENY_VERSION=0.20.2
CARGO_MACHETE_VERSION=0.9.2

need_rust() { need cargo "install Rust from https://rustup.rs"; }
need_node() {
  need node "install Node.js (apt-get install nodejs npm); the build installs the version it needs"
  need npm "install npm (apt-get install npm)"
}

# An absolute path, because cargo is called from several folders.
if [[ -n ${CARGO_TARGET_DIR:-} ]]; then
  CARGO_TARGET_DIR=$(absolute "$CARGO_TARGET_DIR")
  export CARGO_TARGET_DIR
fi
# target_folder: prints cargo's target folder.
target_folder() { printf '%s\n' "${CARGO_TARGET_DIR:-$ROOT/target}"; }

# Callers use these functions as `… || fail`, where `set -e` has no effect, so each step checks for
# failure itself.

# npm_install FOLDER: installs the packages pinned in FOLDER's lock file, unless it has done so already.
npm_install() (
  folder=$ROOT/$1
  build_lock "npm-${1//\//-}"
  wanted=$(sha256sum <"$folder/package-lock.json")
  stamp=$folder/node_modules/.installed
  if [[ -f $stamp && $(<"$stamp") == "$wanted" ]]; then exit 0; fi
  # Not `npm ci`: it requires packages for other platforms too, and some registries lack them.
  npm install --no-save --prefix "$folder" --no-fund --no-audit --loglevel=error || exit 1
  printf '%s\n' "$wanted" >"$stamp"
)

# build_client OUT: builds the client into the folder OUT, unless the build there is newer than every
# source. The guides of docs/ are pages of the client.
build_client() (
  out=$1
  npm_install client || exit 1
  build_lock "client-$(printf '%s' "$out" | sha256sum | cut -c1-16)"
  stamp=$out/.built
  if [[ -f $stamp ]]; then
    newer=$(find "$ROOT/client" "$ROOT/docs" \( -name node_modules -o -path "$ROOT/client/dist" \) -prune -o -type f -newer "$stamp" -print -quit)
    if [[ -z $newer ]]; then exit 0; fi
  fi
  npm run build --prefix "$ROOT/client" -- --outDir "$out" --emptyOutDir || exit 1
  touch "$stamp"
)

# build_server PROFILE: builds the server binary, showing cargo's progress.
build_server() {
  cargo build --manifest-path "$ROOT/Cargo.toml" --locked --package api --bin api --profile "$1"
}
# server_binary PROFILE: prints the path of the server binary.
server_binary() {
  local folder=$1
  if [[ $folder == dev ]]; then folder=debug; fi
  printf '%s/%s/api\n' "$(target_folder)" "$folder"
}

# cargo_tool NAME VERSION PROGRAM [ARG…]: puts a pinned tool on PATH; the first call installs it into
# the cache with cargo install ARG….
cargo_tool() {
  local name=$1 version=$2 program=$3
  local home=$CACHE/$name-$version
  shift 3
  mkdir -p -- "$CACHE"
  if [[ ! -x $home/bin/$program ]]; then
    say "installing $name $version (once)"
    (
      exec {fd}>>"$CACHE/$name.lock"
      flock "$fd"
      if [[ ! -x $home/bin/$program ]]; then
        # Without CARGO_TARGET_DIR, or cargo install would build into our target folder.
        env -u CARGO_TARGET_DIR cargo install "$name" --quiet --version "$version" --locked "$@" --root "$home"
      fi
    ) || fail "could not install $name; see the error above"
  fi
  export PATH=$home/bin:$PATH
}
sqlx_cli() { cargo_tool sqlx-cli "$SQLX_CLI_VERSION" cargo-sqlx --no-default-features --features postgres,rustls; }
# Checkers that run for seconds: their own release profiles would build for minutes.
cargo_deny() { CARGO_PROFILE_DEV_DEBUG=false cargo_tool cargo-deny "$CARGO_DENY_VERSION" cargo-deny --debug; }
cargo_machete() { CARGO_PROFILE_DEV_DEBUG=false cargo_tool cargo-machete "$CARGO_MACHETE_VERSION" cargo-machete --debug; }

# find_redis: as root, installs Debian's redis-server if there is none. Without it the tests of several nodes say that they did
# not run.
find_redis() {
  if command -v redis-server >/dev/null 2>&1; then return; fi
  if is_root && command -v apt-get >/dev/null 2>&1; then
    say "installing Redis for the tests of several nodes"
    # The tests start their own; Debian's service is neither needed nor started.
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends redis-server >/dev/null; then
      return
    fi
  fi
  note "skipped: tests of several nodes, because redis-server is not installed (apt-get install redis-server)"
}

# faketime_library: prints the path of the library that gives a process another clock; false if it is not installed.
faketime_library() {
  local library
  for library in /usr/lib*/faketime/libfaketimeMT.so.1 /usr/lib/*/faketime/libfaketimeMT.so.1; do
    if [[ -f $library ]]; then
      printf '%s\n' "$library"
      return
    fi
  done
  return 1
}

# find_faketime: sets FAKETIME_LIBRARY; as root, installs Debian's libfaketime if there is none. Without it the run of faults
# leaves the clocks alone.
find_faketime() {
  if [[ -n ${FAKETIME_LIBRARY:-} ]]; then return; fi
  if ! FAKETIME_LIBRARY=$(faketime_library) && is_root && command -v apt-get >/dev/null 2>&1; then
    say "installing libfaketime for nodes with a wrong clock"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends libfaketime; } >/dev/null 2>&1 || true
    FAKETIME_LIBRARY=$(faketime_library) || true
  fi
  if [[ -z $FAKETIME_LIBRARY ]]; then
    unset FAKETIME_LIBRARY
    note "left out: nodes with a wrong clock, because libfaketime is not installed (apt-get install libfaketime)"
    return
  fi
  export FAKETIME_LIBRARY
}

# find_chromium: sets CHROMIUM to a browser; as root, installs Debian's if there is none.
find_chromium() {
  local name
  if [[ -n ${CHROMIUM:-} ]]; then
    [[ -x $CHROMIUM ]] || fail "CHROMIUM is $CHROMIUM, which is not executable"
    export CHROMIUM
    return
  fi
  for name in chromium chromium-browser google-chrome-stable google-chrome; do
    if CHROMIUM=$(command -v "$name"); then
      export CHROMIUM
      return
    fi
  done
  if is_root && command -v apt-get >/dev/null 2>&1; then
    say "installing Chromium for the browser tests"
    apt-get update -qq || fail "apt-get update failed; see the error above"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null \
      || fail "could not install Chromium with apt-get; see the error above"
    CHROMIUM=$(command -v chromium) || fail "Chromium was installed but is not on PATH"
    export CHROMIUM
    return
  fi
  fail "Chromium is missing: install it (apt-get install chromium), or set CHROMIUM to the path of a browser"
}
