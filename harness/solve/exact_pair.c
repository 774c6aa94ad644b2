/* Implicit Euler's pair with its equations solved to the last bit: two half steps, and as the
 * error estimate a large step minus them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/base/vector.h"
#include "harness/solve/exact_method.h"

struct own {
    int nx;
    ref_pair *pair;
    mpfr_t *storage, *large, *half; /* the others are parts of `storage` */
};

static enum ref_status step(void *self, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                            mpfr_srcptr t1, mpfr_t *x1, mpfr_t *estimate) {
    struct own *own = self;
    (void)t1;
    enum ref_status status = ref_pair_step(own->pair, t, x, h, own->large, own->half, x1);
    for (int i = 0; i < own->nx && status == REF_OK; i++)
        mpfr_sub(estimate[i], own->large[i], x1[i], MPFR_RNDN);
    return status;
}

static void tell(void *self, mpfr_srcptr t, const mpfr_t *x, json_t *statistics,
                 json_t *document) {
    struct own *own = self;
    (void)t;
    (void)x;
    (void)document;
    json_object_set_new(statistics, "newton_iters",
                        json_integer(ref_pair_iterations(own->pair)));
}

static void free_own(void *self) {
    struct own *own = self;
    ref_pair_free(own->pair);
    vector_free(own->storage, 2 * own->nx);
    free(own);
}

enum ref_status exact_open_pair(struct exact_method *e, const struct solve_request *r) {
    const struct model *m = r->model;
    struct own *own = calloc(1, sizeof *own);
    *e = (struct exact_method){.self = NULL};
    if (own == NULL)
        return REF_NO_MEMORY;
    own->nx = m->nq + m->nv + m->nz;
    own->storage = vector_alloc(2 * own->nx, r->bits);
    enum ref_status status = REF_NO_MEMORY;
    if (own->storage != NULL) {
        own->large = own->storage;
        own->half = own->large + own->nx;
        status = ref_pair_alloc(&own->pair, r->model, r->bits, EVAL_EXACT_CONSTANTS);
    }
    if (status != REF_OK) {
        free_own(own);
        return status;
    }
    *e = (struct exact_method){
        .self = own, .has_estimate = true, .step = step, .tell = tell, .free = free_own};
    return REF_OK;
}
