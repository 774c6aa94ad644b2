/* The first word of the command line, and the options that every command has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <string.h>

#include "harness/session/command.h"
#include "harness/base/message.h"
#include "harness/base/record/record.h"
#include "harness/base/text.h"
#include "harness/base/version.h"
#include "harness/jobs/interrupt.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "harness/session/use.h"
#include "problems/language/suggest.h"

static enum exit_status refuse_unknown(struct session *session, const char *name) {
    struct suggestion n = suggest_start(name);
    for (const struct command *const *c = session->commands; *c != NULL; c++)
        suggest_consider(&n, (*c)->name);
    suggest_consider(&n, "--version");
    suggest_consider(&n, "--help");
    if (n.best != NULL)
        message_set(&session->why, "unknown %s '%s'; did you mean '%s'?",
                    name[0] == '-' ? "option" : "command", name, n.best);
    else if (name[0] == '-')
        message_set(&session->why,
                    "'%s' stands before any command: halfstep COMMAND [OPTION]...", name);
    else
        message_set(&session->why, "unknown command '%s'; --help lists the known ones",
                    name);
    return EXIT_USAGE;
}

static const struct command *find_command(const struct session *session,
                                          const char *name) {
    for (const struct command *const *c = session->commands; *c != NULL; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

static bool asks_for_help(int argc, char **argv) {
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* Takes --quiet out of the words: how many are left. */
static int take_quiet(bool *is_quiet, int argc, char **argv) {
    int kept = 0;
    bool options_ended = false;
    for (int i = 0; i < argc; i++) {
        options_ended |= strcmp(argv[i], "--") == 0;
        if (!options_ended && strcmp(argv[i], "--quiet") == 0)
            *is_quiet = true;
        else
            argv[kept++] = argv[i];
    }
    return kept;
}

static enum exit_status print_schema(struct session *session,
                                     const struct record *document) {
    if (document == NULL)
        return message_fail(EXIT_USAGE, &session->why, "--schema: this prints no JSON");
    record_print_schema(document, session->out);
    return EXIT_PASSED;
}

static enum exit_status work(struct session *session, const struct command *command,
                             const struct arguments *arguments) {
    const struct command_use *use = NULL;
    sigset_t before;
    session->command = command;
    if (command->uses != NULL && (use = use_find(session, command, arguments)) == NULL)
        return EXIT_USAGE;
    if (arguments_form(arguments) == FORM_SCHEMA)
        return print_schema(session, use != NULL ? use->document : command->document);
    if (command->holds_interrupts)
        interrupt_hold(&before);
    enum exit_status status =
        use != NULL ? use->run(session, arguments) : command->run(session, arguments);
    if (command->holds_interrupts)
        interrupt_release(&before);
    return status;
}

/* Where --method names a model, that is what is said. */
static enum exit_status refuse_arguments(struct session *session, int argc, char **argv) {
    static const char option[] = "--method";
    const size_t length = strlen(option);
    for (int i = 0; i < argc; i++) {
        const bool is_joined =
            strncmp(argv[i], option, length) == 0 && argv[i][length] == '=';
        const char *name = is_joined ? argv[i] + length + 1
                           : strcmp(argv[i], option) == 0 && i + 1 < argc ? argv[i + 1]
                                                                          : NULL;
        if (name != NULL && models_have(name, session))
            message_set(&session->why,
                        "'%s' is a model, not a method: models are named without an "
                        "option; 'halfstep list methods' has the methods",
                        name);
    }
    return EXIT_USAGE;
}

static enum exit_status run_command(struct session *session,
                                    const struct command *command, int argc,
                                    char **argv) {
    struct arguments arguments;
    if (asks_for_help(argc, argv)) {
        command_print_help(command, session->columns, session->out);
        return EXIT_PASSED;
    }
    argc = take_quiet(&session->is_quiet, argc, argv);
    session->err_is_terminal &= !session->is_quiet;
    if (arguments_parse(&arguments, command->options, argc, argv, &session->why))
        return refuse_arguments(session, argc, argv);
    enum exit_status status = work(session, command, &arguments);
    arguments_clear(&arguments);
    return status;
}

enum exit_status command_run(struct session *session, int argc, char **argv) {
    if (argc < 2)
        return message_fail(EXIT_USAGE, &session->why,
                            "no command given; 'halfstep --help' lists them");
    static const char *const helps[] = {"help", "--help", "-h", NULL};
    static const char *const versions[] = {"--version", "-V", NULL};
    const char *name = argv[1];
    const bool help = text_is_one_of(name, helps);
    const bool version = text_is_one_of(name, versions);
    if ((help && argc > 3) || (version && argc > 2))
        return message_fail(EXIT_USAGE, &session->why, "'%s' does not go with %s",
                            argv[argc - 1], name);
    if (version) {
        fprintf(session->out, "halfstep %s\n", HALFSTEP_VERSION);
        return EXIT_PASSED;
    }
    if (help && (argc == 2 || argv[2][0] == '-')) {
        command_print_overview(session->commands, session->columns, session->out);
        return EXIT_PASSED;
    }
    if (help)
        name = argv[2];
    const struct command *command = find_command(session, name);
    if (command == NULL)
        return refuse_unknown(session, name);
    if (help) {
        command_print_help(command, session->columns, session->out);
        return EXIT_PASSED;
    }
    return run_command(session, command, argc - 2, argv + 2);
}
