#!/bin/sh
# links.sh FOLDER: in the Markdown pages below FOLDER, a link that leads to no file there becomes
# its text. Sources and folders of sources are not installed, and their names say enough.
#
# SPDX-License-Identifier: BSD-2-Clause
set -eu

# The dead links of a page, a line each.
dead_links() {
    grep -o '](\([^) ]*\))' "$1" | sed 's/^](//; s/)$//' | grep -v -e '^[a-z]*:' -e '^#' |
        sort -u | while read -r link; do
        [ -e "$(dirname "$1")/${link%%#*}" ] || printf '%s\n' "$link"
    done
}

find "$1" -name '*.md' | while read -r page; do
    dead=$(dead_links "$page")
    [ -n "$dead" ] || continue
    DEAD=$dead awk '
        { text = text $0 "\n" }
        END {
            links = split(ENVIRON["DEAD"], link, "\n")
            for (i = 1; i <= links; i++)
                while ((at = index(text, "](" link[i] ")")) > 0) {
                    for (begin = at; begin > 1 && substr(text, begin, 1) != "["; begin--)
                        ;
                    text = substr(text, 1, begin - 1) \
                        substr(text, begin + 1, at - begin - 1) \
                        substr(text, at + length(link[i]) + 3)
                }
            printf "%s", text
        }' "$page" >"$page.new"
    cat "$page.new" >"$page" && rm "$page.new"
done
