# An integrator that stands still and says so, in the shell: lines end in carriage returns, words
# are separated by several blanks, and it knows nothing of options. With "hang" as its argument a
# step does not end; with "deaf" neither does it when it is told to, nor a child of its own; with
# "stay" the program does not end; with "odd" its name is none.
#
# SPDX-License-Identifier: BSD-2-Clause
hang() {
    case $1 in
    deaf) trap '' HUP INT TERM && sleep 999.1371 & ;;
    esac
    trap '' HUP INT TERM
    sleep 999.1371
}
name='stands still'
[ "${1-}" != odd ] || name='n\377\tm'
while read -r word rest; do
    case $word in
    halfstep) printf "ok  1   name $name\r\n" ;;
    create) printf 'ok\r\n' ;;
    start) state=$rest && echo ok ;;
    step) case ${1-} in hang | deaf) hang "$1" ;; esac
        state="$rest ${state#* }" && echo 'ok' ;;
    state) echo "ok   $state  " ;;
    end) [ "${1-}" != stay ] || hang stay; exit 0 ;;
    *) echo "fail there is no $word" ;;
    esac
done
