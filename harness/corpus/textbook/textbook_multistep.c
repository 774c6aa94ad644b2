/* Linear multistep methods (Hairer, Norsett, Wanner, Solving ODEs I, III.1, III.5):
 *
 *     x_n = sum_j a_j x_{n-j} + h (b_0 f_n + sum_j b_j f_{n-j})
 *
 * BDF2 on steps that vary, begun with backward Euler; the others on equal steps, begun, and begun
 * anew when the step changes, with the classical Runge-Kutta method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/corpus/scheme.h"
#include "harness/corpus/textbook/textbook.h"

/* The vectors: states and rates before, the present rates; room of a step; stages. */
enum {
    PAST_X = 0,
    PAST_F = 3,
    RATE = 6,
    CONSTANT,
    RESIDUAL,
    GUESS,
    STAGE,
    MOST_PAST = 3
};

struct formula {
    int steps;
    double a[MOST_PAST + 2], b[MOST_PAST + 2], p[MOST_PAST + 2]; /* from index 0 on */
};

/* The present state is the first of those before the next one. */
static const double *past_x(const struct textbook *b, int j) {
    return j == 1 ? b->x : b->vector[PAST_X + j - 2];
}

static const double *past_f(const struct textbook *b, int j) {
    return j == 1 ? b->vector[RATE] : b->vector[PAST_F + j - 2];
}

static int begin(struct textbook *b, double h) {
    const struct table *table = &runge_kutta_4_table;
    double *point = b->vector[GUESS];
    for (int i = 0; i < table->stages; i++) {
        for (int k = 0; k < b->n; k++) {
            point[k] = b->x[k];
            for (int j = 0; j < i; j++)
                point[k] += h * table->a[i][j] * b->vector[STAGE + j][k];
        }
        if (textbook_derivative(b, b->t + table->c[i] * h, point, b->vector[STAGE + i]))
            return -1;
    }
    for (int k = 0; k < b->n; k++) {
        b->next[k] = b->x[k];
        for (int i = 0; i < table->stages; i++)
            b->next[k] += h * table->b[i] * b->vector[STAGE + i][k];
    }
    return 0;
}

/* The terms of known states and rates. */
static void sum_past(const struct textbook *b, const struct formula *m, double h,
                     double *sum) {
    for (int k = 0; k < b->n; k++) {
        sum[k] = 0;
        for (int j = 1; j <= m->steps; j++)
            sum[k] += m->a[j] * past_x(b, j)[k] + h * m->b[j] * past_f(b, j)[k];
    }
}

static int predict(struct textbook *b, const struct formula *m, double h,
                   const double *constant) {
    double *guess = b->vector[GUESS];
    for (int k = 0; k < b->n; k++) {
        guess[k] = b->x[k];
        for (int j = 1; j <= m->steps; j++)
            guess[k] += h * m->p[j] * past_f(b, j)[k];
    }
    if (textbook_derivative(b, b->t + h, guess, b->next))
        return -1;
    for (int k = 0; k < b->n; k++)
        b->next[k] = constant[k] + h * m->b[0] * b->next[k];
    return 0;
}

/* Steps of one size since the start. */
static int count_past(const struct textbook *b, double h) {
    return h == b->last ? b->history : 0;
}

static int make_step(struct textbook *b, const struct formula *m, double h) {
    double *constant = b->vector[CONSTANT];
    if (textbook_derivative(b, b->t, b->x, b->vector[RATE]))
        return -1;
    sum_past(b, m, h, constant);
    if (m->p[1] != 0)
        return predict(b, m, h, constant);
    memcpy(b->next, m->b[0] == 0 ? constant : b->x, (size_t)b->n * sizeof *b->x);
    double t = textbook_has(b, FAULT_BDF2_OLD_TIME) ? b->t : b->t + h;
    if (m->b[0] != 0)
        return textbook_solve(b, t, h * m->b[0], constant, b->vector[RESIDUAL], b->next);
    return 0;
}

static int make_equal_step(struct textbook *b, const struct formula *m, double h) {
    if (count_past(b, h) >= m->steps - 1)
        return make_step(b, m, h);
    return textbook_derivative(b, b->t, b->x, b->vector[RATE]) ? -1 : begin(b, h);
}

static void keep(struct textbook *b, double h) {
    const size_t size = (size_t)b->n * sizeof(double);
    for (int j = MOST_PAST - 1; j > 0; j--) {
        memcpy(b->vector[PAST_X + j], b->vector[PAST_X + j - 1], size);
        memcpy(b->vector[PAST_F + j], b->vector[PAST_F + j - 1], size);
    }
    memcpy(b->vector[PAST_X], b->x, size);
    memcpy(b->vector[PAST_F], b->vector[RATE], size);
    if (h != b->last)
        b->history = 0;
}

/* After all probes of a fingerprint. */
static const double late_time = 3;

