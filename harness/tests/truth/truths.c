/* Truths for tests of what keeps them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/truth/truths.h"

#include "harness/tests/models.h"
#include "ref/vector.h"

enum { times = 3, bits = 300 };

const char truth_decay[] = "state z = 1.37\nz' = -z\n";
const char truth_swing[] =
    "position a = 0.7\nvelocity w = -0.25\na' = w\nw' = -11.8*sin(a)\n";
const char truth_pole[] = "state z = 1.37\nz' = z^2\n";

struct truth_case truth_case_of(const char *text, int digits) {
    struct truth_case c = {.model = model_from(text), .time = vector_alloc(times, bits)};
    for (int k = 0; k < times; k++)
        mpfr_set_d(c.time[k], 0.5 * (k + 1), MPFR_RNDN);
    c.request = (struct truth_query){
        .model = c.model, .times = times, .time = vector_const(c.time)};
    c.request.options.digits = digits;
    c.request.options.constants = EVAL_EXACT_CONSTANTS;
    return c;
}

struct truth_record truth_case_solve(const struct truth_case *c) {
    struct truth_record r = {.seconds = 1, .from = "computed"};
    r.status = ref_truth_alloc(&r.truth, c->model, c->request.times, c->request.time,
                               &c->request.options);
    return r;
}

bool truths_are_same(const struct ref_truth *a, const struct ref_truth *b) {
    bool same = a->grade == b->grade && a->way == b->way && a->times == b->times &&
                a->nx == b->nx && a->attempts == b->attempts &&
                a->switches == b->switches;
    for (int i = 0; i < 2; i++)
        same = same && a->bits[i] == b->bits[i] && a->order[i] == b->order[i] &&
               a->steps[i] == b->steps[i];
    for (int i = 0; i < a->times * a->nx && same; i++)
        same = mpfr_equal_p(a->state[i], b->state[i]) &&
               mpfr_equal_p(a->component[i], b->component[i]);
    for (int k = 0; k < a->times && same; k++)
        same = mpfr_equal_p(a->time[k], b->time[k]) &&
               mpfr_equal_p(a->radius[k], b->radius[k]) &&
               !(a->digits[k] < b->digits[k] || a->digits[k] > b->digits[k]);
    return same;
}
