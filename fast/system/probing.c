/* Finding a system's patterns by evaluation. Component j of x is replaced by NaN,
 * which goes into all that is computed with it, and by values near and far, which show
 * where it enters through comparisons or functions that swallow a NaN; this at several
 * points. A row that comes out differently than without depends on x_j.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fast/linear/pattern.h"
#include "fast/system.h"

/* How far x_j is moved, in units of max(1, |x_j|): enough to be seen beside other
 * terms, and enough to pass a threshold. */
static const double moves[] = {0x1p-20, -0x1p-20, 0.37, -0.37};
enum { move_count = sizeof moves / sizeof *moves };

/* One of the functions of x that are probed: f, or N(q) v by v. */
typedef int function(const struct integrator_system *system, double t, const double *x,
                     double *result);

static int evaluate_rates(const struct integrator_system *system, double t,
                          const double *x, double *ydot) {
    return system->rates(system->context, t, x, ydot);
}

static int evaluate_map(const struct integrator_system *system, double t, const double *x,
                        double *qdot) {
    (void)t;
    return system->map(system->context, x, x + system->nq, qdot);
}

struct probe {
    const struct integrator_system *system;
    function *function;
    int rows, from, columns; /* results; the first component of x to vary, how many */
    int nx, points;
    double t, spread;
    const double *x;     /* [nx] */
    double *at;          /* [nx] */
    double *base, *seen; /* [rows] */
    bool *depends;       /* [rows] */
    int *start;          /* [columns + 1] */
    int *row;            /* what has been found */
    size_t found, room;
};

/* Evenly distributed numbers from -1 to 1, always the same (Steele, Lea, Flood:
 * SplitMix64). */
static double next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static double size_of(double x) {
    return fabs(x) > 1 ? fabs(x) : 1;
}

/* at := x for point 0, else x with everything moved a little. False: no value there. */
static bool go_to_point(struct probe *probe, int point) {
    uint64_t state = (uint64_t)point;
    for (int i = 0; i < probe->nx; i++) {
        double away = point == 0 ? 0 : probe->spread * next_random(&state);
        probe->at[i] = probe->x[i] + away * size_of(probe->x[i]);
    }
    return probe->function(probe->system, probe->t, probe->at, probe->base) == 0;
}

/* Notes the rows that differ when component i is value. */
static void note_differences(struct probe *probe, int i, double value) {
    const double kept = probe->at[i];
    probe->at[i] = value;
    int failed = probe->function(probe->system, probe->t, probe->at, probe->seen);
    probe->at[i] = kept;
    for (int r = 0; r < probe->rows && !failed; r++)
        if (!(probe->seen[r] == probe->base[r]) &&
            !(isnan(probe->seen[r]) && isnan(probe->base[r])))
            probe->depends[r] = true;
}

static bool append_row(struct probe *probe, int row) {
    if (probe->found == probe->room) {
        size_t room = 2 * probe->room + 64;
        int *more = room <= INT_MAX ? realloc(probe->row, room * sizeof *more) : NULL;
        if (more == NULL)
            return false;
        probe->row = more;
        probe->room = room;
    }
    probe->row[probe->found++] = row;
    return true;
}

/* All of column j, from all points at once: depends[columns * rows] would be too much. */
static bool probe_column(struct probe *probe, int j, int *valid_points) {
    const int i = probe->from + j;
    *valid_points = 0;
    memset(probe->depends, 0, (size_t)probe->rows * sizeof *probe->depends);
    for (int point = 0; point <= probe->points; point++) {
        if (!go_to_point(probe, point))
            continue;
        ++*valid_points;
        note_differences(probe, i, NAN);
        for (int k = 0; k < move_count; k++)
            note_differences(probe, i, probe->at[i] + moves[k] * size_of(probe->at[i]));
    }
    for (int r = 0; r < probe->rows; r++)
        if (probe->depends[r] && !append_row(probe, r))
            return false;
    return true;
}

static enum fast_status probe_columns(struct probe *probe,
                                      struct fast_pattern **pattern) {
    for (int j = 0; j < probe->columns; j++) {
        int valid_points;
        if (!probe_column(probe, j, &valid_points))
            return FAST_NO_MEMORY;
        if (valid_points == 0)
            return FAST_CALLBACK;
        probe->start[j + 1] = (int)probe->found;
    }
    const struct fast_pattern found = {probe->rows, probe->columns, probe->start,
                                       probe->row};
    *pattern = fast_pattern_copy(&found);
    return *pattern != NULL ? FAST_OK : FAST_NO_MEMORY;
}

static enum fast_status find_pattern(struct probe *probe, struct fast_pattern **pattern) {
    const size_t rows = (size_t)probe->rows, nx = (size_t)probe->nx;
    probe->found = probe->room = 0;
    probe->row = NULL;
    probe->at = calloc(nx + 2 * rows + 1, sizeof *probe->at);
    probe->depends = calloc(rows + 1, sizeof *probe->depends);
    probe->start = calloc((size_t)probe->columns + 1, sizeof *probe->start);
    enum fast_status status = FAST_NO_MEMORY;
    if (probe->at != NULL && probe->depends != NULL && probe->start != NULL) {
        probe->base = probe->at + nx;
        probe->seen = probe->base + rows;
        status = probe_columns(probe, pattern);
    }
    free(probe->at);
    free(probe->depends);
    free(probe->start);
    free(probe->row);
    return status;
}

enum fast_status fast_probe_patterns(const struct integrator_system *system, double t,
                                     const double *x, double spread, int points,
                                     struct fast_patterns *patterns) {
    const int nq = system->nq, ny = system->nv + system->nz;
    struct fast_patterns found = {NULL, NULL, NULL};
    struct probe probe = {.system = system,
                          .function = evaluate_rates,
                          .rows = ny,
                          .columns = nq,
                          .nx = nq + ny,
                          .points = points,
                          .t = t,
                          .spread = spread,
                          .x = x};
    enum fast_status status = find_pattern(&probe, &found.fq);
    probe.from = nq;
    probe.columns = ny;
    if (status == FAST_OK)
        status = find_pattern(&probe, &found.fy);
    probe.function = evaluate_map;
    probe.rows = nq;
    probe.columns = system->nv;
    if (status == FAST_OK && system->map != NULL)
        status = find_pattern(&probe, &found.map);
    if (status == FAST_OK)
        *patterns = found;
    else
        fast_patterns_free(&found);
    return status;
}

void fast_patterns_free(struct fast_patterns *patterns) {
    fast_pattern_free(patterns->fq);
    fast_pattern_free(patterns->fy);
    fast_pattern_free(patterns->map);
    patterns->fq = patterns->fy = patterns->map = NULL;
}
