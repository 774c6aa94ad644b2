#!/bin/sh
# The documents: each relative link leads to a file, and to a heading of it; each README is a page;
# the files that CONTRIBUTING.md names are there; the version is the same wherever it stands.
#
#     documents.sh SOURCES
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
cd "$1"
faults=$(mktemp "${TMPDIR:-/tmp}/halfstep-documents.XXXXXX")
trap 'rm -f "$faults"' EXIT

fault() {
    printf '%s\n' "$*" | tee -a "$faults" >&2
}

# The documents of the project, not those of a build.
documents() {
    find . \( -name .git -o -name 'build*' \) -prune -o -name '*.md' -print | sort
}

# The anchors of a document's headings, as GitHub makes them.
anchors() {
    sed -n '/^```/,/^```/d; s/^##* //p' "$1" |
        sed 's/\[\([^]]*\)\]([^)]*)/\1/g; s/[^[:alnum:] _-]//g; s/ /-/g' | tr '[:upper:]' '[:lower:]'
}

# The targets of a document's links outside blocks of code, and outside the web.
links() {
    sed '/^```/,/^```/d; /^    /d; s/`[^`]*`//g' "$1" |
        grep -o '](\([^)]*\))' | sed 's/^](//; s/)$//' | grep -v '^[a-z]*:' || true
}

check_link() {
    from=$1 target=$2
    file=${target%%#*} heading=
    case $target in *\#*) heading=${target#*#} ;; esac
    place=$from
    [ -z "$file" ] || place=$(dirname "$from")/$file
    [ -e "$place" ] || {
        fault "$from: no $file"
        return
    }
    [ -z "$heading" ] || anchors "$place" | grep -qxF -e "$heading" ||
        fault "$from: no heading #$heading in $place"
}

# A word with a slash between backticks is a file, if it begins with a folder of ours.
check_places() {
    grep -o '`[a-z]*/[^` ]*`' CONTRIBUTING.md | tr -d '`' |
        grep -E '^(problems|fast|ref|harness|reports)/' | grep -v -e '[A-Z]*NAME' -e FOLDER |
        sed 's/{h,c}/h/' | while read -r place; do
        [ -e "$place" ] || fault "CONTRIBUTING.md: no $place"
    done
}

documents | while read -r document; do
    links "$document" | while read -r target; do
        check_link "$document" "$target"
    done
done
check_places
documents | grep '/README\.md$' | while read -r document; do
    lines=$(wc -l <"$document")
    [ "$lines" -le 110 ] || fault "$document has $lines lines"
done
words=$(wc -w <README.md)
[ "$words" -lt 700 ] || fault "README.md has $words words"
version=$(sed -n 's/^#define HALFSTEP_VERSION "\(.*\)"/\1/p' harness/base/version.h)
grep -qx "version: $version" CITATION.cff || fault "CITATION.cff has not the version $version"
grep -qx "VERSION = \"$version\"" harness/python/halfstep/version.py ||
    fault "harness/python has not the version $version"
[ ! -s "$faults" ]
