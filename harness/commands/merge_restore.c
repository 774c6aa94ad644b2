/* Joined shards as the outcome of one run: its command line, what was declared, the integrator,
 * the results.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/gate/expect.h"
#include "harness/commands/merge.h"
#include "harness/program/shard/shard_join.h"

static bool has_shards(const struct command *command) {
    return option_find(command->options, "shard") != NULL;
}

/* The command of that name, if it has shards. */
static const struct command *find_command(const struct session *session, const char *name,
                                          struct diagnostic *d) {
    for (const struct command *const *c = session->commands; *c != NULL; c++)
        if (strcmp((*c)->name, name) == 0 && has_shards(*c))
            return *c;
    message_set(d, "'%s' is no command that has shards", name);
    return NULL;
}

/* The words of the plan's command line, parsed as the command itself does. */
static int restore_arguments(struct merge *m) {
    struct diagnostic *d = &m->session->why;
    const json_t *words = json_object_get(m->joined.plan, "arguments");
    const struct command *command = find_command(m->session, m->joined.command, d);
    int count = (int)json_array_size(words);
    if (command == NULL)
        return -1;
    m->words = calloc((size_t)count + 1, sizeof *m->words);
    if (m->words == NULL)
        return message_set(d, "out of memory");
    for (int i = 0; i < count; i++) {
        m->words[i] = (char *)json_string_value(json_array_get(words, (size_t)i));
        if (m->words[i] == NULL)
            return message_set(d, "the command line of the shards cannot be read");
    }
    return arguments_parse(&m->given, command->options, count, m->words, d);
}

/* How often each acceptance has matched in all shards. */
static void add_matches(struct merge *m) {
    for (int i = 0; i < m->joined.count; i++) {
        const json_t *shard = json_object_get(m->joined.file[i].document, "shard");
        const json_t *matches = json_object_get(shard, "matches");
        for (int k = 0; k < m->expect.acceptances; k++)
            m->expect.acceptance[k].matches +=
                json_integer_value(json_array_get(matches, (size_t)k)) > 0;
    }
}

/* A member that the first shard's document may have. */
static json_t *take(const struct merge *m, const char *key) {
    return json_incref(json_object_get(m->joined.first, key));
}

static int restore_outcome(struct merge *m) {
    struct study_outcome *o = &m->outcome;
    results_move(&o->results, &m->joined.results);
    o->models = json_incref(m->joined.models);
    o->machine = take(m, "machine");
    o->seconds = m->joined.seconds;
    const json_t *compared =
        json_object_get(json_object_get(m->joined.first, "comparison"), "results");
    o->is_compared = compared != NULL;
    if (compared != NULL && results_read(&o->comparison, compared, &m->session->why))
        return -1;
    o->detection = take(m, "detection");
    o->genericity = take(m, "genericity");
    if (arguments_has(m->arguments, "canonical")) {
        study_outcome_make_canonical(o);
    } else {
        o->more = json_object();
        json_object_set(o->more, "shards", m->joined.shards);
    }
    return record_read(&not_applicable_record, &o->not_applicable, m->joined.first,
                       &m->session->why);
}

enum exit_status merge_restore(struct merge *m) {
    struct diagnostic *d = &m->session->why;
    if (restore_arguments(m) ||
        expect_restore(&m->expect, json_object_get(m->joined.plan, "expect"), d) ||
        shard_foreign_restore(&m->outcome.foreign,
                              json_object_get(m->joined.plan, "integrator"), d))
        return EXIT_USAGE;
    add_matches(m);
    return restore_outcome(m) ? EXIT_USAGE : EXIT_PASSED;
}

void merge_restore_clear(struct merge *m) {
    study_outcome_clear(&m->outcome);
    expect_clear(&m->expect);
    arguments_clear(&m->given);
    free(m->words);
    m->words = NULL;
}
