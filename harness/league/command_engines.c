/* halfstep engines: whole engines on scenes whose truth is known.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "harness/base/glob.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/output.h"
#include "harness/base/path.h"
#include "harness/base/text.h"
#include "harness/jobs/interrupt.h"
#include "harness/league/league.h"
#include "harness/session/arguments.h"
#include "harness/session/foreign.h"
#include "harness/session/models.h"
#include "harness/session/pages.h"
#include "problems/catalogue.h"
#include "problems/language/suggest.h"

static const struct option_definition options[] = {
    OPTION("step", VALUE, "H", "the length of a step, in seconds",
           .read = option_positive, .usual = "1/256"),
    OPTION("runs", VALUE, "N",
           "from the start to the end, of which the time of a step is told",
           .read = option_whole, .least = 1, .most = LEAGUE_MOST_RUNS, .usual = "1"),
    OPTION("option", REPEATABLE, "NAME=VALUE",
           "a setting of the engines, in place of their usual and their best ones"),
    FOREIGN_LIMITS,
    OPTION("json", FLAG, NULL, "print one JSON document"),
    OPTION("csv", FLAG, NULL, "print rows of comma-separated values"),
    OPTION_SCHEMA,
    OPTION("out", VALUE, "DIR", "write engines.html, engines.json and engines.csv there"),
    OPTIONS_END,
};

/* The words that are no engines are scenes, with * and ?; where there are none, all but the
 * large ones. */
static bool is_wanted(const struct arguments *a, const struct league_scene *scene) {
    bool any = false;
    for (int i = 0; i < arguments_count(a, NULL); i++) {
        const char *word = arguments_nth(a, NULL, i);
        if (!league_is_engine(word) && glob_matches(word, scene->name))
            return true;
        any |= !league_is_engine(word);
    }
    return !any && !scene->is_large;
}

/* A word that is a model is answered with its first scene. */
static int refuse(const char *word, struct diagnostic *d) {
    struct suggestion n = suggest_start(word);
    for (const struct league_scene *s = league_scenes; s->name != NULL; s++) {
        if (strcmp(word, s->model) == 0)
            return message_set(d, "'%s' is a model; '%s' is the first of its scenes",
                               word, s->name);
        suggest_consider(&n, s->name);
    }
    if (n.best != NULL)
        return message_set(d, "'%s' is neither an engine nor a scene; did you mean '%s'?",
                           word, n.best);
    return message_set(d,
                       "'%s' is neither an engine nor a scene; engines are %s; the first "
                       "column of what 'halfstep engines' prints names the scenes",
                       word, league_engine_names());
}

static bool is_scene(const char *word) {
    for (const struct league_scene *s = league_scenes; s->name != NULL; s++)
        if (glob_matches(word, s->name))
            return true;
    return false;
}

static int check_words(const struct arguments *a, struct diagnostic *d) {
    for (int i = 0; i < arguments_count(a, NULL); i++) {
        const char *word = arguments_nth(a, NULL, i);
        if (!league_is_engine(word) && !is_scene(word))
            return refuse(word, d);
    }
    return 0;
}

static int add_engines(struct league_engines *engines, const struct arguments *a,
                       const struct plugin *limits, struct diagnostic *d) {
    bool any = false;
    for (int i = 0; i < arguments_count(a, NULL); i++) {
        const char *word = arguments_nth(a, NULL, i);
        any |= league_is_engine(word);
        if (league_is_engine(word) && league_engines_add(engines, word, limits, d))
            return -1;
    }
    if (!any)
        league_engines_add_all(engines, limits);
    return 0;
}

static json_t *describe_engines(const struct league_engines *engines) {
    json_t *list = json_array();
    for (int i = 0; i < engines->count; i++) {
        const struct league_engine *e = &engines->engine[i];
        json_t *one = json_copy(e->declared);
        json_object_set_new(one, "title", json_text_of(e->title));
        json_object_set_new(one, "place", json_text_of(e->place));
        json_object_set_new(one, "options", json_text_of(e->options));
        json_array_append_new(list, one);
    }
    return list;
}

static void print_csv(void *league, FILE *out) {
    const struct league *l = league;
    record_print_csv_head(&league_cell_record, out);
    for (int i = 0; i < l->cells; i++)
        record_print_csv(&league_cell_record, &l->cell[i], out);
}

static int write_files(struct league *l, const json_t *document, const char *folder,
                       struct diagnostic *d) {
    size_t length = 0;
    char *text = text_printed(print_csv, l, &length);
    char *json = path_join(folder, "engines.json"),
         *csv = path_join(folder, "engines.csv");
    int failed =
        text == NULL || json == NULL || csv == NULL
            ? message_set(d, "out of memory")
            : output_write_json(json, document, d) || output_write(csv, text, length, d);
    free(text);
    free(json);
    free(csv);
    return failed;
}

