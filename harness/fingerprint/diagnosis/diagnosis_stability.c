/* What the stability function of what is none of the known methods tells: a pole where solutions
 * decay, and an exponential of another Jacobian are faults; a denominator of more order than the
 * whole, and no stability for all that is solved, suggest one (Hairer, Wanner, Solving Ordinary
 * Differential Equations II, IV.3).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"

/* Coefficients of few digits are meant as they stand. */
static const double equal = 1e-9;

static double chain_of(const struct families *f, int nodes) {
    return mpfr_get_d(f->weights.result[f->chain[nodes - 1]], MPFR_RNDN);
}

static double evaluate(const double *coefficient, int degree, double z) {
    double sum = 0;
    for (int k = degree; k >= 0; k--)
        sum = sum * z + coefficient[k];
    return sum;
}

/* A pole on the negative axis, or 0. A factor 1 - z lambda of the denominator is at least 1 there
 * if the real part of lambda is not negative. */
static double find_pole(const struct stability *r) {
    static const double first = -0.01, last = -1e3, ratio = 1.005, zero = 1e-4;
    for (double z = first; z > last; z *= ratio)
        if (evaluate(r->denominator, r->denominator_degree, z) <= zero)
            return z;
    return 0;
}

/* Whether it is of no higher order than this, also where q' = v and v' = f(t, q). */
static bool is_of_order(const struct evidence *e, int most) {
    const struct judge wide = judge_wide(&e->judge);
    bool is = judge_order(&wide, evidence_result(e), NULL, NULL) <= most;
    for (int i = 0; i < e->forest.count && is; i++)
        if (forest_is_separable(&e->forest, i) &&
            !judge_is_flow(&wide, i, evidence_result(e)[i]))
            return e->forest.tree[i].order <= most + 1;
    return false;
}

static void fail(struct diagnosis *x) {
    if (x->verdict == DIAGNOSIS_PASS)
        x->verdict = DIAGNOSIS_FAIL;
}

/* R(z) = 1 + (e^(r z) - 1)/r */
static void say_exponential(struct diagnosis *x, const struct families *f) {
    const double r = 2 * chain_of(f, 2);
    double expected = 1;
    bool is = fabs(r) > equal && fabs(r - 1) > equal;
    for (int k = 1; k <= FAMILIES_CHAINS && is; k++) {
        is = fabs(chain_of(f, k) - expected) <= equal * fabs(expected);
        expected *= r / (k + 1);
    }
    if (!is)
        return;
    diagnosis_say(x,
                  " It is exponential, with %.4g times the Jacobian: R(z) = 1 + (e^(%.4g "
                  "z) - 1)/%.4g.",
                  r, r, r);
    fail(x);
}

static bool say_pole(struct diagnosis *x, const struct evidence *e,
                     const struct stability *r) {
    enum { LOW = 2 }; /* order 3 asks for steps backwards, which have such a pole, too */
    const double pole = find_pole(r);
    if (pole == 0 || !is_of_order(e, LOW))
        return false;
    diagnosis_say(x,
                  " Its R(z) has a pole at z = %.2g, where solutions decay: there a step "
                  "cannot be made, as where a Jacobian has the wrong sign.",
                  pole);
    fail(x);
    return true;
}

/* Whether it is that of the Pade approximation of these degrees. */
static bool is_pade(const struct stability *r, int numerator_degree) {
    const int s = r->denominator_degree, j = numerator_degree;
    double expected = 1;
    for (int i = 0; i <= s; i++) {
        if (!(fabs(r->denominator[i] - expected) <= equal))
            return false;
        expected *= -(double)(s - i) / ((double)(j + s - i) * (i + 1));
    }
    return true;
}

/* Two orders by two coefficients that are right are no accident. */
static bool say_denominator(struct diagnosis *x, const struct families *f) {
    enum { LEAST_DEGREE = 2, GAP = 2 };
    const struct stability *r = &f->stability;
    const int s = r->denominator_degree;
    int order = 0;
    double exact = 1;
    while (order < FAMILIES_CHAINS && fabs(chain_of(f, order + 1) - exact) <= equal)
        exact /= ++order + 1;
    for (int j = s; j >= s - 2 && s >= LEAST_DEGREE; j--)
        if (is_pade(r, j) && order + GAP <= j + s) {
            diagnosis_say(x,
                          " The denominator of its R(z) is that of order %d, and the "
                          "numerator leaves %d: its equations are such a method's, its "
                          "result is not.",
                          j + s, order);
            return true;
        }
    return false;
}

static void say_hints(struct diagnosis *x, const struct evidence *e) {
    if (say_denominator(x, e->families) || e->families->stability.a_stable)
        return;
    if (is_of_order(e, 1))
        diagnosis_say(x, " It solves equations, is of order 1, and is not A-stable: for "
                         "less than that explicit Euler would do.");
}

void diagnosis_judge_stability(struct diagnosis *x, const struct evidence *e) {
    const struct families *f = e->families;
    if (f == NULL || !f->made || x->name.method != NULL || x->fault.found ||
        e->cause[0] != '\0' || evidence_remembers(e) || !diagnosis_is_consistent(e))
        return;
    if (!f->has_stability)
        say_exponential(x, f);
    else if (!f->stability.is_rough && f->stability.denominator_degree > 0 &&
             !say_pole(x, e, &f->stability) && x->has_no_name)
        say_hints(x, e);
}
