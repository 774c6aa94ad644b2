/* The motion and some tangents w' = J w, by the method of order 3 with an estimate of order 2 of
 * P. Bogacki and L. F. Shampine, Appl. Math. Lett. 2 (1989) 321. J w is a difference of F.
 * Errors of the size |x(s)| made at the time s are, relative to |x(t)|, as large as
 *
 *     |w(t)|/|x(t)| over |w(s)|/|x(s)|
 *
 * at t, for a w that has turned to where errors grow, which any but a few does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/growth.h"

#include <math.h>
#include <stdlib.h>

#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "ref/ref.h"
#include "ref/vector.h"
#include "ref/model.h"

enum {
    TANGENTS = 2,
    TRACKS = 1 + TANGENTS,
    STAGES = 4,
    MOST_STEPS = 100000,
    START_BITS = 53
};

/* Of the local error over |x|, and over |w|; of differences over |x|; of instructions that are
 * run, a fraction of a second. */
static const double tolerance = 1e-5, tangent_tolerance = 1e-2, small = 0x1p-26,
                    most_work = 1e8;

static const double safety = 0.9, least_change = 0.2, most_change = 5,
                    first_part = 0x1p-12;

struct growth {
    int n;
    struct eval_double *field;
    double *in;                   /* (t, x), where F is evaluated (size 1 + n) */
    double *track[TRACKS];        /* x, w_1, .. (size n) */
    double *rate[STAGES][TRACKS]; /* their derivatives at the stages (size n) */
    double *next[TRACKS], *error; /* (size n) */
    double time, step, work;      /* work: instructions that F has */
    double least[TANGENTS];       /* log2 |w| - log2 |x|, the least so far */
    double *memory;
};

static double norm(const double *x, int n) {
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = isfinite(x[i]) ? fmax(largest, fabs(x[i])) : INFINITY;
    return largest;
}

/* The derivatives of all tracks at y. */
static void evaluate(struct growth *g, double t, double *const y[TRACKS],
                     double *const rate[TRACKS]) {
    const double size = norm(y[0], g->n);
    g->in[0] = t;
    for (int k = 0; k < TRACKS; k++) {
        const double length = k == 0 ? 0 : norm(y[k], g->n);
        const double epsilon = length > 0 ? small * fmax(size, small) / length : 0;
        for (int i = 0; i < g->n; i++)
            g->in[1 + i] = y[0][i] + (k == 0 ? 0 : epsilon * y[k][i]);
        eval_double_run(g->field, g->in, rate[k]);
        for (int i = 0; i < g->n && k > 0; i++)
            rate[k][i] = epsilon > 0 ? (rate[k][i] - rate[0][i]) / epsilon : 0;
    }
}

/* next := track + step sum_j weight_j rate_j. */
static void combine(struct growth *g, const double *weight, int count) {
    for (int k = 0; k < TRACKS; k++)
        for (int i = 0; i < g->n; i++) {
            double sum = 0;
            for (int j = 0; j < count; j++)
                sum += weight[j] * g->rate[j][k][i];
            g->next[k][i] = g->track[k][i] + g->step * sum;
        }
}

/* The local error of track k over its tolerance. */
static double find_error(struct growth *g, int k) {
    static const double weight[STAGES] = {5.0 / 72, -1.0 / 12, -1.0 / 9, 1.0 / 8};
    for (int i = 0; i < g->n; i++) {
        double sum = 0;
        for (int j = 0; j < STAGES; j++)
            sum += weight[j] * g->rate[j][k][i];
        g->error[i] = g->step * sum;
    }
    const double off = norm(g->error, g->n) / (k == 0 ? tolerance : tangent_tolerance);
    return off == 0 ? 0 : off / fmax(norm(g->next[k], g->n), k == 0 ? small : 0);
}

/* The largest local error over its tolerance: where x stands still only tangents tell how fast
 * errors grow. */
static double try_step(struct growth *g) {
    static const double second[] = {0.5}, third[] = {0, 0.75},
                        result[] = {2.0 / 9, 1.0 / 3, 4.0 / 9};
    double off = 0;
    combine(g, second, 1);
    evaluate(g, g->time + g->step / 2, g->next, g->rate[1]);
    combine(g, third, 2);
    evaluate(g, g->time + 3 * g->step / 4, g->next, g->rate[2]);
    combine(g, result, 3);
    evaluate(g, g->time + g->step, g->next, g->rate[3]);
    for (int k = 0; k < TRACKS && !isnan(off); k++) {
        const double of_track = find_error(g, k);
        off = of_track <= off ? off : of_track;
    }
    return off;
}

static void exchange(double *a[TRACKS], double *b[TRACKS]) {
    for (int k = 0; k < TRACKS; k++) {
        double *kept = a[k];
        a[k] = b[k];
        b[k] = kept;
    }
}

