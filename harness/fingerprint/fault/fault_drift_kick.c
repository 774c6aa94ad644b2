/* A symmetric splitting in which a drift's number and a kick's are exchanged. One number of each
 * kind is what the others leave of the step, and which one that is the table does not tell, so that
 * all are tried. Kicks and their times are compared with the weights of v[t^k], in double; then all
 * weights are compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"

enum { DRIFTS, KICKS, MOST = 8 };

/* Drifts or kicks from the first to the last that is not 0. */
struct numbers {
    int first, count;
    double number[MOST];
};

struct splitting {
    struct numbers of[2];
    int stages;
};

static void take_numbers(struct numbers *n, mpq_t *coefficient, int stages) {
    while (n->first < stages - 1 && mpq_sgn(coefficient[n->first]) == 0)
        n->first++;
    n->count = stages - n->first;
    while (n->count > 1 && mpq_sgn(coefficient[n->first + n->count - 1]) == 0)
        n->count--;
    for (int i = 0; i < n->count; i++)
        n->number[i] = mpq_get_d(coefficient[n->first + i]);
}

/* In halves, of which two mirror each other, are more than one. */
static bool is_symmetric(const struct numbers *n) {
    bool is = n->count > 2;
    for (int i = 0; i < n->count && is; i++)
        is = n->number[i] == n->number[n->count - 1 - i];
    return is;
}

static int halves(const struct numbers *n) {
    return (n->count + 1) / 2;
}

/* How many of them are the i-th. */
static int share(const struct numbers *n, int i) {
    return 2 * i == n->count - 1 ? 1 : 2;
}

/* The i-th, with its mirror; the one at `rest` makes the sum what it was. */
static void set(struct numbers *n, int i, int rest, double number) {
    const double change = (n->number[i] - number) * share(n, i) / share(n, rest);
    n->number[i] = n->number[n->count - 1 - i] = number;
    n->number[rest] += change;
    n->number[n->count - 1 - rest] = n->number[rest];
}

static double number_at(const struct numbers *n, int stage) {
    const int i = stage - n->first;
    return i >= 0 && i < n->count ? n->number[i] : 0;
}

/* Whether the kicks have the measured moments of their times. */
static bool has_moments(const struct splitting *s, const struct families *f) {
    static const double few_digits = 1e-9;
    bool has = true;
    for (int k = 0; k < FAMILIES_BUSHES && has; k++) {
        double time = 0, sum = 0, size = 1;
        for (int i = 0; i < s->stages; i++) {
            time += number_at(&s->of[DRIFTS], i);
            const double term = number_at(&s->of[KICKS], i) * pow(time, k);
            sum += term;
            size += fabs(term);
        }
        const double measured = mpfr_get_d(f->weights.result[f->time_bush[k]], MPFR_RNDN);
        has = fabs(sum - measured) <= few_digits * size;
    }
    return has;
}

static int examine(bool *found, const struct splitting *s, const struct evidence *e,
                   struct tableau *t) {
    *found = has_moments(s, e->families);
    if (!*found)
        return 0;
    for (int i = 0; i < s->stages; i++) {
        mpq_set_d(t->bq[i], number_at(&s->of[DRIFTS], i));
        mpq_set_d(t->bv[i], number_at(&s->of[KICKS], i));
    }
    return fault_explains_splitting(found, e, t);
}

/* The i-th drift and the j-th kick exchanged. */
static int try_pair(struct fault *fault, const struct splitting *own,
                    const struct evidence *e, const struct known_method *m,
                    struct tableau *t, int i, int j) {
    const struct numbers *drifts = &own->of[DRIFTS], *kicks = &own->of[KICKS];
    int failed = 0;
    bool found = false;
    for (int k = 0; k < halves(drifts) && !found; k++)
        for (int l = 0; l < halves(kicks) && !failed && !found; l++) {
            struct splitting s = *own;
            if (k == i || l == j)
                continue;
            set(&s.of[DRIFTS], i, k, kicks->number[j]);
            set(&s.of[KICKS], j, l, drifts->number[i]);
            failed = examine(&found, &s, e, t);
        }
    if (failed || !found)
        return failed;
    *fault = (struct fault){.found = true, .size = NAN};
    snprintf(fault->id, sizeof fault->id, "drift-and-kick-exchanged");
    snprintf(
        fault->text, sizeof fault->text,
        "%.160s, with the numbers of drift %d, %.9g, and of kick %d, %.9g, exchanged",
        m->title, i + 1, drifts->number[i], j + 1, kicks->number[j]);
    return 0;
}

int fault_find_drift_kick(struct fault *fault, const struct evidence *e,
                          const struct known_method *m) {
    struct tableau t;
    struct splitting own = {.stages = m->table->stages};
    if (own.stages > MOST || m->table->sizes != NULL)
        return 0;
    int failed = known_build(&t, m, KNOWN_AS_IT_IS);
    if (!failed) {
        take_numbers(&own.of[DRIFTS], t.bq, own.stages);
        take_numbers(&own.of[KICKS], t.bv, own.stages);
    }
    const bool is_searched =
        !failed && is_symmetric(&own.of[DRIFTS]) && is_symmetric(&own.of[KICKS]);
    for (int i = 0; is_searched && i < halves(&own.of[DRIFTS]); i++)
        for (int j = 0; j < halves(&own.of[KICKS]) && !failed && !fault->found; j++)
            failed = try_pair(fault, &own, e, m, &t, i, j);
    tableau_free(&t);
    return failed;
}
