/* The output folder of a report: results.json, the tables, and the page, which a program of
 * its own makes from them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/jobs/interrupt.h"
#include "harness/program/run/study_command.h"
#include "harness/quantities/quantity.h"
#include "harness/results/files/data_tables.h"
#include "harness/results/files/motion_tables.h"

extern char **environ;

enum exit_status report_begin(struct folder *f, const char *place,
                              struct session *session) {
    if (folder_begin(f, place, &session->why))
        return EXIT_MACHINE;
    if (access(session->pages, X_OK) == 0)
        return EXIT_PASSED;
    message_set(&session->why, "%s: the program that makes the page is missing",
                session->pages);
    folder_discard(f);
    return EXIT_MACHINE;
}

/* The page maker is interrupted as usual, whatever is held back here. */
static int spawn(pid_t *process, const char *program, char *folder, const char *against) {
    char *arguments[] = {(char *)program, folder, (char *)against, NULL};
    posix_spawnattr_t attributes;
    sigset_t none;
    int reason = posix_spawnattr_init(&attributes);
    if (reason != 0)
        return reason;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    reason = posix_spawn(process, program, NULL, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

static enum exit_status make_page(const struct folder *f, const char *against,
                                  struct session *session) {
    pid_t process;
    int status = 0;
    int reason = spawn(&process, session->pages, f->path, against);
    if (reason != 0) {
        message_set(&session->why, "%s: cannot be started: %s", session->pages,
                    strerror(reason));
        return EXIT_MACHINE;
    }
    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return EXIT_PASSED;
    message_set(&session->why, "the page could not be made: %s %s %d", session->pages,
                WIFEXITED(status) ? "ended with status" : "was killed by signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return EXIT_MACHINE;
}

/* A shard has no page: only what is joined has one. */
static bool is_whole(const struct study_outcome *o) {
    return o->part == NULL;
}

static enum exit_status write_results(const struct folder *f,
                                      const struct study_outcome *o, const char *command,
                                      const char *method, struct session *session) {
    char *path = output_join(f->path, "results.json");
    if (path == NULL) {
        message_set(&session->why, "out of memory");
        return EXIT_MACHINE;
    }
    int failed = is_whole(o) && data_tables_write(&o->results, f, &session->why);
    if (!failed && is_whole(o))
        failed = motion_tables_write(o->models, f, &session->why);
    json_t *document = study_outcome_document(o, command, method);
    if (is_whole(o)) /* what a page tells about them */
        json_object_set_new(document, "quantities", quantities_tell());
    if (!failed)
        failed = output_write_json(path, document, &session->why);
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
        make_page(f, o->against, session) != EXIT_PASSED)
        return keep_data(f, session);
    if (status == EXIT_PASSED && folder_complete(f, &session->why))
        status = EXIT_MACHINE;
    if (status == EXIT_PASSED)
        fprintf(session->out, "%s/%s\n", f->place,
                is_whole(o) ? "index.html" : "results.json");
    return status;
}
