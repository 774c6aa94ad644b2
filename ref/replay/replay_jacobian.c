/* J, the derivative of the iteration's function g by its unknowns u, by differences:
 *
 *     forward   J_j = (g(u + d_j) - g(u)) / ((u_j + d_j) - u_j)
 *     central   J_j = (g(u + d_j) - g(u - d_j)) / ((u_j + d_j) - (u_j - d_j))
 *
 * with d_j = max(p, p |u_j|). For velocity-implicit Euler J = f_v + h f_q N, f_z (Drake's
 * class text, (8)): h is a part of it.
 *
 * The differences have a precision of their own, as a rule the original's: what they are
 * off by is rounding, some 2^-53 / p, and it decides how Newton's method converges.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/replay/replay_internal.h"
#include "ref/vector.h"

/* p, relative to max(1, |u_j|): velocity-implicit Euler has the square and the cube root
 * of 1e-15, implicit Euler powers 1/2 and 5/12 of 2^-52. */
static const double forward_increment[] = {3.1622776601683792e-08, 0x1p-26};
static const double central_increment[] = {1.0000000000000001e-05,
                                           3.0038858649608429e-07};

enum ref_status ref_replay_init_differences(ref_replay *r) {
    struct ref_differences *d = &r->rounded;
    mpfr_prec_t bits = r->difference_bits;
    d->start = room_numbers(&d->room, r->nx, bits);
    d->x = room_numbers(&d->room, r->nx, bits);
    d->shifted = room_numbers(&d->room, r->n, bits);
    d->upper = room_numbers(&d->room, r->n, bits);
    d->lower = room_numbers(&d->room, r->n, bits);
    return d->room.is_short ? REF_NO_MEMORY : REF_OK;
}

/* value := the function at the shifted unknowns. */
static void evaluate(ref_replay *r, mpfr_t *value) {
    struct ref_differences *d = &r->rounded;
    ref_replay_function(r, &r->rough, d->t, d->h, vector_const(d->start),
                        vector_const(d->x), vector_const(d->shifted), value);
}

/* shift := d_j */
static void find_shift(struct ref_differences *d, mpfr_srcptr u, double increment) {
    mpfr_abs(d->shift, u, MPFR_RNDN);
    mpfr_mul_d(d->shift, d->shift, increment, MPFR_RNDN);
    if (!(mpfr_cmp_d(d->shift, increment) > 0))
        mpfr_set_d(d->shift, increment, MPFR_RNDN);
}

/* J's column j := (upper - lower) / divisor */
static void set_column(ref_replay *r, int j) {
    struct ref_differences *d = &r->rounded;
    for (int i = 0; i < r->n; i++) {
        mpfr_sub(d->upper[i], d->upper[i], d->lower[i], MPFR_RNDN);
        mpfr_div(d->upper[i], d->upper[i], d->divisor, MPFR_RNDN);
        mpfr_set(r->slope[i * r->n + j], d->upper[i], MPFR_RNDN);
    }
}

static void take_forward_differences(ref_replay *r) {
    struct ref_differences *d = &r->rounded;
    const mpfr_t *u = vector_const(d->x + r->first);
    evaluate(r, d->lower);
    for (int j = 0; j < r->n; j++) {
        find_shift(d, u[j], forward_increment[r->options.method]);
        mpfr_add(d->shifted[j], u[j], d->shift, MPFR_RNDN);
        mpfr_sub(d->divisor, d->shifted[j], u[j], MPFR_RNDN);
        evaluate(r, d->upper);
        mpfr_set(d->shifted[j], u[j], MPFR_RNDN);
        set_column(r, j);
    }
}

static void take_central_differences(ref_replay *r) {
    struct ref_differences *d = &r->rounded;
    const mpfr_t *u = vector_const(d->x + r->first);
    if (r->options.method == REF_IMPLICIT_EULER) /* which does not use this value */
        evaluate(r, d->lower);
    for (int j = 0; j < r->n; j++) {
        find_shift(d, u[j], central_increment[r->options.method]);
        mpfr_add(d->shifted[j], u[j], d->shift, MPFR_RNDN);
        mpfr_set(d->divisor, d->shifted[j], MPFR_RNDN);
        evaluate(r, d->upper);
        mpfr_sub(d->shifted[j], u[j], d->shift, MPFR_RNDN);
        mpfr_sub(d->divisor, d->divisor, d->shifted[j], MPFR_RNDN);
        evaluate(r, d->lower);
        mpfr_set(d->shifted[j], u[j], MPFR_RNDN);
        set_column(r, j);
    }
}

static void take_differences(ref_replay *r, mpfr_srcptr t, mpfr_srcptr h,
                             const mpfr_t *start, const mpfr_t *x) {
    struct ref_differences *d = &r->rounded;
    mpfr_set(d->t, t, MPFR_RNDN);
    mpfr_set(d->h, h, MPFR_RNDN);
    vector_set(d->start, start, r->nx);
    vector_set(d->x, x, r->nx);
    vector_set(d->shifted, vector_const(d->x + r->first), r->n);
    if (r->options.jacobian == REF_FORWARD)
        take_forward_differences(r);
    else
        take_central_differences(r);
}

void ref_replay_form_jacobian(ref_replay *r, mpfr_srcptr t, mpfr_srcptr h,
                              const mpfr_t *start, const mpfr_t *x) {
    long before = r->total.evaluations;
    if (r->options.jacobian == REF_EXACT)
        ref_replay_exact_jacobian(r, t, h, start, x);
    else
        take_differences(r, t, h, start, x);
    r->total.jacobian_evaluations += r->total.evaluations - before;
    r->total.jacobians++;
    r->has_jacobian = true;
    r->jacobian_is_fresh = true;
}
