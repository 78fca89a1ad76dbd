#!/usr/bin/env bash
# Makes the example reports and the README's pictures from the reference server, as a user would: npm run examples
set -euo pipefail
cd "$(dirname "$0")/.."
npm run --silent build
root=$PWD
kit="node $root/dist/lib/cli/main.js"
work=$(mktemp -d)
# Runs there, so that the commands in a report name no folder of whoever made it.
cd "$work"
$kit --seed 42 --quiet --output reports/clean
$kit reference --fault limit-37-gives-38 --fault category-rounded --fault missing-name-taken --fault status-as-text-in-404 > "$work/address" &
server=$!
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
until grep -q quickstart "$work/address"; do sleep 0.1; done
catalogue=$(awk '$1 == "catalogue" { print $2 }' "$work/address")
quickstart=$(awk '$1 == "quickstart" { print $2 }' "$work/address")
key=$(awk '$1 == "key" { print $2 }' "$work/address")
ANIMAL_STORE_API_KEY=$key $kit "$catalogue" --quickstart "$quickstart" --seed 42 --quiet --output reports/candidate || true
cd "$root"
mkdir -p .github/examples
cp "$work/reports/clean/report.html" .github/examples/clean.html
cp "$work/reports/candidate/report.html" .github/examples/failing.html
# Needs Chromium; without it the pictures stay as they are.
REPORT_PAGE="$work/reports/clean/report.html" PICTURES="$work" npx vitest run --project slow lib/report/page/browser -t pictured
[ ! -f "$work/report-light.png" ] || cp "$work/report-light.png" .github/pictures/report-clean.png
REPORT_PAGE="$work/reports/candidate/report.html" PICTURES=.github/pictures npx vitest run --project slow lib/report/page/browser -t pictured
