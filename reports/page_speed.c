/* What steps cost: the first screen of a page about it, and the order of its parts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>
#include <string.h>

#include "reports/decimal.h"
#include "reports/json.h"
#include "reports/speed_text.h"

bool page_has_speed(const struct page *page) {
    return page->r->speed != NULL;
}

bool page_speed_leads(const struct page *page) {
    return page->r->speed && page->r->speed->leads && !page->r->integrator.given;
}

/* Whether two builds were compared, or should have been. */
static bool is_comparison(const struct speed *speed) {
    return speed->comparisons > 0 || speed_is_command(speed->command, "compare");
}

const char *page_speed_title(const struct page *page) {
    const struct speed *speed = page->r->speed;
    return is_comparison(speed)      ? "Faster or slower?"
           : speed->measurements > 0 ? "What a step costs"
           : speed->series > 0       ? "Speed over commits"
           : speed->peers > 0        ? "Beside other integrators"
                                     : "What a step costs";
}

static void write_lead(const struct page *page) {
    const struct speed *speed = page->r->speed;
    text_add(page->out, "<p class=\"lead\">");
    if (is_comparison(speed)) {
        text_add(page->out, "Two builds take turns in fresh processes on one machine. "
                            "Counters are exact and decide first; time follows a rule "
                            "that noise does not fool.");
    } else if (speed->measurements > 0) {
        text_add(page->out, "Fresh processes, work in turns, counters beside the "
                            "clock.");
    } else if (speed->series > 0) {
        text_add(page->out, "What was measured, commit by commit, and where it "
                            "changed.");
    }
    text_add(page->out, "</p>\n");
}

static void write_counts(const struct page *page) {
    text_add(page->out, "<ul class=\"counts\">\n");
    for (int i = 0; i < SPEED_VERDICTS; i++) {
        enum speed_verdict verdict = (enum speed_verdict)i;
        int count = speed_count(page->r->speed, verdict);
        if (count > 0 || verdict <= SPEED_FASTER) {
            text_add(page->out, "<li>");
            speed_mark(page->out, verdict);
            text_format(page->out, " <b>%d</b> %s</li>\n", count,
                        speed_verdict_text(verdict));
        }
    }
    text_add(page->out, "</ul>\n");
}

static void write_changes_of_series(struct text *out, const struct speed *speed) {
    int changed = 0;
    for (int i = 0; i < speed->series; i++) {
        changed += speed->all_series[i].changes > 0 ? 1 : 0;
    }
    text_format(out, "%d of ", changed);
    page_count(out, speed->series, "series has", "series have");
    text_add(out, " a change.");
}

/* What the measurements come to: allocations, and the ratio to the kernels. */
static void write_sum(struct text *out, const struct speed *speed) {
    const double limit = 1.25;
    int allocating = 0, floors = 0, within = 0;
    for (int i = 0; i < speed->measurements; i++) {
        const struct speed_measurement *m = &speed->measurement[i];
        allocating += json_loose_number(m->counters, "allocations") > 0 ? 1 : 0;
        floors += m->floor.value > 0 ? 1 : 0;
        within += m->floor.value > 0 && m->floor.value <= limit ? 1 : 0;
    }
    page_count(out, speed->measurements, "benchmark", "benchmarks");
    text_format(out, allocating > 0 ? "; %d allocate in their steps" : "; none allocates",
                allocating);
    if (floors > 0) {
        text_format(out, "; %d of %d cost at most %.2f times their kernels", within,
                    floors, limit);
    }
    text_add(out, ".");
}

/* In how many rows ours is faster, as far as the intervals tell. */
static void write_ratios(struct text *out, const struct speed *speed) {
    int faster = 0, slower = 0, open = 0;
    for (int i = 0; i < speed->peers; i++) {
        const struct speed_peer *p = &speed->peer[i];
        if (p->installed && p->ratio.value > 0) {
            double low = isfinite(p->ratio.low) ? p->ratio.low : p->ratio.value;
            double high = isfinite(p->ratio.high) ? p->ratio.high : p->ratio.value;
            faster += low > 1 ? 1 : 0;
            slower += high < 1 ? 1 : 0;
            open += low <= 1 && high >= 1 ? 1 : 0;
        }
    }
    if (faster + slower + open == 0) {
        text_add(out, speed->goals > 0 ? "Side by side." : "Nothing was measured.");
        return;
    }
    text_format(out,
                "Of %d rows beside others ours is faster in <b>%d</b>, slower in "
                "<b>%d</b>",
                faster + slower + open, faster, slower);
    if (open > 0) {
        text_format(out, "; <b>%d</b> cannot tell", open);
    }
    text_add(out, ".");
}

