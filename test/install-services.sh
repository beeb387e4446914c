#!/usr/bin/env bash
# Installs the programs that tests start: `install-services.sh [test|release|soak]`, for one tier of tests.
# Debian packages that are missing are installed if this runs as root; otherwise it prints their names, and the tests
# that need them are skipped. It leaves no system configuration behind.
set -euo pipefail

tier=${1:-test}

# A command, file or Python module that shows that a package is installed; the Debian package; its use in the tests.
services=(
  "chromium chromium runs the web app and renders pages"
  "redis-server redis-server is the queue of pith work"
  "/usr/lib/postgresql/*/bin/postgres postgresql is a store of pith serve"
  "zsh zsh loads the shell completion"
  "fish fish loads the shell completion"
)
if [ "$tier" = release ]; then
  services+=(
    "java default-jre-headless runs Spark"
    "python3:ensurepip python3-venv isolates the tests of the Python package"
  )
fi

if [ "$tier" = soak ]; then
  services+=("/usr/lib/*/faketime/libfaketimeMT.so.1 libfaketime sets the clock of programs forward and back")
fi

is_installed() {
  case "$1" in
    /*) compgen -G "$1" >/dev/null ;;
    python3:*) python3 -c "import ${1#python3:}" 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

missing=()
for service in "${services[@]}"; do
  read -r sign package use <<<"$service"
  if ! is_installed "$sign"; then
    missing+=("$package")
    echo "missing for the tests: $package, which $use" >&2
  fi
done

install_missing() {
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "skipping tests that need: ${missing[*]} (as root on Debian, this script installs them)" >&2
    return
  fi
  echo "installing Debian packages: ${missing[*]}" >&2
  export DEBIAN_FRONTEND=noninteractive
  # Packages of servers start them on installation unless this file forbids it. The tests start their own.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
  fi
  apt-get update -qq || true
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    echo "could not install ${missing[*]}; skipping the tests that need them" >&2
}

if [ ${#missing[@]} -gt 0 ]; then
  install_missing
fi
if [ "$tier" = release ]; then
  # Runs beside the build; the tests of the Python package wait for it.
  bash "$(dirname "$0")/install-python.sh" </dev/null >/dev/null 2>&1 &
fi
