/* Which values of the rates were asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/call_log.h"

#include <stdlib.h>
#include <string.h>

enum { first_room = 32 };

void call_log_clear(struct call_log *log) {
    free(log->number);
    *log = (struct call_log){.is_kept = false};
}

static int make_room(struct call_log *log) {
    if (log->kept < log->room)
        return 0;
    int room = log->room > 0 ? 2 * log->room : first_room;
    double *number =
        realloc(log->number, (size_t)room * (size_t)(2 + log->nx) * sizeof *number);
    if (number == NULL)
        return -1;
    log->number = number;
    log->room = room;
    return 0;
}

void call_log_add(struct call_log *log, double t, const double *x) {
    if (!log->is_kept || log->kept == CALL_LOG_MOST || make_room(log))
        return;
    double *call = log->number + (size_t)log->kept++ * (size_t)(2 + log->nx);
    call[0] = 0;
    call[1] = t;
    memcpy(call + 2, x, (size_t)log->nx * sizeof *x);
}

void call_log_failed(struct call_log *log) {
    if (log->is_kept && log->kept > 0)
        log->number[(size_t)(log->kept - 1) * (size_t)(2 + log->nx)] = 1;
}
