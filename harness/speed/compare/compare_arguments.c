/* What the command line says about a comparison.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/message.h"
#include "harness/speed/compare/compare_arguments.h"
#include "harness/speed/compare/compare_choice.h"
#include "harness/speed/compare/compare_settings.h"

static enum exit_status choose_items(struct compare_request *r,
                                     const struct arguments *arguments,
                                     struct session *session) {
    const struct side *stored = r->old.stored != NULL   ? &r->old
                                : r->new.stored != NULL ? &r->new
                                                        : NULL;
    struct compare_wanted w;
    if (compare_wanted_read(&w, arguments, &session->why))
        return EXIT_USAGE;
    if (stored == NULL)
        return compare_choose(&r->items, &w, arguments, BENCHMARKS_STANDARD, session);
    r->items = compare_stored_items(stored, &w.names, w.method);
    return compare_refuse_none(r->items, session);
}

/* An own build that cannot be found is the machine's lack; one that was named, wrong usage. */
static enum exit_status open_sides(struct compare_request *r,
                                   const struct arguments *arguments,
                                   struct session *session) {
    const int given = arguments_count(arguments, NULL);
    if (given < 1 || given > 2) {
        message_set(&session->why, given < 1
                                       ? "compare needs a BASELINE"
                                       : "compare takes a BASELINE and a CANDIDATE");
        return EXIT_USAGE;
    }
    if (side_open(&r->old, arguments_nth(arguments, NULL, 0), &session->why))
        return EXIT_USAGE;
    const char *place =
        given == 2 ? arguments_nth(arguments, NULL, 1) : bench_own_place();
    if (side_open(&r->new, place, &session->why))
        return given == 2 ? EXIT_USAGE : EXIT_MACHINE;
    r->is_same = side_is_same(&r->old, &r->new);
    return EXIT_PASSED;
}

enum exit_status compare_arguments_read(struct compare_request *r,
                                        const struct arguments *arguments,
                                        struct session *session) {
    struct diagnostic *d = &session->why;
    *r = (struct compare_request){
        .session = session,
        .measurer = measurer_of_machine(),
        .has_instructions = arguments_value(arguments, "no-instructions") == NULL};
    if (arguments_value(arguments, "quick") != NULL &&
        arguments_value(arguments, "full") != NULL) {
        message_set(d, "--quick and --full: one of them");
        return EXIT_USAGE;
    }
    if (compare_read_rule(&r->rule, arguments, d) ||
        compare_read_time(&r->time, arguments_value(arguments, "time"), d) ||
        compare_read_seed(&r->seed, arguments_value(arguments, "seed"), d) ||
        compare_read_limit(&r->seconds, arguments_value(arguments, "time-limit"), d) ||
        accept_read(&r->accept, arguments_value(arguments, "accept"), d))
        return EXIT_USAGE;
    enum exit_status status = open_sides(r, arguments, session);
    if (status == EXIT_PASSED)
        status = choose_items(r, arguments, session);
    if (status == EXIT_PASSED)
        status = compare_open_self(&r->self, &r->rule, session);
    return status;
}

void compare_arguments_clear(struct compare_request *r) {
    side_clear(&r->old);
    side_clear(&r->new);
    json_decref(r->items);
    accept_clear(&r->accept);
    self_record_close(&r->self);
}
