/* Shards of a study, or of the report, as one.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/commands/merge.h"
#include "harness/program/gate/gate_files.h"
#include "harness/results/not_applicable.h"
#include "harness/results/results_print.h"

/* What json_print prints, which the caller frees; NULL: out of memory. */
static char *print_text(const json_t *document, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (out == NULL)
        return NULL;
    json_print(document, out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

enum exit_status merge_write_json(const struct merge *m, const json_t *document) {
    enum exit_status status = EXIT_PASSED;
    size_t length = 0;
    char *text = print_text(document, &length);
    if (text == NULL) {
        message_set(&m->session->why, "out of memory");
        return EXIT_MACHINE;
    }
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

static enum exit_status complete_folder(struct merge *m, const char *place, FILE *out) {
    struct session *session = m->session;
    FILE *usual = session->out;
    struct folder folder;
    enum exit_status status = report_begin(&folder, place, session);
    if (status != EXIT_PASSED)
        return status;
    session->out = out;
    status = report_complete(&folder, &m->outcome, m->joined.command,
                             arguments_value(&m->given, "method"), session);
    session->out = usual;
    folder_discard(&folder);
    return status;
}

static void print_results(const struct merge *m, bool is_report, FILE *out) {
    if (is_report)
        results_print_gate(&m->outcome.results, out);
    else
        results_print_all(&m->outcome.results, out);
    applicable_print(m->outcome.not_applicable, out);
}

enum exit_status merge_study(struct merge *m) {
    const char *place = arguments_value(m->arguments, "out");
    bool taken = gate_files_use_standard_output(m->arguments);
    bool is_report = strcmp(m->joined.command, "report") == 0;
    FILE *out = taken ? m->session->err : m->session->out;
    enum exit_status status = EXIT_PASSED;
    if (place != NULL && m->outcome.models == NULL) {
        message_set(&m->session->why, "the shards do not describe their models, which "
                                      "--out needs: run them with --out, too");
        return EXIT_USAGE;
    }
    if (is_report)
        expect_unused(&m->expect, &m->outcome.results, false);
    if (!taken)
        print_results(m, is_report, out);
    json_t *document = study_outcome_document(&m->outcome, m->joined.command,
                                              arguments_value(&m->given, "method"));
    status = merge_write_json(m, document);
    json_decref(document);
    if (status == EXIT_PASSED && place != NULL)
        status = complete_folder(m, place, out);
    if (status != EXIT_PASSED)
        return status;
    return is_report ? study_outcome_status(&m->outcome)
                     : study_outcome_answer(&m->outcome, &m->session->why);
}
