/* A report of what is done so far, written again and again while the studies go on.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_REPORT_WATCH_H
#define HARNESS_REPORT_WATCH_H

#include "harness/program/run/study_command.h"

struct report_watch {
    struct session *session;
    const struct study_outcome *outcome; /* what the document has besides */
    const char *command, *method;
    char *place;        /* where it is put */
    bool is_beside;     /* since an older, whole report is in the usual place */
    bool is_there;      /* at least one has been written */
    double began, next; /* seconds of stopwatch_seconds() */
};

/* Begins to watch what fills *o. The reports so far are put in the place of the folder; beside
 * it, as PLACE.unfinished, where a whole one is. They have no figures, but the one that is
 * written when the user ends the work. The first is written after two seconds, others so that
 * writing takes less than 5 % of the time. What fails is not reported: the whole report comes
 * yet. Nonzero: out of memory. */
int report_watch_begin(struct report_watch *w, const struct folder *f,
                       const struct study_outcome *o, const char *command,
                       const char *method, struct session *session);

/* What a plan is told (results.h); *w stays where it is. */
struct results_watch report_watch_tell(struct report_watch *w);

/* Ends it: where the whole report is complete, what was put beside it is removed. */
void report_watch_end(struct report_watch *w, bool is_complete);

#endif
