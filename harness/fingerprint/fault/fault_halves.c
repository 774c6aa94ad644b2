/* A splitting of which what was measured has one half: its kicks at other times, so that its drifts
 * are others, or other kicks at its times. Times and kicks are those of the weights of v[t^k], the
 * sums of kicks times the k-th powers of their times; then all weights are compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

/* Verlet's methods have one kick, or two equal ones, as others have. More than there are equations
 * for cannot be found. */
enum { FEWEST_KICKS = 3, MOST_KICKS = 7 };

/* What differs by no more has wrong last digits, which are told of all coefficients together. */
static const double most_of_last_digits = 1e-6;

struct halves {
    int kicks;
    double moment[FAMILIES_BUSHES]; /* as measured */
    double time[MOST_KICKS], kick[MOST_KICKS];
};

/* The stages before the last kick have one each, so that drifts follow from times. */
static bool take(struct halves *s, const struct evidence *e, const struct tableau *t) {
    int kicks = t->stages;
    while (kicks > 0 && mpq_sgn(t->bv[kicks - 1]) == 0)
        kicks--;
    if (kicks < FEWEST_KICKS || kicks > MOST_KICKS || kicks < t->stages - 1)
        return false;
    s->kicks = kicks;
    for (int i = 0; i < kicks; i++) {
        s->time[i] = mpq_get_d(t->c[i]);
        s->kick[i] = mpq_get_d(t->bv[i]);
        if (s->kick[i] == 0)
            return false;
    }
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        s->moment[k] =
            mpfr_get_d(e->families->weights.result[e->families->time_bush[k]], MPFR_RNDN);
    return true;
}

/* The kicks that have the measured moments at the method's times, by least squares. */
static int find_kicks(struct halves *s) {
    double a[FAMILIES_BUSHES * MOST_KICKS];
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        for (int i = 0; i < s->kicks; i++)
            a[k * s->kicks + i] = pow(s->time[i], k);
    return stability_solve(s->kick, a, s->moment, FAMILIES_BUSHES, s->kicks);
}

/* One iteration of Gauss and Newton for the times at which the method's kicks have the measured
 * moments. */
static int improve_times(struct halves *s) {
    double a[FAMILIES_BUSHES * MOST_KICKS], left[FAMILIES_BUSHES], change[MOST_KICKS];
    for (int k = 0; k < FAMILIES_BUSHES; k++) {
        left[k] = s->moment[k];
        for (int i = 0; i < s->kicks; i++) {
            left[k] -= s->kick[i] * pow(s->time[i], k);
            a[k * s->kicks + i] = k == 0 ? 0 : k * s->kick[i] * pow(s->time[i], k - 1);
        }
    }
    if (stability_solve(change, a, left, FAMILIES_BUSHES, s->kicks))
        return -1;
    for (int i = 0; i < s->kicks; i++)
        s->time[i] += change[i];
    return 0;
}

/* The measured node of the kick at the method's i-th time: of equal kicks the one of the same rank
 * in time. -1: there is none. */
static int node_of(const struct halves *s, const struct quadrature *q, int i) {
    static const double same = 1e-5;
    int rank = 0, node = -1;
    for (int k = 0; k < s->kicks; k++)
        rank += fabs(s->kick[k] - s->kick[i]) <= same && s->time[k] < s->time[i];
    for (int k = 0; k < q->count && node < 0; k++)
        if (fabs(q->weight[k] - s->kick[i]) <= same && rank-- == 0)
            node = k;
    return node;
}

static int find_times(bool *found, struct halves *s, const struct quadrature *q) {
    enum { ITERATIONS = 3 };
    double time[MOST_KICKS];
    *found = q->count == s->kicks;
    for (int i = 0; i < s->kicks && *found; i++) {
        const int node = node_of(s, q, i);
        *found = node >= 0;
        time[i] = *found ? q->node[node] : 0;
    }
    if (!*found)
        return 0;
    for (int i = 0; i < s->kicks; i++)
        s->time[i] = time[i];
    int failed = 0;
    for (int k = 0; k < ITERATIONS && !failed; k++)
        failed = improve_times(s);
    return failed;
}

/* Both within the digits that a least-squares solution has. */
static bool has_moments(const struct halves *s) {
    static const double few_digits = 1e-9;
    for (int k = 0; k < FAMILIES_BUSHES; k++) {
        double sum = 0, size = 1;
        for (int i = 0; i < s->kicks; i++) {
            sum += s->kick[i] * pow(s->time[i], k);
            size += fabs(s->kick[i] * pow(s->time[i], k));
        }
        if (!(fabs(sum - s->moment[k]) <= few_digits * size))
            return false;
    }
    return true;
}

/* Whether the splitting with these kicks at these times has all weights; its table is changed. */
static int explains(bool *is, const struct halves *s, const struct evidence *e,
                    struct tableau *t) {
    for (int i = 0; i < s->kicks; i++) {
        mpq_set_d(t->bv[i], s->kick[i]);
        mpq_set_d(t->bq[i], s->time[i] - (i > 0 ? s->time[i - 1] : 0));
    }
    if (s->kicks < t->stages)
        mpq_set_d(t->bq[s->kicks], 1 - s->time[s->kicks - 1]);
    return fault_explains_splitting(is, e, t);
}

/* Tells the first that is another. */
static void describe(struct fault *fault, const struct known_method *m, bool kicks,
                     const struct halves *own, const struct halves *found) {
    const double *is = kicks ? found->kick : found->time;
    const double *should = kicks ? own->kick : own->time;
    int i = 0;
    while (i < own->kicks && fabs(is[i] - should[i]) <= most_of_last_digits)
        i++;
    if (i == own->kicks)
        return;
    *fault = (struct fault){.found = true, .size = NAN};
    snprintf(fault->id, sizeof fault->id, "other-half");
    snprintf(fault->text, sizeof fault->text,
             kicks ? "%.160s, with other kicks: kick %d is of %.9g h, not of %.9g h"
                   : "%.160s, with other drifts: kick %d is at %.9g h, not at %.9g h",
             m->title, i + 1, is[i], should[i]);
}

/* The table may be left changed: all of it is set from the kicks and times that are tried. */
static int try_half(struct fault *fault, const struct evidence *e,
                    const struct known_method *m, struct tableau *t,
                    const struct halves *own, bool kicks) {
    struct halves found = *own;
    bool is = true;
    int failed =
        kicks ? find_kicks(&found) : find_times(&is, &found, &e->families->time_nodes);
    is = !failed && is && has_moments(&found);
    failed = failed || (is && explains(&is, &found, e, t));
    if (!failed && is)
        describe(fault, m, kicks, own, &found);
    return failed;
}

int fault_find_halves(struct fault *fault, const struct evidence *e,
                      const struct known_method *m) {
    struct tableau t;
    struct halves own = {0};
    int failed = known_build(&t, m, KNOWN_AS_IT_IS);
    if (!failed && take(&own, e, &t)) {
        failed = try_half(fault, e, m, &t, &own, true);
        if (!failed && !fault->found && e->families->has_time_nodes)
            failed = try_half(fault, e, m, &t, &own, false);
    }
    tableau_free(&t);
    return failed;
}
