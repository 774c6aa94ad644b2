/* halfstep show: one model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/base/csv.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/text.h"
#include "harness/commands/show_parts.h"
#include "harness/program/run/describe.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

static const struct option_definition options[] = {
    OPTION("set", REPEATABLE, "NAME=VALUE",
           "change a parameter, a size or an initial value of the model"),
    OPTION("json", FLAG, NULL, "print one JSON document"),
    OPTION("csv", FLAG, NULL,
           "print the start, the parameters and the sizes as comma-separated values"),
    OPTION_SCHEMA,
    OPTIONS_END,
};

/* The line of what print(m, ...) prints. */
static void show_printed(const char *label, void (*print)(void *model, FILE *out),
                         struct model *m, FILE *out) {
    char *text = text_printed(print, m, NULL);
    show_line(label, text, out);
    free(text);
}

static void print_tags(void *model, FILE *out) {
    const struct model *m = model;
    for (int i = 0; i < m->tags; i++)
        fprintf(out, "%s%s", i == 0 ? "" : ", ", m->tag[i]);
}

static void print_invariants(void *model, FILE *out) {
    const struct model *m = model;
    for (int i = 0; i < m->invariants; i++)
        fprintf(out, "%s%s", i == 0 ? "" : ", ", m->invariant[i].name);
}

static void print_sizes(void *model, FILE *out) {
    const struct model *m = model;
    for (int i = 0; i < m->sizes; i++)
        fprintf(out, "%s%s = %ld", i == 0 ? "" : ", ", m->size[i], m->size_value[i]);
}

static void print_parameters(void *model, FILE *out) {
    struct model *m = model;
    for (int i = 0; i < m->parameters; i++)
        fprintf(out, "%s%s = %s", i == 0 ? "" : ", ", m->parameter[i],
                describe_decimal(m, graph_parameter(m->graph, i)).text);
}

static void print_start(void *model, FILE *out) {
    struct model *m = model;
    const int n = m->nq + m->nv + m->nz;
    struct shortest *start = describe_start(m);
    for (int i = 0; i < n && i < SHOW_MOST_PRINTED && start != NULL; i++)
        fprintf(out, "%s%s = %s", i == 0 ? "" : ", ", m->state[i], start[i].text);
    fputs(n > SHOW_MOST_PRINTED ? ", ..." : "", out);
    free(start);
}

static void print_what_is_known(struct model *m, const struct truth_store *known,
                                FILE *out) {
    struct truth_brief truth;
    show_line("solution", m->solution != NULL ? "closed form" : "", out);
    if (truth_summary_known(&truth, m, known))
        fprintf(out, "  %-*s %s, %ld digits (%s)\n", SHOW_LABEL_WIDTH, "truth",
                truth.grade, truth.digits, truth.way);
    if (m->published > 0)
        fprintf(out, "  %-*s %d values at t = %s (%s)\n", SHOW_LABEL_WIDTH, "published",
                m->published, describe_decimal(m, m->published_value[0].time).text,
                m->published_source);
    show_printed("invariants", print_invariants, m, out);
    if (model_has_kinks(m))
        show_line("kinks", "yes: the rates have switching surfaces", out);
}

static void print_statements(const char *label, enum equations about, const char *file,
                             FILE *out) {
    char *written = describe_equations(about, file), *rest = NULL;
    char *line = written != NULL ? strtok_r(written, "\n", &rest) : NULL;
    if (line != NULL)
        fprintf(out, "  %s\n", label);
    for (; line != NULL; line = strtok_r(NULL, "\n", &rest))
        fprintf(out, "      %s\n", line);
    free(written);
}

static void print_for_a_person(struct model *m, const struct truth_store *known,
                               FILE *out) {
    fprintf(out, "%s: %s\n", m->name, m->title);
    show_line("source", m->source, out);
    show_line("why", m->why, out);
    show_printed("tags", print_tags, m, out);
    fprintf(out, "  %-*s nq = %d, nv = %d, nz = %d\n", SHOW_LABEL_WIDTH, "size", m->nq,
            m->nv, m->nz);
    show_printed("sizes", print_sizes, m, out);
    show_printed("parameters", print_parameters, m, out);
    fprintf(out, "  %-*s %s .. %s\n", SHOW_LABEL_WIDTH, "span",
            describe_decimal(m, m->span_begin).text,
            describe_decimal(m, m->span_end).text);
    show_printed("start", print_start, m, out);
    print_what_is_known(m, known, out);
    show_joints(m, out);
    show_contacts(m, out);
    print_statements("equations", EQUATIONS_OF_MOTION, m->text, out);
    print_statements("held by", EQUATIONS_OF_JOINTS, m->text, out);
    print_statements("contacts", EQUATIONS_OF_CONTACTS, m->text, out);
    show_line("file", m->path, out);
}

static void print_row(const char *part, const char *name, const char *value, FILE *out) {
    csv_print(part, true, out);
    csv_print(name, true, out);
    csv_print(strcmp(value, "?") != 0 ? value : "", false, out);
}

static void print_csv(struct model *m, FILE *out) {
    struct shortest *start = describe_start(m);
    print_row("part", "name", "value", out);
    for (int i = 0; i < m->nq + m->nv + m->nz && start != NULL; i++)
        print_row("start", m->state[i], start[i].text, out);
    for (int i = 0; i < m->parameters; i++)
        print_row("parameter", m->parameter[i],
                  describe_decimal(m, graph_parameter(m->graph, i)).text, out);
    for (int i = 0; i < m->sizes; i++) {
        char size[24];
        snprintf(size, sizeof size, "%ld", m->size_value[i]);
        print_row("size", m->size[i], size, out);
    }
    free(start);
}

static enum exit_status print_json(struct model *m, struct session *session) {
    struct truth_brief truth;
    json_t *about = describe_fully(m);
    if (about == NULL)
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    json_object_set_new(about, "truth",
                        truth_summary_known(&truth, m, &session->known)
                            ? record_tell(&truth_brief_record, &truth)
                            : json_null());
    json_print(about, session->out);
    json_decref(about);
    return EXIT_PASSED;
}

static enum exit_status show(struct model *m, struct session *session,
                             const struct arguments *arguments) {
    switch (arguments_form(arguments)) {
    case FORM_JSON: return print_json(m, session);
    case FORM_CSV: print_csv(m, session->out); break;
    default: print_for_a_person(m, &session->known, session->out); break;
    }
    return EXIT_PASSED;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct asked_model asked;
    enum exit_status status = asked_model_read(&asked, NULL, arguments, session);
    if (status == EXIT_PASSED)
        status = show(asked.model, session, arguments);
    asked_model_clear(&asked);
    return status;
}

const struct command command_show = {
    "show",
    "MODEL [--set NAME=VALUE]... [--json | --csv]",
    "Show a model: where it comes from, its sizes, what is known about its solution",
    "",
    "show double_pendulum --set m1=2\n",
    options,
    run,
    false,
    NULL,
    &describe_document_record,
};
