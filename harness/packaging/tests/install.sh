#!/bin/sh
# Installs into an empty prefix whose path has a space, moves it, and uses what is there: the
# program, and the library from C and from C++, found by CMake and by pkg-config. The user is the
# example of fast/README.md.
#
#     install.sh CMAKE SOURCES BUILD CC
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu
cmake=$1 sources=$2 build=$3 cc=$4
work=$(mktemp -d "${TMPDIR:-/tmp}/halfstep install XXXXXX")
trap 'rm -rf "$work"' EXIT
there=$work/moved\ there
halfstep=$there/bin/halfstep

fail() {
    printf 'install.sh: %s\n' "$*" >&2
    exit 1
}

have() {
    command -v "$1" >/dev/null 2>&1 || {
        printf 'left out, since %s is not installed: %s\n' "$1" "$2"
        return 1
    }
}

# What it prints is shown when it fails: quietly COMMAND...
quietly() {
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "failed: $*"
    }
}

# It has to print a line that matches: prints PATTERN COMMAND...
prints() {
    pattern=$1
    shift
    quietly "$@"
    grep -q -- "$pattern" "$work/log" || {
        head -n 20 "$work/log" >&2
        fail "no '$pattern' from: $*"
    }
}

install_and_move() {
    quietly "$cmake" --build "$build" --target halfstep-installed
    quietly "$cmake" --install "$build" --prefix "$work/first here"
    mv "$work/first here" "$there"
    ! grep -rlF "$work" "$there" || fail "a file names the prefix that it was installed to"
}

# What a page leads to is there.
follow_links() {
    find "$there/share/doc" -name '*.md' >"$work/pages"
    count=0
    while read -r page; do
        sed '/^```/,/^```/d; s/`[^`]*`//g' "$page" | grep -o '](\([^) ]*\))' |
            sed 's/^](//; s/)$//; s/#.*//' | grep -v '^[a-z]*:' | sort -u >"$work/links"
        while read -r link; do
            [ -z "$link" ] || [ -e "$(dirname "$page")/$link" ] ||
                fail "${page#"$there"/} leads to $link, which is not installed"
            count=$((count + 1))
        done <"$work/links"
    done <"$work/pages"
    [ "$count" -gt 150 ] || fail "the pages have only $count links"
}

use_program() {
    prints '^  pendulum ' "$halfstep" list
    prints "$there/share/halfstep/models/pendulum.model" "$halfstep" show pendulum
    prints '^t = 1$' "$halfstep" solve pendulum --method implicit-euler --step 1/128 --until 1
    prints 'known from the catalogue' "$halfstep" truth double_pendulum --at 1
    prints ' 0 fail' "$halfstep" order quadratic --method implicit-euler
    prints '^' "$halfstep" compare "$there/libexec/halfstep" --identical --time off \
        --no-instructions --model quadratic --method implicit-euler
    [ ! -e "$build/harness/plugins/ode.so" ] || prints '^slip_roll ' "$halfstep" engines ode slip_roll
    have gnuplot 'the page of a study' || return 0
    quietly "$halfstep" order quadratic --method implicit-euler --out "$work/page"
    [ -s "$work/page/index.html" ] || fail 'order --out makes no page'
}

# Programs open nothing of the sources or the build.
use_nothing_else() {
    have strace 'what the program opens' || return 0
    drawn=
    ! command -v gnuplot >/dev/null || drawn=--out=drawn
    quietly strace -f -qq -e trace=open,openat,execve -o "$work/opened" "$halfstep" \
        order quadratic --method implicit-euler $drawn
    ! grep -F -e "\"$sources/" -e "\"$build/" "$work/opened" || fail 'opened of the build'
}

use_other_data() {
    mkdir -p "$work/data/models"
    cp "$there/share/halfstep/models/pendulum.model" "$work/data/models/mine.model"
    prints '^  mine ' env HALFSTEP_DATA="$work/data" "$halfstep" list
    prints '^  mine ' env HALFSTEP_DATA="$work/data" "$build/harness/halfstep" list
}

# The words that bash offers after some others: offers EXPECTED WORD...
offers() {
    expected=$1
    shift
    prints "^$expected " bash -c 'source "$0"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        compopt() { :; }
        _halfstep
        printf "%s " "${COMPREPLY[@]}"' "$there/share/bash-completion/completions/halfstep" "$@"
}

