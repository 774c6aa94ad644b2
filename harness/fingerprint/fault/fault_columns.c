/* Steps of n_1, n_2, ... sub-steps side by side, of explicit Euler or of Gragg's rule, put together
 * by factors: those of Aitken and Neville,
 *
 *     prod n_j^p / (n_j^p - n_i^p),   p = 1 for Euler, whose error is a series in h, and 2 for
 *                                     Gragg, whose is one in h^2,
 *
 * or others (Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.9). The factors
 * are found from chains and bushes, of which each column has its own, and then all weights are
 * compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/numbers/fit.h"
#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/laws/fraction.h"
#include "ref/vector.h"

enum { COLUMNS = 6, MOMENTS = FAMILIES_CHAINS + FAMILIES_BUSHES, MOST_STAGES = 17 };

struct kind {
    const char *title;
    int power;
    int least; /* fewer columns may be another method's two stages */
    int sub_steps[COLUMNS];
    bool is_gragg, is_smoothed;
};

static const struct kind kinds[] = {
    {"explicit Euler", 1, 3, {1, 2, 3, 4, 6, 8}, false, false},
    {"Gragg's rule", 2, 2, {2, 4, 6, 8, 12, 16}, true, false},
    {"Gragg's rule, smoothed,", 2, 2, {2, 4, 6, 8, 12, 16}, true, true},
};

/* What factors a combination has. */
struct combination {
    const struct kind *kind;
    double factor[COLUMNS];
};

static const double few_digits = 1e-9;

/* A state as chains, a polynomial in z, and bushes have it. */
struct state {
    double chain[FAMILIES_CHAINS + 1], bush[FAMILIES_BUSHES];
};

/* s + h f(t, rate) */
static struct state go_on(struct state s, const struct state *rate, double h, double t) {
    for (int k = FAMILIES_CHAINS; k > 0; k--)
        s.chain[k] += h * rate->chain[k - 1];
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        s.bush[k] += h * pow(t, k);
    return s;
}

static struct state mean(const struct state *a, const struct state *b) {
    struct state m;
    for (int k = 0; k <= FAMILIES_CHAINS; k++)
        m.chain[k] = (a->chain[k] + b->chain[k]) / 2;
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        m.bush[k] = (a->bush[k] + b->bush[k]) / 2;
    return m;
}

static struct state column_of(const struct kind *k, int n) {
    const double h = 1.0 / n;
    struct state before = {.chain = {1}};
    const struct state start = before;
    struct state now = go_on(before, &start, h, 0);
    for (int i = 1; i < n; i++) {
        const struct state at = now;
        now = k->is_gragg ? go_on(before, &at, 2 * h, i * h) : go_on(now, &at, h, i * h);
        before = at;
    }
    if (k->is_smoothed) {
        const struct state last = now;
        now = go_on(mean(&now, &before), &last, h / 2, 1);
    }
    return now;
}

/* moment[MOMENTS] of a state; of what was measured. */
static void take_moments(double *moment, const struct state *s) {
    for (int k = 0; k < FAMILIES_CHAINS; k++)
        moment[k] = s->chain[k + 1];
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        moment[FAMILIES_CHAINS + k] = s->bush[k];
}

static void take_measured(double *moment, const struct families *f) {
    const mpfr_t *weight = vector_const(f->weights.result);
    for (int k = 0; k < FAMILIES_CHAINS; k++)
        moment[k] = mpfr_get_d(weight[f->chain[k]], MPFR_RNDN);
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        moment[FAMILIES_CHAINS + k] = mpfr_get_d(weight[f->time_bush[k]], MPFR_RNDN);
}

/* Whether the columns of a set, a bit for each, have the measured moments with some factors, of
 * which none is 0. */
static bool fits(struct combination *c, unsigned set, const struct families *f) {
    double x[MOMENTS * COLUMNS], y[MOMENTS], found[COLUMNS];
    int place[COLUMNS], columns = 0;
    for (int j = 0; j < COLUMNS; j++)
        if (set >> j & 1)
            place[columns++] = j;
    if (columns < c->kind->least)
        return false;
    for (int k = 0; k < columns; k++) {
        const struct state s = column_of(c->kind, c->kind->sub_steps[place[k]]);
        double moment[MOMENTS];
        take_moments(moment, &s);
        for (int i = 0; i < MOMENTS; i++)
            x[i * columns + k] = moment[i];
    }
    take_measured(y, f);
    bool has = fit_linear(MOMENTS, columns, x, y, found) == 0;
    for (int i = 0; i < MOMENTS && has; i++) {
        double sum = -y[i];
        for (int k = 0; k < columns; k++)
            sum += x[i * columns + k] * found[k];
        has = fabs(sum) <= few_digits;
    }
    for (int k = 0; k < columns && has; k++) {
        c->factor[place[k]] = found[k];
        has = fabs(found[k]) > few_digits;
    }
    return has;
}

/* Fewer columns first: they have the moments of more, with factors of which some are 0. */
static bool find_factors(struct combination *c, const struct families *f) {
    for (int most = c->kind->least; most < COLUMNS; most++)
        for (unsigned set = 0; set < 1U << COLUMNS; set++) {
            int columns = 0;
            for (unsigned rest = set; rest != 0; rest &= rest - 1)
                columns++;
            *c = (struct combination){.kind = c->kind};
            if (columns == most && fits(c, set, f))
                return true;
        }
    return false;
}