static int attempt_bdf2(struct textbook *b, double h) {
    const double least = textbook_has(b, FAULT_BDF2_RATIO_CLAMPED) ? 0.5 : 0;
    const double r =
        textbook_has(b, FAULT_BDF2_RATIO_IGNORED) ? 1 : fmax(least, h / b->last);
    struct formula m = {.steps = 2, .b = {(1 + r) / (1 + 2 * r)}};
    m.a[1] = (1 + r) * (1 + r) / (1 + 2 * r);
    m.a[2] = -r * r / (1 + 2 * r);
    if (textbook_has(b, FAULT_BDF2_WEIGHT_MISTYPED))
        m.b[0] = 0.667;
    if (textbook_has(b, FAULT_BDF2_LATE) && b->t > late_time)
        m.b[0] *= 1.001;
    if (b->last == 0)
        m = (struct formula){.steps = 1, .a = {0, 1}, .b = {1}};
    return make_step(b, &m, h);
}

/* BDF2 and what predicts its step, Euler's method or that of Adams and Bashforth: of their
 * difference the errors -h^2/2 and -2/9 h^3 are 1/2 and (2/9)/(2/9 + 5/12), on equal steps. */
static int attempt_controlled_bdf2(struct textbook *b, double h) {
    const double r = b->last == 0 ? 0 : h / b->last;
    const double share = b->last == 0 ? 1 / 2.0 : 8 / 23.0;
    if (attempt_bdf2(b, h))
        return -1;
    for (int k = 0; k < b->n; k++) {
        double predicted =
            b->x[k] + h * ((1 + r / 2) * past_f(b, 1)[k] - r / 2 * past_f(b, 2)[k]);
        b->error[k] = share * (b->next[k] - predicted);
    }
    return 0;
}

static int attempt_bdf3(struct textbook *b, double h) {
    static const struct formula m = {
        3, {0, 18.0 / 11, -9.0 / 11, 2.0 / 11}, {6.0 / 11}, {0}};
    return make_equal_step(b, &m, h);
}

static int attempt_adams_bashforth(struct textbook *b, double h) {
    struct formula m = {3, {0, 1}, {0, 23.0 / 12, -16.0 / 12, 5.0 / 12}, {0}};
    if (textbook_has(b, FAULT_ADAMS_SIGN))
        m.b[2] = 16.0 / 12;
    if (textbook_has(b, FAULT_ADAMS_MISTYPED))
        m.b[1] = 22.0 / 12;
    return make_equal_step(b, &m, h);
}

static int attempt_adams_moulton(struct textbook *b, double h) {
    static const struct formula m = {
        3, {0, 1}, {9.0 / 24, 19.0 / 24, -5.0 / 24, 1.0 / 24}, {0}};
    return make_equal_step(b, &m, h);
}

static int attempt_predictor_corrector(struct textbook *b, double h) {
    struct formula m = {4,
                        {0, 1},
                        {9.0 / 24, 19.0 / 24, -5.0 / 24, 1.0 / 24},
                        {0, 55.0 / 24, -59.0 / 24, 37.0 / 24, -9.0 / 24}};
    if (textbook_has(b, FAULT_PREDICTOR_MISTYPED))
        m.p[2] = -58.0 / 24;
    if (textbook_has(b, FAULT_PREDICTOR_LATE) && b->t > late_time)
        m.p[2] *= 1.001;
    return make_equal_step(b, &m, h);
}

static int attempt_two_step_midpoint(struct textbook *b, double h) {
    struct formula m = {2, {0, 0, 1}, {0, 2}, {0}};
    if (textbook_has(b, FAULT_MIDPOINT_HALVED))
        m.b[1] = 1;
    return make_equal_step(b, &m, h);
}

#define MULTISTEP(id, text, function)                                                    \
    const struct textbook_method id = {                                                  \
        .name = text, .known = text, .attempt = function, .accepted = keep}
MULTISTEP(textbook_bdf2, "bdf2", attempt_bdf2);
MULTISTEP(textbook_bdf3, "bdf3", attempt_bdf3);
MULTISTEP(textbook_adams_bashforth, "adams-bashforth-3", attempt_adams_bashforth);
MULTISTEP(textbook_adams_moulton, "adams-moulton-4", attempt_adams_moulton);
MULTISTEP(textbook_predictor_corrector, "adams-bashforth-moulton-4",
          attempt_predictor_corrector);
MULTISTEP(textbook_two_step_midpoint, "two-step-midpoint", attempt_two_step_midpoint);

/* The formula is stable while no step is more than 1 + sqrt(2) times the one before. */
const struct textbook_method textbook_controlled_bdf2 = {
    .name = "bdf2-controlled",
    .known = "bdf2",
    .rule = {.norm = {.relative = 0},
             .order = 3,
             .safety = 0.8,
             .most_growth = 2,
             .most_shrinkage = 0.2},
    .has_estimate = true,
    .attempt = attempt_controlled_bdf2,
    .accepted = keep,
};
