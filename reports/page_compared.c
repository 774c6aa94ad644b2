/* The table of a comparison: what got slower or faster, what does other work, what cannot be
 * told; what is the same is folded.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>

#include "reports/decimal.h"
#include "reports/json.h"
#include "reports/speed_text.h"

enum { MOST_OPEN = 24 }; /* rows of a kind that noise left open, before they are folded */

static bool is_remarkable(const struct speed_comparison *c) {
    return c->failures || c->verdict <= SPEED_FASTER || c->work > SPEED_WORK_SAME;
}

/* The largest change with a verdict, with its sign. */
static double find_largest(const struct speed *speed, enum speed_verdict verdict) {
    double largest = NAN;
    for (int i = 0; i < speed->comparisons; i++) {
        const struct speed_comparison *c = &speed->comparison[i];
        bool larger = !isfinite(largest) || fabs(c->change) > fabs(largest);
        if (c->verdict == verdict && isfinite(c->change) && larger) {
            largest = c->change;
        }
    }
    return largest;
}

static void write_moved(struct text *out, const struct speed *speed,
                        enum speed_verdict verdict) {
    int count = speed_count(speed, verdict);
    double largest = find_largest(speed, verdict);
    text_format(out, "<b>%d</b> %s", count, speed_verdict_text(verdict));
    if (count > 0 && isfinite(largest)) {
        text_add(out, count == 1 ? " (by " : " (at most ");
        speed_change(out, largest);
        text_add(out, ")");
    }
}

void page_compared_sentence(struct text *out, const struct speed *speed) {
    int other = speed_count_work(speed, SPEED_WORK_CHANGED);
    int open = speed_count(speed, SPEED_CANNOT_TELL);
    int unmeasured = speed_count(speed, SPEED_NOT_MEASURED);
    if (speed->comparisons == 0) {
        text_add(out, "Nothing was compared.");
        return;
    }
    text_add(out, "Of ");
    page_count(out, speed->comparisons, "benchmark: ", "benchmarks: ");
    write_moved(out, speed, SPEED_SLOWER);
    text_add(out, ", ");
    write_moved(out, speed, SPEED_FASTER);
    text_format(out, ", <b>%d</b> the same", speed_count(speed, SPEED_SAME));
    if (open > 0) {
        text_format(out, ", <b>%d</b> cannot tell", open);
    }
    if (unmeasured > 0) {
        text_format(out, ", <b>%d</b> not timed", unmeasured);
    }
    text_format(out, "; counters changed in <b>%d</b>; since ", other);
    speed_build(out, speed_object(speed->document, "baseline"));
    text_add(out, ".");
}

/* How far the scale of all rows reaches. */
static double find_reach(const struct speed *speed) {
    const double most = 0.25;
    double reach = 2 * speed_delta(speed);
    for (int i = 0; i < speed->comparisons; i++) {
        const struct speed_comparison *c = &speed->comparison[i];
        double far = fabs(c->change) + (isfinite(c->half) ? c->half : 0);
        if (is_remarkable(c) && isfinite(far)) {
            reach = fmax(reach, 1.05 * far);
        }
    }
    return fmin(reach, most);
}

static void write_counters(struct text *out, const struct speed_comparison *c) {
    static const char *const words[] = {"same", "changed", "more"};
    if (!c->counters) {
        text_add(out, words[c->work]);
        return;
    }
    for (size_t i = 0; i < json_array_size(c->counters); i++) {
        const json_t *counter = json_array_get(c->counters, i);
        text_add(out, i > 0 ? "<br/>" : "");
        text_escaped(out, json_loose_text(counter, "name"));
        text_add(out, " ");
        decimal_number(out, json_loose_number(counter, "old"), 6);
        text_add(out, " \xE2\x86\x92 ");
        decimal_number(out, json_loose_number(counter, "new"), 6);
    }
}

static void write_name(const struct page *page, const struct speed_comparison *c,
                       int place) {
    bool drawn = speed_figure_find(page->speed_figures, SPEED_FIGURE_COMPARED, place);
    if (drawn) {
        text_format(page->out, "<a href=\"#d-%d\">", c->number);
    }
    speed_name(page->out, c->name);
    text_add(page->out, drawn ? "</a>" : "");
}

static void write_because(struct text *out, const char *words) {
    text_add(out, "<tr class=\"because\"><td></td><td colspan=\"9\">");
    page_sentence(out, words);
    text_add(out, "</td></tr>\n");
}

