/* halfstep show: one model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/record/json_csv.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/text.h"
#include "harness/commands/show_parts.h"
#include "harness/program/run/describe.h"
#include "harness/session/models.h"
#include "harness/truth/truth_summary.h"

static const struct option_definition options[] = {
    OPTION("set", REPEATABLE, "NAME=VALUE",
           "change a parameter, a size or an initial value of the model"),
    OPTION("json", FLAG, NULL, "print one JSON document"),
    OPTION("csv", FLAG, NULL,
           "print the start, the parameters and the sizes as comma-separated values"),
    OPTION_SCHEMA,
    OPTIONS_END,
};

/* The line of what print(context, ...) prints. */
static void show_printed(const char *label, void (*print)(void *context, FILE *out),
                         const json_t *context, FILE *out) {
    char *text = text_printed(print, (void *)context, NULL);
    show_line(label, text, out);
    free(text);
}

static void print_list(void *list, FILE *out) {
    for (size_t i = 0; i < json_array_size(list); i++)
        fprintf(out, "%s%s", i == 0 ? "" : ", ", show_text(json_array_get(list, i)));
}

static void print_values(void *values, FILE *out) {
    const char *name, *between = "";
    json_t *value;
    json_object_foreach(values, name, value) {
        fprintf(out, "%s%s = ", between, name);
        between = ", ";
        if (json_is_integer(value))
            fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        else
            fputs(show_text(value), out);
    }
}

static void print_start(void *about, FILE *out) {
    const json_t *states = json_object_get(about, "states");
    const json_t *initial = json_object_get(about, "initial");
    size_t n = json_array_size(states);
    for (size_t i = 0; i < n && i < SHOW_MOST_PRINTED; i++)
        fprintf(out, "%s%s = %s", i == 0 ? "" : ", ",
                show_text(json_array_get(states, i)),
                show_text(json_array_get(initial, i)));
    fputs(n > SHOW_MOST_PRINTED ? ", ..." : "", out);
}

static void print_truth(const json_t *truth, FILE *out) {
    if (json_is_object(truth))
        fprintf(out, "  %-*s %s, %d digits (%s)\n", SHOW_LABEL_WIDTH, "truth",
                show_text(json_object_get(truth, "grade")),
                (int)json_integer_value(json_object_get(truth, "digits")),
                show_text(json_object_get(truth, "way")));
}

static void print_what_is_known(const json_t *about, FILE *out) {
    bool closed = json_is_true(json_object_get(about, "closed_form"));
    size_t published = json_array_size(json_object_get(about, "published"));
    show_line("solution", closed ? "closed form" : "", out);
    print_truth(json_object_get(about, "truth"), out);
    if (published > 0)
        fprintf(out, "  %-*s %d values at t = %s (%s)\n", SHOW_LABEL_WIDTH, "published",
                (int)published,
                show_text(json_object_get(
                    json_array_get(json_object_get(about, "published"), 0), "t")),
                show_text(json_object_get(about, "published_source")));
    show_printed("invariants", print_list, json_object_get(about, "invariants"), out);
    if (json_is_true(json_object_get(about, "kinks")))
        show_line("kinks", "yes: the rates have switching surfaces", out);
}

static void print_statements(const char *label, const json_t *lines, FILE *out) {
    size_t i;
    json_t *line;
    if (json_array_size(lines) == 0)
        return;
    fprintf(out, "  %s\n", label);
    json_array_foreach(lines, i, line) {
        fprintf(out, "      %s\n", json_string_value(line));
    }
}

static void print_for_a_person(const json_t *about, FILE *out) {
    fprintf(out, "%s: %s\n", show_text(json_object_get(about, "name")),
            show_text(json_object_get(about, "title")));
    show_line("source", show_text(json_object_get(about, "source")), out);
    show_line("why", show_text(json_object_get(about, "why")), out);
    show_printed("tags", print_list, json_object_get(about, "tags"), out);
    fprintf(out, "  %-*s nq = %d, nv = %d, nz = %d\n", SHOW_LABEL_WIDTH, "size",
            (int)json_integer_value(json_object_get(about, "nq")),
            (int)json_integer_value(json_object_get(about, "nv")),
            (int)json_integer_value(json_object_get(about, "nz")));
    show_printed("sizes", print_values, json_object_get(about, "sizes"), out);
    show_printed("parameters", print_values, json_object_get(about, "parameters"), out);
    fprintf(out, "  %-*s %s .. %s\n", SHOW_LABEL_WIDTH, "span",
            show_text(json_array_get(json_object_get(about, "span"), 0)),
            show_text(json_array_get(json_object_get(about, "span"), 1)));
    show_printed("start", print_start, about, out);
    print_what_is_known(about, out);
    show_joints(about, out);
    show_contacts(about, out);
    print_statements("equations", json_object_get(about, "equations"), out);
    print_statements("held by", json_object_get(about, "joint_equations"), out);
    print_statements("contacts", json_object_get(about, "contact_equations"), out);
    show_line("file", show_text(json_object_get(about, "path")), out);
}

static void add_row(json_t *rows, const char *part, const char *name, json_t *value) {
    json_array_append_new(
        rows, json_pack("{s:s, s:s, s:O}", "part", part, "name", name, "value", value));
}

static void add_rows(json_t *rows, const char *part, json_t *values) {
    const char *name;
    json_t *value;
    json_object_foreach(values, name, value) {
        add_row(rows, part, name, value);
    }
}

static void print_csv(const json_t *about, FILE *out) {
    static const char *const columns[] = {"part", "name", "value", NULL};
    const json_t *initial = json_object_get(about, "initial");
    json_t *rows = json_array(), *name;
    size_t i;
    json_array_foreach(json_object_get(about, "states"), i, name) {
        add_row(rows, "start", json_string_value(name), json_array_get(initial, i));
    }
    add_rows(rows, "parameter", json_object_get(about, "parameters"));
    add_rows(rows, "size", json_object_get(about, "sizes"));
    json_csv_print(rows, columns, out);
    json_decref(rows);
}

static enum exit_status show(struct model *m, struct session *session,
                             const struct arguments *arguments) {
    json_t *about = describe_fully(m);
    if (about == NULL)
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    json_object_set_new(about, "truth", truth_summary_known(m, &session->known));
    switch (arguments_form(arguments)) {
    case FORM_JSON: json_print(about, session->out); break;
    case FORM_CSV: print_csv(about, session->out); break;
    default: print_for_a_person(about, session->out); break;
    }
    json_decref(about);
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
