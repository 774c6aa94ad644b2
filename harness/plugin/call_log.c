/* Which values of the rates were asked for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/call_log.h"

#include <stdlib.h>
#include <string.h>

#include "problems/base/arena.h"

void call_log_clear(struct call_log *log) {
    free(log->number);
    *log = (struct call_log){.is_kept = false};
}

void call_log_add(struct call_log *log, double t, const double *x) {
    const size_t width = 2 + (size_t)log->nx;
    if (!log->is_kept || log->kept == CALL_LOG_MOST)
        return;
    double *larger =
        array_grow(log->number, &log->room, log->kept + 1, width * sizeof *larger);
    if (larger == NULL)
        return;
    log->number = larger;
    double *call = log->number + (size_t)log->kept++ * width;
    call[0] = 0;
    call[1] = t;
    memcpy(call + 2, x, (size_t)log->nx * sizeof *x);
}

void call_log_failed(struct call_log *log) {
    if (log->is_kept && log->kept > 0)
        log->number[(size_t)(log->kept - 1) * (size_t)(2 + log->nx)] = 1;
}
