/* A predictor with correctors and without a last evaluation, P(EC)^m: what later steps take for
 * f_{n-j} is the slope at the last iterate but one, which is not to be seen in the states. It
 * follows from them by the law itself, from the steps on that begin it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/evidence/memory.h"

enum { MOST_CORRECTIONS = 4 };

/* Slopes that were worked out round as those of the steps before do. */
static const double margin = 16;

struct run {
    const struct course *course;
    const struct law_row *row;
    int corrections, trees;
    double *slope;            /* [steps + 1] of [trees] */
    double *iterate, *before; /* [trees] */
};

/* sum_{j>=1} x_j x_{n-j} + h f_j f_{n-j}, and the terms' absolute values. */
static double from_before(const struct run *r, const double *of_x, const double *of_f,
                          int steps, int n, int tree, double *size) {
    double sum = 0;
    *size = 0;
    for (int j = 1; j <= steps; j++) {
        const double x = of_x[j] * r->course->weight[n - j][tree];
        const double f =
            r->course->size[n] * of_f[j] * r->slope[(n - j) * r->trees + tree];
        sum += x + f;
        *size += fabs(x) + fabs(f);
    }
    return sum;
}

/* The step to state n, whose slope is kept; whether it leads where the course does. */
static bool step(struct run *r, const struct multistep *m, int n) {
    const struct course *c = r->course;
    double *slope = r->slope + n * r->trees, size;
    bool follows = true;
    for (int t = 0; t < r->trees; t++)
        r->iterate[t] = from_before(r, m->q, m->p, m->steps, n, t, &size);
    for (int k = 1; k <= r->corrections; k++) {
        memcpy(r->before, r->iterate, (size_t)r->trees * sizeof *r->before);
        for (int t = 0; t < r->trees; t++) {
            slope[t] = course_rate(c, r->before, c->time[n], t);
            const double last = c->size[n] * m->b[0] * slope[t];
            r->iterate[t] = from_before(r, m->a, m->b, m->steps, n, t, &size) + last;
            follows = follows && (k < r->corrections ||
                                  fabs(c->weight[n][t] - r->iterate[t]) <=
                                      margin * course_tolerance(c, t, size + fabs(last)));
        }
    }
    return follows;
}

static void set_law(struct multistep *m, const struct run *r, int n, bool on_grid) {
    double time[MULTISTEP_MOST + 1];
    if (!on_grid) {
        multistep_uniform(m, r->row->family, r->row->steps);
        return;
    }
    for (int j = 0; j <= MULTISTEP_MOST; j++)
        time[j] =
            n < j ? -j
                  : (r->course->time[n - j] - r->course->time[n]) / r->course->size[n];
    multistep_on_grid(m, r->row->family, r->row->steps, time);
}

/* From the state `begun` to another, whose steps before have slopes of their own. */
static bool follows(struct run *r, int begun, int last, bool on_grid) {
    struct multistep m;
    bool does = true;
    for (int n = 0; n <= begun; n++)
        for (int t = 0; t < r->trees; t++)
            r->slope[n * r->trees + t] =
                course_rate(r->course, r->course->weight[n], r->course->time[n], t);
    for (int n = begun + 1; n <= last && does; n++) {
        set_law(&m, r, n, on_grid);
        does = step(r, &m, n);
    }
    return does;
}

static enum memory_ratio find_ratio(struct run *r, int begun) {
    const int changed = COURSE_EQUAL + 1;
    if (r->course->steps < changed)
        return RATIO_UNTRIED;
    if (multistep_has_grids(r->row->family) && follows(r, begun, r->course->steps, true))
        return RATIO_FOLLOWED;
    return follows(r, begun, changed, false) ? RATIO_IGNORED : RATIO_OTHER;
}

static bool take(struct memory *m, struct run *r) {
    int begun = r->row->steps - 1;
    while (begun <= MEMORY_LATEST_NAMED && !follows(r, begun, COURSE_EQUAL, false))
        begun++;
    if (begun > MEMORY_LATEST_NAMED)
        return false;
    const char *evaluated = strstr(r->row->title, " (PECE)");
    const int length = (int)(evaluated != NULL ? (size_t)(evaluated - r->row->title)
                                               : strlen(r->row->title));
    m->begun = begun;
    m->row = r->row;
    m->order = r->row->order;
    multistep_uniform(&m->multistep, r->row->family, r->row->steps);
    snprintf(m->title, sizeof m->title,
             r->corrections == 1 ? "%.*s without the last evaluation (PEC)"
                                 : "%.*s without the last evaluation, P(EC)^%d",
             length, r->row->title, r->corrections);
    m->ratio = find_ratio(r, begun);
    return true;
}

/* A predictor and a corrector that are not modified. */
static bool is_plain(const struct law_row *row) {
    return row->family == MULTISTEP_PREDICTS || row->family == MULTISTEP_GAINS ||
           row->family == MULTISTEP_MILNE || row->family == MULTISTEP_HAMMING;
}

int memory_take_unevaluated(bool *found, struct memory *m, const struct course *c) {
    const size_t trees = (size_t)c->forest.count;
    struct run r = {.course = c, .trees = c->forest.count};
    r.slope = calloc((COURSE_STEPS + 1) * trees, sizeof *r.slope);
    r.iterate = calloc(trees, sizeof *r.iterate);
    r.before = calloc(trees, sizeof *r.before);
    const bool complete = r.slope != NULL && r.iterate != NULL && r.before != NULL;
    *found = false;
    for (const struct law_row *row = law_rows(); complete && row->name != NULL; row++)
        for (int k = 1; k <= MOST_CORRECTIONS && !*found; k++) {
            r.row = row;
            r.corrections = k;
            *found = is_plain(row) && take(m, &r);
        }
    free(r.slope);
    free(r.iterate);
    free(r.before);
    return complete ? 0 : -1;
}
