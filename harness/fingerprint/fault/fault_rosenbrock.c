/* One wrong number of a Rosenbrock method, as either of its two forms has them. With k the stages,
 *
 *     k_i = F(t0 + c_i h, x0 + h sum A_ij k_j) + h F_x sum G_ij k_j + h g_i F_t,
 *
 * and, as products with F_x are saved by u = h G k, in print (Hairer, Wanner, Solving ODEs II,
 * IV.7, equations (7.25))
 *
 *     (1/(h gamma) - F_x) u_i = F(t0 + c_i h, x0 + sum a_ij u_j) + sum c_ij/h u_j + h g_i F_t,
 *     x1 = x0 + sum m_i u_i,    a = A G^-1,  m = b G^-1,  c_ij = -(G^-1)_ij.
 *
 * Since c_ij stands below the diagonal, another one by d is
 *
 *     G' = G + d G e_i e_j' G,  A' = A + d A e_i e_j' G,  b' = b + d b_i e_j' G.
 *
 * Numbers g_i and c_i are constants of the program, and stay.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/known/known_table.h"
#include "harness/fingerprint/trees/rationals.h"
#include "ref/vector.h"

enum { MOST_STAGES = 6 };

enum kind { GAMMA, SMALL_C, SMALL_A, SMALL_M, SMALL_E, OF_TIME, KINDS };

struct search {
    struct fault *fault;
    const struct evidence *evidence;
    struct tableau tableau;
    mpq_t *inverse; /* of G */
    const char *title;
};

/* A number, and where it stands. */
struct trial {
    struct search *search;
    enum kind kind;
    int i, j;
    mpq_t nominal, scale, d; /* the free number is that of the method times 1 / scale */
    struct judge_weights weights;
};

/* to += share times the j-th row of a lower triangular matrix of s rows. */
static void add_row(mpq_t *to, mpq_t *matrix, int s, int j, mpq_srcptr share) {
    mpq_t term;
    mpq_init(term);
    for (int k = 0; k <= j; k++) {
        mpq_mul(term, share, matrix[j * s + k]);
        mpq_add(to[k], to[k], term);
    }
    mpq_clear(term);
}

/* x := x + d x_i e_j' G, where j < i, so that x_i and that row of G are left. */
static void multiply(mpq_t *x, const struct trial *of, mpq_srcptr d) {
    const struct tableau *t = &of->search->tableau;
    mpq_t share;
    if (x == NULL)
        return;
    mpq_init(share);
    mpq_mul(share, x[of->i], d);
    add_row(x, t->gamma, t->stages, of->j, share);
    mpq_clear(share);
}

/* The table's number becomes another by d; -d is the way back. */
static void change(const struct trial *x, mpq_srcptr d) {
    struct tableau *t = &x->search->tableau;
    const int s = t->stages, place = x->i * s;
    mpq_t *const vectors[] = {t->bq, t->bv, t->eq, t->ev};
    switch (x->kind) {
    case GAMMA: mpq_add(t->gamma[place + x->j], t->gamma[place + x->j], d); return;
    case SMALL_C:
        for (int row = 0; row < s; row++) {
            multiply(t->gamma + row * s, x, d);
            for (int part = 0; part < TABLEAU_PARTS; part++)
                multiply(t->a[part] + row * s, x, d);
        }
        for (int k = 0; k < 4; k++)
            multiply(vectors[k], x, d);
        return;
    case SMALL_A:
        for (int part = 0; part < TABLEAU_PARTS; part++)
            add_row(t->a[part] + place, t->gamma, s, x->j, d);
        return;
    case OF_TIME: mpq_add(t->gamma_time[x->i], t->gamma_time[x->i], d); return;
    case SMALL_M:
    case SMALL_E:
    case KINDS: break;
    }
    for (int k = 0; k < 2; k++)
        add_row(vectors[x->kind == SMALL_M ? k : 2 + k], t->gamma, s, x->i, d);
}

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
    change(x, x->d);
    int failed =
        judge_tableau(&x->weights, &x->search->evidence->judge, &x->search->tableau);
    mpq_neg(x->d, x->d);
    change(x, x->d);
    if (failed)
        return -1;
    *result = vector_const(x->weights.result);
    *estimate = x->weights.estimate != NULL ? vector_const(x->weights.estimate) : NULL;
    return 0;
}

static void describe(const struct trial *x, mpfr_srcptr number) {
    static const char *const letter[KINDS] = {
        "gamma", "c", "a", "m", "e", "the factor of F_t in stage "};
    struct fault *fault = x->search->fault;
    char value[96], place[40];
    const bool is_entry = x->kind <= SMALL_A;
    fault->found = true;
    fault_number_text(value, sizeof value, &fault->size, &fault->is_fraction, number,
                      mpq_get_d(x->nominal), x->search->evidence->judge.unit);
    fault->is_fraction = false; /* a table has no choice */
    snprintf(place, sizeof place, is_entry ? "%s%d%d" : "%s%d", letter[x->kind], x->i + 1,
             x->j + 1);
    snprintf(fault->id, sizeof fault->id, "rosenbrock-%.12s",
             x->kind == OF_TIME ? "time" : place);
    snprintf(fault->text, sizeof fault->text, "%.100s, with %s%s = %s", x->search->title,
             place,
             x->kind == GAMMA || x->kind == OF_TIME
                 ? ""
                 : " (of the form without products with J)",
             value);
}

