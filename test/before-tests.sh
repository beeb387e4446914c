#!/usr/bin/env bash
# The steps of `npm test` before the tests. The linter and the installation of services run beside the build; the type
# check needs the build. The output of each step is printed as a whole. Fails if any step failed, after all have ended.
set -uo pipefail

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

bash test/install-services.sh >"$logs/services" 2>&1 &
services=$!
npm run --silent lint >"$logs/lint" 2>&1 &
lint=$!

failed=0
npm run --silent build && npm run --silent check || failed=1
wait "$lint" || failed=1
cat "$logs/lint"
wait "$services" || failed=1
cat "$logs/services"
exit "$failed"
