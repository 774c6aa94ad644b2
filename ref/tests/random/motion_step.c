/* A step. It is short enough if the last coefficients are below the goal, if in double the
 * polynomial's derivative is F at all samples, and if it passes no feature of the model unseen.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "problems/readers/eval_double.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/tests/random/chebyshev.h"
#include "ref/tests/random/motion_parts.h"
#include "ref/tests/random/numbers.h"

enum { HALVINGS_MOST = 60 };

static const double DEFECT = 1e-9; /* of x', at samples */

static int count(const struct motion *f) {
    return f->basis->degree + 1;
}

/* Coefficients of the values; the largest of the last three in each component's scale. */
static double find_coefficients(struct motion *f) {
    const int n = count(f), nx = f->nx;
    double last = 0;
    mpfr_t term;
    mpfr_init2(term, f->bits);
    for (int m = 0; m < n; m++)
        for (int i = 0; i < nx; i++) {
            mpfr_ptr c = f->coefficient[m * nx + i];
            mpfr_set_zero(c, 1);
            for (int j = 0; j < n; j++) {
                mpfr_mul(term, f->basis->transform[m * n + j], f->value[j * nx + i],
                         MPFR_RNDN);
                mpfr_add(c, c, term, MPFR_RNDN);
            }
            f->near_coefficient[m * nx + i] = mpfr_get_d(c, MPFR_RNDN);
            const double size = fabs(f->near_coefficient[m * nx + i]) / f->scale[i];
            if (m >= n - 3)
                last = size <= last ? last : size;
        }
    mpfr_clear(term);
    return last;
}

/* Samples all outputs; whether F is the polynomial's derivative at them. */
static bool sample(struct motion *f) {
    double slope[MOTION_STATES], most[MOTION_STATES] = {0}, worst[MOTION_STATES] = {0};
    for (int k = 0; k <= MOTION_SAMPLES; k++) {
        double *out = f->sampled + k * f->outputs;
        motion_look_near(f, (double)k / MOTION_SAMPLES, out, slope);
        for (int i = 0; i < f->nx; i++) {
            const double defect = fabs(slope[i] / f->h - out[i]);
            most[i] = fabs(out[i]) <= most[i] ? most[i] : fabs(out[i]);
            worst[i] = defect <= worst[i] ? worst[i] : defect;
        }
    }
    for (int i = 0; i < f->nx; i++)
        if (!(worst[i] <= DEFECT * (most[i] + f->scale[i] / f->h)))
            return false;
    return true;
}

/* Feature d of the width w: the step may change d by 2 w, or by half of its distance. */
static bool passes_slowly(struct motion *f) {
    double in[1 + MOTION_STATES], out[MOTION_OUTPUTS + MOTION_SWITCHES + 8];
    const int first = f->now->first_switch - 2 * f->now->features;
    for (int k = 0; k < f->now->features; k++) {
        double low = INFINITY, high = -INFINITY, nearest = INFINITY, width = 0;
        for (int j = 0; j < count(f); j++) {
            in[0] = mpfr_get_d(f->x[0], MPFR_RNDN) + f->h * f->basis->near_node[j];
            memcpy(in + 1, f->near + j * f->nx, (size_t)f->nx * sizeof *in);
            eval_double_run(f->now->near, in, out);
            const double d = out[first + 2 * k];
            width = out[first + 2 * k + 1];
            low = fmin(low, d);
            high = fmax(high, d);
            nearest = fmin(nearest, fabs(d));
        }
        if (!(high - low <= fmax(2 * width, nearest / 2)))
            return false;
    }
    return true;
}

static void grow_scale(struct motion *f) {
    double most = 0;
    for (int i = 0; i < f->nx; i++) {
        for (int j = 0; j < count(f); j++)
            f->scale[i] = fmax(f->scale[i], fabs(f->near[j * f->nx + i]));
        most = fmax(most, f->scale[i]);
    }
    for (int i = 0; i < f->nx; i++)
        f->scale[i] = fmax(f->scale[i], ldexp(most, -60));
}

/* Picks the length: h, or what is left. */
static void set_length(struct motion *f) {
    mpfr_sub(f->length, f->target, f->x[0], MPFR_RNDN);
    const double left = mpfr_get_d(f->length, MPFR_RNDN);
    if (f->h < left * 0.98)
        mpfr_set_d(f->length, f->h < left / 2 ? f->h : left / 2, MPFR_RNDN);
    f->h = mpfr_get_d(f->length, MPFR_RNDN);
}

bool motion_step(struct motion *f) {
    for (int k = 0; k < HALVINGS_MOST; k++) {
        set_length(f);
        double factor = 0.5;
        if (motion_picard_near(f) && passes_slowly(f) && motion_picard(f)) {
            grow_scale(f);
            const double last = find_coefficients(f) * ldexp(1, (int)f->goal);
            factor = last > 0 ? 0.9 * pow(last, -1.0 / (f->basis->degree - 1)) : 2;
            if (last <= 1 && sample(f)) {
                f->next = fmin(f->h * fmin(fmax(factor, 0.3), 2), f->longest_step);
                return true;
            }
            factor = last <= 1 ? 0.4 : fmin(fmax(factor, 0.2), 0.8);
        }
        f->h *= factor;
    }
    return false;
}

void motion_look(struct motion *f, mpfr_srcptr s) {
    mpfr_mul(f->in[0], f->length, s, MPFR_RNDN);
    mpfr_add(f->in[0], f->in[0], f->x[0], MPFR_RNDN);
    for (int i = 0; i < f->nx; i++)
        chebyshev_value(f->basis, f->in[1 + i], numbers_read(f->coefficient + i), f->nx,
                        s);
    eval_mpfr_run(f->now->exact, numbers_read(f->in), f->out);
}

void motion_look_near(const struct motion *f, double s, double *out, double *slope) {
    double in[1 + MOTION_STATES];
    in[0] = mpfr_get_d(f->x[0], MPFR_RNDN) + f->h * s;
    for (int i = 0; i < f->nx; i++) {
        const double *c = f->near_coefficient + i;
        in[1 + i] = chebyshev_near_value(f->basis, c, f->nx, s);
        if (slope != NULL)
            slope[i] = chebyshev_near_slope(f->basis, c, f->nx, s);
    }
    eval_double_run(f->now->near, in, out);
}
