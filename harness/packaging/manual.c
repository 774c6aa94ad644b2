/* The pages of the manual.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/packaging/manual.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/base/text.h"
#include "harness/base/version.h"
#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "harness/packaging/roff.h"
#include "harness/session/command.h"

enum { name_room = 64, example_width = 73 };

static void print_head(const char *page, const char *summary, FILE *out) {
    fprintf(out, ".TH %s 1 \"\" \"halfstep %s\" \"Halfstep\"\n", page, HALFSTEP_VERSION);
    fputs(".nh\n.ad l\n", out);
    fprintf(out, ".SH NAME\n%s \\- ", page);
    roff_print_line(summary, out);
    fputs(".SH SYNOPSIS\n", out);
}

/* ---- The page of a command. */

static void print_options(const struct option_definition *options, FILE *out) {
    for (const struct option_definition *o = options; o->name != NULL; o++) {
        const struct option_text meaning = option_meaning(o);
        char word[name_room];
        if (o->kind == OPTION_UNAVAILABLE)
            continue;
        snprintf(word, sizeof word, "--%s", o->name);
        roff_print_tag(word, o->kind == OPTION_FLAG ? NULL : o->value, out);
        roff_print_line(meaning.text, out);
    }
}

/* A page of the manual is 80 columns wide, of which seven are left free. */
static void print_example(const char *example, size_t length, FILE *out) {
    const char *before = "halfstep ";
    while (length > 0) {
        char line[2 * name_room];
        const size_t part =
            command_example_part(example, length, example_width - strlen(before));
        snprintf(line, sizeof line, "%s%.*s%s", before, (int)part, example,
                 part < length ? " \\" : "");
        roff_print_line(line, out);
        before = "   ";
        example += part;
        length -= part;
    }
}

static void print_examples(const char *lines, FILE *out) {
    fputs(".SH EXAMPLES\n.nf\n", out);
    while (*lines != '\0') {
        const size_t length = strcspn(lines, "\n");
        print_example(lines, length, out);
        lines += length + 1;
    }
    fputs(".fi\n", out);
}

static void print_command(const struct command *command, FILE *out) {
    char page[name_room];
    snprintf(page, sizeof page, "halfstep-%s", command->name);
    print_head(page, command->summary, out);
    fprintf(out, ".B halfstep %s\n", command->name);
    roff_print_line(command->usage, out);
    fputs(".SH DESCRIPTION\n", out);
    if (command->details[0] == '\0')
        roff_print_line(command->summary, out);
    roff_print_lines(command->details, out);
    fputs(".SH OPTIONS\n", out);
    print_options(command->options, out);
    print_options(command_options_of_all, out);
    print_examples(command->examples, out);
    fputs(".SH SEE ALSO\n.BR halfstep (1)\n", out);
}

/* ---- The page of the program. */

static void print_commands(const struct command *const *commands, FILE *out) {
    fputs(".SH COMMANDS\nEach has a page of its own, halfstep\\-COMMAND(1).\n", out);
    for (const struct command *const *c = commands; *c != NULL; c++) {
        roff_print_tag((*c)->name, NULL, out);
        roff_print_line((*c)->summary, out);
    }
}

/* "position-implicit|gaming" with the default in brackets, or the kind of value. */
static void print_values(const struct integrator_option *o, char *text, size_t room) {
    snprintf(text, room, "%s (%s)", o->words != NULL ? o->words : method_option_type(o),
             o->initial);
}

static void print_method(const struct method *method, FILE *out) {
    const struct integrator_option *o;
    fputs(".SS ", out);
    roff_print_line(method->name, out);
    roff_print_line(method->title, out);
    for (int i = 0; (o = method_option(method, i)) != NULL; i++) {
        char values[256];
        print_values(o, values, sizeof values);
        roff_print_tag(o->name, values, out);
        roff_print_line(o->meaning, out);
    }
}

static void print_places(FILE *out) {
    fputs(".SH ENVIRONMENT\n", out);
    roff_print_tag("NO_COLOR", NULL, out);
    roff_print_line("if it is set and not empty, verdicts have no colour on a terminal",
                    out);
    roff_print_tag("HALFSTEP_DATA", NULL, out);
    roff_print_line(
        "the folder of models, truths and records, instead of the one that was "
        "installed with the program",
        out);
    roff_print_tag("HALFSTEP_CACHE", NULL, out);
    roff_print_line(
        "the folder where truths are remembered; empty: none. Without it halfstep "
        "in XDG_CACHE_HOME, else in ~/.cache",
        out);
}

static void print_program(const struct command *const *commands, FILE *out) {
    print_head("halfstep", "verify and benchmark integrators of mechanical systems", out);
    fputs(".B halfstep\n.I COMMAND\n[\\fIARGUMENT\\fR]...\n.SH DESCRIPTION\n", out);
    roff_print_lines(command_about_models, out);
    print_commands(commands, out);
    fputs(".SH METHODS\nTheir options are set by \\-\\-option NAME=VALUE; defaults in "
          "brackets.\n",
          out);
    for (const struct method *m = method_table(); m->name != NULL; m++)
        print_method(m, out);
    fputs(".SH EXIT STATUS\n", out);
    roff_print_lines(command_exit_statuses, out);
    print_places(out);
    fputs(".SH SEE ALSO\n.BR halfstep\\-model (5),\n.BR halfstep_integrator (3),\n"
          ".BR halfstep\\-protocol (7),\n",
          out);
    for (const struct command *const *c = commands; *c != NULL; c++)
        fprintf(out, ".BR halfstep\\-%s (1)%s\n", (*c)->name, c[1] != NULL ? "," : "");
}

/* ---- Files. */

/* Of one of the commands; NULL: of the program. */
struct page {
    const struct command *const *commands;
    const struct command *command;
};

static void print_page(void *context, FILE *out) {
    const struct page *page = context;
    if (page->command != NULL)
        print_command(page->command, out);
    else
        print_program(page->commands, out);
}

static char *path_of(const char *folder, const struct command *c) {
    char name[name_room];
    snprintf(name, sizeof name, "halfstep%s%s.1", c != NULL ? "-" : "",
             c != NULL ? c->name : "");
    return path_join(folder, name);
}

static int write_page(const char *folder, struct page page, struct diagnostic *d) {
    size_t length;
    char *text = text_printed(print_page, &page, &length);
    char *path = path_of(folder, page.command);
    const int failed = text == NULL || path == NULL ? message_set(d, "out of memory")
                                                    : output_write(path, text, length, d);
    free(path);
    free(text);
    return failed;
}

static void remove_page(const char *folder, const struct command *c) {
    char *path = path_of(folder, c);
    if (path != NULL)
        remove(path);
    free(path);
}

int manual_write(const struct command *const *commands, const char *folder,
                 struct diagnostic *d) {
    const bool is_new = access(folder, F_OK) != 0;
    int failed = output_make_folder(folder, d);
    if (!failed)
        failed = write_page(folder, (struct page){commands, NULL}, d);
    for (const struct command *const *c = commands; *c != NULL && !failed; c++)
        failed = write_page(folder, (struct page){commands, *c}, d);
    if (!failed || !is_new)
        return failed;
    remove_page(folder, NULL);
    for (const struct command *const *c = commands; *c != NULL; c++)
        remove_page(folder, *c);
    rmdir(folder);
    return failed;
}
