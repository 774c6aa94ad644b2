/* halfstep genericity: whether a fault could hide behind a zero of the models' starts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/json_csv.h"
#include "harness/base/record/record.h"
#include "harness/base/json_number.h"
#include "harness/genericity/survey.h"
#include "harness/session/arguments.h"

static const struct option_definition options[] = {
    OPTION_SET,
    OPTION("json", FLAG, NULL, "print one JSON document"),
    OPTION("csv", FLAG, NULL, "print each model's trees as comma-separated values"),
    OPTION_SCHEMA,
    OPTIONS_END,
};

static void print_csv(const struct survey_told *told, FILE *out) {
    static const char *const columns[] = {
        "model=of.name",  "each.tree", "each.differential", "each.order", "each.verdict",
        "each.elsewhere", NULL};
    json_t *document = record_tell(&survey_document_record, told),
           *rows = json_csv_join(json_object_get(document, "models"), "trees");
    json_csv_print(rows, columns, out);
    json_decref(rows);
    json_decref(document);
}

static void print_json(const struct survey_told *told, FILE *out) {
    json_t *document = record_tell(&survey_document_record, told);
    json_print(document, out);
    json_decref(document);
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct survey_told told;
    enum exit_status status = survey_of_arguments(session, arguments, &told);
    if (status == EXIT_PASSED) {
        if (arguments_has(arguments, "json"))
            print_json(&told, session->out);
        else if (arguments_has(arguments, "csv"))
            print_csv(&told, session->out);
        else
            survey_print(&told, session->out);
        status = survey_status(&told);
    }
    record_clear(&survey_document_record, &told);
    return status;
}

const struct command command_genericity = {
    "genericity",
    "[MODEL...] [--set NAME=VALUE]... [--json | --csv]",
    "Prove that no elementary differential up to order 3 vanishes at a start",
    "A fault of an integrator that multiplies a differential which is zero at a model's\n"
    "start is not seen there. Each of F, F'F, F''(F, F) and F'F'F, split by positions,\n"
    "velocities, other states and time, is proved to be other than zero in ball\n"
    "arithmetic. One that is identically zero is told apart from one that happens to\n"
    "vanish at the start; another variant of the same file has to show the latter. "
    "Without\nMODEL, each has to be other than zero on three models that are studied.\n",
    "genericity pendulum\n",
    options,
    run,
    true,
    NULL,
    &survey_document_record,
};
