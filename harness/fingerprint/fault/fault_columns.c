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

#include "harness/base/numbers/fit.h"
#include "harness/fingerprint/fault/fault.h"
#include "harness/fingerprint/fault/fault_column.h"
#include "harness/fingerprint/laws/fraction.h"
#include "ref/vector.h"

static const struct column_kind kinds[] = {
    {"explicit Euler", 1, 3, {1, 2, 3, 4, 6, 8}, false, false},
    {"Gragg's rule", 2, 2, {2, 4, 6, 8, 12, 16}, true, false},
    {"Gragg's rule, smoothed,", 2, 2, {2, 4, 6, 8, 12, 16}, true, true},
};

/* What factors a combination has. */
struct combination {
    const struct column_kind *kind;
    double factor[COLUMNS];
};

/* Factors of few digits have sums of as few; but what is measured has them to rounding, and with
 * five factors much is met to 1e-9 that is none of them. */
static const double few_digits = 1e-9, solved = 1e-12;

static void take_measured(double moment[COLUMN_MOMENTS], const struct families *f) {
    const mpfr_t *weight = vector_const(f->weights.result);
    for (int k = 0; k < FAMILIES_CHAINS; k++)
        moment[k] = mpfr_get_d(weight[f->chain[k]], MPFR_RNDN);
    for (int k = 0; k < FAMILIES_BUSHES; k++)
        moment[FAMILIES_CHAINS + k] = mpfr_get_d(weight[f->time_bush[k]], MPFR_RNDN);
}

/* place[] := the members of a set, a bit for each. How many there are. */
static int list_places(int place[COLUMNS], unsigned set) {
    int columns = 0;
    for (int j = 0; j < COLUMNS; j++)
        if (set >> j & 1)
            place[columns++] = j;
    return columns;
}

/* x[COLUMN_MOMENTS*columns] := the moments of these columns, side by side. */
static void take_columns(double *x, const struct column_kind *kind, const int *place,
                         int columns) {
    double moment[COLUMN_MOMENTS];
    for (int k = 0; k < columns; k++) {
        column_moments(moment, kind, kind->sub_steps[place[k]]);
        for (int i = 0; i < COLUMN_MOMENTS; i++)
            x[i * columns + k] = moment[i];
    }
}

static bool is_solution(const double *x, const double *y, const double *factor,
                        int columns) {
    double off = 0;
    for (int i = 0; i < COLUMN_MOMENTS; i++) {
        double sum = -y[i];
        for (int k = 0; k < columns; k++)
            sum += x[i * columns + k] * factor[k];
        off = fmax(off, fabs(sum));
    }
    return off <= solved;
}

/* Whether the columns of a set have the measured moments with some factors, of which none is 0. */
static bool fits(struct combination *c, unsigned set, const double *measured) {
    double x[COLUMN_MOMENTS * COLUMNS], found[COLUMNS];
    int place[COLUMNS];
    const int columns = list_places(place, set);
    take_columns(x, c->kind, place, columns);
    bool has = fit_linear(COLUMN_MOMENTS, columns, x, measured, found) == 0 &&
               is_solution(x, measured, found, columns);
    for (int k = 0; k < columns && has; k++) {
        c->factor[place[k]] = found[k];
        has = fabs(found[k]) > few_digits;
    }
    return has;
}

/* Fewer columns first: they have the moments of more, with factors of which some are 0. */
static bool find_factors(struct combination *c, const struct families *f) {
    double measured[COLUMN_MOMENTS];
    int place[COLUMNS];
    take_measured(measured, f);
    for (int columns = c->kind->least; columns < COLUMNS; columns++)
        for (unsigned set = 0; set < 1U << COLUMNS; set++) {
            *c = (struct combination){.kind = c->kind};
            if (list_places(place, set) == columns && fits(c, set, measured))
                return true;
        }
    return false;
}

/* sum += the column's weights times its factor. */
static int add_column(mpfr_t *sum, const struct combination *c, int j,
                      const struct judge *few) {
    struct tableau t = {0};
    struct judge_weights w = {0};
    int failed =
        column_build(&t, c->kind, c->kind->sub_steps[j]) || judge_tableau(&w, few, &t);
    for (int i = 0; i < few->forest->count && !failed; i++) {
        mpfr_mul_d(w.result[i], w.result[i], c->factor[j], MPFR_RNDN);
        mpfr_add(sum[i], sum[i], w.result[i], MPFR_RNDN);
    }
    judge_weights_free(&w);
    tableau_free(&t);
    return failed;
}

static int has_weights(bool *has, const struct combination *c, const struct evidence *e) {
    const struct judge few = judge_few(&e->judge);
    mpfr_t *sum = vector_alloc(e->forest.count, e->judge.bits);
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

enum list { LIST_STEPS, LIST_FOUND, LIST_RIGHT };

/* "1, 2 and 3", the sub-steps; or the factors, as they are or as they should be. */
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

/* sum factor_j / n_j^p */
static double sum_of_power(const struct combination *c, int p) {
    double sum = 0;
    for (int j = 0; j < COLUMNS; j++)
        sum += c->factor[j] * pow(c->kind->sub_steps[j], -p);
    return sum;
}

/* Whether the first power of the columns' errors is gone, which no slip in a factor leaves so: then
 * factors that are not an extrapolation's may be meant, as for longer stable steps. */
static bool gains_order(const struct combination *c) {
    return fabs(sum_of_power(c, 0) - 1) <= few_digits &&
           fabs(sum_of_power(c, c->kind->power)) <= few_digits;
}

static void describe_power(struct fault *fault, char name[FAULT_TEXT],
                           const struct combination *c, const char *steps) {
    static const char *const series[] = {"", "h", "h^2"};
    const int power = c->kind->power, other = 3 - power;
    if (is_in(c, power)) {
        snprintf(name, FAULT_TEXT, "%s in %s steps, extrapolated in %s", c->kind->title,
                 steps, series[power]);
        return;
    }
    fault->found = true;
    snprintf(fault->id, sizeof fault->id, "extrapolated-in-%s", series[other]);
    snprintf(fault->text, sizeof fault->text,
             "%s in %s steps, extrapolated in %s instead of in %s", c->kind->title, steps,
             series[other], series[power]);
}

static void describe_factors(struct fault *fault, char name[FAULT_TEXT],
                             const struct combination *c, const char *steps) {
    char found[80], right[80];
    list(found, sizeof found, c, LIST_FOUND);
    list(right, sizeof right, c, LIST_RIGHT);
    if (gains_order(c)) {
        snprintf(name, FAULT_TEXT, "%s in %s steps, put together by the factors %s",
                 c->kind->title, steps, found);
        return;
    }
    fault->found = true;
    snprintf(fault->id, sizeof fault->id, "extrapolated-by-other-factors");
    snprintf(
        fault->text, sizeof fault->text,
        "%.40s in %s steps, put together by the factors %s; those of an extrapolation "
        "are %s",
        c->kind->title, steps, found, right);
}

static void describe(struct fault *fault, char name[FAULT_TEXT],
                     const struct combination *c) {
    char steps[48];
    list(steps, sizeof steps, c, LIST_STEPS);
    if (is_in(c, 1) || is_in(c, 2))
        describe_power(fault, name, c, steps);
    else
        describe_factors(fault, name, c, steps);
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
