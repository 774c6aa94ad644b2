/* Words for times and builds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/speed_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "reports/decimal.h"
#include "reports/json.h"

#define MINUS "\xE2\x88\x92" /* U+2212 */
#define SPACE "\xC2\xA0"     /* no-break */
#define DASH "\xE2\x80\x93"  /* U+2013 */

enum { DATE_ROOM = 40 };

static const double most_seconds = 253402300799; /* the end of the year 9999 */

void speed_time(struct text *out, double ns) {
    static const struct {
        double size;
        const char *name;
    } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "\xC2\xB5s"}, {0, "ns"}};
    if (!isfinite(ns)) {
        text_add(out, DASH);
        return;
    }
    int i = 0;
    while (fabs(ns) < units[i].size) {
        i++;
    }
    decimal_number(out, units[i].size > 0 ? ns / units[i].size : ns, 3);
    text_format(out, SPACE "%s", units[i].name);
}

/* Decimals of a percentage: what is small is told in more of them. */
static int choose_decimals(double percent) {
    return fabs(percent) < 9.995 ? 2 : fabs(percent) < 99.95 ? 1 : 0;
}

void speed_percent(struct text *out, double share) {
    if (!isfinite(share)) {
        text_add(out, DASH);
        return;
    }
    double percent = 100 * share;
    text_format(out, "%.*f" SPACE "%%", choose_decimals(percent), percent);
}

void speed_change(struct text *out, double change) {
    if (!isfinite(change)) {
        text_add(out, DASH);
    } else if (change > 1) {
        decimal_number(out, 1 + change, 3);
        text_add(out, SPACE "times");
    } else {
        double percent = 100 * fabs(change);
        int decimals = choose_decimals(percent);
        bool is_zero = percent < 0.5 * pow(10, -decimals);
        text_format(out, "%s%.*f" SPACE "%%",
                    is_zero      ? ""
                    : change < 0 ? MINUS
                                 : "+",
                    decimals, percent);
    }
}

void speed_commit(struct text *out, const char *commit) {
    enum { LETTERS = 10 };
    if (!commit[0]) {
        text_add(out, DASH);
        return;
    }
    size_t length = strlen(commit);
    bool hexadecimal = strspn(commit, "0123456789abcdef") == length;
    text_add(out, "<code title=\"");
    text_escaped(out, commit);
    text_add(out, "\">");
    text_escaped_bytes(out, commit, hexadecimal && length > LETTERS ? LETTERS : length);
    text_add(out, "</code>");
}

void speed_date(struct text *out, double seconds, bool with_time) {
    char date[DATE_ROOM];
    struct tm parts;
    time_t whole = isfinite(seconds) && seconds >= 0 && seconds <= most_seconds
                       ? (time_t)seconds
                       : (time_t)-1;
    if (whole == (time_t)-1 || !gmtime_r(&whole, &parts)) {
        text_add(out, DASH);
        return;
    }
    strftime(date, sizeof date, with_time ? "%Y-%m-%d %H:%M UTC" : "%Y-%m-%d", &parts);
    text_add(out, date);
}

void speed_build(struct text *out, const json_t *build) {
    const char *commit = json_loose_text(build, "commit");
    const char *version = json_loose_text(build, "halfstep");
    const char *place = json_loose_text(build, "place");
    double committed = json_loose_number(build, "committed");
    if (commit[0]) {
        speed_commit(out, commit);
    } else if (version[0] || place[0]) {
        text_add(out, version[0] ? "version " : "<code>");
        text_escaped(out, version[0] ? version : place);
        text_add(out, version[0] ? "" : "</code>");
    } else {
        text_add(out, DASH);
    }
    if (isfinite(committed)) {
        text_add(out, " of ");
        speed_date(out, committed, false);
    }
    if (json_is_true(json_object_get(build, "changed"))) {
        text_add(out, ", with changes");
    }
}

void speed_name(struct text *out, const char *name) {
    for (const char *s = name; *s;) {
        size_t length = strcspn(s, "/");
        text_escaped_bytes(out, s, length);
        s += length;
        if (*s == '/') {
            text_add(out, "/<wbr/>");
            s++;
        }
    }
    text_add(out, name[0] ? "" : DASH);
}
