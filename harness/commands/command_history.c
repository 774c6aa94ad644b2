/* halfstep history: measurements over the commits.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/commands/command_history.h"
#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/base/text.h"
#include "harness/program/run/study_document.h"
#include "harness/speed/history/series.h"
#include "problems/language/suggest.h"

static const struct option_definition options[] = {
    {"database", OPTION_VALUE, "FILE",
     "where measurements are kept (default halfstep-history.sqlite, here)"},
    {"all", OPTION_FLAG, NULL, "list: every series, not one of each benchmark"},
    {"from", OPTION_VALUE, "FORMAT",
     "import: google-benchmark, github-action-benchmark, bencher or csv"},
    {"commit", OPTION_VALUE, "ID",
     "import: of what was measured, where the file does not say it; export: of which"},
    {"committed", OPTION_VALUE, "TIME", "import: when; 2026-11-21T22:15:00Z, or seconds"},
    {"taken", OPTION_VALUE, "TIME",
     "import: when it was measured (default: when the file was written)"},
    {"machine", OPTION_VALUE, "NAME", "import: on which machine"},
    {"compiler", OPTION_VALUE, "NAME", "import: by which compiler"},
    {"flags", OPTION_VALUE, "TEXT", "import: with which flags"},
    {"as", OPTION_VALUE, "FORMAT", "export: a format of --from, or json-lines"},
    {"out", OPTION_VALUE, "PLACE",
     "export: the file; list and show: a report's folder: page, figures, tables"},
    {"seed", OPTION_VALUE, "N", "of E-divisive's permutations (default 1)"},
    {"wait", OPTION_VALUE, "SECONDS", "for other writers (default 30)"},
    {"json", OPTION_FLAG, NULL, "print one JSON document"},
    {"csv", OPTION_FLAG, NULL,
     "list and show: print every point of the series as comma-separated values"},
    {"schema", OPTION_FLAG, NULL,
     "print the JSON Schema of list and show --json, and do nothing else"},
    {NULL, OPTION_FLAG, NULL, NULL},
};

static const char usual_database[] = "halfstep-history.sqlite";
static const double usual_wait = 30, longest_wait = 86400, largest_seed = 1e9;
enum { usual_seed = 1 };

static const struct word {
    const char *name;
    enum exit_status (*run)(const struct history_request *w);
    int least, most; /* words that follow */
    const char *follow;
    const char *const options[10]; /* besides those of all; ends with NULL */
} words[] = {
    {"list", history_command_list, 0, 0, "", {"all", "seed", "json", "csv", "out"}},
    {"show", history_command_show, 1, 1, " SERIES", {"seed", "json", "csv", "out"}},
    {"add", history_command_add, 1, 1 << 20, " FILE...", {"json"}},
    {"import",
     history_command_import,
     1,
     1,
     " FILE",
     {"json", "from", "commit", "committed", "taken", "machine", "compiler", "flags"}},
    {"export", history_command_export, 0, 0, "", {"as", "commit", "out"}},
    {"check", history_command_check, 0, 0, "", {"json"}},
    {"judge", history_command_judge, 3, 3, " SERIES COMMIT TEXT", {"seed"}},
};
static const char *const options_of_all[] = {"database", "wait", "quiet", NULL};
enum { word_count = sizeof words / sizeof *words };

const char *history_command_word(const struct history_request *w, int i) {
    if (i + 1 >= arguments_count(w->arguments, NULL))
        return NULL;
    return arguments_nth(w->arguments, NULL, i + 1);
}

static const struct word *find_word(const char *name, struct diagnostic *d) {
    struct suggestion n = suggest_start(name);
    for (int i = 0; i < word_count; i++) {
        if (strcmp(words[i].name, name) == 0)
            return &words[i];
        suggest_consider(&n, words[i].name);
    }
    if (n.best != NULL)
        message_set(d, "history %s: did you mean '%s'?", name, n.best);
    else
        message_set(d,
                    "history %s: unknown; there are list, show, add, import, export, "
                    "check and judge",
                    name);
    return NULL;
}

static int check_options(const struct word *word, const struct arguments *arguments,
                         struct diagnostic *d) {
    for (int i = 0; i < arguments->count; i++) {
        const struct option_definition *option = arguments->given[i].option;
        if (option != NULL && !text_is_one_of(option->name, options_of_all) &&
            !text_is_one_of(option->name, word->options))
            return message_set(d, "history %s does not take --%s", word->name,
                               option->name);
    }
    return 0;
}

static int read_number(double *number, const struct arguments *arguments,
                       const char *option, double most, struct diagnostic *d) {
    const char *text = arguments_value(arguments, option);
    char name[32];
    if (text == NULL)
        return 0;
    snprintf(name, sizeof name, "--%s", option);
    if (number_read_double(number, text, name, d))
        return -1;
    if (!(*number >= 0 && *number <= most))
        return message_set(d, "--%s %s: must be between 0 and %.0f", option, text, most);
    return 0;
}

static int read_request(struct history_request *w, struct session *session,
                        const struct arguments *arguments) {
    const char *database = arguments_value(arguments, "database");
    double seed = usual_seed;
    *w = (struct history_request){.session = session,
                                  .arguments = arguments,
                                  .database = database ? database : usual_database,
                                  .wait = usual_wait,
                                  .form = arguments_form(arguments)};
    if (read_number(&w->wait, arguments, "wait", longest_wait, &session->why) ||
        read_number(&seed, arguments, "seed", largest_seed, &session->why))
        return -1;
    if (seed != floor(seed))
        return message_set(&session->why, "--seed %s: must be a whole number",
                           arguments_value(arguments, "seed"));
    w->seed = (unsigned long)seed;
    return 0;
}

static enum exit_status run(struct session *session, const struct arguments *arguments) {
    struct history_request request;
    if (arguments_value(arguments, "schema") != NULL) {
        study_document_print_schema(&series_document_record, session->out);
        return EXIT_PASSED;
    }
    int follow = arguments_count(arguments, NULL) - 1;
    const struct word *word =
        follow < 0 ? &words[0]
                   : find_word(arguments_nth(arguments, NULL, 0), &session->why);
    if (word == NULL || check_options(word, arguments, &session->why) ||
        read_request(&request, session, arguments))
        return EXIT_USAGE;
    follow = follow < 0 ? 0 : follow;
    if (follow < word->least || follow > word->most)
        return message_fail(EXIT_USAGE, &session->why,
                            "history %s takes %s%d argument%s, not %d: history %s%s",
                            word->name, word->most > word->least ? "at least " : "",
                            word->least, word->least == 1 ? "" : "s", follow, word->name,
                            word->follow);
    return word->run(&request);
}

const struct command command_history = {
    "history",
    "[list [--all] | show SERIES] [--json | --csv] [--out DIR] | add FILE... | import "
    "--from "
    "FORMAT FILE | export --as FORMAT [--commit ID] [--out FILE] | check | judge SERIES "
    "COMMIT TEXT [--database FILE]",
    "Keep measurements over the commits, and find where they changed",
    "Without a word the series are listed. FILE has what timing --json or compare "
    "--json\n"
    "printed. SERIES is a benchmark's name, with or without /QUANTITY; '*' and '?' "
    "stand\n"
    "for any characters. What is added is there as a whole or not at all.\n",
    "history add timing.json\n"
    "history check\n",
    options,
    run,
    false,
};
