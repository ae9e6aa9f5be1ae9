# shellcheck shell=bash
# Building the parts, for every command that needs them. Sourced after common.sh, never run.

# Queries are checked at compile time against .sqlx/, so building needs no database.
export SQLX_OFFLINE=true
# A coloured, complete output also where several things run at once.
export CARGO_TERM_PROGRESS_WHEN=${CARGO_TERM_PROGRESS_WHEN:-auto}

SQLX_CLI_VERSION=0.9.0

need_rust() { need cargo "install Rust, https://rustup.rs"; }
need_node() {
  need node "install Node.js (apt-get install nodejs npm); the version needed for building comes by itself"
  need npm "install npm (apt-get install npm)"
}

# One folder, from wherever cargo is called.
if [[ -n ${CARGO_TARGET_DIR:-} ]]; then
  CARGO_TARGET_DIR=$(absolute "$CARGO_TARGET_DIR")
  export CARGO_TARGET_DIR
fi
# target_folder: where cargo builds.
target_folder() { printf '%s\n' "${CARGO_TARGET_DIR:-$ROOT/target}"; }

# The functions here are called where `set -e` does not hold (`… || fail`), so each step says itself
# that the rest depends on it.

# npm_install FOLDER: its packages exactly as its lock file says, if they are not there yet.
npm_install() (
  folder=$ROOT/$1
  build_lock "npm-${1//\//-}"
  wanted=$(sha256sum <"$folder/package-lock.json")
  stamp=$folder/node_modules/.installed
  if [[ -f $stamp && $(<"$stamp") == "$wanted" ]]; then exit 0; fi
  # Not `npm ci`: it insists on packages for other platforms, which not every registry has.
  npm install --no-save --prefix "$folder" --no-fund --no-audit --loglevel=error || exit 1
  printf '%s\n' "$wanted" >"$stamp"
)

# build_client OUT: the client, built into the folder OUT, unless it is there and newer than every
# source.
build_client() (
  out=$1
  npm_install client || exit 1
  build_lock "client-$(printf '%s' "$out" | sha256sum | cut -c1-16)"
  stamp=$out/.built
  if [[ -f $stamp ]]; then
    newer=$(find "$ROOT/client" \( -name node_modules -o -path "$ROOT/client/dist" \) -prune -o -type f -newer "$stamp" -print -quit)
    if [[ -z $newer ]]; then exit 0; fi
  fi
  npm run build --prefix "$ROOT/client" -- --outDir "$out" --emptyOutDir || exit 1
  touch "$stamp"
)

# build_server PROFILE: the server's binary, with cargo's own progress.
build_server() {
  cargo build --manifest-path "$ROOT/Cargo.toml" --locked --package api --bin api --profile "$1"
}
# server_binary PROFILE: its path.
server_binary() {
  local folder=$1
  if [[ $folder == dev ]]; then folder=debug; fi
  printf '%s/%s/api\n' "$(target_folder)" "$folder"
}

# sqlx_cli: puts the pinned sqlx-cli on PATH, installing it into the cache the first time.
sqlx_cli() {
  local home=$CACHE/sqlx-cli-$SQLX_CLI_VERSION
  mkdir -p -- "$CACHE"
  if [[ ! -x $home/bin/cargo-sqlx ]]; then
    say "installing sqlx-cli $SQLX_CLI_VERSION (once)"
    (
      exec {fd}>>"$CACHE/sqlx-cli.lock"
      flock "$fd"
      if [[ ! -x $home/bin/cargo-sqlx ]]; then
        # In a target folder of its own: cargo install would otherwise build into ours.
        env -u CARGO_TARGET_DIR cargo install sqlx-cli --quiet --version "$SQLX_CLI_VERSION" --locked \
          --no-default-features --features postgres,rustls --root "$home"
      fi
    ) || fail "sqlx-cli could not be installed"
  fi
  export PATH=$home/bin:$PATH
}

# find_chromium: sets CHROMIUM to a browser, installing Debian's if we may.
find_chromium() {
  local name
  if [[ -n ${CHROMIUM:-} ]]; then
    [[ -x $CHROMIUM ]] || fail "CHROMIUM is $CHROMIUM, which cannot be run"
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
    apt-get update -qq || fail "apt-get update failed"
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null \
      || fail "Chromium could not be installed with apt-get"
    CHROMIUM=$(command -v chromium) || fail "Chromium was installed and is not on PATH"
    export CHROMIUM
    return
  fi
  fail "Chromium is missing: install it (apt-get install chromium), or set CHROMIUM to a browser"
}
