/* The ladder of the reference's exact pair: the discrete equations solved to the last bit at
 * a precision at which rounding is out of sight.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/study_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/message.h"
#include "harness/studies/vector.h"

#define REFERENCE_BITS 128

/* Tolerance of the order. */
#define REFERENCE_TOLERANCE 0.001

/* Corrections of the fitted law: the data are exact, so that truncation alone limits. */
#define REFERENCE_CORRECTIONS 5

/* Steps between two times: powers of two and three times them. */
static const int STEPS[] = {4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256};
enum { ALL_LEVELS = sizeof STEPS / sizeof STEPS[0], LARGE_LEVELS = 8 };

/* Beyond so many states a step costs milliseconds, and the gate does with fewer levels. */
enum { LARGE_STATE = 20 };

struct walk {
    ref_pair *pair;
    mpfr_t t, h;
    mpfr_t *x, *large, *half, *small; /* (size nx) */
};

static int init_walk(struct walk *w, const struct order_truth *o) {
    mpfr_inits2(REFERENCE_BITS, w->t, w->h, (mpfr_ptr)0);
    w->x = vector_alloc(o->nx, REFERENCE_BITS);
    w->large = vector_alloc(o->nx, REFERENCE_BITS);
    w->half = vector_alloc(o->nx, REFERENCE_BITS);
    w->small = vector_alloc(o->nx, REFERENCE_BITS);
    enum ref_status status =
        ref_pair_alloc(&w->pair, o->model, REFERENCE_BITS, EVAL_DOUBLE_CONSTANTS);
    return !(w->x && w->large && w->half && w->small && status == REF_OK);
}

static void clear_walk(struct walk *w, int nx) {
    mpfr_clears(w->t, w->h, (mpfr_ptr)0);
    vector_free(w->x, nx);
    vector_free(w->large, nx);
    vector_free(w->half, nx);
    vector_free(w->small, nx);
    ref_pair_free(w->pair);
}

/* error := x - truth at time j; uses large as scratch. */
static void take_error(struct walk *w, const struct order_truth *o, int j,
                       double *error) {
    for (int i = 0; i < o->nx; i++) {
        mpfr_sub(w->large[i], w->x[i], o->truth->state[j * o->nx + i], MPFR_RNDN);
        error[i] = mpfr_get_d(w->large[i], MPFR_RNDN);
    }
}

/* Walks with n steps between two times; the errors stay as they are where it fails. */
static void walk_level(struct walk *w, const struct order_truth *o, int n,
                       double *error) {
    vector_set_doubles(w->x, o->initial, o->nx);
    mpfr_set_d(w->h, o->horizon, MPFR_RNDN);
    mpfr_div_si(w->h, w->h, (long)n * ORDER_TIMES, MPFR_RNDN);
    for (int k = 0; k < n * ORDER_TIMES; k++) {
        mpfr_mul_si(w->t, w->h, k, MPFR_RNDN);
        mpfr_add_d(w->t, w->t, o->begin, MPFR_RNDN);
        if (ref_pair_step(w->pair, w->t, vector_const(w->x), w->h, w->large, w->half,
                          w->small) != REF_OK)
            return;
        vector_swap(&w->x, &w->small);
        if ((k + 1) % n == 0)
            take_error(w, o, k / n, error + k / n * o->nx);
    }
}

int order_reference(struct order_ladder *l, const struct order_truth *o,
                    enum study_effort effort, struct diagnostic *d) {
    *l = (struct order_ladder){.truth = o,
                               .arithmetic = "mpfr:128",
                               .levels = ALL_LEVELS,
                               .unit = ldexp(1, -REFERENCE_BITS),
                               .tolerance = REFERENCE_TOLERANCE,
                               .corrections = REFERENCE_CORRECTIONS};
    memcpy(l->steps, STEPS, sizeof STEPS);
    if (effort == STUDY_GATE && o->nx > LARGE_STATE)
        l->levels = LARGE_LEVELS;
    struct walk w = {.pair = NULL};
    int failed = init_walk(&w, o) || order_ladder_alloc(l);
    for (int level = 0; level < l->levels && !failed; level++)
        walk_level(&w, o, l->steps[level], l->error + level * ORDER_TIMES * o->nx);
    clear_walk(&w, o->nx);
    return failed ? message_set(d, "%s: out of memory", o->model->name) : 0;
}
