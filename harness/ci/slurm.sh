#!/bin/sh
# Slurm: the gate, a study or the report as a job array, and a job that joins its shards.
#
#     sh harness/ci/slurm.sh SHARDS DIR COMMAND [ARGUMENT]...
#     sh harness/ci/slurm.sh 16 /shared/night gate --profile full
#
# Run it on a machine that submits jobs, in a folder that the nodes see, too. DIR, which they
# see as well, gets the shards, what was said of each (shard-I.txt), and when all have ended
# what one machine would have written: halfstep.json, and of the gate junit.xml, halfstep.md and
# verdict.txt, of the report the folder report. The script waits for that, and ends with the exit
# status of the whole: 0 passed, 1 a verdict failed, 2 or 3 something is missing.
#
# A shard whose job died is missing: `merge` names it. That one alone can be done again:
#     halfstep COMMAND [ARGUMENT]... --shard I/SHARDS --json DIR/shard-I.json
#
# HALFSTEP: the program, where it is not build/harness/halfstep of this folder's Halfstep (which is
# built first). SBATCH_OPTIONS: for every job ("--partition=short --time=60"); the processors
# of a job are those of --cpus-per-task, one unless given.
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu

say() {
    printf 'slurm.sh: %s\n' "$*" >&2
}

# A verdict that fails is a result as good as any; what else goes wrong leaves no shard.
do_shard() {
    program=$1 shards=$2 dir=$3 command=$4 index=$SLURM_ARRAY_TASK_ID status=0
    shift 4
    set -- "$command" "$@" --shard "$index/$shards"
    case $command in
    gate) "$program" "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}" --json "$dir/shard-$index.json" \
        >"$dir/shard-$index.txt" 2>&1 || status=$? ;;
    report) "$program" "$@" --out "$dir/shard-$index" >"$dir/shard-$index.txt" 2>&1 ||
        status=$? ;;
    *) "$program" "$@" --json >"$dir/shard-$index.partial" 2>"$dir/shard-$index.txt" ||
        status=$?
        [ "$status" -gt 1 ] || mv "$dir/shard-$index.partial" "$dir/shard-$index.json" ;;
    esac
    [ "$status" -le 1 ]
}

# The shards by name: what an earlier call with more of them has left is none of these. One
# that is missing is left out, and named by merge.
do_merge() {
    program=$1 shards=$2 dir=$3 command=$4
    set --
    for index in $(seq "$shards"); do
        for shard in "$dir/shard-$index" "$dir/shard-$index.json"; do
            [ ! -e "$shard" ] || set -- "$@" "$shard"
        done
    done
    case $command in
    gate) set -- "$@" --junit "$dir/junit.xml" --markdown "$dir/halfstep.md" ;;
    report) set -- "$@" --out "$dir/report" ;;
    esac
    exec "$program" merge "$@" --json "$dir/halfstep.json" >"$dir/verdict.txt" 2>&1
}

if [ "${1-}" = --task ]; then
    task=$2
    shift 2
    "do_$task" "$@"
    exit
fi

case ${1-} in '' | *[!0-9]* | 0*) set -- ;; esac
if [ $# -lt 3 ]; then
    say "usage: sh slurm.sh SHARDS DIR COMMAND [ARGUMENT]..."
    exit 2
fi
shards=$1 dir=$2
shift 2
top=$(CDPATH= cd -- "$(dirname -- "$0")/../.." && pwd)
[ -n "${HALFSTEP-}" ] || "$top/halfstep" --version >/dev/null # builds what has changed
program=${HALFSTEP:-$top/build/harness/halfstep}
mkdir -p "$dir"
for index in $(seq "$shards"); do # nothing of an earlier run counts
    rm -rf "$dir/shard-$index" "$dir/shard-$index.json" "$dir/shard-$index.partial"
done

# shellcheck disable=SC2086 # the options are words
array=$(sbatch --parsable --job-name=halfstep --array="1-$shards" --output="$dir/shard-%a.log" \
    --cpus-per-task="${SLURM_CPUS_PER_TASK:-1}" ${SBATCH_OPTIONS-} \
    "$0" --task shard "$program" "$shards" "$dir" "$@")
say "array job ${array%%;*}: $shards shards"
status=0
# afterany: when all have ended, however they did.
# shellcheck disable=SC2086
sbatch --wait --job-name=halfstep-merge --dependency="afterany:${array%%;*}" \
    --output="$dir/merge.log" ${SBATCH_OPTIONS-} \
    "$0" --task merge "$program" "$shards" "$dir" "$@" >/dev/null || status=$?
# Why the first of the shards that are missing is.
for index in $(seq "$shards"); do
    [ ! -e "$dir/shard-$index" ] && [ ! -e "$dir/shard-$index.json" ] || continue
    [ ! -f "$dir/shard-$index.txt" ] || say "shard $index: $(tail -n 1 "$dir/shard-$index.txt")"
    break
done
[ ! -f "$dir/verdict.txt" ] || tail -n 1 "$dir/verdict.txt"
exit "$status"