# The same with zsh, where what is offered is told to compadd, or are files.
zsh_offers() {
    expected=$1
    shift
    prints "^$expected\$" zsh -fc 'compadd() { shift; print -l -- $@; }
        compset() { :; }
        _files() { print files; }
        file=$1
        shift
        words=("$@") CURRENT=$# PREFIX=${@[-1]}
        set --
        source $file' zsh "$zsh_file" "$@"
}

complete_words() {
    zsh_file=$there/share/zsh/site-functions/_halfstep
    fish_file=$there/share/fish/vendor_completions.d/halfstep.fish
    have bash 'completion for bash' && {
        offers order halfstep ord
        offers double_pendulum halfstep truth double_pendulu
        offers --accuracy halfstep solve --acc
        offers bdf halfstep solve --method b
        offers newton= halfstep solve --method implicit-euler --option newt
        offers full halfstep solve --method implicit-euler --option newton = fu
        offers unilateral halfstep solve --method contact-stepper --option projection = u
        offers contact halfstep list --tag conta
        offers closed-form halfstep truth --grade clos
        offers enclosure halfstep truth --way enc
        offers quick halfstep gate --profile q
        offers advise halfstep compare --time ad
        offers bencher halfstep history import --from benche
        offers json-lines halfstep history export --as json-
        offers nystrom halfstep fingerprint --family = nys
    }
    have zsh 'completion for zsh' && {
        quietly zsh -n "$zsh_file"
        zsh_offers bdf halfstep solve --method b
        zsh_offers contact halfstep list --tag c
        zsh_offers closed-form halfstep truth --grade c
        zsh_offers enclosure halfstep truth --way e
        zsh_offers files halfstep gate --expect m
    }
    have fish 'completion for fish' || return 0
    prints '^newton=full' fish -c 'source $argv[1]
        complete -C "halfstep solve --method implicit-euler --option newton=f"' "$fish_file"
    prints '^double_pendulum$' fish -c 'source $argv[1]
        complete -C "halfstep truth double_pendulu"' "$fish_file"
    prints '^bdf' fish -c 'source $argv[1]; complete -C "halfstep solve --method b"' "$fish_file"
    prints '^contact' fish -c 'source $argv[1]; complete -C "halfstep list --tag c"' "$fish_file"
    prints '^closed-form' fish -c 'source $argv[1]; complete -C "halfstep truth --grade c"' "$fish_file"
    prints '^enclosure' fish -c 'source $argv[1]; complete -C "halfstep truth --way e"' "$fish_file"
}

# Each command has a page, and man has nothing to say about any.
read_manual() {
    have man 'pages of the manual' || return 0
    for command in $("$halfstep" --help | sed -n 's/^    \([a-z]*\)  .*/\1/p'); do
        [ -s "$there/share/man/man1/halfstep-$command.1" ] || fail "no page about $command"
    done
    prints '\-\-method' env MANWIDTH=80 MANPAGER=cat man "$there/share/man/man1/halfstep-order.1"
    prints 'joint rod = sqrt' env MANWIDTH=80 MANPAGER=cat man "$there/share/man/man5/halfstep-model.5"
    prints 'title "..."' env MANWIDTH=80 MANPAGER=cat man "$there/share/man/man5/halfstep-model.5"
    prints 'start T X1' env MANWIDTH=80 MANPAGER=cat man "$there/share/man/man7/halfstep-protocol.7"
    prints '(\*derivative)(void \*context' env MANWIDTH=80 MANPAGER=cat \
        man "$there/share/man/man3/halfstep_integrator.3"
    for page in "$there"/share/man/man*/*; do
        LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings "$page" 2>&1 >/dev/null
    done >"$work/log"
    [ ! -s "$work/log" ] || fail "man warns: $(cat "$work/log")"
}

# What the libraries let be seen is what a compiler finds declared in the headers.
check_names() {
    for header in "$include"/fast/*.h; do
        [ "${header##*/}" = bdf.h ] || printf '#include "fast/%s"\n' "${header##*/}"
    done >"$work/all.c"
    "$cc" -std=c11 -fsyntax-only -aux-info "$work/declarations" -I "$include" "$work/all.c" \
        2>"$work/log" || {
        echo "left out, since $cc lists no declarations: the names in the libraries"
        return 0
    }
    # Of the library of backward differentiation formulas.
    sed -n 's|^/\* .*/fast/[a-z]*\.h:[^(]*[ *]\([a-z_0-9]*\) (.*|\1|p' "$work/declarations" |
        grep -v '^integrator_of_bdf$' | sort -u >"$work/declared"
    [ -s "$work/declared" ] || fail 'the headers declare nothing'
    nm -D --defined-only "$lib/libhalfstep-fast.so" |
        sed -n 's/.* T \([a-z_0-9]*\)@.*/\1/p' | sort >"$work/shared"
    nm -g --defined-only "$lib/libhalfstep-fast.a" | sed -n 's/.* [A-Z] //p' | sort >"$work/static"
    quietly diff "$work/declared" "$work/shared"
    quietly diff "$work/declared" "$work/static"
}

