#!/bin/sh
# Mutants of fast's sources against the checks that the program has. Each mutant is a library of
# one object that stands before libfast in the program that is linked with it.
#
#     campaign.sh CONFIGURATION list            the mutants that are tried
#     campaign.sh CONFIGURATION baseline        whether all checks pass without any
#     campaign.sh CONFIGURATION run K N         tries every N-th, from the K-th (0 <= K < N)
#     campaign.sh CONFIGURATION table           one line for each that was tried
#     campaign.sh CONFIGURATION score           {"killed": ..., "of": ..., ...}
#     campaign.sh CONFIGURATION judge           the score; fails where less than 99 of 100 are noticed
#
# CONFIGURATION is a file of shell assignments: COMPILE, PROGRAM, MUTATE, FAST, WORK, STRIDE, FIRST,
# FILES, SURVIVORS, SENSITIVITY, FALSE_ALARMS; among FILES HEADER=SOURCE is a header and the source
# that it is tried in.
# Results are kept in WORK/results, one file for each mutant, and not made again while the
# mutant's text is the same; remove them after the checks have changed.
#
# SPDX-License-Identifier: BSD-2-Clause
set -u
case $1 in */*) . "$1" ;; *) . "./$1" ;; esac
tab=$(printf '\t')

# A check: name, seconds of a processor's time that each process may take, arguments of the
# program. Cheapest first; pinned runs last, as they say that something has changed, not that it is
# wrong, and until then what they say is accepted. As many times that the whole may take, on a
# busy machine.
patience=20
checks() {
    cat <<END
fingerprint 5 fingerprint --arithmetic double
quick 10 gate --profile quick --fail-fast --expect $WORK/unpinned.json
standard 100 gate --profile standard --fail-fast --expect $WORK/unpinned.json
pinned 10 gate --profile quick --fail-fast
END
}
accept_pinned() {
    mkdir -p "$WORK"
    echo '{"halfstep-expect": 1, "accept": [{"study": "pinned", "quantity": "*",' \
        '"reason": "a change is no fault"}]}' >"$WORK/unpinned.json"
}

# Every STRIDE-th of all mutants of all files, from the FIRST on: identity, file, number, line, what is changed.
list() {
    for entry in $FILES; do
        "$MUTATE" "$FAST/${entry%=*}" | sed "s:^:$entry$tab:"
    done | awk -F '\t' -v OFS='\t' -v stride="$STRIDE" -v first="$FIRST" \
        'NR % stride == first % stride {
            entry = $1; sub(/=.*/, "", $1); sub(/.*\//, "", $1)
            print $1 "-" $2, entry, $2, $3, $4, $5, $6
        }'
}

compile() {
    (cd "$2" && $COMPILE -iquote . -c "fast/$1" -o "$3") >"$2/messages" 2>&1
}

# killed CHECK SECONDS, changed CHECK SECONDS, survived, equivalent (the same object code) or invalid.
judge() {
    place=$1 file=$2
    compile "$file" "$place" mutant.o || { echo invalid; return; }
    if cmp -s "$place/mutant.o" "$WORK/original/${file%.c}.o"; then
        echo equivalent
        return
    fi
    $COMPILE -shared "$place/mutant.o" -o "$place/mutant.so" || { echo invalid; return; }
    checks >"$place/checks"
    while read -r name seconds arguments; do
        begin=$(date +%s)
        (
            ulimit -t "$seconds"
            LD_PRELOAD=$place/mutant.so exec timeout -s KILL $((patience * seconds)) \
                "$PROGRAM" $arguments >"$place/out" 2>"$place/err" </dev/null
        )
        status=$?
        [ "$status" -eq 0 ] && continue
        [ "$status" -eq 2 ] && { cat "$place/err" >&2; echo invalid; return; }
        by=$(cat "$place/out" "$place/err" | sed -n 's/^FAIL .*(\([a-z-]*\),.*/\1/p' |
            head -n 1)
        [ "$status" -eq 137 ] && by=time
        outcome=killed
        [ "$name" = pinned ] && outcome=changed
        echo "$outcome$tab$name${by:+:$by}$tab$(($(date +%s) - begin))"
        return
    done <"$place/checks"
    echo survived
}

