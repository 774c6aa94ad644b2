/* An enclosure that needs more memory than there is says so, and another way is taken.
 *
 * Seen to fail: numbers of the variational equation made by _arb_vec_init, which aborts; a
 * search that ends with the first way for which memory does not suffice.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <sys/resource.h>

#include "problems/model.h"
#include "ref/tests/testing.h"
#include "ref/truth.h"

#ifndef __SANITIZE_ADDRESS__
/* 600^2 numbers of each order: more than a gigabyte. */
static const char chain[] = "size n = 600\n"
                            "span 0 .. 1\n"
                            "state x[i] = 1 for i in 1..n\n"
                            "x[i]' = -x[i]^3 for i in 1..n\n";

static enum ref_status solve(ref_truth_function *way, struct ref_truth **truth) {
    static const rlim_t bytes = 1 << 29;
    const struct rlimit limit = {bytes, bytes};
    const struct ref_truth_options options = {.digits = 20};
    struct model *m = testing_model(chain);
    mpfr_t one;
    mpfr_init2(one, 53);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    cr_assert(setrlimit(RLIMIT_AS, &limit) == 0);
    const enum ref_status status = way(truth, m, 1, (const mpfr_t *)&one, &options);
    mpfr_clear(one);
    model_free(m);
    return status;
}

Test(enclosure_memory, too_many_states_are_told) {
    struct ref_truth *truth = NULL;
    const enum ref_status status = solve(ref_enclosure_truth, &truth);
    cr_expect(status == REF_NO_MEMORY, "%s", ref_status_text(status));
    cr_expect(truth == NULL);
}

/* x = 1/sqrt(1 + 2 t). */
Test(enclosure_memory, another_way_needs_less) {
    struct ref_truth *truth = NULL;
    const enum ref_status status = solve(ref_best_truth, &truth);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    cr_expect(truth->way == REF_BY_TAYLOR);
    cr_expect_float_eq(mpfr_get_d(truth->state[0], MPFR_RNDN), 0.57735026918962576,
                       1e-15);
    ref_truth_free(truth);
}
#endif
