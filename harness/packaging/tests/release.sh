#!/bin/sh
# A release is made in a copy: the version stands wherever it has to, the tarball is the same
# bit by bit from another clone on another day, and what must not be released is refused.
#
#     release.sh SOURCES
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
sources=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/halfstep release XXXXXX")
trap 'rm -rf "$work"' EXIT
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

fail() {
    printf 'release.sh: %s\n' "$*" >&2
    exit 1
}

# refused TEXT ARGUMENT...: with this text in the message and exit status 2, and nothing changed.
refused() {
    text=$1 before=$(git rev-parse HEAD)
    shift
    status=0
    harness/packaging/release.sh "$@" >"$work/log" 2>&1 || status=$?
    [ $status = 2 ] && grep -qF -- "$text" "$work/log" || fail "$*: $(cat "$work/log")"
    [ "$(git rev-parse HEAD)" = "$before" ] || fail "$*: there is a commit"
}

has() {
    grep -qxF -- "$2" "$1" || fail "$1 has no line '$2'"
}

# The files that a release reads and writes, and one to be executed.
cd "$sources"
for file in CHANGELOG.md CITATION.cff harness/base/version.h harness/python/halfstep/version.py \
    harness/packaging/release.sh; do
    mkdir -p "$work/one/$(dirname $file)"
    cp -p $file "$work/one/$file"
done
cd "$work/one"
sed -i '/^## [0-9]/,$d; s/^- .*/- something/' CHANGELOG.md
git init -q -b main && git add . && git commit -qm first

refused 'is no version' 1.2
refused 'usage' 1.2.3 a b
refused 'there is no tag v9.8.7' --tarball 9.8.7
echo >>CITATION.cff
refused 'not committed' 9.8.7
git checkout -q CITATION.cff

SOURCE_DATE_EPOCH=86400 harness/packaging/release.sh 9.8.7 "$work/made" >/dev/null
[ -z "$(git status --porcelain)" ] || fail 'the release leaves changes'
has harness/base/version.h '#define HALFSTEP_VERSION "9.8.7"'
has harness/python/halfstep/version.py 'VERSION = "9.8.7"'
has CITATION.cff 'version: 9.8.7'
has CITATION.cff 'date-released: 1970-01-02'
has CHANGELOG.md '## 9.8.7 - 1970-01-02'
has CHANGELOG.md '## Unreleased'
[ "$(git describe --exact-match)" = v9.8.7 ] || fail 'no tag on the commit'
refused 'there is a tag v9.8.7' 9.8.7
refused 'nothing under "Unreleased"' 9.8.8
(cd "$work/made" && sha256sum -c --quiet halfstep-9.8.7.tar.gz.sha256)

sleep 1
umask 077
git clone -q "$work/one" "$work/two"
TZ=Asia/Tokyo "$work/two/harness/packaging/release.sh" --tarball 9.8.7 "$work/again" >/dev/null
cmp "$work/made/halfstep-9.8.7.tar.gz" "$work/again/halfstep-9.8.7.tar.gz" ||
    fail 'the tarball is another one from another clone'
tar -tzf "$work/made/halfstep-9.8.7.tar.gz" | grep -qx halfstep-9.8.7/CITATION.cff

cd "$work/one" # the second release goes on
sed -i 's/^## Unreleased$/&\n\n- more/' CHANGELOG.md && git commit -qam more
SOURCE_DATE_EPOCH=0 harness/packaging/release.sh 9.9.0 "$work/made" >/dev/null
[ "$(grep -c '^date-released' CITATION.cff)" = 1 ] || fail 'two days of release'
[ "$(grep -n '^## ' CHANGELOG.md | sed 's/.*## //' | tr '\n' ' ')" = \
    'Unreleased 9.9.0 - 1970-01-01 9.8.7 - 1970-01-02 ' ] || fail 'the changes are out of order'