/* Finds the number, and compares all weights. */
static int fit(struct trial *x) {
    const struct evidence *all = x->search->evidence;
    struct evidence small;
    struct fault_curve curve = {weights_of_number, x,
                                all->has_estimate && x->search->tableau.eq != NULL};
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
        change(x, x->d);
        failed = fault_explains_table(&explains, all, &x->search->tableau);
        mpq_neg(x->d, x->d);
        change(x, x->d);
    }
    if (!failed && explains) {
        mpfr_mul_q(number, number, x->scale, MPFR_RNDN);
        describe(x, number);
    }
    mpfr_clear(number);
    return failed;
}

/* x' G^-1 at the trial's place, of a row of A, of b or of e. */
static void set_product(struct trial *x, mpq_t *row, int column) {
    const int s = x->search->tableau.stages;
    mpq_t term;
    mpq_init(term);
    for (int k = column; k < s; k++) {
        mpq_mul(term, row[k], x->search->inverse[k * s + column]);
        mpq_add(x->nominal, x->nominal, term);
    }
    mpq_clear(term);
}

static void set_nominal(struct trial *x) {
    const struct tableau *t = &x->search->tableau;
    const int s = t->stages, place = x->i * s;
    switch (x->kind) {
    case GAMMA: mpq_set(x->nominal, t->gamma[place + x->j]); break;
    case SMALL_C: mpq_neg(x->nominal, x->search->inverse[place + x->j]); break;
    case SMALL_A: set_product(x, t->a[TABLEAU_VV] + place, x->j); break;
    case SMALL_M: set_product(x, t->bv, x->i); break;
    case OF_TIME: mpq_set(x->nominal, t->gamma_time[x->i]); break;
    case SMALL_E:
    case KINDS: set_product(x, t->ev, x->i); break;
    }
    mpq_set_d(x->scale, fmax(1, fabs(mpq_get_d(x->nominal))));
}

static int try_number(struct search *s, enum kind kind, int i, int j) {
    struct trial x = {.search = s, .kind = kind, .i = i, .j = j};
    if (s->fault->found)
        return 0;
    mpq_inits(x.nominal, x.scale, x.d, NULL);
    set_nominal(&x);
    int failed = fit(&x);
    mpq_clears(x.nominal, x.scale, x.d, NULL);
    judge_weights_free(&x.weights);
    return failed;
}

/* Whether R(z) has its pole at 1/gamma, which no such number moves. Where this was not measured it
 * may be there. */
static bool has_pole(const struct search *s) {
    static const double few_digits = 1e-6;
    const struct families *f = s->evidence->families;
    const double gamma = mpq_get_d(s->tableau.gamma[0]);
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

/* The inverse of G, by columns; the constants that F_t is multiplied by. */
static int prepare(struct search *s) {
    struct tableau *t = &s->tableau;
    const int n = t->stages;
    mpq_t term;
    s->inverse = rationals_alloc((size_t)(n * n));
    t->gamma_time = rationals_alloc((size_t)n);
    if (s->inverse == NULL || t->gamma_time == NULL)
        return -1;
    for (int k = 0; k < n * n; k++)
        mpq_add(t->gamma_time[k / n], t->gamma_time[k / n], t->gamma[k]);
    mpq_init(term);
    for (int column = 0; column < n; column++)
        for (int row = column; row < n; row++) {
            mpq_ptr entry = s->inverse[row * n + column];
            mpq_set_si(entry, row == column, 1);
            for (int k = column; k < row; k++) {
                mpq_mul(term, t->gamma[row * n + k], s->inverse[k * n + column]);
                mpq_sub(entry, entry, term);
            }
            mpq_div(entry, entry, t->gamma[row * n + row]);
        }
    mpq_clear(term);
    return 0;
}

int fault_find_rosenbrock(struct fault *fault, const struct evidence *e,
                          const struct known_method *m) {
    struct evidence printed = *e;
    struct search s = {.fault = fault, .evidence = &printed, .title = m->title};
    if (known_is_runge_kutta(m) || m->table->stages > MOST_STAGES ||
        m->table->in_two_halves)
        return 0;
    printed.judge = judge_printed_wide(&e->judge, m);
    int failed = known_build(&s.tableau, m, KNOWN_AS_IT_IS);
    const int stages = s.tableau.stages;
    const bool is_searched = !failed && has_pole(&s);
    failed = failed || (is_searched && prepare(&s));
    for (int i = 0; i < stages && is_searched && !failed; i++) {
        for (int j = 0; j < i && !failed; j++)
            for (int kind = GAMMA; kind <= SMALL_A && !failed; kind++)
                failed = try_number(&s, (enum kind)kind, i, j);
        failed = failed || try_number(&s, OF_TIME, i, 0) ||
                 try_number(&s, SMALL_M, i, 0) ||
                 (s.tableau.ev != NULL && try_number(&s, SMALL_E, i, 0));
    }
    rationals_free(s.inverse, (size_t)(stages * stages));
    tableau_free(&s.tableau);
    return failed;
}
