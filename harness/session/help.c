/* What --help prints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/session/command.h"

enum { name_width = 12, option_width = 24, page_width = 90 };

static const char head[] =
    "halfstep verifies and benchmarks integrators of mechanical systems.\n"
    "\n"
    "    halfstep COMMAND [ARGUMENT]...\n"
    "\n";

const char command_about_models[] =
    "halfstep COMMAND --help tells about one command; halfstep --version its version.\n"
    "MODEL is a catalogue name (halfstep list) or the path of a model file.\n";

const char command_exit_statuses[] =
    "Exit status: 0 all passed; 1 a verdict failed, or a solution could not be "
    "computed;\n"
    "2 wrong usage or a bad model file; 3 the machine lacks something. Messages go to\n"
    "standard error.\n";

void command_print_overview(FILE *out) {
    fputs(head, out);
    for (const struct command *const *c = command_table(); *c != NULL; c++)
        fprintf(out, "    %-*s%s\n", name_width, (*c)->name, (*c)->summary);
    fprintf(out, "\n%s\n%s", command_about_models, command_exit_statuses);
}

/* The length of the first word; blanks inside brackets do not end it. */
static int word_length(const char *text) {
    int length = 0, depth = 0;
    while (text[length] != '\0' && (text[length] != ' ' || depth > 0)) {
        depth += (text[length] == '[') - (text[length] == ']');
        length++;
    }
    return length;
}

/* Prints words from column `indent` on, the cursor being at `column`. */
static void print_wrapped(const char *text, int column, int indent, FILE *out) {
    while (*text != '\0') {
        int length = word_length(text);
        if (column > indent && column + 1 + length > page_width) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        if (column > indent) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        column += length;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static void print_option(const struct option_definition *o, FILE *out) {
    int column = fprintf(out, "    --%s%s%s", o->name, o->kind == OPTION_FLAG ? "" : " ",
                         o->kind == OPTION_FLAG ? "" : o->value);
    int indent = 4 + option_width;
    if (column >= indent) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", indent - column, "");
    print_wrapped(o->meaning, indent, indent, out);
}

void command_print_help(const struct command *command, FILE *out) {
    int column = fprintf(out, "halfstep %s ", command->name);
    print_wrapped(command->usage, column, column, out);
    fprintf(out, "\n%s.\n%s\n", command->summary, command->details);
    for (const struct option_definition *o = command->options; o->name != NULL; o++)
        if (o->kind != OPTION_UNAVAILABLE)
            print_option(o, out);
    fprintf(out, "    --%-*s%s\n", option_width - 2, "help", "print this");
}
