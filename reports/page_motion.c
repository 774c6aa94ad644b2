/* How a problem moves, and how its exact solution is known: the pictures of its motion beside
 * the table of truths and what was published.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page.h"

#include <math.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"

static bool has_figure(const struct page *page, int model) {
    return figure_element(page->figures, model, FIGURE_MOTION) ||
           figure_element(page->figures, model, FIGURE_MOTION_TIME);
}

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

static void write_number(struct text *out, const json_t *row, const char *key,
                         int digits) {
    const json_t *value = json_object_get(row, key);
    const char *text = json_loose_text(row, key);
    double log10_size = text[0] ? decimal_log10(text) : NAN;
    if (isfinite(log10_size) && log10_size < -300) { /* below the range of double */
        double exponent = floor(log10_size);
        text_format(out,
                    "%.1f\xC2\xA0\xC3\x97\xC2\xA0"
                    "10<sup>\xE2\x88\x92%.0f</sup>",
                    pow(10, log10_size - exponent), -exponent);
    } else {
        decimal_number(out, value ? json_loose_number(row, key) : NAN, digits);
    }
}

/* The standard times of a truth; the truth itself where it tells of one time only. */
static size_t count_times(const json_t *truth) {
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
    write_number(out, row, "t", 6);
    text_add(out, "</td><td>");
    text_escaped(out, json_loose_text(row, "grade"));
    text_add(out, "</td><td>");
    write_digits(out, json_loose_number(row, "digits"));
    text_add(out, "</td><td>");
    write_number(out, row, "radius", 2);
    text_add(out, "</td><td>");
    text_escaped(out, json_loose_text(row, "way"));
    text_add(out, "<small>");
    write_cost(out, row);
    text_add(out, "</small>");
    write_opinion(out, row);
    text_add(out, "</td></tr>\n");
}

static void write_times(struct text *out, const json_t *truth) {
    text_add(out, "<div class=\"wide\"><table class=\"points truths\">\n<thead><tr>"
                  "<th scope=\"col\">Time</th><th scope=\"col\">Grade</th>"
                  "<th scope=\"col\">Digits</th><th scope=\"col\">Radius</th>"
                  "<th scope=\"col\">By, at what cost</th></tr></thead>\n"
                  "<tbody>\n");
    for (size_t i = 0; i < count_times(truth); i++) {
        write_time(out, time_at(truth, i));
    }
    text_add(out, "</tbody>\n</table></div>\n");
}

/* Whether two published values are of one table: the same source and time. */
static bool is_same_table(const json_t *a, const json_t *b) {
    double ta = json_loose_number(a, "t"), tb = json_loose_number(b, "t");
    return strcmp(json_loose_text(a, "source"), json_loose_text(b, "source")) == 0 &&
           !(ta < tb) && !(ta > tb);
}

/* Of the table that begins at `first`: its size, the fewest right digits, the fewest that
 * were trusted. */
struct table_found {
    int values;
    double right, trusted;
};

static struct table_found look_at(const json_t *published, size_t first) {
    struct table_found found = {0, INFINITY, INFINITY};
    const json_t *begin = json_array_get(published, first);
    for (size_t i = first; i < json_array_size(published); i++) {
        const json_t *value = json_array_get(published, i);
        if (is_same_table(begin, value)) {
            found.values++;
            found.right = fmin(found.right, json_loose_number(value, "digits_agreeing"));
            found.trusted =
                fmin(found.trusted, json_loose_number(value, "digits_trusted"));
        }
    }
    return found;
}

static bool is_first_of_table(const json_t *published, size_t place) {
    for (size_t i = 0; i < place; i++) {
        if (is_same_table(json_array_get(published, i),
                          json_array_get(published, place))) {
            return false;
        }
    }
    return true;
}

static void write_published_table(struct text *out, const json_t *published,
                                  size_t first) {
    struct table_found found = look_at(published, first);
    const json_t *value = json_array_get(published, first);
    const char *source = json_loose_text(value, "source");
    text_add(out, "<li>The printed ");
    text_add(out, found.values == 1 ? "value" : "table");
    if (isfinite(json_loose_number(value, "t"))) {
        text_add(out, " for the time ");
        write_number(out, value, "t", 6);
    }
    if (isfinite(found.right)) {
        text_format(out,
                    " is right to <b>%.1f\xC2\xA0"
                    "digits</b>",
                    floor(10 * found.right) / 10);
    } else {
        text_add(out, " could not be compared");
    }
    if (found.trusted > 0 && isfinite(found.trusted)) {
        text_format(out, " (%.0f are trusted)", found.trusted);
    }
    text_add(out, source[0] ? ". <small>" : ".");
    text_escaped(out, source);
    text_add(out, source[0] ? "</small></li>\n" : "</li>\n");
}

static void write_published(struct text *out, const json_t *truth) {
    const json_t *published = json_object_get(truth, "published");
    if (json_array_size(published) == 0) {
        return;
    }
    text_add(out, "<h3>What was published</h3>\n<ul class=\"printed\">\n");
    for (size_t i = 0; i < json_array_size(published); i++) {
        if (is_first_of_table(published, i)) {
            write_published_table(out, published, i);
        }
    }
    text_add(out, "</ul>\n");
}

static void write_truth(struct text *out, const struct report_model *model) {
    const char *why = json_loose_text(model->truth, "why");
    text_add(out, "<div class=\"of\">\n<h3>The exact solution</h3>\n");
    if (strcmp(model->grade, "none") == 0) {
        text_add(out, "<p class=\"soft\">Not known");
        text_add(out, why[0] ? ": " : "");
        text_escaped(out, why);
        text_add(out, ".</p>\n");
    } else {
        write_times(out, model->truth);
    }
    write_published(out, model->truth);
    text_add(out, "</div>\n");
}

void page_motion(const struct page *page, int index) {
    const struct report_model *model = &page->r->model[index];
    bool known = count_times(model->truth) > 0;
    if (!known && !has_figure(page, index)) {
        return;
    }
    text_add(page->out, "<div class=\"figures loose\">\n");
    page_figure(page, index, FIGURE_MOTION);
    page_figure(page, index, FIGURE_MOTION_TIME);
    if (known) {
        write_truth(page->out, model);
    }
    text_add(page->out, "</div>\n");
}

void page_motion_way(struct text *out, const struct report_model *model) {
    const char *way = json_loose_text(model->motion, "way");
    double left_out = json_loose_number(model->motion, "left_out");
    bool complete = json_is_true(json_object_get(model->motion, "complete"));
    text_add(out, " Drawn from ");
    text_escaped(out, way[0] ? way : "its states");
    if (!complete) {
        text_add(out, ", as far as it goes: to the time ");
        write_number(out, model->motion, "end", 4);
    }
    text_add(out, ".");
    if (left_out > 0) {
        text_format(out, " %.0f more curves are left out.", left_out);
    }
}
