/* Which values of the rates were asked for, in order: of derivative and rates together, for each
 * call whether it gave no finite value (1, else 0), t, and x[nx].
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_CALL_LOG_H
#define HARNESS_PLUGIN_CALL_LOG_H

#include <stdbool.h>

struct call_log {
    bool is_kept;
    int nx, kept; /* calls that are kept: the first CALL_LOG_MOST */
    int room;
    double *number; /* [kept * (2 + nx)] */
};

/* Later calls of one step are not kept. */
enum { CALL_LOG_MOST = 2048 };

void call_log_clear(struct call_log *log);

/* Notes a call; nothing where none are kept, or memory has run out. */
void call_log_add(struct call_log *log, double t, const double *x);

/* The call noted last gave no finite value. */
void call_log_failed(struct call_log *log);

#endif