static void write_outcome(const struct page *page) {
    const struct speed *speed = page->r->speed;
    const char *verdict = json_loose_text(speed->document, "verdict");
    const char *reason = json_loose_text(speed->document, "reason");
    bool worse = speed_count(speed, SPEED_SLOWER) > 0 || /* though it may be allowed */
                 speed_count_work(speed, SPEED_WORK_MORE) > 0;
    text_format(page->out, "<div class=\"outcome %s\">\n<div><p class=\"headline\">",
                strcmp(verdict, "fail") == 0             ? "bad"
                : strcmp(verdict, "pass") == 0 && !worse ? "good"
                                                         : "none");
    if (is_comparison(speed)) {
        page_compared_sentence(page->out, speed);
    } else if (speed->measurements > 0) {
        write_sum(page->out, speed);
    } else if (speed->series > 0) {
        write_changes_of_series(page->out, speed);
    } else {
        write_ratios(page->out, speed);
    }
    text_add(page->out, "</p>");
    if (reason[0]) {
        text_add(page->out, "<p class=\"because\">");
        page_sentence(page->out, reason);
        text_add(page->out, "</p>");
    }
    text_add(page->out, "</div>\n");
    if (speed->comparisons > 0) {
        write_counts(page);
    }
    text_add(page->out, "</div>\n");
}

/* A page about series alone begins with what changed. */
static bool tells_builds_first(const struct speed *speed) {
    return speed->series == 0 || is_comparison(speed) || speed->measurements > 0;
}

void page_speed_first_screen(const struct page *page) {
    text_add(page->out, "<header>\n");
    page_brand(page);
    text_format(page->out, "<h1>%s</h1>\n", page_speed_title(page));
    write_lead(page);
    write_outcome(page);
    text_add(page->out, "</header>\n");
    page_compared(page);
    page_goals(page);
    if (tells_builds_first(page->r->speed)) {
        page_compared_about(page);
    }
}

void page_speed(const struct page *page) {
    if (!page_has_speed(page)) {
        return;
    }
    if (!page_speed_leads(page)) {
        text_format(page->out, "<section class=\"problem\" id=\"speed\">\n<h2>%s</h2>\n",
                    page_speed_title(page));
        write_outcome(page);
        page_compared(page);
        page_goals(page);
        page_compared_about(page);
        text_add(page->out, "</section>\n");
    }
    page_distributions(page);
    page_measured(page);
    page_floor(page);
    page_peers(page);
    page_history(page);
    if (page_speed_leads(page) && !tells_builds_first(page->r->speed)) {
        page_compared_about(page);
    }
}

void page_speed_contents(const struct page *page) {
    const struct speed *speed = page->r->speed;
    if (!speed) {
        return;
    }
    const struct {
        bool is_there;
        const char *anchor, *title;
    } parts[] = {
        {!page_speed_leads(page), "speed", page_speed_title(page)},
        {speed->comparisons > 0, "compared", "Old against new"},
        {speed->goals > 0, "goals", "Numbers to reach"},
        {speed->measurements > 0, "measured", "What steps cost"},
        {speed->measurements > 0, "floor", "Steps and kernels"},
        {speed->peers > 0, "peers", "Other integrators"},
        {speed->series > 0, "history", "Over commits"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].is_there) {
            text_format(page->out, "<p><a href=\"#%s\">%s</a></p>\n", parts[i].anchor,
                        parts[i].title);
        }
    }
}

void page_speed_limits(struct text *out) {
    text_add(out,
             "<li>\xE2\x80\x9CSame\xE2\x80\x9D means: a change as large as the one that "
             "is looked for would have been seen. Smaller ones may be there, and may add "
             "up over commits: that is what the history is for.</li>\n"
             "<li>\xE2\x80\x9C"
             "Cannot tell\xE2\x80\x9D is no pass and no failure: the noise was too large "
             "for the number of processes allowed.</li>\n"
             "<li>Instructions are not time: code with more of them can be faster. "
             "Counters say what work is done, not how long it takes.</li>\n"
             "<li>Two builds in one process share caches and branch predictors: what "
             "shows only when these are cold is halved or hidden.</li>\n"
             "<li>Nanoseconds are those of one machine on one day.</li>\n");
}

void page_speed_figure(const struct page *page, enum speed_figure kind, int number,
                       const char *anchor, const char *caption, const char *table) {
    const struct speed_picture *p = speed_figure_find(page->speed_figures, kind, number);
    struct text name = {0};
    if (!p) {
        return;
    }
    speed_figure_name(&name, page->r->speed, kind, number);
    text_add(page->out, "<figure");
    if (anchor) {
        text_format(page->out, " id=\"%s\"", anchor);
    }
    text_add(page->out, ">\n");
    text_add(page->out, p->element.data);
    text_format(page->out, "<figcaption>%s <span class=\"links\"><a href=\"figures/",
                caption);
    text_address(page->out, text_bytes(&name));
    text_add(page->out, "\">SVG</a>");
    if (table) {
        text_format(page->out, " <a href=\"tables/%s\">%s</a>", table, table);
    }
    text_add(page->out, "</span></figcaption>\n</figure>\n");
    text_clear(&name);
}

void page_speed_interval(struct text *out, const struct speed_interval *interval) {
    enum { DIGITS = 3 };
    decimal_number(out, interval->value, DIGITS);
    if (isfinite(interval->value) && isfinite(interval->low) &&
        isfinite(interval->high)) {
        text_add(out, " <small>");
        decimal_number(out, interval->low, DIGITS);
        text_add(out, " to ");
        decimal_number(out, interval->high, DIGITS);
        text_add(out, "</small>");
    }
}
