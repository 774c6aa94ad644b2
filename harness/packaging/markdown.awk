# A document in Markdown as a page of the manual: headings, paragraphs, blocks of code, lists, and
# tables, of which each row is a tagged paragraph. Its first heading is left out.
#
#     awk -v name=halfstep-model -v section=5 -v summary=TEXT -v version=V -f markdown.awk FILE
#
# SPDX-License-Identifier: BSD-2-Clause
function quoted(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    sub(/^[.']/, "\\\\\\&&", text)
    return text
}
# Without the marks of links, code and emphasis; \| of a table is |.
function plain(text) {
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        link = substr(text, RSTART, RLENGTH)
        sub(/^\[/, "", link)
        sub(/\]\(.*$/, "", link)
        text = substr(text, 1, RSTART - 1) link substr(text, RSTART + RLENGTH)
    }
    gsub(/\\\|/, "\001", text)
    gsub(/[`]|\*\*/, "", text)
    gsub(/\001/, "|", text)
    return quoted(text)
}
function cells(line, cell, count) {
    gsub(/\\\|/, "\002", line)
    sub(/^\| */, "", line)
    sub(/ *\|$/, "", line)
    count = split(line, cell, / *\| */)
    print ".TP"
    gsub(/\002/, "|", cell[1])
    tag = plain(cell[1])
    gsub(/"/, "\\(dq", tag) # which would quote an argument of the macro
    print ".B " tag
    for (i = 2; i <= count; i++) {
        gsub(/\002/, "|", cell[i])
        print plain(cell[i]) (i < count ? ";" : "")
    }
}
BEGIN {
    printf ".TH %s %s \"\" \"halfstep %s\" \"Halfstep\"\n.nh\n.ad l\n", name, section, version
    printf ".SH NAME\n%s \\- %s\n.SH DESCRIPTION\n", quoted(name), quoted(summary)
}
/^```/ {
    in_code = !in_code
    print in_code ? ".PP\n.RS 4\n.nf" : ".fi\n.RE"
    next
}
in_code { print $0 == "" ? "\\&" : quoted($0); next }
/^    / {
    if (!indented)
        print ".PP\n.nf"
    indented = 1
    print quoted($0)
    next
}
indented { print ".fi"; indented = 0 }
/^# / { next }
/^## / { sub(/^## /, ""); print ".SH " toupper(plain($0)); next }
/^###* / { sub(/^###* /, ""); print ".SS " plain($0); next }
/^\| *:?--/ || /^\|[-|: ]*$/ { heading = ""; next }
/^\|/ {
    if (!in_table) {
        in_table = 1 # its first row is the heading
        print ".PP"
        next
    }
    cells($0)
    next
}
in_table { in_table = 0; print ".PP" }
/^$/ { print ".PP"; next }
/^[-*] / { sub(/^[-*] /, ""); print ".IP \\(bu 2\n" plain($0); next }
{ sub(/^ +/, ""); print plain($0) }
END { if (indented) print ".fi" }
