/* The pair in plain double, with faults.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/faulty.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

enum { MOST_ITERATIONS = 60, STALLED = 3 };

/* A converged update is below this, relative to the state. */
#define CONVERGED 1e-11

struct faulty {
    enum fault fault;
    struct model *model;
    int nx;
    struct program *program;
    struct eval_double *field;
    double t;
    long steps; /* since the start */
    double *x, *estimate;
    double *in, *old_rate, *mixed, *rate;
    double *large, *half, *small, *other, *residual, *shifted, *kept;
    gsl_matrix *jacobian, *factors;
    gsl_vector *update;
    gsl_permutation *permutation;
    struct diagnostic why;
};

/* One sub-step of size k from `from`, which begins at t. */
struct part {
    double t, k, theta;
    const double *from;
};

#define FAULT_NAME(name, text) #name,
#define FAULT_TEXT(name, text) text,
const char *fault_name(enum fault fault) {
    static const char *const NAME[] = {FAULT_LIST(FAULT_NAME)};
    return NAME[fault];
}

const char *fault_text(enum fault fault) {
    static const char *const TEXT[] = {FAULT_LIST(FAULT_TEXT)};
    return TEXT[fault];
}

/* rate := F(t, x), the force scaled where that is the fault. */
static void evaluate(struct faulty *f, double t, const double *x, double *rate) {
    double factor = 1;
    f->in[0] = t;
    memcpy(f->in + 1, x, (size_t)f->nx * sizeof *x);
    eval_double_run(f->field, f->in, rate);
    if (f->fault == I11_FORCE_1E3)
        factor += 1e-3;
    if (f->fault == I12_FORCE_1E6 || (f->fault == T4_LATER && f->steps > 0))
        factor += 1e-6;
    if (f->fault == T1_FORCE_1E10)
        factor += 1e-10;
    if (f->fault == I13_FORCE_1E12)
        factor += 1e-12;
    for (int i = f->model->nq; i < f->nx; i++)
        rate[i] *= factor;
}

/* mixed := x, with some components from `from` or half-way. */
static void mix(struct faulty *f, const double *x, const double *from, int first,
                int last, double share) {
    memcpy(f->mixed, x, (size_t)f->nx * sizeof *x);
    for (int i = first; i < last; i++)
        f->mixed[i] = (1 - share) * x[i] + share * from[i];
}

/* The rate that the step uses at x: all of F(t + k, x) when there is no fault. */
static void evaluate_step(struct faulty *f, const struct part *p, const double *x,
                          double *rate) {
    const int nq = f->model->nq, nv = f->model->nv, nx = f->nx;
    double time = p->t + p->k;
    if (f->fault == I7_OLD_TIME)
        time = p->t;
    if (f->fault == N8_MIDDLE_TIME)
        time = p->t + p->k / 2;
    evaluate(f, time, x, rate);
    if (f->fault == I8_OLD_POSITION || f->fault == N6_MIDDLE_POSITION)
        mix(f, x, p->from, 0, nq, f->fault == I8_OLD_POSITION ? 1 : 0.5);
    else if (f->fault == I15_OLD_VELOCITY || f->fault == N5_MEAN_VELOCITY)
        mix(f, x, p->from, nq, nq + nv, f->fault == I15_OLD_VELOCITY ? 1 : 0.5);
    else if (f->fault == N1_MAP_FROZEN)
        mix(f, x, p->from, 0, nq, 1);
    else if (f->fault == N7_OLD_VELOCITY_FORCE)
        mix(f, x, p->from, nq, nx, 1);
    else
        return;
    bool force = f->fault == I8_OLD_POSITION || f->fault == N6_MIDDLE_POSITION ||
                 f->fault == N7_OLD_VELOCITY_FORCE;
    evaluate(f, time, f->mixed, f->old_rate);
    if (force)
        memcpy(rate + nq, f->old_rate + nq, (size_t)(nx - nq) * sizeof *rate);
    else
        memcpy(rate, f->old_rate, (size_t)nq * sizeof *rate);
}

/* residual := x - from - k (theta F(x) + (1 - theta) F(from)) */
static void evaluate_residual(struct faulty *f, const struct part *p, const double *x,
                              double *residual) {
    evaluate_step(f, p, x, f->rate);
    for (int i = 0; i < f->nx; i++)
        residual[i] = (x[i] - p->from[i]) - p->k * (p->theta * f->rate[i]);
    if (p->theta == 1)
        return;
    evaluate(f, p->t, p->from, f->rate);
    for (int i = 0; i < f->nx; i++)
        residual[i] -= p->k * ((1 - p->theta) * f->rate[i]);
}

