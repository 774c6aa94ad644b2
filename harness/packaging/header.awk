# A header as a page of the manual: what its first comment says, then its declarations with their
# comments, as they stand.
#
#     awk -v name=halfstep_integrator -v summary=TEXT -v version=V -f header.awk FILE
#
# SPDX-License-Identifier: BSD-2-Clause
function quoted(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    sub(/^[.']/, "\\\\\\&&", text)
    return text
}
BEGIN {
    printf ".TH %s 3 \"\" \"halfstep %s\" \"Halfstep\"\n.nh\n.ad l\n", name, version
    printf ".SH NAME\n%s \\- %s\n.SH DESCRIPTION\n", quoted(name), quoted(summary)
    in_head = 1
}
in_head {
    is_last = sub(/ *\*\/$/, "")
    sub(/^\/?\* ?| \* ?/, "")
    if ($0 ~ /^SPDX/)
        ;
    else if ($0 == "")
        print ".PP"
    else if ($0 ~ /^ /)
        print ".nf\n" quoted($0) "\n.fi"
    else
        print quoted($0)
    if (is_last) {
        in_head = 0
        print ".SH DECLARATIONS\n.nf"
    }
    next
}
/^#(ifndef|ifdef|endif)|^#define [A-Z_]*_H$|^extern "C" \{|^}$/ { next }
$0 == "" && blank { next }
{ blank = $0 == ""; print blank ? "\\&" : quoted($0) }
END { print ".fi\n.SH SEE ALSO\n.BR halfstep (1)" }
