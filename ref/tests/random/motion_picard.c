/* The equations of a step, values at Chebyshev's points
 *
 *     x_j = x_0 + h sum_k B_jk F(t + h s_k, x_k).
 *
 * Picard's iteration in double comes first. Then residuals are formed in MPFR, and corrections
 * found in double by Picard's iteration for the linear equation, derivatives being differences:
 * some seven digits a time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "problems/readers/eval_double.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/tests/random/chebyshev.h"
#include "ref/tests/random/motion_parts.h"
#include "ref/tests/random/numbers.h"

enum { PICARD_MOST = 60, SWEEPS_MOST = 9, CORRECTIONS = 14 };

static const double NEAR_DONE = 1e-13; /* of the iteration in double */
static const double DIFFERENCE = 1e-7; /* of states, for derivatives */
static const double LARGEST = 1e15;    /* a state beyond is none of a small model */

static int count(const struct motion *f) {
    return f->basis->degree + 1;
}

/* out[nx] := F at node j and the state x + factor delta, in double. */
static void rate_near(struct motion *f, int j, const double *delta, double factor,
                      double *out) {
    double in[1 + MOTION_STATES], all[MOTION_OUTPUTS + MOTION_SWITCHES + 8];
    in[0] = mpfr_get_d(f->x[0], MPFR_RNDN) + f->h * f->basis->near_node[j];
    for (int i = 0; i < f->nx; i++)
        in[1 + i] =
            f->near[j * f->nx + i] + (delta == NULL ? 0 : factor * delta[j * f->nx + i]);
    eval_double_run(f->now->near, in, all);
    memcpy(out, all, (size_t)f->nx * sizeof *out);
}

/* h sum_k B_jk field_ki. */
static double integrate_near(const struct motion *f, const double *field, int j, int i) {
    const double *B = f->basis->near_integral + j * count(f);
    double sum = 0;
    for (int k = 0; k < count(f); k++)
        sum += B[k] * field[k * f->nx + i];
    return f->h * sum;
}

/* The largest change of a sweep, in each component's scale; NaN where F is none. */
static double sweep_near(struct motion *f) {
    double worst = 0;
    for (int j = 0; j < count(f); j++)
        rate_near(f, j, NULL, 0, f->near_field + j * f->nx);
    for (int j = 1; j < count(f); j++)
        for (int i = 0; i < f->nx; i++) {
            double *x = &f->near[j * f->nx + i];
            const double next = mpfr_get_d(f->x[1 + i], MPFR_RNDN) +
                                integrate_near(f, f->near_field, j, i);
            const double change = fabs(next - *x) / f->scale[i];
            worst = change <= worst ? worst : change;
            *x = next;
        }
    return worst;
}

bool motion_picard_near(struct motion *f) {
    double before = INFINITY;
    for (int j = 0; j < count(f); j++)
        for (int i = 0; i < f->nx; i++)
            f->near[j * f->nx + i] = mpfr_get_d(f->x[1 + i], MPFR_RNDN);
    for (int k = 0; k < PICARD_MOST; k++) {
        const double change = sweep_near(f);
        if (!(change < LARGEST) || (k > 12 && change > before && change > 1e-10))
            return false;
        if (change < NEAR_DONE)
            return true;
        before = change;
    }
    return before < 100 * NEAR_DONE;
}

/* residual[] := x0 + h B F - x; the largest in each component's scale. */
static double find_residual(struct motion *f) {
    const int n = count(f), nx = f->nx;
    double worst = 0;
    mpfr_t sum, term;
    mpfr_inits2(f->bits, sum, term, (mpfr_ptr)NULL);
    for (int j = 0; j < n; j++) {
        mpfr_mul(f->in[0], f->length, f->basis->node[j], MPFR_RNDN);
        mpfr_add(f->in[0], f->in[0], f->x[0], MPFR_RNDN);
        for (int i = 0; i < nx; i++)
            mpfr_set(f->in[1 + i], f->value[j * nx + i], MPFR_RNDN);
        eval_mpfr_run(f->now->exact, numbers_read(f->in), f->out);
        for (int i = 0; i < nx; i++)
            mpfr_set(f->field[j * nx + i], f->out[i], MPFR_RNDN);
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < nx; i++) {
            mpfr_set_zero(sum, 1);
            for (int k = 0; k < n; k++) {
                mpfr_mul(term, f->basis->integral[j * n + k], f->field[k * nx + i],
                         MPFR_RNDN);
                mpfr_add(sum, sum, term, MPFR_RNDN);
            }
            mpfr_mul(sum, sum, f->length, MPFR_RNDN);
            mpfr_add(sum, sum, f->x[1 + i], MPFR_RNDN);
            mpfr_sub(sum, sum, f->value[j * nx + i], MPFR_RNDN);
            f->residual[j * nx + i] = mpfr_get_d(sum, MPFR_RNDN);
            const double size = fabs(f->residual[j * nx + i]) / f->scale[i];
            worst = size <= worst ? worst : size;
        }
    mpfr_clears(sum, term, (mpfr_ptr)NULL);
    return worst;
}

/* correction := residual + h B F'(x) correction, iterated; near_field holds F(near). */
static void find_correction(struct motion *f, double size) {
    const int all = count(f) * f->nx;
    double *moved = f->sampled; /* not in use yet */
    const double factor = DIFFERENCE / size;
    memcpy(f->correction, f->residual, (size_t)all * sizeof *f->correction);
    for (int round = 0; round < CORRECTIONS; round++) {
        for (int j = 0; j < count(f); j++) {
            rate_near(f, j, f->correction, factor, moved + j * f->nx);
            for (int i = 0; i < f->nx; i++)
                moved[j * f->nx + i] -= f->near_field[j * f->nx + i];
        }
        for (int j = 0; j < count(f); j++)
            for (int i = 0; i < f->nx; i++)
                f->correction[j * f->nx + i] =
                    f->residual[j * f->nx + i] + integrate_near(f, moved, j, i) / factor;
    }
}

bool motion_picard(struct motion *f) {
    const int all = count(f) * f->nx;
    const double done = ldexp(1, -(int)f->goal - 2);
    double before = INFINITY;
    for (int k = 0; k < all; k++)
        mpfr_set_d(f->value[k], f->near[k], MPFR_RNDN);
    for (int i = 0; i < f->nx; i++)
        mpfr_set(f->value[i], f->x[1 + i], MPFR_RNDN);
    for (int j = 0; j < count(f); j++)
        rate_near(f, j, NULL, 0, f->near_field + j * f->nx);
    for (int k = 0; k < SWEEPS_MOST; k++) {
        const double size = find_residual(f);
        if (!(size < before / 2))
            return false;
        if (size == 0)
            return true;
        find_correction(f, size);
        for (int n = 0; n < all; n++)
            mpfr_add_d(f->value[n], f->value[n], f->correction[n], MPFR_RNDN);
        if (size < done)
            return true;
        before = size;
    }
    return false;
}