/* factors := those of the residual's Jacobian at x by central differences. */
static void differentiate(struct faulty *f, const struct part *p, const double *x) {
    const double relative = cbrt(DBL_EPSILON);
    int sign;
    for (int j = 0; j < f->nx; j++) {
        double d = relative * fmax(fabs(x[j]), 1e-3);
        memcpy(f->shifted, x, (size_t)f->nx * sizeof *x);
        f->shifted[j] = x[j] + d;
        evaluate_residual(f, p, f->shifted, f->residual);
        memcpy(f->kept, f->residual, (size_t)f->nx * sizeof *x);
        f->shifted[j] = x[j] - d;
        evaluate_residual(f, p, f->shifted, f->residual);
        for (int i = 0; i < f->nx; i++)
            gsl_matrix_set(f->jacobian, (size_t)i, (size_t)j,
                           (f->kept[i] - f->residual[i]) / (2 * d));
    }
    gsl_matrix_memcpy(f->factors, f->jacobian);
    if (f->fault == I10_ONE_ROUGH_ITERATION || f->fault == N24_ROUGH_CONVERGED) {
        gsl_matrix_scale(f->factors, 1.1); /* I - 1.1 (I - M): of M = I - kJ, J 10% off */
        for (size_t i = 0; i < (size_t)f->nx; i++)
            *gsl_matrix_ptr(f->factors, i, i) -= 0.1;
    }
    gsl_linalg_LU_decomp(f->factors, f->permutation, &sign);
}

/* x -= J^-1 residual; returns the largest update relative to the state. */
static double iterate(struct faulty *f, const struct part *p, double *x) {
    double largest = 0;
    evaluate_residual(f, p, x, f->residual);
    for (int i = 0; i < f->nx; i++)
        gsl_vector_set(f->update, (size_t)i, f->residual[i]);
    gsl_linalg_LU_svx(f->factors, f->permutation, f->update);
    for (int i = 0; i < f->nx; i++) {
        double d = gsl_vector_get(f->update, (size_t)i);
        x[i] -= d;
        largest = fmax(largest, fabs(d) / fmax(fabs(x[i]), 1e-3));
    }
    return largest;
}

/* Newton's method until the updates no longer fall. */
static int solve(struct faulty *f, const struct part *p, double *x) {
    bool fixed = f->fault == N25_OLD_CONVERGED;
    int given = f->fault == I9_ONE_ITERATION || f->fault == I10_ONE_ROUGH_ITERATION ? 1
                : f->fault == N15_TWO_ITERATIONS                                    ? 2
                                                                                    : 0;
    double least = INFINITY;
    int stalled = 0;
    if (fixed)
        differentiate(f, p, p->from);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        if (!fixed)
            differentiate(f, p, x);
        double update = iterate(f, p, x);
        if (k + 1 == given || update == 0)
            return 0;
        stalled = update < least ? 0 : stalled + 1;
        least = fmin(least, update);
        if (given == 0 && stalled == STALLED)
            return least < CONVERGED ? 0 : -1;
    }
    return least < CONVERGED ? 0 : -1;
}

static void step_explicitly(struct faulty *f, const struct part *p, double *x) {
    evaluate(f, p->t, p->from, f->rate);
    for (int i = 0; i < f->nx; i++)
        x[i] = p->from[i] + p->k * f->rate[i];
}

static void set_mean(double *x, const double *a, const double *b, int n) {
    for (int i = 0; i < n; i++)
        x[i] = (a[i] + b[i]) / 2;
}

static double second_part(enum fault fault) {
    switch (fault) {
    case I3_HALF_051: return 0.51;
    case I4_HALF_1E6: return 0.5 + 1e-6;
    case N19_HALF_1E9: return 0.5 + 1e-9;
    case N20_HALF_1E12: return 0.5 + 1e-12;
    default: return 0.5;
    }
}

static double second_start(enum fault fault, double t, double h) {
    if (fault == N9_SECOND_AT_START)
        return t;
    return fault == N10_SECOND_AT_END ? t + h : t + h / 2;
}

static int make_pair(struct faulty *f, double h) {
    size_t bytes = (size_t)f->nx * sizeof *f->x;
    double theta = f->fault == I5_THETA_099           ? 0.99
                   : f->fault == I14_HALVES_TRAPEZOID ? 0.5
                                                      : 1;
    const struct part large = {f->t, h, 1, f->x};
    const struct part first = {f->t, h / 2, theta, f->x};
    const struct part second = {second_start(f->fault, f->t, h),
                                second_part(f->fault) * h, theta,
                                f->fault == I1_RESTART ? f->x : f->half};
    memcpy(f->large, f->x, bytes);
    if (solve(f, &large, f->large))
        return -1;
    set_mean(f->half, f->x, f->large, f->nx);
    if (f->fault == I6_HALF_EXPLICIT)
        step_explicitly(f, &first, f->half);
    else if (solve(f, &first, f->half))
        return -1;
    memcpy(f->small, f->large, bytes);
    return solve(f, &second, f->small);
}

/* other := the vector that takes the large step's place in the estimate. */
static int find_other(struct faulty *f, double h) {
    const struct part trapezoid = {f->t, h, 0.5, f->x};
    memcpy(f->other, f->large, (size_t)f->nx * sizeof *f->x);
    if (f->fault == E11_EXPLICIT)
        step_explicitly(f, &trapezoid, f->other);
    if (f->fault == E12_MIDDLE)
        memcpy(f->other, f->half, (size_t)f->nx * sizeof *f->x);
    return f->fault == E5_TRAPEZOID ? solve(f, &trapezoid, f->other) : 0;
}

