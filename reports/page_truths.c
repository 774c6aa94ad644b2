/* The table of a problem's truths: grade, digits, radius and cost for each time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>

#include "reports/decimal.h"
#include "reports/json.h"

/* "108 and 140 bits, order 20 and 22, 56 and 61 steps, 0.02 s": a second number that is 0
 * is of no second run. */
static void write_pair(struct text *out, const json_t *row, const char *key,
                       const char *before, const char *after, const char **comma) {
    const json_t *pair = json_object_get(row, key);
    double one = json_is_array(pair) ? json_number_value(json_array_get(pair, 0))
                                     : json_loose_number(row, key);
    double other = json_number_value(json_array_get(pair, 1));
    if (!(one > 0)) {
        return;
    }
    text_format(out, "%s%s%.0f", *comma, before, one);
    if (other > 0 && (other < one || other > one)) {
        text_format(out, " and %.0f", other);
    }
    text_add(out, after);
    *comma = ", ";
}

static void write_cost(struct text *out, const json_t *row) {
    const char *comma = "";
    double seconds = json_loose_number(row, "seconds");
    write_pair(out, row, "bits", "",
               "\xC2\xA0"
               "bits",
               &comma);
    write_pair(out, row, "order", "order ", "", &comma);
    write_pair(out, row, "steps", "", "\xC2\xA0steps", &comma);
    if (isfinite(seconds)) {
        text_add(out, comma);
        decimal_number(out, seconds, 2);
        text_add(out, "\xC2\xA0s");
    }
}

static void write_digits(struct text *out, double digits) {
    if (isfinite(digits)) {
        text_format(out, "%.0f", floor(digits));
    } else {
        text_add(out, "\xE2\x80\x93");
    }
}

/* The standard times of a truth; the truth itself where it tells of one time only. */
size_t page_truth_count(const json_t *truth) {
    const json_t *times = json_object_get(truth, "times");
    return json_is_array(times)                 ? json_array_size(times)
           : json_loose_text(truth, "grade")[0] ? 1
                                                : 0;
}

static const json_t *time_at(const json_t *truth, size_t i) {
    const json_t *times = json_object_get(truth, "times");
    return json_is_array(times) ? json_array_get(times, i) : truth;
}

/* A second way, which shares nothing with the first: inside its ball, and how near. */
static void write_opinion(struct text *out, const json_t *row) {
    const json_t *opinion = json_object_get(row, "second_opinion");
    if (!json_is_object(opinion)) {
        return;
    }
    bool inside = json_is_true(json_object_get(opinion, "inside"));
    text_add(out, "<small>");
    page_mark(out, inside ? VERDICT_PASS : VERDICT_FAIL, !inside);
    text_add(out, inside ? " inside by " : " outside by ");
    text_escaped(out, json_loose_text(opinion, "way"));
    if (isfinite(json_loose_number(opinion, "digits_agreeing"))) {
        text_add(out, ", ");
        write_digits(out, json_loose_number(opinion, "digits_agreeing"));
        text_add(out, "\xC2\xA0"
                      "digits");
    }
    text_add(out, "</small>");
}

static void write_time(struct text *out, const json_t *row) {
    text_add(out, "<tr><td>");
    page_number(out, row, "t", 6);
    text_add(out, "</td><td>");
    text_escaped(out, json_loose_text(row, "grade"));
    text_add(out, "</td><td>");
    write_digits(out, json_loose_number(row, "digits"));
    text_add(out, "</td><td>");
    page_number(out, row, "radius", 2);
    text_add(out, "</td><td>");
    text_escaped(out, json_loose_text(row, "way"));
    text_add(out, "<small>");
    write_cost(out, row);
    text_add(out, "</small>");
    write_opinion(out, row);
    text_add(out, "</td></tr>\n");
}

void page_truth_times(struct text *out, const json_t *truth) {
    text_add(out, "<div class=\"wide\"><table class=\"points truths\">\n<thead><tr>"
                  "<th scope=\"col\">Time</th><th scope=\"col\">Grade</th>"
                  "<th scope=\"col\">Digits</th><th scope=\"col\">Radius</th>"
                  "<th scope=\"col\">By, at what cost</th></tr></thead>\n"
                  "<tbody>\n");
    for (size_t i = 0; i < page_truth_count(truth); i++) {
        write_time(out, time_at(truth, i));
    }
    text_add(out, "</tbody>\n</table></div>\n");
}
