/* Implicit Euler's pair in exact form, from (t, x0):
 *
 *     large   X = x0 + h F(t + h, X)
 *     half    M = x0 + (h/2) F(t + h/2, M)
 *     small   S = M + (h/2) F(t + h, S)
 *
 * (Drake's class text of the velocity-implicit Euler integrator, equations (3), (4) and
 * their two half steps). M goes on in the working precision, so that S is the solution of
 * the two equations together, rounded once.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/room.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/pair/equation.h"

#include <stdbool.h>
#include <stdlib.h>

#include "ref/ref.h"

struct ref_pair {
    struct room room; /* of its arrays */
    struct ref_equation equation;
    mpfr_t *large, *half, *small, *guess; /* in the working precision (size nx) */
    mpfr_t half_h;
};

static enum ref_status init_pair(ref_pair *p, struct model *m, mpfr_prec_t bits,
                                 enum eval_constants constants) {
    int n = ref_state_size(m);
    mpfr_prec_t work = ref_equation_bits(bits);
    mpfr_init2(p->half_h, work);
    enum ref_status status = ref_equation_init(&p->equation, m, bits, constants);
    p->large = room_numbers(&p->room, n, work);
    p->half = room_numbers(&p->room, n, work);
    p->small = room_numbers(&p->room, n, work);
    p->guess = room_numbers(&p->room, n, work);
    return p->room.is_short ? REF_NO_MEMORY : status;
}

enum ref_status ref_pair_alloc(ref_pair **p, struct model *m, mpfr_prec_t bits,
                               enum eval_constants constants) {
    *p = NULL;
    if (!ref_precision_is_usable(bits))
        return REF_BAD_ARGUMENT;
    ref_pair *pair = calloc(1, sizeof *pair);
    if (pair == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = init_pair(pair, m, bits, constants);
    if (status == REF_OK)
        *p = pair;
    else
        ref_pair_free(pair);
    return status;
}

void ref_pair_free(ref_pair *p) {
    if (p == NULL)
        return;
    room_clear(&p->room);
    mpfr_clear(p->half_h);
    ref_equation_clear(&p->equation);
    free(p);
}

long ref_pair_iterations(const ref_pair *p) {
    return p->equation.iterations;
}

/* The equation is to be that of a step of h which ends at t + offset. */
static void set_times(struct ref_equation *e, mpfr_srcptr t, mpfr_srcptr offset,
                      mpfr_srcptr h) {
    mpfr_set(e->h, h, MPFR_RNDN);
    mpfr_add(e->in[0], t, offset, MPFR_RNDN);
}

/* result := the solution from x: by Newton's method from the guess; where that leaps away, on
 * the path from the start as h grows, which chooses among several solutions; should that end,
 * from where damping leads. */
static enum ref_status solve_step(struct ref_equation *e, const mpfr_t *x,
                                  const mpfr_t *guess, mpfr_t *result) {
    vector_set(e->start, x, e->nx);
    vector_set(e->x, guess, e->nx);
    enum ref_status status = ref_newton_solve(e);
    if (status != REF_OK && ref_continuation_approach(e) == REF_OK)
        status = ref_newton_solve(e);
    if (status != REF_OK) {
        vector_set(e->x, guess, e->nx);
        status = ref_damping_approach(e);
        if (status == REF_OK)
            status = ref_newton_solve(e);
    }
    if (status == REF_OK)
        vector_set(result, vector_const(e->x), e->nx);
    return status;
}

static bool inputs_are_finite(const ref_pair *p, mpfr_srcptr t, const mpfr_t *x,
                              mpfr_srcptr h) {
    return mpfr_number_p(t) && mpfr_number_p(h) && vector_is_finite(x, p->equation.nx);
}

enum ref_status ref_euler_step(ref_pair *p, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                               mpfr_t *x1) {
    struct ref_equation *e = &p->equation;
    if (!inputs_are_finite(p, t, x, h) || !vector_is_finite(vector_const(x1), e->nx))
        return REF_NOT_FINITE;
    set_times(e, t, h, h);
    enum ref_status status = solve_step(e, x, vector_const(x1), p->large);
    if (status == REF_OK)
        vector_set(x1, vector_const(p->large), e->nx);
    return status;
}

/* guess := (x + large) / 2 */
static void guess_half(ref_pair *p, const mpfr_t *x) {
    for (int i = 0; i < p->equation.nx; i++) {
        mpfr_add(p->guess[i], x[i], p->large[i], MPFR_RNDN);
        mpfr_div_2ui(p->guess[i], p->guess[i], 1, MPFR_RNDN);
    }
}

/* large := 2 half - x, the guess of small where no large step is made */
static void guess_large(ref_pair *p, const mpfr_t *x) {
    for (int i = 0; i < p->equation.nx; i++) {
        mpfr_mul_2ui(p->large[i], p->half[i], 1, MPFR_RNDN);
        mpfr_sub(p->large[i], p->large[i], x[i], MPFR_RNDN);
    }
}

static enum ref_status solve_large(ref_pair *p, mpfr_srcptr t, const mpfr_t *x,
                                   mpfr_srcptr h) {
    set_times(&p->equation, t, h, h);
    enum ref_status status = solve_step(&p->equation, x, x, p->large);
    guess_half(p, x);
    return status;
}

static enum ref_status solve_pair(ref_pair *p, mpfr_srcptr t, const mpfr_t *x,
                                  mpfr_srcptr h, bool makes_large) {
    struct ref_equation *e = &p->equation;
    mpfr_div_2ui(p->half_h, h, 1, MPFR_RNDN);
    enum ref_status status = makes_large ? solve_large(p, t, x, h) : REF_OK;
    if (status != REF_OK)
        return status;
    set_times(e, t, p->half_h, p->half_h);
    status = solve_step(e, x, makes_large ? vector_const(p->guess) : x, p->half);
    if (status != REF_OK)
        return status;
    if (!makes_large)
        guess_large(p, x);
    set_times(e, t, h, p->half_h);
    return solve_step(e, vector_const(p->half), vector_const(p->large), p->small);
}

enum ref_status ref_pair_step(ref_pair *p, mpfr_srcptr t, const mpfr_t *x, mpfr_srcptr h,
                              mpfr_t *large, mpfr_t *half, mpfr_t *small) {
    if (!inputs_are_finite(p, t, x, h))
        return REF_NOT_FINITE;
    enum ref_status status = solve_pair(p, t, x, h, large != NULL);
    if (status != REF_OK)
        return status;
    int n = p->equation.nx;
    if (large != NULL)
        vector_set(large, vector_const(p->large), n);
    vector_set(half, vector_const(p->half), n);
    vector_set(small, vector_const(p->small), n);
    return REF_OK;
}
