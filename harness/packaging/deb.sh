#!/bin/sh
# Builds the Debian packages of a revision in a copy: into FOLDER come halfstep,
# libhalfstep-fast0, libhalfstep-fast-bdf0, libhalfstep-fast-dev and halfstep-doc. What is missing is named by
# dpkg-buildpackage; lintian has its say where it is installed.
#
#     deb.sh FOLDER [REVISION]         (default: HEAD)
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
top=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
[ $# -ge 1 ] || {
    echo 'usage: deb.sh FOLDER [REVISION]' >&2
    exit 2
}
revision=${2:-HEAD}
mkdir -p "$1"
folder=$(CDPATH= cd -- "$1" && pwd)
version=$(git -C "$top" show "$revision:harness/base/version.h" |
    sed -n 's/^#define HALFSTEP_VERSION "\(.*\)"/\1/p')
date=$(git -C "$top" log -1 --format=%cD "$revision")
sources=$folder/halfstep-$version
rm -rf "$sources"
git -C "$top" archive --prefix="halfstep-$version/" "$revision" | tar -xf - -C "$folder"
mv "$sources/harness/packaging/debian" "$sources/debian"
cat >"$sources/debian/changelog" <<END
halfstep ($version) unstable; urgency=medium

  * Halfstep $version: CHANGELOG.md tells what changed.

 -- The Halfstep authors <halfstep@example.org>  $date
END
cd "$sources"
dpkg-buildpackage -us -uc -b
! command -v lintian >/dev/null || lintian --fail-on error,warning "$folder"/*.changes
