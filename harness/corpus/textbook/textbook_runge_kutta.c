/* Explicit Runge-Kutta methods (scheme_tables.c has their coefficients):
 *
 *     k_i = F(t + c_i h, x + h sum_j a_ij k_j),   x1 = x + h sum_i b_i k_i
 *
 * Heun's and the midpoint rule with Euler's beside them; Dormand and Prince's 5(4), whose last
 * stage is the next step's first; the classical rule with step doubling: error = (two of h/2 -
 * one of h) / 15, the difference added (Hairer, Norsett, Wanner, Solving ODEs I, II.4 (4.4),
 * (4.5), II.5).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/corpus/scheme.h"
#include "harness/corpus/textbook/textbook.h"

/* The vectors: stages, the point where one is evaluated, doubling's results. */
enum { POINT = STAGES, LARGE, MIDDLE };

static double weigh(const struct textbook *b, const double *weight, int stages, int i) {
    double sum = 0;
    for (int j = 0; j < stages; j++)
        sum += weight[j] != 0 ? weight[j] * b->vector[j][i] : 0;
    return sum;
}

/* to := the step of h from (t, x); stages before `known` are there already. */
static int make_step(struct textbook *b, const struct table *table, int known, double t,
                     const double *x, double h, double *to) {
    double *point = b->vector[POINT];
    for (int i = known; i < table->stages; i++) {
        for (int k = 0; k < b->n; k++)
            point[k] = x[k] + h * weigh(b, table->a[i], i, k);
        if (textbook_derivative(b, t + table->c[i] * h, point, b->vector[i]))
            return -1;
    }
    for (int k = 0; k < b->n; k++)
        to[k] = x[k] + h * weigh(b, table->b, table->stages, k);
    return 0;
}

static void set_error(struct textbook *b, const struct table *table, double h) {
    for (int k = 0; k < b->n; k++)
        b->error[k] = h * weigh(b, table->e, table->stages, k);
}

static int attempt_heun(struct textbook *b, double h) {
    struct table table = heun_table;
    if (textbook_has(b, FAULT_HEUN_OLD_TIME))
        table.c[1] = 0;
    const bool is_kept = textbook_has(b, FAULT_KEEPS_FIRST_STAGE) && b->proposed > 0;
    if (make_step(b, &table, is_kept, b->t, b->x, h, b->next))
        return -1;
    set_error(b, &table, h);
    return 0;
}

/* The midpoint rule, compared with Euler's method. */
static int attempt_explicit_midpoint(struct textbook *b, double h) {
    struct table table = {
        .stages = 2, .a = {{0}, {0.5}}, .b = {0, 1}, .c = {0, 0.5}, .e = {-1, 1}};
    if (textbook_has(b, FAULT_MIDPOINT_OLD_TIME))
        table.c[1] = 0;
    if (make_step(b, &table, 0, b->t, b->x, h, b->next))
        return -1;
    set_error(b, &table, h);
    return 0;
}

static int attempt_dormand_prince(struct textbook *b, double h) {
    struct table table = dormand_prince_table;
    if (textbook_has(b, FAULT_WEIGHT_MISTYPED))
        table.b[2] = table.a[6][2] = 500 / 1131.0;
    if (textbook_has(b, FAULT_WEIGHT_LAST_DIGITS))
        table.b[4] = table.a[6][4] += 4e-15;
    if (make_step(b, &table, b->history > 0, b->t, b->x, h, b->next))
        return -1;
    set_error(b, &table, h);
    for (int i = b->nq; i < b->n && textbook_has(b, FAULT_ESTIMATE_OF_VELOCITIES); i++)
        b->error[i] /= 2;
    if (textbook_has(b, FAULT_ESTIMATE_OF_ONE))
        b->error[0] /= 2;
    return 0;
}

static void keep_last_stage(struct textbook *b, double h) {
    (void)h;
    const int last = textbook_has(b, FAULT_STALE_STAGE) ? STAGES - 2 : STAGES - 1;
    memcpy(b->vector[0], b->vector[last], (size_t)b->n * sizeof(double));
}

