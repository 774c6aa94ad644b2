#!/bin/sh
# The Debian packages are built in a copy, lintian has nothing against them, and the program that is in
# them runs from where it is unpacked. What only tests need is hidden: no package depends on it.
#
#     deb.sh SOURCES
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
sources=$1
for tool in dpkg-buildpackage dh git lintian; do
    command -v $tool >/dev/null 2>&1 || {
        echo "skipped: $tool is not installed"
        exit 77
    }
done
git -C "$sources" rev-parse HEAD >/dev/null 2>&1 || {
    echo 'skipped: the sources are no repository'
    exit 77
}
work=$(mktemp -d "${TMPDIR:-/tmp}/halfstep-deb.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/tools"
cat >"$work/tools/pkg-config" <<END
#!/bin/sh
case "\$*" in *criterion*) exit 1 ;; esac
exec $(command -v pkg-config) "\$@"
END
chmod 755 "$work/tools/pkg-config"
PATH=$work/tools:$PATH "$sources/harness/packaging/deb.sh" "$work" >"$work/log" 2>&1 || {
    tail -n 50 "$work/log" >&2
    exit 1
}
for package in halfstep libhalfstep-fast0 libhalfstep-fast-bdf0 libhalfstep-fast-dev halfstep-doc; do
    dpkg-deb -x "$work/${package}"_*.deb "$work/root"
done
export HALFSTEP_CACHE=
"$work/root/usr/bin/halfstep" order quadratic --method implicit-euler | grep ' 0 fail'
for file in include/halfstep/fast/bdf.h share/man/man5/halfstep-model.5.gz \
    share/doc/halfstep-doc/examples/heun.c share/doc/halfstep-doc/fast/pair/theory.md; do
    [ -e "$work/root/usr/$file" ] || {
        echo "no $file" >&2
        exit 1
    }
done