try_one() {
    identity=$1 file=${2%=*} source=${2#*=} number=$3
    result=$WORK/results/$identity
    place=$WORK/tried/$identity
    mkdir -p "$place/fast/$(dirname "$source")" "$place/fast/$(dirname "$file")"
    cp "$FAST/$source" "$place/fast/$source"
    "$MUTATE" "$FAST/$file" "$number" >"$place/fast/$file"
    sum=$(cksum <"$place/fast/$file" | tr ' ' -)
    if [ ! -f "$result" ] || [ "$(cut -f 1 "$result")" != "$sum" ]; then
        printf '%s\t%s\t%s\n' "$sum" "$4" \
            "$(judge "$place" "$source")" >"$result.part"
        mv "$result.part" "$result"
    fi
    rm -rf "$place"
}

# Whether a changed header is the one that is compiled: with an error in it none is.
check_headers() {
    for entry in $FILES; do
        file=${entry%=*} source=${entry#*=} place=$WORK/header.$$
        [ "$file" = "$source" ] && continue
        mkdir -p "$place/fast/$(dirname "$source")" "$place/fast/$(dirname "$file")"
        cp "$FAST/$source" "$place/fast/$source"
        echo '#error' >"$place/fast/$file"
        compile "$source" "$place" mutant.o && {
            echo "campaign.sh: $source does not take a changed $file" >&2
            exit 1
        }
        rm -rf "$place"
    done
}

# Whether all checks pass when nothing is changed.
baseline() {
    accept_pinned
    check_headers
    checks | while read -r name seconds arguments; do
        timeout $((patience * seconds)) "$PROGRAM" $arguments >/dev/null </dev/null || {
            echo "campaign.sh: $name does not pass without a mutant" >&2
            exit 1
        }
    done
}

# The objects of the sources as they are.
prepare() {
    mkdir -p "$WORK/results" "$WORK/tried"
    accept_pinned
    [ -d "$WORK/original" ] && return
    for entry in $FILES; do
        file=${entry#*=}
        mkdir -p "$WORK/original.$$/$(dirname "$file")" \
            "$WORK/original.$$/fast/$(dirname "$file")"
        cp "$FAST/$file" "$WORK/original.$$/fast/$file"
        compile "$file" "$WORK/original.$$" "${file%.c}.o" || exit 2
    done
    mv "$WORK/original.$$" "$WORK/original"
}

run() {
    prepare
    list | awk -v k="$1" -v n="$2" 'NR % n == k' |
        while IFS=$tab read -r identity entry number line operation from to; do
            try_one "$identity" "$entry" "$number" \
                "$identity$tab${entry%=*}:$line$tab$operation$tab$from$tab$to"
        done
}

# identity, place, operation, from, to, outcome, check, seconds.
table() {
    list | while IFS=$tab read -r identity rest; do
        [ -f "$WORK/results/$identity" ] && cut -f 2- "$WORK/results/$identity"
    done
}

# Survivors that SURVIVORS explains ("- `identity`, `from` to `to`: reason", or "without `from`") as
# being without effect are equivalent; others count as not killed. What is changed is compared, too:
# when the source changes, another mutant may have the number.
score() {
    table | awk -F '\t' -v survivors="$SURVIVORS" '
        function quoted(text) {
            gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text)
            return "\"" text "\""
        }
        BEGIN {
            while ((getline line < survivors) > 0)
                if (match(line, /^- `.*`: /))
                    reason[substr(line, 3, RLENGTH - 4)] = substr(line, RLENGTH + 1)
        }
        { mutant = "`" $1 "`, " ($5 == "" ? "without `" $4 "`" : "`" $4 "` to `" $5 "`") }
        $6 == "killed" { killed++; sub(/.*:/, "", $7); by[$7]++ }
        $6 == "changed" { changed++ }
        $6 == "survived" && !(mutant in reason) { open[$1] = $2 ", " $3 ": " $4 " -> " $5 }
        $6 == "survived" && (mutant in reason) { explained[$1] = reason[mutant] }
        $6 == "equivalent" || $6 == "invalid" { other[$6]++ }
        END {
            for (id in open) left++
            printf "{\"killed\": %d, \"of\": %d, \"changed\": %d,\n", \
                killed, killed + changed + left, changed
            printf " \"same code\": %d, \"not C\": %d,\n", other["equivalent"], \
                other["invalid"]
            printf " \"by\": ["
            for (check in by) {
                printf "%s{\"check\": %s, \"killed\": %d}", comma, quoted(check), by[check]
                comma = ", "
            }
            printf "%s", "],\n \"survivors\": ["; comma = ""
            comma = ""
            for (id in open) {
                printf "%s\n  {\"id\": %s, \"reason\": %s}", comma, quoted(id), \
                    quoted("not explained: " open[id])
                comma = ","
            }
            for (id in explained) {
                printf "%s\n  {\"id\": %s, \"reason\": %s}", comma, quoted(id), \
                    quoted(explained[id])
                comma = ","
            }
            print "],"
        }'
    false_alarms
    echo ' "smallest":'
    "$SENSITIVITY"
    echo "}"
}

# A thousand fault-free runs, of which the test asks that none alarms.
false_alarms() {
    if "$FALSE_ALARMS" >"$WORK/false_alarms" 2>&1; then
        echo ' "false_alarms": 0, "runs": 1000,'
    else
        echo ' "false_alarms": null, "runs": 1000,'
    fi
}

# 99 of 100 at least are killed, or change pinned runs.
judge_score() {
    score | tee "$WORK/detection.json"
    awk '/"killed"/ && !found {
            found = 1
            gsub(/[^0-9,]/, ""); split($0, number, ",")
            if (number[2] == 0 || number[1] + number[3] < 0.99 * number[2]) exit 1
        }' "$WORK/detection.json"
}

case ${2-} in
list) list ;;
baseline) baseline ;;
run) run "$3" "$4" ;;
table) table ;;
score) score ;;
judge) judge_score ;;
*) sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
