/* The output folder of a report: results.json, the tables, and the page, which a program of
 * its own makes from them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/jobs/interrupt.h"
#include "harness/program/run/study_command.h"
#include "harness/quantities/quantity.h"
#include "harness/results/files/data_tables.h"
#include "harness/results/files/motion_tables.h"
#include "harness/results/study_kind.h"
#include "harness/session/arguments.h"
#include "harness/session/pages.h"

enum exit_status report_begin(struct folder *f, const char *place,
                              struct session *session) {
    const int refused = folder_begin(f, place, &session->why);
    if (refused)
        return session_status_of(refused);
    if (access(session->pages, X_OK) == 0)
        return EXIT_PASSED;
    message_set(&session->why, "%s: the program that makes the page is missing",
                session->pages);
    folder_discard(f);
    return EXIT_MACHINE;
}

static enum exit_status make_page(const struct folder *f, const char *against,
                                  bool has_figures, struct session *session) {
    char *arguments[] = {(char *)session->pages, "--without-figures", f->path,
                         (char *)against, NULL};
    if (has_figures)
        memmove(&arguments[1], &arguments[2], 3 * sizeof *arguments);
    return pages_run(session, arguments, EXIT_MACHINE);
}

enum exit_status report_single(const char *place, const char *name,
                               struct session *session) {
    char *arguments[] = {(char *)session->pages, "--single", (char *)name, (char *)place,
                         NULL};
    char *page = path_join(place, "index.html");
    bool is_there = page != NULL && access(page, F_OK) == 0;
    free(page);
    if (is_there)
        return pages_run(session, arguments, EXIT_USAGE);
    return message_fail(EXIT_USAGE, &session->why, "--single %s: no report is in %s",
                        name, place);
}

/* A shard has no page: only what is joined has one. */
static bool is_whole(const struct study_outcome *o) {
    return o->part == NULL;
}

static enum exit_status write_results(const struct folder *f,
                                      const struct study_outcome *o, const char *command,
                                      const char *method, struct session *session) {
    char *path = path_join(f->path, "results.json");
    if (path == NULL)
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    int failed = is_whole(o) && data_tables_write(&o->results, f, &session->why);
    if (!failed && is_whole(o))
        failed = motion_tables_write(o->models, f, &session->why);
    json_t *document = study_outcome_document(o, command, method);
    if (is_whole(o)) { /* what a page tells about them; points of steps are in tables */
        json_object_set_new(document, "quantities", quantities_tell());
        json_object_set_new(document, "studies", study_kinds_tell());
        json_object_set_new(document, "results",
                            data_tables_refer(json_object_get(document, "results")));
    }
    if (!failed)
        failed = output_write_lines(path, document, &session->why);
    json_decref(document);
    free(path);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

/* What was measured is kept though the page could not be made, unless it is the user who ended
 * the work; an older report that has a page stays. */
static enum exit_status keep_data(struct folder *f, struct session *session) {
    struct diagnostic why = session->why;
    if (interrupt_came())
        return EXIT_MACHINE;
    if (folder_step_aside(f, "index.html", ".without-page", &session->why) == 0 &&
        folder_complete(f, &session->why) == 0)
        message_set(&session->why, "%s; the data are in %s/results.json", why.text,
                    f->place);
    return EXIT_MACHINE;
}

enum exit_status report_complete(struct folder *f, const struct study_outcome *o,
                                 const char *command, const char *method,
                                 struct session *session) {
    enum exit_status status = write_results(f, o, command, method, session);
    if (status == EXIT_PASSED && is_whole(o) &&
        make_page(f, o->against, true, session) != EXIT_PASSED)
        return keep_data(f, session);
    if (status == EXIT_PASSED && folder_complete(f, &session->why))
        status = EXIT_MACHINE;
    if (status == EXIT_PASSED)
        fprintf(session->out, "%s/%s\n", f->place,
                is_whole(o) ? "index.html" : "results.json");
    return status;
}

enum exit_status report_complete_beside(struct folder *f, const struct study_outcome *o,
                                        const char *command, const char *method,
                                        bool is_document, struct session *session) {
    FILE *out = session->out;
    if (f == NULL)
        return EXIT_PASSED;
    if (is_document)
        session->out = session->err;
    enum exit_status status = report_complete(f, o, command, method, session);
    session->out = out;
    return status;
}

enum exit_status report_around(enum exit_status (*work)(void *context, struct folder *f,
                                                        struct session *session),
                               void *context, const struct arguments *arguments,
                               struct session *session) {
    const char *place = arguments_value(arguments, "out");
    struct folder folder;
    if (place == NULL)
        return work(context, NULL, session);
    enum exit_status status = report_begin(&folder, place, session);
    if (status == EXIT_PASSED)
        status = work(context, &folder, session);
    folder_discard(&folder);
    return status;
}

/* What tells an unfinished report from a whole one. */
static int mark_running(const struct folder *f, const json_t *running,
                        struct diagnostic *d) {
    char *path = path_join(f->path, REPORT_RUNNING);
    int failed = path == NULL ? message_set(d, "out of memory")
                              : output_write_json(path, running, d);
    free(path);
    return failed;
}

/* It is filled under a name of its own: what the same process fills for the place itself is not
 * held against a sweep by it (partial.h). */
static int begin_so_far(struct folder *f, const char *place, struct diagnostic *d) {
    static const char ending[] = ".so-far";
    size_t length = strlen(place);
    char *name = malloc(length + sizeof ending), *copy = malloc(length + 1);
    int failed = name == NULL || copy == NULL ? message_set(d, "out of memory") : 0;
    if (!failed) {
        memcpy(copy, place, length + 1);
        memcpy(name, place, length);
        memcpy(name + length, ending, sizeof ending);
        failed = folder_begin(f, name, d);
    }
    free(name);
    if (failed) {
        free(copy);
        return -1;
    }
    free(f->place);
    f->place = copy;
    return 0;
}

enum exit_status report_so_far(const char *place, const struct study_outcome *o,
                               const char *command, const char *method,
                               struct session *session) {
    const json_t *running = json_object_get(o->more, "running");
    struct folder f;
    if (begin_so_far(&f, place, &session->why))
        return EXIT_MACHINE;
    enum exit_status status = write_results(&f, o, command, method, session);
    if (status == EXIT_PASSED && mark_running(&f, running, &session->why))
        status = EXIT_MACHINE;
    bool has_ended = json_is_true(json_object_get(running, "ended"));
    if (status == EXIT_PASSED)
        status = make_page(&f, has_ended ? o->against : NULL, has_ended, session);
    if (status == EXIT_PASSED && folder_complete(&f, &session->why))
        status = EXIT_MACHINE;
    folder_discard(&f);
    return status;
}
