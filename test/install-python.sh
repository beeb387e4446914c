#!/usr/bin/env bash
# Installs what the tests of the Python package need into a cache that outlasts the checkout: pytest, mypy, the libraries
# that it integrates with, and Spark (434 MB, fetched once). If that fails, or takes more than a few minutes, those tests are skipped with a message.
set -euo pipefail
cd "$(dirname "$0")/.."

LIMIT=240
SPARK=4.0.1
folder=${PITH_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/webpith-tests}/python
wanted="spark $SPARK, $(cksum <test/python/requirements.txt)"

# One at a time: the tests wait here for what was begun before the build.
mkdir -p "$(dirname "$folder")"
exec 9>"$folder.lock"
if command -v flock >/dev/null; then flock 9; fi
if [ -n "${PITH_PYTHON:-}" ] || [ "$(cat "$folder/ready" 2>/dev/null)" = "$wanted" ]; then
  exit 0
fi
if [ -n "$(find "$folder.failed" -mmin -10 2>/dev/null)" ]; then
  cat "$folder.failed" >&2
  exit 0
fi

# Prints the reason why some tests are skipped, and stores it for calls in the next minutes.
failed() {
  echo "$1" | tee "$folder.failed" >&2
}

# Unpacks Spark in the layout of its wheel, without building the wheel, which takes a minute.
spark() {
  "$1/bin/python" -m pip download -q --no-cache-dir --no-deps --dest "$1/download" "pyspark==$SPARK" &&
    mkdir "$1/spark" && tar -xzf "$1/download/pyspark-$SPARK.tar.gz" -C "$1/spark" --strip-components 1 &&
    ln -s ../deps/bin ../deps/jars "$1/spark/pyspark/" && ln -s ../../lib "$1/spark/pyspark/python/" &&
    rm -r "$1/download" && for site in "$1"/lib/python*/site-packages; do echo "$folder/spark" >"$site/spark.pth"; done
}

packages() {
  python3 -m venv "$1" &&
    "$1/bin/python" -m pip install -q --no-cache-dir --disable-pip-version-check -r test/python/requirements.txt
}

new=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$new"' EXIT
export -f packages spark
export folder SPARK
echo "installing Python packages and Spark for the tests into $folder (434 MB, once)" >&2
if ! timeout "$LIMIT" bash -euc 'packages "$0"' "$new"; then
  failed "could not install Python packages; the tests of the Python package and of Spark are skipped"
  exit 0
fi
if timeout "$LIMIT" bash -euc 'spark "$0"' "$new"; then
  echo "$wanted" >"$new/ready"
  rm -f "$folder.failed"
else
  failed "could not fetch Spark; its tests are skipped"
fi
# Programs in bin/ name the folder that they were installed into; the tests start them as modules.
rm -rf "$folder"
mv "$new" "$folder"