/* The largest of log2 |w| - log2 |x| over what was least so far. */
static double measure(struct growth *g) {
    const double size = norm(g->track[0], g->n);
    double grown = 0;
    for (int k = 0; k < TANGENTS && size > 0; k++) {
        const double now = log2(norm(g->track[1 + k], g->n)) - log2(size);
        g->least[k] = fmin(g->least[k], now);
        grown = fmax(grown, now - g->least[k]);
    }
    return grown;
}

/* The factor of the next step after an error so many times the tolerance. */
static double change_for(double off) {
    const double factor = safety / cbrt(off);
    return isnan(off) ? least_change : fmin(most_change, fmax(least_change, factor));
}

/* Step by step to `end`; false: it takes too long, or leaves the numbers. */
static bool go_to(struct growth *g, double end, long *steps) {
    while (g->time < end) {
        const double whole = g->step;
        const bool is_last = g->time + whole >= end;
        if (is_last)
            g->step = end - g->time;
        const double off = try_step(g);
        if (off <= 1) {
            g->time = is_last ? end : g->time + g->step;
            exchange(g->track, g->next);
            exchange(g->rate[0], g->rate[3]);
            measure(g);
        }
        g->step = is_last && off <= 1 ? whole : g->step * change_for(off);
        if (++*steps > MOST_STEPS || (double)*steps * g->work > most_work ||
            !(g->step > small * small * fabs(end)))
            return false;
    }
    return true;
}

/* REF_NOT_FINITE: without a start in double. */
static enum ref_status set_start(struct growth *g, struct model *m) {
    mpfr_t *x = vector_alloc(g->n + 1, START_BITS);
    if (x == NULL)
        return REF_NO_MEMORY;
    enum ref_status status = ref_initial(m, EVAL_EXACT_CONSTANTS, x[g->n], x);
    for (int i = 0; i < g->n && status == REF_OK; i++) {
        g->track[0][i] = mpfr_get_d(x[i], MPFR_RNDN);
        for (int k = 0; k < TANGENTS; k++) /* any directions */
            g->track[1 + k][i] = sin((double)(i * (2 * k + 3) + k + 1));
    }
    g->time = status == REF_OK ? mpfr_get_d(x[g->n], MPFR_RNDN) : NAN;
    vector_free(x, g->n + 1);
    for (int k = 0; k < TANGENTS; k++)
        g->least[k] = INFINITY;
    if (status == REF_OK && !isfinite(norm(g->track[0], g->n)))
        status = REF_NOT_FINITE;
    return status;
}

/* The rows of numbers, in one piece of memory. */
static bool divide_memory(struct growth *g) {
    const size_t n = (size_t)g->n, rows = TRACKS * (2 + STAGES) + 1;
    double *row = g->memory = calloc(rows * n + 1 + n, sizeof *row);
    if (row == NULL)
        return false;
    for (int k = 0; k < TRACKS; k++) {
        g->track[k] = row, row += n;
        g->next[k] = row, row += n;
        for (int j = 0; j < STAGES; j++, row += n)
            g->rate[j][k] = row;
    }
    g->error = row;
    g->in = row + n;
    return true;
}

static double follow(struct growth *g, int times, const mpfr_t *time) {
    double grown = 0;
    long steps = 0;
    g->step = (mpfr_get_d(time[times - 1], MPFR_RNDN) - g->time) * first_part;
    evaluate(g, g->time, g->track, g->rate[0]);
    measure(g);
    for (int k = 0; k < times; k++) {
        if (!go_to(g, mpfr_get_d(time[k], MPFR_RNDN), &steps))
            return 0;
        grown = fmax(grown, measure(g));
    }
    return isfinite(grown) ? ceil(grown) : 0;
}

static enum ref_status open_field(struct growth *g, struct model *m,
                                  const struct program *field) {
    if (field == NULL || !divide_memory(g))
        return REF_NO_MEMORY;
    switch (eval_double_alloc(&g->field, m->graph, field)) {
    case PROBLEM_OK: return set_start(g, m);
    case PROBLEM_NO_MEMORY: return REF_NO_MEMORY;
    default: return REF_NOT_FINITE;
    }
}

enum ref_status ref_growth(double *grown, struct model *m, int times,
                           const mpfr_t *time) {
    struct growth g = {.n = ref_state_size(m)};
    struct program *field = model_field_program(m);
    const enum ref_status status = open_field(&g, m, field);
    *grown = 0;
    if (status == REF_OK) {
        g.work = (double)field->length * TRACKS * (STAGES - 1);
        *grown = follow(&g, times, time);
    }
    eval_double_free(g.field);
    program_free(field);
    free(g.memory);
    return status == REF_NO_MEMORY ? status : REF_OK;
}
