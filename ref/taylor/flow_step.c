/* One step of Taylor's method (A. Jorba, M. Zou, Experimental Mathematics 14 (2005)):
 *
 *     (k+1) x_{k+1} = F(t + tau, x(tau))_k,      x(tau) = sum_{k=0}^{p} x_k tau^k,
 *     rho_k = (|x_0| / |x_k|)^(1/k),             |.| the largest component,
 *     h = min(rho_{p-1}, rho_p) e^-2 e^(-0.7/(p-1))                     (section 3.2.1)
 *
 * which makes the last terms smaller than eps |x_0|, eps = e^(-2p). Where orders vanish
 * the next lower ones are taken, down to p/2; when all of those vanish the solution is
 * taken for a polynomial. What that cannot see, defect.c does. |x_0| = 0 is replaced by
 * the first order that is not zero, rho_k = (|x_j| / |x_k|)^(1/(k-j)). Below 2^-(4 bits) |x_0|
 * counts for that much, if that makes a longer step: before a force begins that is 0 to any
 * number of digits the steps do not follow its size.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/vector.h"
#include "ref/taylor/switching.h"
#include "ref/taylor/flow_sums.h"
#include "ref/taper.h"
#include "ref/taylor/flow.h"

#include <math.h>

/* How often the branches at a surface are changed before it is given up. Each surface
 * once is usual; with n of them that act on each other 2^n combinations exist. */
enum { ATTEMPTS_BASE = 4, ATTEMPTS_PER_SELECT = 4 };

/* So many steps in a row that their defect shortens, and that go no further than 2^-20 of what is
 * left, are creeping. */
enum { CREEPING_STEPS = 200, CREEPING_BITS = 20 };

double ref_taylor_size(mpfr_srcptr largest) {
    if (mpfr_zero_p(largest))
        return -INFINITY;
    long exponent;
    double fraction = mpfr_get_d_2exp(&exponent, largest, MPFR_RNDN);
    return log2(fraction) + (double)exponent;
}

/* step := 2^size. */
static void set_step(mpfr_ptr step, double size) {
    double exponent = floor(size);
    mpfr_set_d(step, exp2(size - exponent), MPFR_RNDN);
    mpfr_mul_2si(step, step, (long)exponent, MPFR_RNDN);
}

bool ref_taylor_step(mpfr_ptr step, int order, double least,
                     double (*measure)(void *context, int k), void *context) {
    const double shrink = (2 + 0.7 / (order - 1)) / log(2.0);
    int j = 0, found = 0;
    double base = measure(context, 0), radius = INFINITY;
    const bool is_none = base < least;
    while (isinf(base) && j < order)
        base = measure(context, ++j);
    for (int k = order; k > j && k > order / 2 && found < 2; k--) {
        double size = measure(context, k);
        if (isinf(size))
            continue;
        found++;
        double here = (base - size) / (k - j);
        radius = fmin(radius, is_none ? fmax(here, (least - size) / k) : here);
    }
    mpfr_set_zero(step, 1);
    if (found == 0)
        return false;
    set_step(step, radius - shrink);
    return true;
}

static double measure_order(void *context, int k) {
    ref_flow *f = context;
    mpfr_set_zero(f->scratch, 1);
    for (int i = 0; i < f->nx; i++) {
        mpfr_srcptr c = eval_jet_input(f->jet, 1 + i)[k];
        if (mpfr_cmpabs(c, f->scratch) > 0)
            mpfr_abs(f->scratch, c, MPFR_RNDN);
    }
    return ref_taylor_size(f->scratch);
}

/* The series, and the step for which it has bits enough. */
static enum ref_status expand_for_step(ref_flow *f) {
    bool accepted = false;
    while (!accepted) {
        if (ref_flow_expand(f) < f->order)
            return REF_NOT_FINITE;
        ref_taylor_step(f->step, f->order, -(double)REF_FLOOR_FACTOR * (double)f->bits,
                        measure_order, f);
        double limit = ref_taper_limit(&f->taper);
        double suggested = mpfr_zero_p(f->step) ? INFINITY : ref_taylor_size(f->step);
        accepted = ref_taper_accept(&f->taper, suggested);
        if (accepted && isfinite(suggested) && suggested > limit)
            set_step(f->step, limit);
    }
    return REF_OK;
}

