#!/bin/sh
# Makes a release: the version wherever it stands, the changes under their number and date, a commit, the
# tag vVERSION, a tarball with its checksum. The same tag gives the same bytes, whoever makes them.
#
#     release.sh VERSION [FOLDER]             (default of FOLDER: the present one)
#     release.sh --tarball VERSION [FOLDER]   the tarball of a tag that is there
#
# Nothing is pushed. SOURCE_DATE_EPOCH is the day of the release, if it is set.
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
top=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)

fail() {
    printf 'release: %s\n' "$(printf %s "$*" | LC_ALL=C tr '\000-\037\177' '?')" >&2
    exit 2
}

git_here() {
    git -C "$top" "$@"
}

# What stands under "Unreleased" in the list of changes.
unreleased() {
    sed -n '/^## Unreleased$/,/^## [0-9]/p' "$top/CHANGELOG.md" | grep '^- ' || true
}

check() {
    printf '%s\n' "$version" | grep -qxE '[0-9]+\.[0-9]+\.[0-9]+' ||
        fail "'$version' is no version: three numbers, as 0.2.0"
    [ -z "$(git_here status --porcelain)" ] || fail 'the tree has changes that are not committed'
    ! git_here rev-parse -q --verify "refs/tags/v$version" >/dev/null ||
        fail "there is a tag v$version"
    [ -n "$(unreleased)" ] || fail 'CHANGELOG.md has nothing under "Unreleased"'
}

# substitute FILE SCRIPT: by sed, and it has to change the file, unless the version stays.
substitute() {
    sed "$2" "$top/$1" >"$top/$1.new"
    cat "$top/$1.new" >"$top/$1"
    rm "$top/$1.new"
    grep -qF "$version" "$top/$1" || fail "$1 has no place for the version"
}

write_version() {
    date=$(date -u ${SOURCE_DATE_EPOCH:+-d "@$SOURCE_DATE_EPOCH"} +%Y-%m-%d)
    substitute harness/base/version.h "s/\(#define HALFSTEP_VERSION \).*/\1\"$version\"/"
    substitute harness/python/halfstep/version.py "s/^VERSION = .*/VERSION = \"$version\"/"
    substitute CITATION.cff "/^date-released:/d; s/^version: .*/version: $version\\
date-released: $date/"
    substitute CHANGELOG.md "s/^## Unreleased\$/## Unreleased\\
\\
## $version - $date/"
}

make_tarball() {
    mkdir -p "$folder"
    name=halfstep-$version.tar.gz
    git_here -c tar.umask=0022 archive --format=tar --prefix="halfstep-$version/" "v$version" |
        gzip -9n >"$folder/$name"
    (cd "$folder" && sha256sum "$name" | tee "$name.sha256")
}

if [ "${1-}" = --tarball ]; then
    only_tarball=yes
    shift
fi
[ $# -ge 1 ] && [ $# -le 2 ] || fail 'usage: release.sh [--tarball] VERSION [FOLDER]'
version=$1 folder=${2:-.}
if [ -z "${only_tarball-}" ]; then
    check
    write_version
    git_here commit -qam "Halfstep $version"
    git_here tag -am "Halfstep $version" "v$version"
fi
git_here rev-parse -q --verify "refs/tags/v$version" >/dev/null || fail "there is no tag v$version"
make_tarball
