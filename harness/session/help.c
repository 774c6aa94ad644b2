/* What --help prints.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/session/command.h"

enum {
    name_width = 12,
    option_width = 24,
    page_width = 90,
    overview_width = 100,
    example_width = 80,
    least_width = 40
};

static const char head[] =
    "halfstep verifies and benchmarks integrators of mechanical systems.";

const char command_about_models[] =
    "halfstep help COMMAND tells about one command; halfstep -V its version.\n"
    "MODEL is a catalogue name (halfstep list) or the path of a model file.\n";

const char command_exit_statuses[] =
    "Exit status: 0 all passed; 1 a verdict failed, a solution could not be computed, "
    "or\n"
    "list found no model; 2 wrong usage or a bad model file; 3 the machine lacks\n"
    "something. Messages go to standard error.\n";

static void print_wrapped(const char *text, int column, int indent, int width,
                          FILE *out) {
    screen_print_words(text, column, indent, width, out);
    fputc('\n', out);
}

static void print_option(const struct option_definition *o, int width, FILE *out) {
    int column = fprintf(out, "    --%s%s%s", o->name, o->kind == OPTION_FLAG ? "" : " ",
                         o->kind == OPTION_FLAG ? "" : o->value);
    int indent = 4 + option_width;
    if (column >= indent) {
        fputc('\n', out);
        column = 0;
    }
    fprintf(out, "%*s", indent - column, "");
    const struct option_text meaning = option_meaning(o);
    print_wrapped(meaning.text, indent, indent, width, out);
}

/* Lines as they are where there is room, else filled anew; one that begins with a blank stays. */
static void print_details(const char *lines, int width, FILE *out) {
    int column = 0;
    while (width < page_width && *lines != '\0') {
        char line[4 * page_width] = "";
        const size_t length = strcspn(lines, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, lines);
        lines += length + (lines[length] == '\n');
        column = screen_print_words(line, column, 0, width, out);
        if (*lines == ' ' || line[0] == ' ') {
            fputc('\n', out);
            column = 0;
        }
    }
    fputs(column > 0 ? "\n" : lines, out);
}

const struct option_definition command_options_of_all[] = {
    OPTION("quiet", FLAG, NULL,
           "print nothing; files are written, and the exit status tells"),
    OPTION("help", FLAG, NULL, "print this"),
    OPTIONS_END,
};

static void print_options(const struct option_definition *options, int width, FILE *out) {
    for (const struct option_definition *o = options; o->name != NULL; o++)
        if (o->kind != OPTION_UNAVAILABLE)
            print_option(o, width, out);
}

static int fit(int columns) {
    return columns >= least_width && columns < page_width ? columns : page_width;
}

void command_print_overview(const struct command *const *commands, int columns,
                            FILE *out) {
    const int width = fit(columns), indent = 4 + name_width;
    const int line = width < page_width ? width : overview_width;
    print_wrapped(head, 0, 0, width, out);
    fputs("\n    halfstep COMMAND [ARGUMENT]...\n\n", out);
    for (const struct command *const *c = commands; *c != NULL; c++) {
        fprintf(out, "    %-*s", name_width, (*c)->name);
        print_wrapped((*c)->summary, indent, indent, line, out);
    }
    fputc('\n', out);
    print_details(command_about_models, width, out);
    fputc('\n', out);
    print_details(command_exit_statuses, width, out);
}

size_t command_example_part(const char *example, size_t length, size_t room) {
    const char option[] = " --", backslash[] = " \\";
    size_t part = length;
    for (size_t i = 1; length > room && i + strlen(backslash) <= room; i++)
        if (strncmp(example + i, option, strlen(option)) == 0)
            part = i;
    return part;
}

static void print_example(const char *example, size_t length, FILE *out) {
    const char *before = "    halfstep ";
    while (length > 0) {
        const size_t part =
            command_example_part(example, length, example_width - strlen(before));
        fprintf(out, "%s%.*s%s\n", before, (int)part, example,
                part < length ? " \\" : "");
        before = "       ";
        example += part;
        length -= part;
    }
}

static void print_examples(const char *example, FILE *out) {
    fputs("\nFor example:\n", out);
    while (*example != '\0') {
        const size_t length = strcspn(example, "\n");
        print_example(example, length, out);
        example += length + 1;
    }
}

void command_print_help(const struct command *command, int columns, FILE *out) {
    const int width = fit(columns);
    int column = fprintf(out, "halfstep %s ", command->name);
    print_wrapped(command->usage, column, column, width, out);
    fputc('\n', out);
    screen_print_words(command->summary, 0, 0, width - 1,
                       out); /* room for the full stop */
    fputs(".\n", out);
    print_details(command->details, width, out);
    fputc('\n', out);
    print_options(command->options, width, out);
    print_options(command_options_of_all, width, out);
    print_examples(command->examples, out);
}
