/* The longest functions, which are compiled a second time for processors with vectors of four:
 * the same bits.
 *
 * Seen to fail: with the functions for vectors of four compiled with fused multiplication and
 * addition, with none of them emitted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/processor.h"
#include "harness/tests/models.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

enum { trials = 20 };

/* out[outputs] := the function's results at a state of its own for each trial. */
static void run(struct eval_double *reader, compiled_function *function, int trial,
                const struct program *p, double *out) {
    double *in = calloc((size_t)p->inputs + 1, sizeof *in);
    cr_assert_not_null(in);
    for (int i = 0; i < p->inputs; i++)
        in[i] = sin(0.7 * i + 1.3 * trial + 0.2);
    eval_double_use(reader, function);
    eval_double_run(reader, in, out);
}

static void compare(struct eval_double *reader, const struct program *p, uint64_t what) {
    double *usual = calloc((size_t)p->outputs + 1, sizeof *usual);
    double *wide = calloc((size_t)p->outputs + 1, sizeof *wide);
    cr_assert(usual != NULL && wide != NULL);
    cr_assert_not_null(compiled_find(what));
    cr_assert_not_null(compiled_find_wide(what));
    for (int trial = 0; trial < trials; trial++) {
        run(reader, compiled_find(what), trial, p, usual);
        run(reader, compiled_find_wide(what), trial, p, wide);
        for (int i = 0; i < p->outputs; i++) {
            cr_assert(isfinite(usual[i]));
            cr_expect(memcmp(&usual[i], &wide[i], sizeof *wide) == 0,
                      "trial %d, output %d: %a, not %a", trial, i, wide[i], usual[i]);
        }
    }
}

Test(bind_wide, a_humanoids_rates_have_the_same_bits) {
    struct model *m = model_from_file(HALFSTEP_MODELS "/humanoid.model", NULL);
    struct program *p = model_rates_program(m);
    struct eval_double *reader;
    cr_assert_eq(eval_double_alloc(&reader, m->graph, p), PROBLEM_OK);
    if (!TEST_HAS_WIDE_FUNCTIONS || !fast_has_wide_vectors())
        cr_skip_test("the compiler or the processor has no vectors of four numbers");
    compare(reader, p, program_fingerprint(p));
}

Test(bind_wide, a_short_function_is_there_once) {
    struct model *m = model_from_file(HALFSTEP_MODELS "/pendulum.model", NULL);
    struct program *p = model_rates_program(m);
    cr_assert_not_null(compiled_find(program_fingerprint(p)));
    cr_expect_null(compiled_find_wide(program_fingerprint(p)));
}
