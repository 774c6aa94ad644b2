/* One wrong number of a Rosenbrock method, as either of its two forms has them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/fault/fault_rosenbrock_number.h"
#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

enum { MOST_STAGES = 6 };

struct search {
    struct fault *fault;
    const struct evidence *evidence;
    struct rosenbrock method;
    const char *title;
};

/* A number, and where it stands. */
struct trial {
    struct search *search;
    struct rosenbrock_place at;
    mpq_t nominal, scale, d; /* the free number is that of the method times 1 / scale */
    struct judge_weights weights;
};

static void set_change(struct trial *x, mpfr_srcptr number) {
    mpfr_get_q(x->d, number);
    mpq_mul(x->d, x->d, x->scale);
    mpq_sub(x->d, x->d, x->nominal);
}

static int weights_of_number(void *context, mpfr_srcptr number, const mpfr_t **result,
                             const mpfr_t **estimate) {
    struct trial *x = context;
    set_change(x, number);
    judge_weights_free(&x->weights);
    rosenbrock_change(&x->search->method, x->at, x->d);
    int failed = judge_tableau(&x->weights, &x->search->evidence->judge,
                               &x->search->method.tableau);
    mpq_neg(x->d, x->d);
    rosenbrock_change(&x->search->method, x->at, x->d);
    if (failed)
        return -1;
    *result = vector_const(x->weights.result);
    *estimate = x->weights.estimate != NULL ? vector_const(x->weights.estimate) : NULL;
    return 0;
}

static void describe(const struct trial *x, mpfr_srcptr number) {
    static const char *const letter[ROSENBROCK_KINDS] = {
        "gamma", "c", "a", "m", "e", "the factor of F_t in stage "};
    struct fault *fault = x->search->fault;
    char value[96], place[40];
    const bool is_entry = x->at.kind <= ROSENBROCK_A;
    fault->found = true;
    fault_number_text(value, sizeof value, &fault->size, &fault->is_fraction, number,
                      mpq_get_d(x->nominal), x->search->evidence->judge.unit);
    fault->is_fraction = false; /* a table has no choice */
    snprintf(place, sizeof place, is_entry ? "%s%d%d" : "%s%d", letter[x->at.kind],
             x->at.i + 1, x->at.j + 1);
    snprintf(fault->id, sizeof fault->id, "rosenbrock-%.12s",
             x->at.kind == ROSENBROCK_OF_TIME ? "time" : place);
    snprintf(fault->text, sizeof fault->text, "%.100s, with %s%s = %s", x->search->title,
             place,
             x->at.kind == ROSENBROCK_GAMMA || x->at.kind == ROSENBROCK_OF_TIME
                 ? ""
                 : " (of the form without products with J)",
             value);
}

/* Finds the number, and compares all weights. */
static int fit(struct trial *x) {
    const struct evidence *all = x->search->evidence;
    struct evidence small;
    struct fault_curve curve = {
        weights_of_number, x, all->has_estimate && x->search->method.tableau.eq != NULL};
    mpfr_t number;
    bool explains = false;
    evidence_small(&small, all);
    mpfr_init2(number, all->judge.bits);
    mpq_div(x->d, x->nominal, x->scale);
    mpfr_set_q(number, x->d, MPFR_RNDN);
    x->search->evidence = &small;
    int failed = fault_fit(number, &small, &curve);
    x->search->evidence = all;
    if (!failed) {
        set_change(x, number);
        rosenbrock_change(&x->search->method, x->at, x->d);
        failed = fault_explains_table(&explains, all, &x->search->method.tableau);
        mpq_neg(x->d, x->d);
        rosenbrock_change(&x->search->method, x->at, x->d);
    }
    if (!failed && explains) {
        mpfr_mul_q(number, number, x->scale, MPFR_RNDN);
        describe(x, number);
    }
    mpfr_clear(number);
    return failed;
}

static int try_number(struct search *s, enum rosenbrock_kind kind, int i, int j) {
    struct trial x = {.search = s, .at = {kind, i, j}};
    if (s->fault->found)
        return 0;
    mpq_inits(x.nominal, x.scale, x.d, NULL);
    rosenbrock_number(x.nominal, &s->method, x.at);
    mpq_set_d(x.scale, fmax(1, fabs(mpq_get_d(x.nominal))));
    int failed = fit(&x);
    mpq_clears(x.nominal, x.scale, x.d, NULL);
    judge_weights_free(&x.weights);
    return failed;
}

/* Whether R(z) has its pole at 1/gamma, which no such number moves. Where this was not measured it
 * may be there. */
static bool has_pole(const struct families *f, const struct tableau *t) {
    static const double few_digits = 1e-6;
    const double gamma = mpq_get_d(t->gamma[0]);
    double sum = 0, size = 0;
    if (f == NULL || !f->made)
        return true;
    for (int k = 0; k <= f->stability.denominator_degree && f->has_stability; k++) {
        const double term = f->stability.denominator[k] / pow(gamma, k);
        sum += term;
        size += fabs(term);
    }
    return f->has_stability && fabs(sum) <= few_digits * size;
}

static int try_all(struct search *s) {
    const struct tableau *t = &s->method.tableau;
    int failed = 0;
    for (int i = 0; i < t->stages && !failed; i++) {
        for (int j = 0; j < i && !failed; j++)
            for (int kind = ROSENBROCK_GAMMA; kind <= ROSENBROCK_A && !failed; kind++)
                failed = try_number(s, (enum rosenbrock_kind)kind, i, j);
        failed = failed || try_number(s, ROSENBROCK_OF_TIME, i, 0) ||
                 try_number(s, ROSENBROCK_M, i, 0) ||
                 (t->ev != NULL && try_number(s, ROSENBROCK_E, i, 0));
    }
    return failed;
}

int fault_find_rosenbrock(struct fault *fault, const struct evidence *e,
                          const struct known_method *m) {
    struct evidence printed = *e;
    struct search s = {.fault = fault, .evidence = &printed, .title = m->title};
    struct tableau t;
    if (known_is_runge_kutta(m) || m->table->stages > MOST_STAGES ||
        m->table->in_two_halves)
        return 0;
    printed.judge = judge_printed_wide(&e->judge, m);
    int failed = known_build(&t, m, KNOWN_AS_IT_IS);
    if (!failed && has_pole(e->families, &t)) {
        failed = rosenbrock_init(&s.method, &t) || try_all(&s);
        rosenbrock_free(&s.method);
    }
    tableau_free(&t);
    return failed;
}
