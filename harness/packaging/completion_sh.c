/* Completion for bash and zsh. Names of commands, options, methods and models need no quotes
 * within the single ones that stand around each list.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>

#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "harness/packaging/completion.h"
#include "harness/session/option.h"
#include "problems/catalogue.h"

/* "forward|central" as "forward central". */
static void print_words(const char *words, FILE *out) {
    for (const char *c = words; *c != '\0'; c++)
        fputc(*c == '|' ? ' ' : *c, out);
}

static void print_commands(const struct command *const *commands, FILE *out) {
    fputs("_halfstep_commands() {\n    echo '", out);
    for (const struct command *const *c = commands; *c != NULL; c++)
        fprintf(out, "%s ", (*c)->name);
    fputs("help'\n}\n", out);
}

/* The options of each command: those without a value, or those with one. */
static void print_options(const struct command *const *commands, const char *function,
                          bool flags, FILE *out) {
    fprintf(out, "%s() {\n    case $1 in\n", function);
    for (const struct command *const *c = commands; *c != NULL; c++) {
        fprintf(out, "    %s) echo '", (*c)->name);
        for (const struct option_definition *o = (*c)->options; o->name != NULL; o++)
            if (o->kind != OPTION_UNAVAILABLE && (o->kind == OPTION_FLAG) == flags)
                fprintf(out, "--%s ", o->name);
        fprintf(out, "%s' ;;\n", flags ? "--quiet --help" : "");
    }
    fputs("    esac\n}\n", out);
}

static void print_models(const struct catalogue *catalogue, FILE *out) {
    fputs("_halfstep_models() {\n    echo '", out);
    for (int i = 0; i < catalogue->count; i++)
        fprintf(out, "%s ", catalogue->entry[i].name);
    fputs("'\n}\n", out);
}

/* The words that may follow an option, of those that have such. */
static void print_option_words(const struct command *const *commands,
                               const struct catalogue *catalogue, FILE *out) {
    fputs("_halfstep_words() {\n    case $1:$2 in\n", out);
    for (const struct command *const *c = commands; *c != NULL; c++)
        for (const struct option_definition *o = (*c)->options; o->name != NULL; o++)
            if (completion_has_words(o)) {
                fprintf(out, "    %s:--%s) echo '", (*c)->name, o->name);
                completion_print_words(o, catalogue, out);
                fputs("' ;;\n", out);
            }
    fputs("    esac\n}\n", out);
}

static void print_settings(FILE *out) {
    const struct integrator_option *o;
    fputs("_halfstep_settings() {\n    case $1 in\n", out);
    for (const struct method *m = method_table(); m->name != NULL; m++) {
        fprintf(out, "    %s) echo '", m->name);
        for (int i = 0; (o = method_option(m, i)) != NULL; i++)
            fprintf(out, "%s ", o->name);
        fputs("' ;;\n", out);
    }
    fputs("    esac\n}\n", out);
}

static void print_values(FILE *out) {
    const struct integrator_option *o;
    fputs("_halfstep_values() {\n    case $1:$2 in\n", out);
    for (const struct method *m = method_table(); m->name != NULL; m++)
        for (int i = 0; (o = method_option(m, i)) != NULL; i++)
            if (o->words != NULL) {
                fprintf(out, "    %s:%s) echo '", m->name, o->name);
                print_words(o->words, out);
                fputs("' ;;\n", out);
            }
    fputs("    esac\n}\n", out);
}

void completion_print_sh(const struct command *const *commands,
                         const struct catalogue *catalogue, FILE *out) {
    print_commands(commands, out);
    print_options(commands, "_halfstep_flags", true, out);
    print_options(commands, "_halfstep_valued", false, out);
    print_models(catalogue, out);
    print_option_words(commands, catalogue, out);
    print_settings(out);
    print_values(out);
}