# The example in both languages, and what it prints.
write_user() {
    mkdir "$work/a user"
    cd "$work/a user"
    sed -n '/^```c$/,/^```$/p' "$sources/fast/README.md" | sed '/^```/d' >user.c
    cp user.c user.cpp
    awk '/^prints$/ { near = 1 } near && /^```/ { n++; next } n == 1 { print }' \
        "$sources/fast/README.md" >expected
    [ -s user.c ] && [ -s expected ] || fail 'fast/README.md has no example with what it prints'
}

# The programs by_* print what they should.
run_users() {
    for user in "$1"/by_*; do
        [ -x "$user" ] || fail "no user in $1"
        env LD_LIBRARY_PATH="$lib" "$user" >printed || fail "$user fails"
        quietly diff printed expected
        rm "$user"
    done
}

# compile FLAGS...: the example in C, and in C++ where it is installed.
compile() {
    quietly "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -o by_c user.c "$@"
    have c++ 'a user in C++' || return 0
    quietly c++ -std=c++17 -Wall -Wpedantic -Werror -o by_cpp user.cpp "$@"
}

use_pkg_config() {
    have pkg-config 'a user by pkg-config' || return 0
    export PKG_CONFIG_PATH="$lib/pkgconfig"
    eval "compile $(pkg-config --cflags --libs halfstep-fast)"
    run_users .
    eval "compile $(pkg-config --static --cflags --libs halfstep-fast |
        sed 's/-lhalfstep-fast/-l:libhalfstep-fast.a/')"
    run_users .
    [ -f "$("$cc" -print-file-name=libc.a)" ] || return 0
    eval "compile -static $(pkg-config --static --cflags --libs halfstep-fast)"
    run_users .
}

use_cmake() {
    languages=C
    ! have c++ 'a user in C++ by CMake' || languages='C CXX'
    cat >CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.16)
project(user $languages)
set(CMAKE_CXX_STANDARD 17)
find_package(Halfstep 0.1 REQUIRED)
foreach(kind fast fast_static)
  add_executable(by_c_\${kind} user.c)
  target_link_libraries(by_c_\${kind} PRIVATE Halfstep::\${kind})
  if(CMAKE_CXX_COMPILER)
    add_executable(by_cpp_\${kind} user.cpp)
    target_link_libraries(by_cpp_\${kind} PRIVATE Halfstep::\${kind})
  endif()
endforeach()
EOF
    quietly "$cmake" -S . -B built "-DCMAKE_PREFIX_PATH=$there"
    quietly "$cmake" --build built
    run_users built
}

# The formulas on SUNDIALS, where they are built: q'' = -q from (1, 0) is cos 1 at t = 1.
use_bdf() {
    [ -e "$include/fast/bdf.h" ] || {
        echo 'left out, since they are not built: backward differentiation formulas'
        return 0
    }
    mkdir "$work/by bdf"
    cd "$work/by bdf"
    cp "$sources/harness/packaging/tests/spring_by_bdf.c" user.c
    cp user.c user.cpp
    echo 0.5403 >expected
    have pkg-config 'a user of the formulas by pkg-config' && {
        eval "compile $(pkg-config --cflags --libs halfstep-fast-bdf)"
        run_users .
    }
    cat >CMakeLists.txt <<EOF
cmake_minimum_required(VERSION 3.16)
project(user C)
find_package(Halfstep 0.1 REQUIRED)
add_executable(by_c user.c)
target_link_libraries(by_c PRIVATE Halfstep::fast_bdf)
EOF
    quietly "$cmake" -S . -B built "-DCMAKE_PREFIX_PATH=$there"
    quietly "$cmake" --build built
    run_users built
}

export HALFSTEP_CACHE=
unset HALFSTEP_DATA
install_and_move
lib=$(dirname "$(find "$there" -name libhalfstep-fast.a)") include=$there/include/halfstep
cd "$work"
follow_links
use_program
use_nothing_else
use_other_data
read_manual
complete_words
check_names
write_user
use_pkg_config
use_cmake
use_bdf
