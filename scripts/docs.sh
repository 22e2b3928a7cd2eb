#!/usr/bin/env bash
#
# Builds the documentation of the library with the toolchain's own docc:
#
#   scripts/docs.sh [FOLDER]     (default: .build/documentation)
#
# Warnings, such as a link that leads nowhere, are errors, and so is a public symbol that isn't fully documented.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

output=${1:-.build/documentation}
graphs=.build/symbol-graphs
rm -rf "$graphs" "$output"
mkdir -p "$graphs"

swift build --target FetchedResults >&2
built=$(swift build --show-bin-path)
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)",/\1/p' | head -n 1)
swift symbolgraph-extract -module-name FetchedResults -minimum-access-level public -target "$triple" \
  -I "$built/Modules" -I Sources/CSQLite \
  -Xcc "-fmodule-map-file=$built/CCollation.build/module.modulemap" \
  -Xcc "-fmodule-map-file=$built/CGlibc.build/module.modulemap" -output-dir "$graphs"

scripts/documented.py "$graphs"

docc=$(dirname "$(readlink -f "$(command -v swift)")")/docc
command -v docc >/dev/null && docc=docc
"$docc" convert Sources/FetchedResults/FetchedResults.docc --additional-symbol-graph-dir "$graphs" \
  --fallback-display-name FetchedResults --fallback-bundle-identifier FetchedResults \
  --output-path "$output" --warnings-as-errors
echo "The documentation is in $output; to read it: (cd $output && python3 -m http.server)" >&2