static enum exit_status tell(struct league *l, const struct arguments *a,
                             const json_t *document) {
    struct session *session = l->session;
    char *folder = (char *)arguments_value(a, "out");
    char *const pages[] = {(char *)session->pages, folder, NULL};
    if (arguments_has(a, "json"))
        json_print(document, session->out);
    else if (arguments_has(a, "csv"))
        print_csv(l, session->out);
    else
        league_print(l, session->out);
    if (folder == NULL)
        return EXIT_PASSED;
    return write_files(l, document, folder, &session->why)
               ? EXIT_MACHINE
               : pages_run(session, pages, EXIT_MACHINE);
}

static enum exit_status play(struct league *l, struct league_engines *engines,
                             const struct arguments *a) {
    /* Rows of text and of CSV have none. */
    if (arguments_has(a, "json") || arguments_has(a, "out"))
        l->ladders = json_array();
    for (const struct league_scene *s = league_scenes; s->name != NULL; s++)
        for (int i = 0; i < engines->count && is_wanted(a, s); i++) {
            if (interrupt_came())
                return EXIT_MACHINE;
            if (league_run(l, s, &engines->engine[i]))
                return EXIT_VERDICT;
        }
    l->engines = engines;
    l->declared = describe_engines(engines);
    if (record_set_text(&l->missing, engines->missing))
        return EXIT_MACHINE;
    json_t *document = record_tell(&league_record, l);
    const enum exit_status status = tell(l, a, document);
    json_decref(document);
    return status;
}

/* Before the work begins: whether there is a folder to write to, made if need be. */
static enum exit_status check_folder(const struct arguments *a, struct diagnostic *d) {
    const char *folder = arguments_value(a, "out");
    if (folder == NULL)
        return EXIT_PASSED;
    int failed = output_make_folder(folder, d);
    if (failed)
        return session_status_of(failed);
    char *place = path_join(folder, "engines.json");
    failed = place == NULL ? message_set(d, "out of memory") : output_probe(place, d);
    free(place);
    return session_status_of(failed);
}

/* Settings are the engines': of Halfstep's own methods alone nothing would be set. */
static int check_settings(const struct league_engines *engines,
                          const struct plugin *limits, struct diagnostic *d) {
    bool is_set = limits->options_count == 0 || engines->count == 0;
    for (int i = 0; i < engines->count; i++)
        is_set |= engines->engine[i].method == NULL;
    return is_set
               ? 0
               : message_set(d,
                             "--option %s: is for engines; 'halfstep solve' sets those "
                             "of Halfstep's own methods",
                             limits->options[0].name);
}

static enum exit_status read_and_play(struct league *l, struct league_engines *engines,
                                      const struct arguments *a) {
    struct diagnostic *why = &l->session->why;
    struct foreign limits;
    enum exit_status status = EXIT_USAGE;
    l->step = arguments_number(a, "step");
    l->runs = (int)arguments_number(a, "runs");
    if (foreign_read_limits(&limits, a, l->session) == EXIT_PASSED &&
        check_words(a, why) == 0 && add_engines(engines, a, &limits.plugin, why) == 0 &&
        check_settings(engines, &limits.plugin, why) == 0) {
        message_set(why,
                    "no engine is built: %s; the launcher, './halfstep engines', builds "
                    "those whose packages it finds",
                    engines->missing);
        status = EXIT_MACHINE;
        if (engines->count > 0) {
            why->text[0] = '\0';
            status = check_folder(a, why);
        }
        if (status == EXIT_PASSED)
            status = play(l, engines, a);
    }
    foreign_clear(&limits);
    return status;
}

static enum exit_status run(struct session *session, const struct arguments *a) {
    struct league l = {.session = session};
    struct league_engines *engines = calloc(1, sizeof *engines);
    enum exit_status status = models_open(&l.catalogue, session);
    if (engines == NULL)
        status = EXIT_MACHINE;
    if (status == EXIT_PASSED)
        status = read_and_play(&l, engines, a);
    if (engines != NULL)
        league_engines_clear(engines);
    free(engines);
    catalogue_free(l.catalogue);
    record_clear(&league_record, &l);
    return status;
}

const struct command command_engines = {
    "engines",
    "[ENGINE...] [SCENE...] [--step H] [--option NAME=VALUE]... [--json | --csv] "
    "[--out DIR]",
    "Run whole physics engines on scenes whose truth is known",
    "An ENGINE is a name (ode, ...; default: all that are installed) or the place of a\n"
    "plug-in that builds scenes; a SCENE is a name of the table's first column, with *\n"
    "and ? (default: all). Each engine is run with its usual settings and with the best "
    "that its\n"
    "documentation offers, in a process of its own. A dash: it cannot build the scene.\n"
    "Nothing is judged: a number stands beside what it ought to be. Methods of "
    "Halfstep's\n"
    "own (contact-stepper, semi-explicit-euler, velocity-implicit-euler) run beside "
    "them.\n"
    "With --out the page has also what steps of six sizes come to, and what they cost.\n",
    "engines ./engine.so\n",
    options,
    run,
    true,
    NULL,
    &league_record,
};
