/* What each way to a truth gives, beside the version that says so (truth_record.c): kept truths
 * are served as long as the version is theirs. No line is right or wrong by itself; another one
 * says that the way has changed. Then
 *
 *   - raise `methods_version`, put it and the line here, and make the catalogue's truths anew
 *     (`halfstep truth --recompute`), if what was kept is no longer as good as it is told to be;
 *   - put only the line here, if what was kept is as good: an order, or a step more.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "harness/tests/truth/truths.h"

enum { version = 1, digits = 20, line = 160 };

static const char bounce[] = "position q = 1\nvelocity v = 0\nq' = v\nv' = -9.81\n"
                             "contact floor { gap = q; restitution = 1/2 }\n";

static const struct {
    enum ref_way way;
    const char *text, *gives;
} methods[] = {
    {REF_BY_FORMULA, "state z = 1.37\nz' = -z\nsolution z = 1.37*exp(-t)\n",
     "bits 107 0, order 0 0, steps 0 0, switches 0, digits 32"},
    {REF_BY_EXPONENTIAL, truth_decay,
     "bits 107 0, order 0 0, steps 0 0, switches 0, digits 32"},
    {REF_BY_ENCLOSURE, truth_swing,
     "bits 123 0, order 41 0, steps 14 0, switches 0, digits 30"},
    {REF_BY_ENCLOSURE, bounce,
     "bits 123 0, order 41 0, steps 4 0, switches 3, digits 34"},
    {REF_BY_TAYLOR, truth_swing,
     "bits 75 107, order 27 39, steps 18 16, switches 0, digits 22"},
    {REF_BY_COLLOCATION, truth_decay,
     "bits 75 107, order 19 27, steps 7 7, switches 0, digits 22"},
    {REF_BY_EVENTS, bounce,
     "bits 75 107, order 39 50, steps 40 57, switches 55, digits 22"},
};

static void describe(char text[line], const struct ref_truth *t) {
    snprintf(text, line,
             "bits %ld %ld, order %d %d, steps %ld %ld, switches %ld, digits %.0f",
             t->bits[0], t->bits[1], t->order[0], t->order[1], t->steps[0], t->steps[1],
             t->switches, t->digits[0]);
}

Test(truth_methods, a_way_that_changes_says_so) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        struct truth_case c = truth_case_of(methods[i].text, digits);
        struct ref_truth *truth = NULL;
        char text[line];
        c.request.options.ways = 1u << methods[i].way;
        cr_assert(ref_best_truth(&truth, c.model, c.request.times, c.request.time,
                                 &c.request.options) == REF_OK,
                  "%s", ref_way_name(methods[i].way));
        describe(text, truth);
        cr_expect(strcmp(text, methods[i].gives) == 0, "%s (%zu): %s",
                  ref_way_name(methods[i].way), i, text);
    }
}

Test(truth_methods, the_version_is_the_one_of_these_lines) {
    char manner[TRUTH_MANNER], expected[line];
    struct truth_case c = truth_case_of(truth_decay, digits);
    truth_record_manner(manner, &c.request);
    snprintf(expected, line, "version %d", version);
    cr_expect(strstr(manner, expected) != NULL, "%s", manner);
}
