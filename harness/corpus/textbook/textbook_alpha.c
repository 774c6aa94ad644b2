/* The generalised-alpha method for q' = v, v' = f(t, q, v) (Chung, Hulbert, J. Appl. Mech. 60
 * (1993)), with rho = 4/5, and with rho = 1; that of Hilber, Hughes and Taylor with alpha =
 * -1/5; and Newmark's with beta = 1/4, gamma = 1/2, and with 0.3025, 0.6. The equation for a1 is
 * solved by Newton's method.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/corpus/textbook/textbook.h"

/* The vectors: the method's own acceleration, the next one, the point of the forces, residual. */
enum { OLD, NEW, POINT, RESIDUAL };

struct numbers {
    double alpha_m, alpha_f, beta, gamma, h;
};

static struct numbers chung(double rho) {
    struct numbers m = {.alpha_m = (2 * rho - 1) / (rho + 1), .alpha_f = rho / (rho + 1)};
    m.gamma = 0.5 - m.alpha_m + m.alpha_f;
    m.beta = 0.25 * (1 - m.alpha_m + m.alpha_f) * (1 - m.alpha_m + m.alpha_f);
    return m;
}

/* next := the state that the acceleration leads to; point := where the forces are taken. */
static void go(struct textbook *b, const struct numbers *m) {
    const double h = m->h;
    const double *old = b->vector[OLD], *new = b->vector[NEW];
    double *point = b->vector[POINT];
    for (int i = 0; i < b->nq; i++) {
        const int v = b->nq + i;
        b->next[i] =
            b->x[i] + h * b->x[v] + h * h * ((0.5 - m->beta) * old[i] + m->beta * new[i]);
        b->next[v] = b->x[v] + h * ((1 - m->gamma) * old[i] + m->gamma * new[i]);
    }
    for (int i = 0; i < b->n; i++)
        point[i] = (1 - m->alpha_f) * b->next[i] + m->alpha_f * b->x[i];
}

/* residual := the update of the acceleration. */
static int find_update(struct textbook *b, const void *context) {
    const struct numbers *m = context;
    const double share = 1 - m->alpha_f, h = m->h;
    double t = b->t + (textbook_has(b, FAULT_ALPHA_TIME) ? h : share * h);
    double *residual = b->vector[RESIDUAL];
    const int nv = b->nv, n = b->n;
    go(b, m);
    if (textbook_rates(b, t, b->vector[POINT], residual) ||
        textbook_jacobian(b, t, b->vector[POINT], b->matrix))
        return -1;
    for (int i = 0; i < nv; i++)
        residual[i] -=
            (1 - m->alpha_m) * b->vector[NEW][i] + m->alpha_m * b->vector[OLD][i];
    for (int i = 0; i < nv; i++) /* in place: row i is read from row nv + i, further on */
        for (int j = 0; j < nv; j++) {
            const double *row = b->matrix + (nv + i) * n;
            b->matrix[i * nv + j] =
                (i == j) * (1 - m->alpha_m) -
                share * (h * h * m->beta * row[j] + h * m->gamma * row[nv + j]);
        }
    return textbook_factor_and_solve(b, nv, residual);
}

static int attempt_with(struct textbook *b, struct numbers *m, double h) {
    m->h = h;
    memcpy(b->vector[NEW], b->vector[OLD], (size_t)b->nv * sizeof(double));
    if (textbook_iterate(b, b->nv, b->vector[NEW], b->vector[RESIDUAL], find_update, m))
        return -1;
    go(b, m);
    return 0;
}

static int begin(struct textbook *b) {
    if (b->history > 0)
        return 0;
    if (textbook_rates(b, b->t, b->x, b->vector[OLD]))
        return -1;
    if (textbook_has(b, FAULT_ALPHA_START))
        memset(b->vector[OLD], 0, (size_t)b->nv * sizeof(double));
    return 0;
}

/* After all probes of a fingerprint. */
static const double late_time = 3;

static int attempt_alpha(struct textbook *b, double h) {
    struct numbers m = chung(textbook_has(b, FAULT_ALPHA_RHO) ? 0.7 : 0.8);
    if (textbook_has(b, FAULT_ALPHA_SWAPPED)) {
        double other = m.alpha_m;
        m.alpha_m = m.alpha_f;
        m.alpha_f = other;
    }
    if (textbook_has(b, FAULT_ALPHA_LATE) && b->t > late_time)
        m.gamma *= 1.01;
    if (textbook_has(b, FAULT_ALPHA_GAMMA))
        m.gamma = 0.5;
    return begin(b) ? -1 : attempt_with(b, &m, h);
}

static int attempt_undamped(struct textbook *b, double h) {
    struct numbers m = chung(1);
    if (textbook_has(b, FAULT_UNDAMPED_GAMMA))
        m.gamma = 0.502;
    if (textbook_has(b, FAULT_UNDAMPED_ALPHA_M)) {
        m.alpha_m = 0.49;
        m.gamma = 0.51;
        m.beta = 0.25 * 1.01 * 1.01;
    }
    return begin(b) ? -1 : attempt_with(b, &m, h);
}

static int attempt_hht(struct textbook *b, double h) {
    struct numbers m = {0, 0.2, 0.36, 0.7, h};
    return begin(b) ? -1 : attempt_with(b, &m, h);
}

static int attempt_newmark(struct textbook *b, double h) {
    struct numbers m = {0, 0, 0.25, 0.5, h};
    if (textbook_has(b, FAULT_NEWMARK_GAMMA))
        m.gamma = 0.51;
    if (textbook_has(b, FAULT_NEWMARK_BETA))
        m.beta = 1 / 6.0;
    return begin(b) ? -1 : attempt_with(b, &m, h);
}

/* Damped: gamma = 1/2 + 1/10, beta = (gamma + 1/2)^2/4. */
static int attempt_damped_newmark(struct textbook *b, double h) {
    struct numbers m = {0, 0, 0.3025, 0.6, h};
    return begin(b) ? -1 : attempt_with(b, &m, h);
}

static void keep(struct textbook *b, double h) {
    (void)h;
    memcpy(b->vector[OLD], b->vector[NEW], (size_t)b->nv * sizeof(double));
}

const struct textbook_method textbook_generalized_alpha = {
    .name = "generalized-alpha",
    .known = "generalized-alpha rho=0.8",
    .attempt = attempt_alpha,
    .accepted = keep,
    .needs_velocities = true,
};

/* Its acceleration falls out of the step: what is left is the implicit midpoint rule. */
const struct textbook_method textbook_undamped_alpha = {
    .name = "undamped-alpha",
    .known = "generalized-alpha rho=1",
    .attempt = attempt_undamped,
    .accepted = keep,
    .needs_velocities = true,
};

const struct textbook_method textbook_hht = {.name = "hht",
                                             .known = "hht alpha=-0.2",
                                             .attempt = attempt_hht,
                                             .accepted = keep,
                                             .needs_velocities = true};

const struct textbook_method textbook_newmark = {.name = "newmark",
                                                 .known = "newmark beta=0.25 gamma=0.5",
                                                 .attempt = attempt_newmark,
                                                 .accepted = keep,
                                                 .needs_velocities = true};

const struct textbook_method textbook_damped_newmark = {
    .name = "damped-newmark",
    .known = "newmark beta=0.3025 gamma=0.6",
    .attempt = attempt_damped_newmark,
    .accepted = keep,
    .needs_velocities = true};
