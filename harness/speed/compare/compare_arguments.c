/* What the command line says about a comparison, and about measuring in general.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/session/arguments.h"
#include "harness/speed/compare/compare_settings.h"
#include "problems/catalogue.h"

enum { most_models = 256 };

/* The models of --model and the method of --method; the texts stay the command line's. */
struct wanted {
    const char *name[most_models];
    struct model_names names;
    const char *method;
};

static int read_wanted(struct wanted *w, const struct arguments *arguments,
                       struct diagnostic *d) {
    const int count = arguments_count(arguments, "model");
    *w = (struct wanted){.names = {count, w->name},
                         .method = arguments_value(arguments, "method")};
    if (count > most_models)
        return message_set(d, "--model: at most %d of them", most_models);
    for (int i = 0; i < count; i++)
        w->name[i] = arguments_nth(arguments, "model", i);
    return 0;
}

/* Benchmarks of this program's own catalogue. */
static enum exit_status choose_from_catalogue(struct benchmarks *items,
                                              const struct wanted *w,
                                              const struct arguments *arguments,
                                              enum benchmarks_extent usual,
                                              struct session *session) {
    struct catalogue *catalogue = NULL;
    enum exit_status status = models_open(&catalogue, session);
    const struct benchmarks_request request = {
        .catalogue = catalogue,
        .models = w->names.count > 0 ? &w->names : NULL,
        .method = w->method,
        .extent = arguments_value(arguments, "quick") != NULL  ? BENCHMARKS_QUICK
                  : arguments_value(arguments, "full") != NULL ? BENCHMARKS_FULL
                                                               : usual};
    if (status == EXIT_PASSED && benchmarks_choose(items, &request, &session->why))
        status = EXIT_USAGE;
    catalogue_free(catalogue);
    return status;
}

enum exit_status compare_choose(struct benchmarks *items, const struct side *stored,
                                const struct arguments *arguments,
                                enum benchmarks_extent usual, struct session *session) {
    struct wanted w;
    enum exit_status status = EXIT_PASSED;
    if (read_wanted(&w, arguments, &session->why))
        return EXIT_USAGE;
    if (stored == NULL)
        status = choose_from_catalogue(items, &w, arguments, usual, session);
    else if (side_benchmarks(items, stored, &w.names, w.method))
        return message_fail(EXIT_MACHINE, &session->why, "out of memory");
    if (status != EXIT_PASSED || items->count > 0)
        return status;
    return message_fail(EXIT_USAGE, &session->why,
                        "there is no benchmark of these models and methods");
}

enum exit_status compare_open_self(struct self_record *self, const struct rule *rule,
                                   struct session *session) {
    char *machine = self_machine();
    int failed =
        machine == NULL || self_record_open(self, session->known.cache, machine, rule);
    free(machine);
    if (failed)
        message_set(&session->why, "out of memory");
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

/* An own build that cannot be found is the machine's lack; one that was named, wrong usage. */
static enum exit_status open_sides(struct compare_request *r,
                                   const struct arguments *arguments,
                                   struct session *session) {
    const int given = arguments_count(arguments, NULL);
    if (side_open(&r->old, arguments_nth(arguments, NULL, 0), &session->why))
        return EXIT_USAGE;
    const char *place =
        given == 2 ? arguments_nth(arguments, NULL, 1) : bench_this_program();
    if (side_open(&r->new, place, &session->why))
        return given == 2 ? EXIT_USAGE : EXIT_MACHINE;
    r->is_same = side_is_same(&r->old, &r->new);
    return EXIT_PASSED;
}

enum exit_status compare_arguments_read(struct compare_request *r,
                                        const struct arguments *arguments,
                                        struct session *session) {
    *r = (struct compare_request){
        .session = session,
        .measurer = &measurer_of_machine,
        .rule = compare_rule(arguments),
        .time = arguments_has(arguments, "time")
                    ? (enum compare_time)arguments_whole(arguments, "time")
                    : COMPARE_TIME_ADVISE,
        .seed = compare_seed(arguments),
        .seconds = arguments_number(arguments, "time-limit"),
        .has_instructions = !arguments_has(arguments, "no-instructions")};
    if (accept_read(&r->accept, arguments_value(arguments, "accept"), &session->why))
        return EXIT_USAGE;
    enum exit_status status = open_sides(r, arguments, session);
    const struct side *stored = r->old.stored != NULL   ? &r->old
                                : r->new.stored != NULL ? &r->new
                                                        : NULL;
    if (status == EXIT_PASSED)
        status =
            compare_choose(&r->items, stored, arguments, BENCHMARKS_STANDARD, session);
    if (status == EXIT_PASSED)
        status = compare_open_self(&r->self, &r->rule, session);
    return status;
}

void compare_arguments_clear(struct compare_request *r) {
    side_clear(&r->old);
    side_clear(&r->new);
    benchmarks_clear(&r->items);
    accept_clear(&r->accept);
    self_record_close(&r->self);
}
