/* Which benchmarks a command line names, and the record of self comparisons for its rule.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/integrators/methods/method.h"
#include "harness/speed/compare/compare_choice.h"

int compare_wanted_read(struct compare_wanted *w, const struct arguments *arguments,
                        struct diagnostic *d) {
    *w = (struct compare_wanted){.method = arguments_value(arguments, "method")};
    const int count = arguments_count(arguments, "model");
    if (count > COMPARE_MOST_MODELS)
        return message_set(d, "--model: at most %d of them", COMPARE_MOST_MODELS);
    if (w->method != NULL && method_find(w->method, d) == NULL)
        return -1;
    for (int i = 0; i < count; i++)
        w->name[i] = arguments_nth(arguments, "model", i);
    w->names = (struct model_names){count, w->name};
    return 0;
}

enum exit_status compare_refuse_none(const json_t *items, struct session *session) {
    if (json_array_size(items) > 0)
        return EXIT_PASSED;
    message_set(&session->why, "there is no benchmark of these models and methods");
    return EXIT_USAGE;
}

/* Benchmarks of this program's own catalogue. */
enum exit_status compare_choose(json_t **items, const struct compare_wanted *w,
                                const struct arguments *arguments,
                                enum benchmarks_extent usual, struct session *session) {
    struct catalogue *catalogue = NULL;
    struct benchmarks benchmarks = {0, NULL};
    enum exit_status status = models_open(&catalogue, session);
    const struct benchmarks_request workload = {
        .catalogue = catalogue,
        .models = w->names.count > 0 ? &w->names : NULL,
        .method = w->method,
        .extent = arguments_value(arguments, "quick") != NULL  ? BENCHMARKS_QUICK
                  : arguments_value(arguments, "full") != NULL ? BENCHMARKS_FULL
                                                               : usual};
    if (status == EXIT_PASSED && benchmarks_choose(&benchmarks, &workload, &session->why))
        status = EXIT_USAGE;
    if (status == EXIT_PASSED) {
        *items = compare_items(&benchmarks);
        status = compare_refuse_none(*items, session);
    }
    benchmarks_clear(&benchmarks);
    catalogue_free(catalogue);
    return status;
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
