# shellcheck shell=bash
# An S3 server for the tests (moto), in memory. Source it after common.sh; do not run it.

MOTO_VERSION=5.2.5

# s3_start: installs the server once, starts it, and exports S3_TEST_URL. Sets S3_PID. Fails without Python, or if the server
# can neither be found in the cache nor be downloaded.
s3_start() {
  local home=$CACHE/moto-$MOTO_VERSION port
  if [[ ! -x $home/bin/moto_server ]]; then
    command -v python3 >/dev/null 2>&1 || return 1
    rm -rf -- "$home"
    { python3 -m venv "$home" && "$home/bin/pip" install --quiet "moto[s3,server]==$MOTO_VERSION"; } >/dev/null 2>&1 \
      || { rm -rf -- "$home"; return 1; }
  fi
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  spawn "$home/bin/moto_server" --host 127.0.0.1 --port "$port" >/dev/null 2>&1
  S3_PID=$SPAWNED
  for _ in {1..200}; do
    if curl --silent --output /dev/null "http://127.0.0.1:$port/moto-api/"; then
      export S3_TEST_URL=http://127.0.0.1:$port
      return
    fi
    sleep 0.1
  done
  s3_stop
  return 1
}

s3_stop() {
  if [[ -n ${S3_PID:-} ]]; then
    kill -TERM -- "-$S3_PID" 2>/dev/null || true
    S3_PID=''
  fi
}
