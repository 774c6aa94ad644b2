/* The series of a history: their kinds, their changes, and what was said of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"
#include "harness/speed/history/history_sql.h"
#include "harness/speed/history/series.h"

static enum series_kind find_kind(const struct series *s) {
    static const char *const counted[] = {"count", "bytes", NULL};
    static const char *const ruled[] = {"cycles", "floor", "ratio", NULL};
    bool whole = true;
    for (int i = 0; i < s->count; i++)
        whole = whole && s->point[i].value == floor(s->point[i].value);
    if (whole && text_is_one_of(s->unit, counted))
        return SERIES_EXACT;
    return text_is_one_of(s->quantity, ruled) ? SERIES_RULED : SERIES_RAW;
}

static void take_judgement(struct series *s, const char *commit, const char *judged) {
    for (int i = 0; i < s->changes; i++) {
        if (strcmp(s->change[i].commit, commit) != 0)
            continue;
        free(s->change[i].judged);
        s->change[i].judged = strdup(judged);
    }
}

/* The latest word on each change. */
static void read_judgements(struct series_list *l, struct history *h) {
    sqlite3_stmt *rows =
        history_ask(h,
                    "SELECT benchmark, quantity, commit_id, judged FROM judgement"
                    " WHERE judged IS NOT NULL ORDER BY taken",
                    "");
    while (history_next(h, rows))
        for (int i = 0; i < l->count; i++)
            if (strcmp(l->series[i].name, history_text(rows, 0)) == 0 &&
                strcmp(l->series[i].quantity, history_text(rows, 1)) == 0)
                take_judgement(&l->series[i], history_text(rows, 2),
                               history_text(rows, 3));
}

enum exit_status series_find(struct series_list *l, struct history *h,
                             const char *pattern, unsigned long seed,
                             struct diagnostic *d) {
    *l = (struct series_list){0, NULL};
    history_script(h, "BEGIN");
    series_read(l, h, pattern);
    for (int i = 0; i < l->count && h->status == EXIT_PASSED; i++) {
        l->series[i].kind = (int)find_kind(&l->series[i]);
        if (series_find_changes(&l->series[i], seed))
            history_fail(h, EXIT_MACHINE, "out of memory");
    }
    read_judgements(l, h);
    return history_end(h, d);
}

static void clear_one(struct series *s) {
    for (int i = 0; i < s->count; i++) {
        free(s->point[i].commit);
        free(s->point[i].compiler);
    }
    for (int i = 0; i < s->changes; i++)
        free(s->change[i].judged);
    char *const texts[] = {s->name,    s->quantity, s->unit,
                           s->machine, s->flags,    s->baseline};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    free(s->point);
    free(s->change);
}

void series_clear(struct series_list *l) {
    for (int i = 0; i < l->count; i++)
        clear_one(&l->series[i]);
    free(l->series);
    *l = (struct series_list){0, NULL};
}
