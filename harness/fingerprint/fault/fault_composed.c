/* A composition whose steps have other sizes: two of them exchanged, on one side of the middle or
 * on both, or one that is another, to which that in the middle fits. Which they are is seen by the
 * moments of its kicks, in double; then all weights are compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"
#include "harness/fingerprint/trees/rationals.h"
#include "ref/vector.h"

enum { MOST_STEPS = 16 };

/* Of the moments, in units of their terms. */
static const double same_moment = 1e-9;

/* What is off by no more has wrong last digits, which are told of all coefficients together. */
static const double most_of_last_digits = 1e-6;

struct search {
    struct fault *fault;
    const struct evidence *evidence;
    const struct known_method *method;
    int steps;
    double size[MOST_STEPS];
};

/* sum of kicks times k-th powers of their times, of steps with one kick in the middle or two
 * halves at the ends; and of the absolute values. */
static double kick_moment(const struct search *s, int k, double *sum_of_sizes) {
    const enum known_form form = s->method->table->form;
    const bool at_ends =
        form == KNOWN_VELOCITIES_FIRST || form == KNOWN_OF_VELOCITY_VERLET;
    double time = 0, moment = 0;
    *sum_of_sizes = 1;
    for (int i = 0; i < s->steps; i++) {
        const double w = s->size[i];
        const double term = at_ends ? w / 2 * (pow(time, k) + pow(time + w, k))
                                    : w * pow(time + w / 2, k);
        moment += term;
        *sum_of_sizes += fabs(term);
        time += w;
    }
    return moment;
}

static double measured_moment(const struct search *s, int k) {
    const struct families *f = s->evidence->families;
    return mpfr_get_d(f->weights.result[f->time_bush[k]], MPFR_RNDN);
}

static bool has_moments(const struct search *s) {
    double sum;
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        if (!(fabs(kick_moment(s, k, &sum) - measured_moment(s, k)) <= same_moment * sum))
            return false;
    return true;
}

/* All weights, of sizes as exactly as they are known. */
static int explains(bool *explains, const struct search *s, const mpq_t *size) {
    struct evidence e = *s->evidence;
    struct judge_weights w = {0};
    struct tableau t;
    e.judge = judge_few(&e.judge);
    int failed = known_table_of_sizes(&t, s->method->table, size) ||
                 judge_tableau(&w, &e.judge, &t);
    *explains =
        !failed && judge_all(&e.judge, evidence_result(&e), vector_const(w.result));
    judge_weights_free(&w);
    tableau_free(&t);
    return failed;
}

/* Whether the sizes as they are now are the measured ones. */
static int examine(bool *found, const struct search *s) {
    *found = has_moments(s);
    if (!*found)
        return 0;
    mpq_t *size = rationals_alloc((size_t)s->steps);
    if (size == NULL)
        return -1;
    for (int i = 0; i < s->steps; i++)
        mpq_set_d(size[i], s->size[i]);
    int failed = explains(found, s, (const mpq_t *)size);
    rationals_free(size, (size_t)s->steps);
    return failed;
}

static void exchange(struct search *s, int i, int j, bool on_both_sides) {
    const int last = s->steps - 1;
    for (int side = 0; side <= on_both_sides; side++) {
        const int a = side == 0 ? i : last - i, b = side == 0 ? j : last - j;
        const double size = s->size[a];
        s->size[a] = s->size[b];
        s->size[b] = size;
    }
}

static int try_pair(struct search *s, int i, int j, bool on_both_sides) {
    bool found = false;
    if (s->fault->found || s->size[i] == s->size[j])
        return 0;
    exchange(s, i, j, on_both_sides);
    int failed = examine(&found, s);
    exchange(s, i, j, on_both_sides);
    if (!found)
        return failed;
    *s->fault = (struct fault){.found = true, .size = NAN};
    snprintf(s->fault->id, sizeof s->fault->id, "sizes-exchanged");
    int used = snprintf(s->fault->text, sizeof s->fault->text,
                        "%.160s, with the sizes of its steps %d and %d exchanged",
                        s->method->title, i + 1, j + 1);
    if (on_both_sides)
        snprintf(s->fault->text + used, sizeof s->fault->text - (size_t)used,
                 ", and of %d and %d", s->steps - j, s->steps - i);
    return 0;
}

