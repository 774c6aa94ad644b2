/* A report of what is done so far.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/program/run/report_watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/base/path.h"
#include "harness/base/partial.h"
#include "harness/base/stopwatch.h"

static const double first_look = 2, least_between = 5; /* seconds */
static const double work_to_looks = 20; /* looks take less than 5 % of a processor */

static const char beside[] = ".unfinished";

/* Of this process and of those that it has waited for, among them the one that makes pages. */
static double processor_seconds(void) {
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    double seconds = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage used;
        if (getrusage(whose[i], &used) == 0)
            seconds += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                       1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    }
    return seconds;
}

static bool has_file(const char *folder, const char *name) {
    char *path = path_join(folder, name);
    bool is_there = path != NULL && access(path, F_OK) == 0;
    free(path);
    return is_there;
}

int report_watch_begin(struct report_watch *w, const struct folder *f,
                       const struct study_outcome *o, const char *command,
                       const char *method, struct session *session) {
    size_t room = strlen(f->place) + sizeof beside;
    *w = (struct report_watch){.session = session,
                               .outcome = o,
                               .command = command,
                               .method = method,
                               .place = malloc(room),
                               .began = stopwatch_seconds()};
    if (w->place == NULL)
        return -1;
    w->next = w->began + first_look;
    w->is_beside =
        has_file(f->place, "results.json") && !has_file(f->place, REPORT_RUNNING);
    snprintf(w->place, room, "%s%s", f->place, w->is_beside ? beside : "");
    return 0;
}

/* A share of the work has no page. */
static bool is_due(void *context, bool ends) {
    const struct report_watch *w = context;
    return w->outcome->part == NULL && (ends || stopwatch_seconds() >= w->next);
}

static void look(void *context, struct results_so_far *now) {
    struct report_watch *w = context;
    struct session *session = w->session;
    const struct diagnostic before = session->why;
    const double begin = processor_seconds();
    struct study_outcome so_far = *w->outcome;
    if (now->ends && now->done == 0)
        return;
    so_far.results = now->results;
    so_far.models = now->models;
    so_far.seconds = stopwatch_seconds() - w->began;
    json_t *running = json_pack("{s:i, s:i}", "done", now->done, "of", now->of);
    if (now->ends)
        json_object_set_new(running, "ended", json_true());
    so_far.more = json_pack("{s:o}", "running", running);
    bool good =
        report_so_far(w->place, &so_far, w->command, w->method, session) == EXIT_PASSED;
    json_decref(so_far.more);
    w->is_there |= good;
    session->why = before;
    w->next = stopwatch_seconds() +
              fmax(least_between, work_to_looks * (processor_seconds() - begin));
    if (now->ends && good && !session->is_quiet)
        fprintf(session->err,
                "%d of %d studies are done, and in %s/index.html; 'report --resume %s' "
                "goes on\n",
                now->done, now->of, w->place, w->place);
}

struct results_watch report_watch_tell(struct report_watch *w) {
    return (struct results_watch){.is_due = is_due, .look = look, .context = w};
}

void report_watch_end(struct report_watch *w, bool is_complete) {
    if (is_complete && w->is_beside && w->is_there)
        partial_remove(w->place);
    free(w->place);
    w->place = NULL;
}