static int attempt_runge_kutta_4(struct textbook *b, double h) {
    const struct table *table = &runge_kutta_4_table;
    double *large = b->vector[LARGE], *middle = b->vector[MIDDLE];
    const long counted = b->evaluations;
    if (make_step(b, table, 0, b->t, b->x, h, large))
        return -1;
    if (textbook_has(b, FAULT_HALF_COUNTED))
        b->evaluations = counted;
    if (make_step(b, table, 0, b->t, b->x, h / 2, middle) ||
        make_step(b, table, 0, b->t + h / 2, middle, h / 2, b->next))
        return -1;
    for (int k = 0; k < b->n; k++) {
        b->error[k] = (large[k] - b->next[k]) / 15;
        b->next[k] -= b->error[k];
    }
    return 0;
}

#define HEUN .known = "heun", .has_estimate = true, .attempt = attempt_heun
#define HEUN_STEPS .safety = 0.9, .most_growth = 2, .most_shrinkage = 0.1

const struct textbook_method textbook_heun = {
    .name = "heun",
    HEUN,
    .rule = {.norm = {.relative = 0}, .order = 2, HEUN_STEPS},
};

const struct textbook_method textbook_explicit_midpoint = {
    .name = "explicit-midpoint",
    .known = "explicit-midpoint",
    .has_estimate = true,
    .attempt = attempt_explicit_midpoint,
};

/* H211b with b = 4: of an error of h^2 the exponents are 1/8, 1/8 and 1/4. */
const struct textbook_method textbook_heun_filtered = {
    .name = "heun-filtered",
    HEUN,
    .rule = {.norm = {.relative = 0},
             .order = 8,
             HEUN_STEPS,
             .before = -1 / 8.0,
             .ratio = 1 / 4.0,
             .again = 2},
};

/* L. F. Shampine, M. W. Reichelt, The MATLAB ODE suite, SIAM J. Sci. Comput. 18 (1997): "control of
 * the error by a norm". */
const struct textbook_method textbook_heun_of_whole = {
    .name = "heun-of-whole",
    HEUN,
    .rule = {.norm = {.is_of_whole = true}, .order = 2, HEUN_STEPS},
};

#define RUNGE_KUTTA_4                                                                    \
    .known = "runge-kutta-4:extrapolated", .has_estimate = true,                         \
    .attempt = attempt_runge_kutta_4
#define RUNGE_KUTTA_4_STEPS .safety = 0.9, .most_growth = 4, .most_shrinkage = 0.25

const struct textbook_method textbook_runge_kutta_4 = {
    .name = "runge-kutta-4",
    RUNGE_KUTTA_4,
    .rule = {.norm = {.relative = 1}, .order = 5, RUNGE_KUTTA_4_STEPS},
};

/* Error per unit step: an error / h of h^4. */
const struct textbook_method textbook_runge_kutta_4_per_time = {
    .name = "runge-kutta-4-per-time",
    RUNGE_KUTTA_4,
    .rule = {.norm = {.relative = 1},
             .order = 4,
             RUNGE_KUTTA_4_STEPS,
             .is_per_time = true},
};

/* The rows of Dormand and Prince's method differ by their rule alone. */
#define DORMAND_PRINCE                                                                   \
    .known = "dormand-prince", .has_estimate = true, .attempt = attempt_dormand_prince,  \
    .accepted = keep_last_stage
#define STEPS .safety = 0.8, .most_growth = 5, .most_shrinkage = 0.2

const struct textbook_method textbook_dormand_prince = {
    .name = "dormand-prince",
    DORMAND_PRINCE,
    .rule = {.norm = {.is_mean_square = true, .relative = 1}, .order = 5, STEPS},
};

/* A PI controller: 0.7/5 and 0.4/5 of an error of h^5. */
const struct textbook_method textbook_dormand_prince_pi = {
    .name = "dormand-prince-pi",
    DORMAND_PRINCE,
    .rule = {.norm = {.is_mean_square = true, .relative = 1},
             .order = 5 / 0.7,
             STEPS,
             .before = 0.4 / 5,
             .again = 5},
};

/* C. W. Gear, DIFSUB, Comm. ACM 14 (1971): errors are relative to YMAX, the largest |y| so far,
 * which begins with 1. */
const struct textbook_method textbook_dormand_prince_of_largest = {
    .name = "dormand-prince-of-largest",
    DORMAND_PRINCE,
    .rule = {.norm = {.is_mean_square = true, .is_of_largest = true}, .order = 5, STEPS},
};
