/* Joined shards told as the command would that they are of: the gate, fingerprints, one study or
 * the report.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/text.h"
#include "harness/commands/fingerprint_command.h"
#include "harness/commands/merge.h"
#include "harness/program/gate/gate_arguments.h"
#include "harness/program/gate/gate_files.h"
#include "harness/results/results_print.h"

enum exit_status merge_gate(struct merge *m) {
    const struct results_plan plan = {.profile = gate_arguments_profile(&m->given)};
    struct gate_run run = {.studies = m->outcome};
    run.is_canonical = arguments_has(m->arguments, "canonical");
    /* what it owns is given to the run */
    m->outcome = (struct study_outcome){.models = NULL};
    enum exit_status status =
        gate_run_joined(&run, m->session, &m->given, &m->expect, &plan, &m->joined.jobs);
    if (status == EXIT_PASSED)
        status = gate_tell(m->session, m->arguments, &run);
    gate_run_clear(&run);
    return status;
}

static void print_document(void *context, FILE *out) {
    json_print(context, out);
}

/* Writes a document to each FILE of --json. Whether one is standard output is for
 * gate_files_use_standard_output to say. EXIT_MACHINE: session->why says which could not be
 * written. */
static enum exit_status write_json(const struct merge *m, const json_t *document) {
    enum exit_status status = EXIT_PASSED;
    size_t length = 0;
    char *text = text_printed(print_document, (void *)document, &length);
    if (text == NULL)
        return message_fail(EXIT_MACHINE, &m->session->why, "out of memory");
    for (int i = 0; i < arguments_count(m->arguments, "json"); i++) {
        const char *path = arguments_nth(m->arguments, "json", i);
        if (strcmp(path, "-") == 0)
            fwrite(text, 1, length, m->session->out);
        else if (output_write(path, text, length, &m->session->why))
            status = EXIT_MACHINE;
    }
    free(text);
    return status;
}

/* The first shard's document with the fingerprints of all. */
static json_t *make_document(const struct merge *m) {
    json_t *document = json_copy((json_t *)m->joined.first);
    json_object_set(document, "fingerprints", m->joined.items);
    json_object_del(document, "shard");
    return document;
}

enum exit_status merge_fingerprint(struct merge *m) {
    struct fingerprints list;
    json_t *document = make_document(m);
    enum exit_status status = EXIT_USAGE;
    if (record_read(&fingerprints_record, &list, document, &m->session->why) == 0) {
        if (!gate_files_use_standard_output(m->arguments))
            fingerprint_print_all(&list, arguments_has(m->arguments, "all"),
                                  m->session->out);
        status = write_json(m, document);
    }
    if (status == EXIT_PASSED && !fingerprint_all_pass(&list))
        status = EXIT_VERDICT;
    record_clear(&fingerprints_record, &list);
    json_decref(document);
    return status;
}

static enum exit_status complete_folder(void *context, struct folder *folder,
                                        struct session *session) {
    struct merge *m = context;
    return report_complete_beside(folder, &m->outcome, m->joined.command,
                                  arguments_value(&m->given, "method"),
                                  gate_files_use_standard_output(m->arguments), session);
}

static void print_results(const struct merge *m, bool is_report, FILE *out) {
    if (is_report)
        results_print_gate(&m->outcome.results, out);
    else
        results_print_all(&m->outcome.results, out);
    applicable_print(&m->outcome.not_applicable, out);
}

enum exit_status merge_study(struct merge *m) {
    bool taken = gate_files_use_standard_output(m->arguments);
    bool is_report = strcmp(m->joined.command, "report") == 0;
    enum exit_status status = EXIT_PASSED;
    if (arguments_has(m->arguments, "out") && m->outcome.models == NULL)
        return message_fail(EXIT_USAGE, &m->session->why,
                            "the shards do not describe their models, which "
                            "--out needs: run them with --out, too");
    if (is_report)
        expect_unused(&m->expect, &m->outcome.results, false);
    if (!taken)
        print_results(m, is_report, m->session->out);
    json_t *document = study_outcome_document(&m->outcome, m->joined.command,
                                              arguments_value(&m->given, "method"));
    status = write_json(m, document);
    json_decref(document);
    if (status == EXIT_PASSED)
        status = report_around(complete_folder, m, m->arguments, m->session);
    if (status != EXIT_PASSED)
        return status;
    return is_report
               ? study_outcome_status(&m->outcome)
               : study_outcome_answer(&m->outcome, m->joined.command, &m->session->why);
}
