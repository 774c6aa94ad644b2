#!/bin/sh
# make.sh [--check] HALFSTEP: makes the pictures of this folder from what HALFSTEP measures on the
# pendulum; --check: whether they are those that are here (1: not; 77: there is no gnuplot).
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
check=false
if [ "$1" = --check ]; then check=true; shift; fi
halfstep=$1
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
command -v gnuplot >/dev/null 2>&1 || { echo "skipped: no gnuplot"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for study in order gap; do
    "$halfstep" $study pendulum --canonical --out "$folder/$study" >"$folder/log" 2>&1 ||
        { cat "$folder/log"; exit 1; }
    for figure in "$folder/$study"/figures/*.svg; do
        name=$(basename "$figure")
        case $name in *-motion*) continue ;; esac
        if ! $check; then
            cp "$figure" "$here/$name"
        elif ! cmp -s "$figure" "$here/$name"; then
            echo "$name is not what is measured: sh reports/gallery/make.sh HALFSTEP makes it anew"
            exit 1
        fi
    done
done