/* Cuts the step so that it ends at the target at the latest. REF_STEP_TOO_SMALL when it no
 * longer moves the time; what the first step says of a target is that this is too far. */
static enum ref_status limit_step(ref_flow *f) {
    mpfr_add(f->scratch, f->time, f->step, MPFR_RNDN);
    if (mpfr_zero_p(f->step) || mpfr_greaterequal_p(f->scratch, f->target)) {
        mpfr_sub(f->step, f->target, f->time, MPFR_RNDN);
        return REF_OK;
    }
    long time = ref_exponent(f->time), target = ref_exponent(f->target);
    long larger = time > target ? time : target;
    bool small = ref_exponent(f->step) < larger - (long)f->bits;
    if (!small)
        return REF_OK;
    return f->steps == 0 ? REF_TOO_FAR : REF_STEP_TOO_SMALL;
}

/* The series with branches that hold after the start, and the step. */
static enum ref_status prepare_step(ref_flow *f) {
    int attempts = ATTEMPTS_BASE + ATTEMPTS_PER_SELECT * f->switching.selects;
    for (int i = 0; i < attempts; i++) {
        enum ref_status status = expand_for_step(f);
        if (status != REF_OK)
            return status;
        status = limit_step(f);
        if (status == REF_OK)
            f->shortened = ref_flow_limit_defect(f);
        if (status != REF_OK || f->switching.selects == 0)
            return status;
        ref_switching_limit_step(&f->switching, f->step);
        bool changed;
        status = ref_switching_settle(&f->switching, f->step, i, &changed);
        if (status != REF_OK || !changed)
            return status == REF_OK ? ref_flow_look_for_others(f) : status;
    }
    return REF_TANGENT_KINK;
}

static void sum_series(ref_flow *f) {
    ref_flow_sums_step(&f->sums, f->step);
    for (int i = 0; i < f->nx; i++)
        ref_flow_sums_end(f->x[i], &f->sums, eval_jet_input(f->jet, 1 + i));
}

/* time := time + step, and the target itself when the step was cut to it. */
static void advance_time(ref_flow *f) {
    mpfr_sub(f->scratch, f->target, f->time, MPFR_RNDN);
    bool arrived = mpfr_greaterequal_p(f->step, f->scratch);
    mpfr_add(f->time, f->time, f->step, MPFR_RNDN);
    if (arrived || mpfr_greater_p(f->time, f->target))
        mpfr_set(f->time, f->target, MPFR_RNDN);
}

/* Whether the steps shrink to nothing, though each moves the time. Where F is 0/0 rounding makes
 * a pole of it; then the series does not solve the equation until |x| / h is large enough to
 * cover that (defect.c), and the solution beyond is not that of these equations. Where that is
 * just before the target, as x' = 1/(1 - t) is before 1, what is left shrinks with the steps,
 * and time stands. */
static bool creeps(ref_flow *f) {
    if (!f->shortened)
        f->creeping = 0;
    if (f->creeping++ == 0)
        mpfr_set(f->creeping_from, f->time, MPFR_RNDN);
    if (f->creeping <= CREEPING_STEPS)
        return false;
    mpfr_sub(f->scratch, f->time, f->creeping_from, MPFR_RNDN);
    const bool stands =
        ref_exponent(f->scratch) < ref_exponent(f->time) - (long)f->bits / 2;
    mpfr_mul_2ui(f->scratch, f->scratch, CREEPING_BITS, MPFR_RNDN);
    mpfr_add(f->scratch, f->scratch, f->time, MPFR_RNDN);
    f->creeping = 0;
    return stands || mpfr_less_p(f->scratch, f->target);
}

enum ref_status ref_flow_step(ref_flow *f) {
    enum ref_status status = prepare_step(f);
    bool crossed = false, on_surface = false;
    for (int i = 0; i < f->switching.selects; i++)
        on_surface = on_surface || f->switching.on_surface[i];
    if (status == REF_OK && f->switching.selects > 0)
        status = ref_switching_cross(&f->switching, f->step, &crossed);
    if (status == REF_OK && f->proving != NULL)
        status = ref_flow_prove_step(f, on_surface, &crossed);
    if (status != REF_OK)
        return status;
    sum_series(f);
    advance_time(f);
    f->steps++;
    f->crossings += crossed;
    return creeps(f) ? REF_STEP_TOO_SMALL : REF_OK;
}
