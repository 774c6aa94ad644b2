/* Series over commits: what changed, latest first; a stamp for each series, the changed ones
 * first and the rest folded; then each at full size with its numbers.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/page_speed.h"

#include <math.h>
#include <stdlib.h>

#include "reports/decimal.h"
#include "reports/speed_text.h"

enum {
    MOST_LISTED = 40,     /* changes in the table that is not folded */
    MOST_WITH_TABLES = 40 /* series, if those without a change have tables, too */
};

/* A change and the series that it is in. */
struct event {
    const struct speed_series *series;
    const struct speed_change *change;
};

static double committed_at(const struct event *e) {
    return e->series->point[e->change->index].committed;
}

/* The latest first; what has no date last. */
static int compare_events(const void *a, const void *b) {
    const struct event *p = a, *q = b;
    double x = committed_at(p), y = committed_at(q);
    x = isfinite(x) ? x : -1;
    y = isfinite(y) ? y : -1;
    return x != y ? (x < y ? 1 : -1)
           : p->series->number != q->series->number
               ? p->series->number - q->series->number
               : q->change->index - p->change->index;
}

static struct event *find_events(const struct speed *speed, int *count) {
    size_t size = 1;
    for (int i = 0; i < speed->series; i++) {
        size += (size_t)speed->all_series[i].changes;
    }
    struct event *event = malloc(size * sizeof *event);
    *count = 0;
    for (int i = 0; event && i < speed->series; i++) {
        for (int k = 0; k < speed->all_series[i].changes; k++) {
            event[(*count)++] =
                (struct event){&speed->all_series[i], &speed->all_series[i].change[k]};
        }
    }
    if (*count > 0) {
        qsort(event, (size_t)*count, sizeof *event, compare_events);
    }
    return event;
}

/* "pendulum/... time". */
static void write_name(struct text *out, const struct speed_series *s) {
    speed_name(out, s->name);
    if (s->quantity[0]) {
        text_add(out, " <small>");
        text_escaped(out, s->quantity);
        text_add(out, "</small>");
    }
}

static void write_event(struct text *out, const struct event *e) {
    const struct speed_point *p = &e->series->point[e->change->index];
    text_add(out, "<tr><td class=\"verdict\">");
    speed_mark(out, e->change->size > 0 ? SPEED_SLOWER : SPEED_FASTER);
    text_add(out, " ");
    speed_change(out, e->change->size);
    text_format(out, "</td><th scope=\"row\"><a href=\"#s-%d\">", e->series->number);
    write_name(out, e->series);
    text_add(out, "</a></th><td>");
    speed_commit(out, p->commit);
    text_add(out, "</td><td>");
    speed_date(out, p->committed, false);
    text_add(out, "</td><td class=\"number\">");
    decimal_number(out, e->change->before, 4);
    text_add(out, "</td><td class=\"number\">");
    decimal_number(out, e->change->after, 4);
    text_add(out, " ");
    text_escaped(out, e->series->unit);
    text_add(out, "</td><td>");
    text_escaped(out, e->change->method);
    if (isfinite(e->change->p)) {
        text_add(out, ", p ");
        decimal_number(out, e->change->p, 2);
    }
    text_add(out, "</td><td>");
    text_escaped(out, e->change->judged);
    text_add(out, "</td></tr>\n");
}

static void write_events(struct text *out, const struct event *event, int count) {
    text_add(
        out,
        "<div class=\"wide\"><table class=\"points speed\"><thead><tr><th "
        "scope=\"col\">Change</th><th scope=\"col\">Series</th><th "
        "scope=\"col\">Commit</th><th scope=\"col\">Date</th><th "
        "scope=\"col\">Before</th><th scope=\"col\">After</th><th "
        "scope=\"col\">Found by</th><th scope=\"col\">Judged</th></tr></thead><tbody>"
        "\n");
    for (int i = 0; i < count; i++) {
        write_event(out, &event[i]);
    }
    text_add(out, "</tbody></table></div>\n");
}

static void write_changes(const struct page *page) {
    int count;
    struct event *event = find_events(page->r->speed, &count);
    struct text folded = {0};
    int listed = count < MOST_LISTED ? count : MOST_LISTED;
    if (count == 0) {
        text_add(page->out, "<p>No series has a change.</p>\n");
    } else {
        write_events(page->out, event, listed);
    }
    if (count > listed) {
        write_events(&folded, event + listed, count - listed);
        page_fold(page->out, "Earlier changes", &folded);
    }
    free(event);
}