/* w_i, and of the steps as a whole 1. */
static void resize(struct search *s, int i, double w) {
    s->size[s->steps / 2] += 2 * (s->size[i] - w);
    s->size[i] = s->size[s->steps - 1 - i] = w;
}

/* Newton's iteration for the size that has the measured second moment; where moments agree that
 * far, there is no doubt. */
static double find_size(struct search *s, int i) {
    enum { ITERATIONS = 30, MOMENT = 2 };
    static const double apart = 1e-6, nothing = 1e-15;
    double w = s->size[i], sum, change = 1;
    for (int k = 0; k < ITERATIONS && fabs(change) > nothing; k++) {
        resize(s, i, w + apart);
        const double above = kick_moment(s, MOMENT, &sum);
        resize(s, i, w - apart);
        const double below = kick_moment(s, MOMENT, &sum);
        resize(s, i, w);
        change = (kick_moment(s, MOMENT, &sum) - measured_moment(s, MOMENT)) * 2 * apart /
                 (above - below);
        w -= change;
    }
    return w;
}

/* Whether a step takes back the one before: it is a composition of fewer steps then. Moments hardly
 * change with such a size, so that it is not known well. */
static bool takes_back(const struct search *s) {
    static const double about = 1e-4;
    bool takes = false;
    for (int i = 1; i < s->steps; i++)
        takes = takes || fabs(s->size[i] + s->size[i - 1]) <= about;
    return takes;
}

static int try_size(struct search *s, int i) {
    bool found = false;
    if (s->fault->found)
        return 0;
    const double nominal = s->size[i], w = find_size(s, i);
    int failed = 0;
    if (isfinite(w) && fabs(w - nominal) > most_of_last_digits) {
        resize(s, i, w);
        failed = takes_back(s) ? 0 : examine(&found, s);
    }
    resize(s, i, nominal);
    if (!found)
        return failed;
    *s->fault = (struct fault){.found = true, .size = w - nominal};
    snprintf(s->fault->id, sizeof s->fault->id, "size-%d", i + 1);
    snprintf(s->fault->text, sizeof s->fault->text,
             "%.160s, with steps %d and %d of size %.9g h, not %.9g h", s->method->title,
             i + 1, s->steps - i, w, nominal);
    return 0;
}

static int try_method(struct search *s) {
    const int half = s->steps / 2;
    int failed = 0;
    for (int j = 1; j < s->steps; j++)
        for (int i = 0; i < j && !failed; i++)
            failed = try_pair(s, i, j, false) || (j < half && try_pair(s, i, j, true));
    for (int i = 0; i < half && !failed; i++)
        failed = try_size(s, i);
    return failed;
}

static int take_sizes(struct search *s) {
    s->steps = known_steps(s->method->table);
    mpq_t *size = s->steps <= MOST_STEPS ? rationals_alloc((size_t)s->steps) : NULL;
    if (size == NULL)
        return -1;
    known_sizes(size, s->method->table);
    for (int i = 0; i < s->steps; i++)
        s->size[i] = mpq_get_d(size[i]);
    rationals_free(size, (size_t)s->steps);
    return 0;
}

int fault_find_composed(struct fault *fault, const struct evidence *e) {
    struct search s = {.fault = fault, .evidence = e};
    *fault = (struct fault){.found = false, .size = NAN};
    if (e->families == NULL || !e->families->made)
        return 0;
    for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
        if (m->table->sizes == NULL)
            continue;
        s.method = m;
        if (take_sizes(&s) || try_method(&s))
            return -1;
        if (fault->found) {
            name_key(fault->base_key, m, KNOWN_AS_IT_IS);
            return 0;
        }
    }
    return 0;
}
