/* One line that tells how far long work is. The time left is estimated from the time spent,
 * as if the rest went on at the same rate.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <time.h>

#include "harness/jobs/progress.h"

static const double seconds_between = 0.1;
static const double seconds_before_estimate = 2;
static const char clear_line[] = "\r\033[K";

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct progress progress_start(FILE *out, bool is_terminal) {
    struct progress p = {is_terminal ? out : NULL, seconds_now(), 0};
    return p;
}

double progress_seconds(const struct progress *p) {
    return seconds_now() - p->began;
}

void progress_show(struct progress *p, double fraction, const char *what) {
    double now = seconds_now(), spent = now - p->began;
    if (p->out == NULL || now - p->last_shown < seconds_between)
        return;
    p->last_shown = now;
    fprintf(p->out, "%s%s, %.0f %%", clear_line, what, 100 * fraction);
    if (spent > seconds_before_estimate && fraction > 0)
        fprintf(p->out, ", about %.0f s left", spent * (1 - fraction) / fraction);
    fflush(p->out);
}

void progress_end(struct progress *p) {
    if (p->out == NULL)
        return;
    fputs(clear_line, p->out);
    fflush(p->out);
}
