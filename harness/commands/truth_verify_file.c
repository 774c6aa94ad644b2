/* halfstep truth --verify FILE and --certificate FILE.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/commands/truth_command.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/base/truth_clock.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_certify.h"
#include "harness/truth/truth_opinion.h"
#include "harness/truth/truth_standard.h"
#include "harness/truth/truth_verify.h"
#include "problems/model.h"
#include "ref/vector.h"

enum { most_text = 1 << 28 };

/* "truths/kepler.json": "kepler"; the caller frees it. */
static char *name_of_file(const char *path) {
    char *name = strdup(path_name(path));
    char *dot = name != NULL ? strrchr(name, '.') : NULL;
    if (dot != NULL)
        *dot = '\0';
    return name;
}

/* "record 2 of 3, 1 time to t = 10: proved: ..." */
static bool verify_record(struct session *session, struct model *m, const json_t *record,
                          size_t number, size_t count,
                          const struct truth_verify_options *options) {
    static const char *const what[] = {"proved", "not proved, but found again",
                                       "nothing to prove", "FALSE", "not verified"};
    struct diagnostic text = {""};
    double began = truth_clock_processor();
    enum truth_verified found = truth_verify(m, record, options, &text);
    fprintf(session->out, "%s, record %zu of %zu, %zu times: %s: %s; %.2g s\n", m->name,
            number, count, json_array_size(json_object_get(record, "times")), what[found],
            text.text, truth_clock_processor() - began);
    return found < TRUTH_NOTHING;
}

static enum exit_status verify_document(struct session *session, struct model *m,
                                        const json_t *document,
                                        const struct truth_verify_options *options) {
    const json_t *truths = json_object_get(document, "truths");
    static const char other_model[] =
        "%s, record %zu of %zu: not verified: about another "
        "model, or this one with other values\n";
    char *key = truth_key(m);
    const size_t count = json_array_size(truths);
    int about = 0, failed = 0;
    size_t i;
    json_t *record;
    json_array_foreach(truths, i, record) {
        if (!truth_file_is_about(document, record, key)) {
            fprintf(session->out, other_model, m->name, i + 1, count);
            continue;
        }
        about++;
        failed += !verify_record(session, m, record, i + 1, count, options);
    }
    free(key);
    if (about == 0)
        message_set(&session->why, "%s: the file has no truth of this model as it is",
                    m->name);
    else if (failed > 0)
        message_set(&session->why, "%s: %d of %d truths are false or not verified",
                    m->name, failed, about);
    return about == 0 || failed > 0 ? EXIT_VERDICT : EXIT_PASSED;
}

/* A file that is none of truths is wrong usage, as one that cannot be read is. */
static enum exit_status refuse_file(const char *path, struct diagnostic *d) {
    char *text;
    size_t length;
    if (input_read(&text, &length, path, most_text, d))
        return EXIT_USAGE;
    free(text);
    return message_fail(EXIT_USAGE, d, "%s: this is no file of truths, or it is damaged",
                        path);
}

enum exit_status truth_file_verify(struct session *session,
                                   const struct arguments *arguments) {
    const char *path = arguments_value(arguments, "verify");
    char *name = name_of_file(path);
    struct asked_model about;
    struct truth_request asked = {.model = NULL};
    if (name == NULL || truth_arguments_read(&asked, arguments, &session->why)) {
        free(name);
        return EXIT_USAGE;
    }
    const struct truth_verify_options options = {.seconds_limit = asked.seconds_limit};
    json_t *document = truth_file_read(path);
    enum exit_status status = document == NULL
                                  ? refuse_file(path, &session->why)
                                  : asked_model_read(&about, name, arguments, session);
    if (status == EXIT_PASSED)
        status = verify_document(session, about.model, document, &options);
    if (document != NULL)
        asked_model_clear(&about);
    json_decref(document);
    free(name);
    return status;
}

static enum exit_status write_record(struct session *session,
                                     const struct truth_request *r,
                                     struct truth_record *record, const char *path) {
    char *key = truth_key(r->model);
    json_t *document = truth_file_begin();
    int failed = key == NULL || document == NULL ||
                 truth_file_add(document, key, truth_certify_encode(record, r));
    if (failed)
        message_set(&session->why, "out of memory");
    else
        failed = truth_file_write(path, document, &session->why);
    free(key);
    json_decref(document);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

static enum exit_status certify(struct session *session, const struct truth_request *r,
                                const char *path) {
    struct truth_record record;
    const char *name = r->model->name;
    enum exit_status exit = EXIT_VERDICT;
    enum ref_status status = truth_search(r, &record);
    if (status != REF_OK) {
        message_set(&session->why, "%s: no truth: %s", name, ref_status_text(status));
    } else if (record.truth->grade == REF_GRADE_CONVERGED) {
        message_set(&session->why,
                    "%s: the truth is converged: there is no proof to write down", name);
    } else if (truth_opinion_is_hasty(&record.opinion)) {
        message_set(
            &session->why,
            "%s: no time was left for a second opinion, which a certificate's file "
            "tells: give a longer --time-limit",
            name);
    } else {
        double began = truth_clock_processor();
        status = truth_certify(&record, r->model, r->seconds_limit);
        if (status != REF_OK)
            message_set(&session->why, "%s: no certificate: %s", name,
                        ref_status_text(status));
        else
            exit = write_record(session, r, &record, path);
        if (exit == EXIT_PASSED)
            fprintf(session->out, "%s: %s by %s; certificate made in %.2g s, in %s\n",
                    name, ref_grade_name(record.truth->grade),
                    ref_way_name(record.truth->way), truth_clock_processor() - began,
                    path);
    }
    truth_record_clear(&record);
    return exit;
}

enum exit_status truth_file_certify(struct session *session, struct truth_request *r,
                                    const char *path) {
    const int usual_digits = 30;
    struct truth_times t = {.times = {0, 0}};
    bool standard = r->times == 0;
    const enum exit_status refused = session_status_of(output_probe(path, &session->why));
    if (refused != EXIT_PASSED)
        return refused;
    if (standard && truth_times_find(&t, r->model, r->digits) != PROBLEM_OK) {
        message_set(&session->why, "%s: the span is not finite", r->model->name);
        truth_times_clear(&t, r->model);
        return EXIT_USAGE;
    }
    if (standard) {
        r->times = t.times[0];
        r->time = vector_const(t.time[0]);
        r->time_bits = t.bits;
    }
    if (r->digits == 0)
        r->digits = truth_digits_known(r);
    if (r->digits == 0)
        r->digits = usual_digits;
    enum exit_status exit = certify(session, r, path);
    if (standard)
        truth_times_clear(&t, r->model);
    return exit;
}
