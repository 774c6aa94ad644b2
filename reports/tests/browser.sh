#!/bin/sh
# browser.sh PAGES HALFSTEP: the pages that PAGES makes of data, and those of a study that HALFSTEP
# makes, in headless Chromium; 77 (skipped) where that is missing.
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
program=$1
halfstep=$2
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
for tool in chromium chromedriver /usr/bin/python3; do
    command -v "$tool" >/dev/null 2>&1 || { echo "skipped: no $tool"; exit 77; }
done
/usr/bin/python3 -c 'import selenium' 2>/dev/null || { echo "skipped: no python3-selenium"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$here/data/card" "$folder/card"
"$program" "$folder/card"
"$halfstep" statistics pendulum duffing --quiet --out "$folder/methods"
/usr/bin/python3 "$here/large.py" "$folder"
"$program" "$folder/large"
cp -r "$here/data/card" "$folder/against" # where one error of a curve was another
sed -i '0,/"error":0.[0-9]*/s//"error":0.5/' "$folder/against/results.json"
"$program" "$folder/against" "$folder/card"
mkdir "$folder/single"
(cd "$folder/single" && "$program" --single problem_007 "$folder/large")
/usr/bin/python3 "$here/browser.py" "$folder"
