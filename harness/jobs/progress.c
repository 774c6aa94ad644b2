/* One line that tells how far long work is. The time left is estimated from the time spent,
 * as if the rest went on at the same rate; but not at the very end, where work may have begun again
 * in smaller steps. It is no more than what a limit leaves.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "harness/jobs/progress.h"

#include "harness/base/stopwatch.h"

static const double seconds_between = 0.1, seconds_between_lines = 10;
static const double seconds_before_estimate = 2, estimated_to = 0.99;
static const char clear_line[] = "\r\033[K";

struct progress progress_start(FILE *out, bool is_terminal) {
    return (struct progress){.out = is_terminal ? out : NULL,
                             .began = stopwatch_seconds()};
}

struct progress progress_start_lines(FILE *out) {
    double now = stopwatch_seconds();
    return (struct progress){
        .out = out, .began = now, .last_shown = now, .adds_lines = true};
}

double progress_seconds(const struct progress *p) {
    return stopwatch_seconds() - p->began;
}

static void show_left(const struct progress *p, double fraction, double spent) {
    const double left = spent * (1 - fraction) / fraction, most = p->limit - spent;
    const bool is_end = fraction >= estimated_to;
    if (p->limit > 0 && (is_end || left > most))
        fprintf(p->out, ", at most %.0f s left", fmax(most, 0));
    else if (!is_end)
        fprintf(p->out, ", about %.0f s left", left);
}

void progress_show(struct progress *p, double fraction, const char *what) {
    double now = stopwatch_seconds(), spent = now - p->began;
    double between = p->adds_lines ? seconds_between_lines : seconds_between;
    if (p->out == NULL || now - p->last_shown < between)
        return;
    p->last_shown = now;
    fprintf(p->out, "%s%s, %.0f %%", p->adds_lines ? "" : clear_line, what,
            floor(100 * fraction));
    if (spent > seconds_before_estimate && fraction > 0)
        show_left(p, fraction, spent);
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
