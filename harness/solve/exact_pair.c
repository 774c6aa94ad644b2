/* Implicit Euler's pair with its equations solved to the last bit: two half steps, and as the
 * error estimate a large step minus them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/solve/exact_method.h"
#include "problems/model.h"
#include "ref/ref.h"
#include "ref/vector.h"

struct exact_pair {
    int nx;
    ref_pair *pair;
    mpfr_t *storage, *large, *half; /* the others are parts of `storage` */
};

static enum ref_status step(void *self, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                            mpfr_srcptr t1, mpfr_t *x1, mpfr_t *estimate) {
    struct exact_pair *exact = self;
    (void)t1;
    enum ref_status status =
        ref_pair_step(exact->pair, t, x, h, exact->large, exact->half, x1);
    for (int i = 0; i < exact->nx && status == REF_OK; i++)
        mpfr_sub(estimate[i], exact->large[i], x1[i], MPFR_RNDN);
    return status;
}

static void tell(void *self, mpfr_srcptr t, const mpfr_t *x, struct solution *solution) {
    struct exact_pair *exact = self;
    (void)t;
    (void)x;
    named_add_count(&solution->statistics, "newton_iters",
                    ref_pair_iterations(exact->pair));
}

static void free_exact(void *self) {
    struct exact_pair *exact = self;
    ref_pair_free(exact->pair);
    vector_free(exact->storage, 2 * exact->nx);
    free(exact);
}

enum ref_status exact_open_pair(struct exact_method *e, const struct solve_request *r) {
    const struct model *m = r->model;
    struct exact_pair *exact = calloc(1, sizeof *exact);
    *e = (struct exact_method){.self = NULL};
    if (exact == NULL)
        return REF_NO_MEMORY;
    exact->nx = m->nq + m->nv + m->nz;
    exact->storage = vector_alloc(2 * exact->nx, r->bits);
    enum ref_status status = REF_NO_MEMORY;
    if (exact->storage != NULL) {
        exact->large = exact->storage;
        exact->half = exact->large + exact->nx;
        status = ref_pair_alloc(&exact->pair, r->model, r->bits, EVAL_EXACT_CONSTANTS);
    }
    if (status != REF_OK) {
        free_exact(exact);
        return status;
    }
    *e = (struct exact_method){.self = exact,
                               .has_estimate = true,
                               .step = step,
                               .tell = tell,
                               .free = free_exact};
    return REF_OK;
}
