/* Completion for fish: a line for each thing that may be said.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "harness/packaging/completion.h"
#include "harness/session/option.h"
#include "problems/catalogue.h"

/* In single quotes, where a backslash escapes itself and the quote. */
static void print_quoted(const char *text, FILE *out) {
    fputc('\'', out);
    for (const char *c = text; *c != '\0'; c++)
        fprintf(out, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
    fputc('\'', out);
}

static void print_command(const struct command *command, FILE *out) {
    fprintf(out, "complete -c halfstep -n __fish_use_subcommand -x -a %s -d ",
            command->name);
    print_quoted(command->summary, out);
    fputc('\n', out);
}

/* What a value may be: words of ours, or files. */
static void print_values(const struct option_definition *o,
                         const struct catalogue *catalogue, FILE *out) {
    if (completion_has_words(o)) {
        fputs("-x -a '", out);
        completion_print_words(o, catalogue, out);
        fputs("'", out);
    } else if (strcmp(o->name, "option") == 0) {
        fputs("-x -a '(__halfstep_settings)'", out);
    } else if (o->kind != OPTION_FLAG) {
        fputs("-r -F", out);
    }
}

static void print_options(const struct command *command,
                          const struct catalogue *catalogue, FILE *out) {
    for (const struct option_definition *o = command->options; o->name != NULL; o++) {
        const struct option_text meaning = option_meaning(o);
        if (o->kind == OPTION_UNAVAILABLE)
            continue;
        fprintf(out, "complete -c halfstep -n '__fish_seen_subcommand_from %s' -l %s ",
                command->name, o->name);
        print_values(o, catalogue, out);
        fputs(" -d ", out);
        print_quoted(meaning.text, out);
        fputc('\n', out);
    }
    if (strstr(command->usage, "MODEL") != NULL)
        fprintf(out,
                "complete -c halfstep -n '__fish_seen_subcommand_from %s' -F -a "
                "'(__halfstep_models)'\n",
                command->name);
}

/* Each value on a line: NAME=VALUE, or NAME= where any may follow. */
static void print_setting(const struct integrator_option *o, FILE *out) {
    const char *words = o->words != NULL ? o->words : "";
    do {
        const size_t length = strcspn(words, "|");
        fprintf(out, " %s=%.*s", o->name, (int)length, words);
        words += length + (words[length] == '|');
    } while (*words != '\0');
}

static void print_settings(FILE *out) {
    const struct integrator_option *o;
    fputs("function __halfstep_settings\n    set -l words (commandline -opc)\n", out);
    for (const struct method *m = method_table(); m->name != NULL; m++) {
        fprintf(out, "    contains -- %s $words; and printf '%%s\\n'", m->name);
        for (int i = 0; (o = method_option(m, i)) != NULL; i++)
            print_setting(o, out);
        fputc('\n', out);
    }
    fputs("end\n", out);
}

static void print_names(const struct catalogue *catalogue, FILE *out) {
    fputs("function __halfstep_models\n    printf '%s\\n'", out);
    for (int i = 0; i < catalogue->count; i++)
        fprintf(out, " %s", catalogue->entry[i].name);
    fputs("\nend\n", out);
}

void completion_print_fish(const struct command *const *commands,
                           const struct catalogue *catalogue, FILE *out) {
    print_names(catalogue, out);
    print_settings(out);
    fputs("complete -c halfstep -f\n", out);
    for (const struct command *const *c = commands; *c != NULL; c++)
        print_command(*c, out);
    for (const struct command *const *c = commands; *c != NULL; c++)
        print_options(*c, catalogue, out);
}