/* The column's table: n rows of A times n, and b times 2 n. */
static int build_column(struct tableau *t, const struct kind *k, int n) {
    long row[MOST_STAGES + 1][MOST_STAGES] = {{0}};
    const int stages = n + k->is_smoothed;
    for (int m = 1; m <= n; m++) {
        memcpy(row[m], row[k->is_gragg && m > 1 ? m - 2 : m - 1], sizeof row[m]);
        row[m][m - 1] += k->is_gragg && m > 1 ? 2 : 1;
    }
    if (tableau_init(t, stages, false))
        return -1;
    for (int i = 0; i < stages; i++) {
        mpq_set_ui(t->c[i], (unsigned long)i, (unsigned long)n);
        mpq_canonicalize(t->c[i]);
        const long last =
            k->is_smoothed ? row[n][i] + row[n - 1][i] + (i == n) : 2 * row[n][i];
        mpq_set_si(t->bv[i], last, 2 * (unsigned long)n);
        mpq_canonicalize(t->bv[i]);
        mpq_set(t->bq[i], t->bv[i]);
        for (int p = 0; p < TABLEAU_PARTS * stages; p++) {
            mpq_ptr a = t->a[p / stages][i * stages + p % stages];
            mpq_set_si(a, row[i][p % stages], (unsigned long)n);
            mpq_canonicalize(a);
        }
    }
    return 0;
}

/* sum += the column's weights times its factor. */
static int add_column(mpfr_t *sum, const struct combination *c, int j,
                      const struct judge *few) {
    struct tableau t = {0};
    struct judge_weights w = {0};
    int failed =
        build_column(&t, c->kind, c->kind->sub_steps[j]) || judge_tableau(&w, few, &t);
    for (int i = 0; i < few->forest->count && !failed; i++) {
        mpfr_mul_d(w.result[i], w.result[i], c->factor[j], MPFR_RNDN);
        mpfr_add(sum[i], sum[i], w.result[i], MPFR_RNDN);
    }
    judge_weights_free(&w);
    tableau_free(&t);
    return failed;
}

static int has_weights(bool *has, const struct combination *c, const struct evidence *e) {
    struct judge few = e->judge;
    mpfr_t *sum = vector_alloc(e->forest.count, e->judge.bits);
    few.units = fmax(few.units, judge_few_digits(&e->judge) / few.unit);
    int failed = sum == NULL;
    for (int j = 0; j < COLUMNS && !failed; j++)
        if (c->factor[j] != 0)
            failed = add_column(sum, c, j, &few);
    *has = !failed && judge_all(&few, evidence_result(e), vector_const(sum));
    vector_free(sum, e->forest.count);
    return failed;
}

/* The factor that takes the powers of h^p out. */
static double factor_in(const struct combination *c, int j, int p) {
    const int *n = c->kind->sub_steps;
    double factor = 1;
    for (int i = 0; i < COLUMNS; i++)
        if (i != j && c->factor[i] != 0)
            factor *= pow(n[j], p) / (pow(n[j], p) - pow(n[i], p));
    return factor;
}

static bool is_in(const struct combination *c, int p) {
    bool is = true;
    for (int j = 0; j < COLUMNS && is; j++)
        is = c->factor[j] == 0 ||
             fabs(c->factor[j] - factor_in(c, j, p)) <= few_digits * fabs(c->factor[j]);
    return is;
}

/* "1, 2 and 3", or the factors; by which power these should be; 0: as they are. */
enum list { LIST_STEPS, LIST_FOUND, LIST_RIGHT };
static void list(char *text, size_t room, const struct combination *c, enum list what) {
    size_t used = 0;
    int left = 0;
    for (int j = 0; j < COLUMNS; j++)
        left += c->factor[j] != 0;
    text[0] = '\0';
    for (int j = 0; j < COLUMNS && used < room; j++) {
        char number[FRACTION_TEXT];
        if (c->factor[j] == 0)
            continue;
        fraction_print_rough(number,
                             what == LIST_STEPS   ? c->kind->sub_steps[j]
                             : what == LIST_FOUND ? c->factor[j]
                                                  : factor_in(c, j, c->kind->power),
                             few_digits);
        left--;
        used += (size_t)snprintf(text + used, room - used, "%s%s", number,
                                 left > 1    ? ", "
                                 : left == 1 ? " and "
                                             : "");
    }
}

static void describe(struct fault *fault, char name[FAULT_TEXT],
                     const struct combination *c) {
    static const char *const series[] = {"", "h", "h^2"};
    const int power = c->kind->power, other = 3 - power;
    char steps[48], found[80], right[80];
    list(steps, sizeof steps, c, LIST_STEPS);
    if (is_in(c, power)) {
        snprintf(name, FAULT_TEXT, "%s in %s steps, extrapolated in %s", c->kind->title,
                 steps, series[power]);
        return;
    }
    fault->found = true;
    if (is_in(c, other)) {
        snprintf(fault->id, sizeof fault->id, "extrapolated-in-%s", series[other]);
        snprintf(fault->text, sizeof fault->text,
                 "%s in %s steps, extrapolated in %s instead of in %s", c->kind->title,
                 steps, series[other], series[power]);
        return;
    }
    list(found, sizeof found, c, LIST_FOUND);
    list(right, sizeof right, c, LIST_RIGHT);
    snprintf(fault->id, sizeof fault->id, "extrapolated-by-other-factors");
    snprintf(
        fault->text, sizeof fault->text,
        "%.40s in %s steps, put together by the factors %s; those of an extrapolation "
        "are %s",
        c->kind->title, steps, found, right);
}

int fault_find_columns(struct fault *fault, char name[FAULT_TEXT],
                       const struct evidence *e) {
    const struct families *f = e->families;
    int failed = 0;
    *fault = (struct fault){.found = false, .size = NAN};
    if (f == NULL || !f->made)
        return 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !failed; i++) {
        struct combination c = {.kind = &kinds[i]};
        bool has = false;
        if (find_factors(&c, f))
            failed = has_weights(&has, &c, e);
        if (has) {
            describe(fault, name, &c);
            return 0;
        }
    }
    return failed;
}
