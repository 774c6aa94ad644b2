#!/bin/sh
# Every study of every method on every name of `halfstep list`, in pieces that several processors, or
# several nights, share.
#
#     matrix.sh PROGRAM FOLDER KNOWN PIECES run K N    every N-th piece, from the K-th (0 <= K < N)
#     matrix.sh PROGRAM FOLDER KNOWN PIECES judge      joins them; fails where a verdict does
#
# KNOWN is a file of --expect: what is known to fail, and why. A piece is a shard of
# `gate --profile every`, kept in FOLDER under a checksum of PROGRAM and KNOWN, and not made again.
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
program=$1 known=$3 pieces=$4 task=$5
folder=$2/$(cat "$program" "$known" | cksum | tr ' ' '-')
mkdir -p "$folder"

case $task in
run)
    piece=$(($6 + 1))
    while [ "$piece" -le "$pieces" ]; do
        file=$folder/piece-$piece.json
        status=0
        [ -s "$file" ] || "$program" gate --profile every --jobs 1 --time-limit 900 --expect "$known" \
            --shard "$piece/$pieces" --json "$file" || status=$?
        # 1 is a verdict that fails, which is for the whole to judge.
        [ "$status" -le 1 ] || exit "$status"
        piece=$((piece + $7))
    done
    ;;
judge) exec "$program" merge "$folder"/piece-*.json ;;
*) exit 2 ;;
esac
