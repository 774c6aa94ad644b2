/* What the command line says about the self-test: a number of comparisons, a build, in either
 * order.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/session/arguments.h"
#include "harness/speed/compare/compare_settings.h"
#include "harness/speed/self_test/self_test.h"

static const long usual_comparisons = 200, most_comparisons = 1000000;

static bool is_number(const char *text) {
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static enum exit_status read_positional(struct self_test *t,
                                        const struct arguments *arguments,
                                        struct session *session) {
    const char *place = NULL, *number = NULL;
    for (int i = 0; i < arguments_count(arguments, NULL); i++) {
        const char *text = arguments_nth(arguments, NULL, i);
        const char **one = is_number(text) ? &number : &place;
        if (*one != NULL)
            return message_fail(EXIT_USAGE, &session->why,
                                "--self-test takes a number and a build, not %s and %s",
                                *one, text);
        *one = text;
    }
    t->comparisons = number != NULL ? strtol(number, NULL, 10) : usual_comparisons;
    if (t->comparisons < 1 || t->comparisons > most_comparisons)
        return message_fail(EXIT_USAGE, &session->why,
                            "--self-test: expected 1 to %ld comparisons",
                            most_comparisons);
    if (side_open(&t->side, place != NULL ? place : bench_this_program(), &session->why))
        return place != NULL ? EXIT_USAGE : EXIT_MACHINE;
    if (t->side.stored != NULL)
        return message_fail(EXIT_USAGE, &session->why, "%s: a self-test needs a build",
                            place);
    return EXIT_PASSED;
}

enum exit_status self_arguments_read(struct self_test *t,
                                     const struct arguments *arguments,
                                     struct session *session) {
    *t = (struct self_test){.session = session,
                            .measurer = &measurer_of_machine,
                            .rule = compare_rule(arguments),
                            .seed = compare_seed(arguments),
                            .seconds = arguments_number(arguments, "time-limit")};
    enum exit_status status = read_positional(t, arguments, session);
    if (status == EXIT_PASSED)
        status = compare_choose(&t->items, NULL, arguments, BENCHMARKS_QUICK, session);
    if (status == EXIT_PASSED)
        status = compare_open_self(&t->self, &t->rule, session);
    return status;
}

void self_arguments_clear(struct self_test *t) {
    side_clear(&t->side);
    benchmarks_clear(&t->items);
    self_record_close(&t->self);
    self_record_close(&t->this_run);
    json_decref(t->log);
}