static void write_row(const struct page *page, int place, double delta, double reach) {
    const struct speed_comparison *c = &page->r->speed->comparison[place];
    struct text *out = page->out;
    text_format(out, "<tr id=\"c-%d\" class=\"%s\"><td class=\"verdict\">", c->number,
                c->verdict == SPEED_SLOWER                  ? "slower"
                : c->work == SPEED_WORK_MORE || c->failures ? "more"
                : c->verdict == SPEED_FASTER                ? "faster"
                                                            : "level");
    speed_mark(out, c->verdict);
    text_format(out, " %s</td><th scope=\"row\">", speed_verdict_text(c->verdict));
    write_name(page, c, place);
    text_add(out, "</th><td class=\"number\">");
    speed_change(out, c->change);
    if (isfinite(c->half)) {
        text_add(out, "<br/><small>\xC2\xB1\xC2\xA0");
        speed_percent(out, c->half);
        text_add(out, "</small>");
    }
    text_add(out, "</td><td>");
    page_interval(out, c, delta, reach);
    text_add(out, "</td><td class=\"number\">");
    speed_percent(out, c->detectable);
    text_add(out, "</td><td class=\"number\">");
    speed_time(out, c->old_ns);
    text_add(out, "<br/>");
    speed_time(out, c->new_ns);
    text_add(out, "</td><td class=\"counted\">");
    write_counters(out, c);
    text_add(out, "</td><td class=\"number\">");
    speed_change(out, c->instructions_change);
    text_add(out, "</td><td class=\"number\">");
    decimal_number(out, c->processes, 6);
    text_add(out, "</td><td class=\"number\">");
    speed_percent(out, c->power);
    text_add(out, "</td></tr>\n");
    if (c->reason[0] && c->verdict != SPEED_SAME) {
        write_because(out, c->reason);
    }
    for (size_t i = 0; i < json_array_size(c->failures); i++) {
        const char *failure = json_string_value(json_array_get(c->failures, i));
        write_because(out, failure ? failure : "");
    }
}

static void write_head(struct text *out, double delta) {
    text_add(out, "<div class=\"wide\"><table class=\"points speed\">\n<thead><tr>"
                  "<th scope=\"col\"></th><th scope=\"col\">Benchmark</th>"
                  "<th scope=\"col\" colspan=\"2\">Change of time</th>"
                  "<th scope=\"col\">Detectable</th><th scope=\"col\">Old, new</th>"
                  "<th scope=\"col\">Counters</th>"
                  "<th scope=\"col\">Instructions</th><th scope=\"col\" "
                  "title=\"processes\">Proc.</th>"
                  "<th scope=\"col\" title=\"and confirms it in a second run: a lower "
                  "bound, from the upper limit of what the scatter may be\">Finds ");
    speed_percent(out, delta);
    text_add(out, " at least</th></tr></thead>\n<tbody>\n");
}

/* The rows from `first` to before `end`, folded under some words or not. */
static void write_rows(const struct page *page, int first, int end, const char *folded) {
    struct text *out = page->out;
    double delta = speed_delta(page->r->speed), reach = find_reach(page->r->speed);
    if (first == end) {
        return;
    }
    if (folded) {
        text_add(out, "<details><summary>");
        page_count(out, end - first, "benchmark", "benchmarks");
        text_format(out, "%s</summary>\n", folded);
    }
    write_head(out, delta);
    for (int i = first; i < end; i++) {
        write_row(page, i, delta, reach);
    }
    text_add(out, "</tbody></table></div>\n");
    text_add(out, folded ? "</details>\n" : "");
}

/* The end of the rows from `first` on with the same verdict. */
static int find_end(const struct speed *speed, int first) {
    int end = first;
    while (end < speed->comparisons &&
           speed->comparison[end].verdict == speed->comparison[first].verdict) {
        end++;
    }
    return end;
}

void page_compared(const struct page *page) {
    const struct speed *speed = page->r->speed;
    int shown = 0;
    if (speed->comparisons == 0) {
        return;
    }
    text_add(page->out, "<section id=\"compared\">\n");
    while (shown < speed->comparisons && is_remarkable(&speed->comparison[shown])) {
        shown++;
    }
    if (shown < speed->comparisons &&
        speed->comparison[shown].verdict == SPEED_CANNOT_TELL &&
        find_end(speed, shown) - shown <= MOST_OPEN) {
        shown = find_end(speed, shown);
    }
    if (shown == 0) {
        text_add(page->out, "<p>Nothing got slower or faster, and no counter "
                            "changed.</p>\n");
    }
    write_rows(page, 0, shown, NULL);
    for (int end; shown < speed->comparisons; shown = end) {
        static const char *const words[SPEED_VERDICTS] = {": slower", ": faster",
                                                          ": noise leaves it open",
                                                          ": not timed", ": the same"};
        end = find_end(speed, shown);
        write_rows(page, shown, end, words[speed->comparison[shown].verdict]);
    }
    text_add(page->out, "<p class=\"links\"><a href=\"tables/compared.tsv\">compared.tsv"
                        "</a> <a href=\"tables/compared-processes.tsv\">"
                        "compared-processes.tsv</a> <a "
                        "href=\"tables/compared-blocks.tsv\">"
                        "compared-blocks.tsv</a></p>\n</section>\n");
}