static void write_stamp(struct text *out, const struct speed_series *s) {
    double last = s->points > 0 ? s->point[s->points - 1].at.value : NAN;
    text_format(out, "<li><a href=\"#s-%d\">", s->number);
    page_spark(out, s);
    text_add(out, "<span>");
    write_name(out, s);
    text_add(out, "</span> <small>");
    decimal_number(out, last, 3);
    text_add(out, " ");
    text_escaped(out, s->unit);
    if (s->changes > 0) {
        text_add(out, ", last ");
        speed_change(out, s->change[s->changes - 1].size);
    }
    text_add(out, "</small></a></li>\n");
}

/* Series stand changed ones first: up to `end` from `first` on. */
static void write_stamps(struct text *out, const struct speed *speed, int first,
                         int end) {
    if (first < end) {
        text_add(out, "<ul class=\"stamps\">\n");
        for (int i = first; i < end; i++) {
            write_stamp(out, &speed->all_series[i]);
        }
        text_add(out, "</ul>\n");
    }
}

static void write_points(struct text *out, const struct speed_series *s) {
    text_add(out, "<table class=\"points\"><thead><tr><th scope=\"col\">Commit</th><th "
                  "scope=\"col\">Date</th><th scope=\"col\">Value</th><th "
                  "scope=\"col\"></th></tr></thead><tbody>\n");
    for (int i = 0; i < s->points; i++) {
        const struct speed_point *p = &s->point[i];
        text_add(out, "<tr><th scope=\"row\">");
        speed_commit(out, p->commit);
        text_add(out, p->modified ? " with changes" : "");
        text_add(out, "</th><td>");
        speed_date(out, p->committed, false);
        text_add(out, "</td><td>");
        page_speed_interval(out, &p->at);
        text_add(out, "</td><td>");
        text_escaped(out, p->boundary);
        text_add(out, "</td></tr>\n");
    }
    text_add(out, "</tbody></table>\n");
}

/* A series at full size; a place to link to even where nothing can be drawn. */
static void write_series(const struct page *page, int i) {
    const struct speed_series *s = &page->r->speed->all_series[i];
    struct text caption = {0}, points = {0};
    text_format(page->out, "<div class=\"series\" id=\"s-%d\">\n", s->number);
    text_add(&caption, "<b>");
    write_name(&caption, s);
    text_add(&caption, "</b> ");
    text_escaped(&caption, s->machine);
    text_add(&caption, s->machine[0] && s->compiler[0] ? "; " : "");
    text_escaped(&caption, s->compiler);
    page_speed_figure(page, SPEED_FIGURE_HISTORY, i, NULL, text_bytes(&caption),
                      "history.tsv");
    if (!speed_figure_find(page->speed_figures, SPEED_FIGURE_HISTORY, i)) {
        text_add(page->out, text_bytes(&caption));
        text_add(page->out, ": no values.\n");
    }
    if (s->changes > 0 || page->r->speed->series <= MOST_WITH_TABLES) {
        write_points(&points, s);
    }
    page_fold(page->out, "The numbers", &points);
    text_add(page->out, "</div>\n");
    text_clear(&caption);
}

void page_history(const struct page *page) {
    const struct speed *speed = page->r->speed;
    struct page inner = *page;
    struct text folded = {0};
    int changed = 0;
    if (speed->series == 0) {
        return;
    }
    while (changed < speed->series && speed->all_series[changed].changes > 0) {
        changed++;
    }
    text_add(page->out, "<section class=\"problem\" id=\"history\">\n<h2>Over "
                        "commits</h2>\n");
    write_changes(page);
    write_stamps(page->out, speed, 0, changed);
    write_stamps(&folded, speed, changed, speed->series);
    page_fold(page->out, "Series without a change", &folded);
    text_add(page->out, changed > 0 ? "<div class=\"figures loose\">\n" : "");
    for (int i = 0; i < changed; i++) {
        write_series(page, i);
    }
    text_add(page->out, changed > 0 ? "</div>\n" : "");
    if (changed < speed->series) {
        inner.out = &folded;
        text_add(&folded, "<div class=\"figures loose\">\n");
        for (int i = changed; i < speed->series; i++) {
            write_series(&inner, i);
        }
        text_add(&folded, "</div>\n");
        page_fold(page->out, "Series without a change, at full size", &folded);
    }
    text_add(page->out, "</section>\n");
}
