#!/usr/bin/env bash
# Installs the services that tests start, where they are missing and can be installed: Debian, as root. Where they
# cannot, the tests that need them are skipped and say so.
set -euo pipefail

# A file or command that shows that a service is there, and the Debian package that brings it.
services=(
  "/usr/lib/postgresql/*/bin/postgres postgresql"
  "redis-server redis-server"
  "chromium chromium"
  "java default-jre-headless"
  "zsh zsh"
  "fish fish"
  "python3:ensurepip python3-venv"
)

# Whether a command is found, a file that a pattern names is there, or a module of Python.
is_there() {
  case "$1" in
    /*) compgen -G "$1" >/dev/null ;;
    python3:*) python3 -c "import ${1#python3:}" 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

missing=()
for service in "${services[@]}"; do
  read -r sign package <<<"$service"
  is_there "$sign" || missing+=("$package")
done

# Installs what is missing.
install_missing() {
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "not installed: ${missing[*]}; tests that need them are skipped (install them with apt-get, as root)" >&2
    return
  fi
  export DEBIAN_FRONTEND=noninteractive
  # Debian would start a server of its own for each of them; the tests start theirs.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    trap 'rm -f "$policy"' EXIT
  fi
  apt-get update -qq || true
  apt-get install -y -qq --no-install-recommends "${missing[@]}" ||
    echo "could not install: ${missing[*]}; tests that need them are skipped" >&2
}

if [ ${#missing[@]} -gt 0 ]; then
  install_missing
fi
# What Python's tests need is fetched while the rest is built; those tests wait for it.
bash "$(dirname "$0")/install-python.sh" </dev/null >/dev/null 2>&1 &
