/* One line that tells how far long work is. The time left is estimated from the time spent,
 * as if the rest went on at the same rate.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <time.h>

#include "harness/jobs/progress.h"

#include "harness/base/stopwatch.h"

static const double seconds_between = 0.1, seconds_between_lines = 10;
static const double seconds_before_estimate = 2;
static const char clear_line[] = "\r\033[K";

struct progress progress_start(FILE *out, bool is_terminal) {
    struct progress p = {is_terminal ? out : NULL, stopwatch_seconds(), 0, false};
    return p;
}

struct progress progress_start_lines(FILE *out) {
    double now = stopwatch_seconds();
    return (struct progress){out, now, now, true};
}

double progress_seconds(const struct progress *p) {
    return stopwatch_seconds() - p->began;
}

void progress_show(struct progress *p, double fraction, const char *what) {
    double now = stopwatch_seconds(), spent = now - p->began;
    double between = p->adds_lines ? seconds_between_lines : seconds_between;
    if (p->out == NULL || now - p->last_shown < between)
        return;
    p->last_shown = now;
    fprintf(p->out, "%s%s, %.0f %%", p->adds_lines ? "" : clear_line, what,
            100 * fraction);
    if (spent > seconds_before_estimate && fraction > 0)
        fprintf(p->out, ", about %.0f s left", spent * (1 - fraction) / fraction);
    if (p->adds_lines)
        fputc('\n', p->out);
    fflush(p->out);
}

void progress_end(struct progress *p) {
    if (p->out == NULL || p->adds_lines)
        return;
    fputs(clear_line, p->out);
    fflush(p->out);
}