static double estimate_factor(enum fault fault, double h) {
    switch (fault) {
    case E1_HALVED: return 0.5;
    case E2_DOUBLED: return 2;
    case E3_SIGN: return -1;
    case E6_ZERO: return 0;
    case E7_1E3: return 1 + 1e-3;
    case E9_OVER_H: return 1 / h;
    case E10_TIMES_H: return h;
    case N13_THIRD: return 1.0 / 3;
    case T2_ESTIMATE_1E10: return 1 + 1e-10;
    default: return 1;
    }
}

static void set_estimate(struct faulty *f, double h) {
    const int nq = f->model->nq, nx = f->nx;
    double factor = estimate_factor(f->fault, h);
    for (int i = 0; i < nx; i++) {
        int from = f->fault == E4_SWAPPED ? (i + nx / 2) % nx : i;
        double value = f->fault == E5_TRAPEZOID ? f->large[from] - f->other[from]
                                                : f->other[from] - f->small[from];
        value *= factor;
        if (f->fault == E13_ABSOLUTE)
            value = fabs(value);
        if (f->fault == E8_NO_VELOCITY && i >= nq)
            value = 0;
        if (f->fault == N14_POSITION_DOUBLED && i < nq)
            value *= 2;
        f->estimate[i] = value;
    }
}

static int step(void *self, double h) {
    struct faulty *f = self;
    if (make_pair(f, h) || find_other(f, h))
        return message_set(&f->why, "Newton's iteration did not converge");
    set_estimate(f, h);
    for (int i = 0; i < f->nx; i++) {
        f->x[i] = f->fault == I2_LARGE_KEPT ? f->large[i] : f->small[i];
        if (f->fault == N12_EXTRAPOLATED)
            f->x[i] = 2 * f->small[i] - f->large[i];
    }
    f->t += f->fault == T3_TIME ? (1 + 1e-9) * h : h;
    f->steps++;
    return 0;
}

static int start(void *self, double t, const double *x) {
    struct faulty *f = self;
    f->t = t;
    f->steps = 0;
    memcpy(f->x, x, (size_t)f->nx * sizeof *x);
    return 0;
}

static int run(void *self, double h, double t_final) {
    struct faulty *f = self;
    while (f->t < t_final) {
        if (step(self, fmin(h, t_final - f->t)))
            return -1;
    }
    return 0;
}

static const double *state(void *self) {
    return ((struct faulty *)self)->x;
}

static const double *estimate(void *self) {
    return ((struct faulty *)self)->estimate;
}

static double time_now(void *self) {
    return ((struct faulty *)self)->t;
}

static void statistics(void *self, struct named_numbers *into) {
    (void)self;
    (void)into;
}

static const char *why(void *self) {
    return ((struct faulty *)self)->why.text;
}

static void free_all(void *self) {
    struct faulty *f = self;
    free(f->x);
    gsl_matrix_free(f->jacobian);
    gsl_matrix_free(f->factors);
    gsl_vector_free(f->update);
    gsl_permutation_free(f->permutation);
    eval_double_free(f->field);
    program_free(f->program);
    free(f);
}

/* All vectors are parts of the one at x. */
static int allocate(struct faulty *f) {
    double **const vectors[] = {&f->estimate, &f->old_rate, &f->mixed, &f->rate,
                                &f->large,    &f->half,     &f->small, &f->other,
                                &f->residual, &f->shifted,  &f->kept,  &f->in};
    size_t n = (size_t)f->nx, count = sizeof vectors / sizeof vectors[0];
    f->x = calloc((count + 2) * n + 1, sizeof *f->x);
    for (size_t i = 0; i < count && f->x; i++)
        *vectors[i] = f->x + (i + 1) * n;
    f->jacobian = gsl_matrix_alloc(n, n);
    f->factors = gsl_matrix_alloc(n, n);
    f->update = gsl_vector_alloc(n);
    f->permutation = gsl_permutation_alloc(n);
    f->program = model_field_program(f->model);
    return !(f->x && f->jacobian && f->factors && f->update && f->permutation &&
             f->program) ||
           eval_double_alloc(&f->field, f->model->graph, f->program) != PROBLEM_OK;
}

int faulty_open(void *context, struct model *m, const struct subject_options *options,
                struct subject *s, struct diagnostic *d) {
    (void)options;
    gsl_set_error_handler_off();
    struct faulty *f = calloc(1, sizeof *f);
    if (f == NULL)
        return message_set(d, "out of memory");
    f->fault = *(const enum fault *)context;
    f->model = m;
    f->nx = m->nq + m->nv + m->nz;
    if (allocate(f)) {
        free_all(f);
        return message_set(d, "out of memory");
    }
    *s = (struct subject){.self = f,
                          .nq = m->nq,
                          .nv = m->nv,
                          .nz = m->nz,
                          .method = "velocity-implicit-euler",
                          .start = start,
                          .step = step,
                          .run = run,
                          .state = state,
                          .estimate = estimate,
                          .time = time_now,
                          .statistics = statistics,
                          .why = why,
                          .free = free_all};
    return 0;
}
