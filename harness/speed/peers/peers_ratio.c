/* Theirs over ours: of a step where both make the same steps, else of runs at equal errors.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/speed/measure/estimate.h"
#include "harness/speed/peers/peers_curve.h"
#include "harness/speed/peers/peers_found.h"

/* The costs of a side's rungs: in evaluations, or (process >= 0) in time. */
static int curve_of(struct peers_point *point, const struct peers_found *f,
                    enum peers_side side, int process) {
    const int rungs = peers_ladder_of(f->row, side)->count;
    for (int i = 0; i < rungs; i++)
        point[i] = (struct peers_point){
            peers_error(f, side, i),
            process < 0 ? peers_evaluations(f, side, i)
                        : peers_ns(&f->batch, process, peers_place(f->row, side, i))};
    return peers_curve_tidy(point, rungs);
}

struct curves {
    struct peers_point point[PEERS_SIDES][PEERS_MOST_RUNGS];
    int count[PEERS_SIDES];
    double level[PEERS_LEVELS];
};

/* False: there is no error that both reach. */
static bool read_curves(struct curves *c, const struct peers_found *f, int process) {
    for (int side = 0; side < PEERS_SIDES; side++)
        c->count[side] = curve_of(c->point[side], f, (enum peers_side)side, process);
    return peers_curve_levels(c->level, c->point[PEERS_OURS], c->count[PEERS_OURS],
                              c->point[PEERS_THEIRS], c->count[PEERS_THEIRS]) == 0;
}

static double ratio_of(const struct curves *c) {
    return peers_curve_ratio(c->level, c->point[PEERS_OURS], c->count[PEERS_OURS],
                             c->point[PEERS_THEIRS], c->count[PEERS_THEIRS]);
}

/* At the middle one of the equal errors. */
static double middle_cost(const struct curves *c, int side) {
    return peers_curve_cost(c->point[side], c->count[side], c->level[PEERS_LEVELS / 2]);
}

static void take_equal_errors(struct peers_ratio *ratio, const struct peers_found *f) {
    struct curves c;
    double ns[PEERS_SIDES][PEERS_MOST_PROCESSES];
    for (int process = 0; process < f->batch.how.processes; process++) {
        if (!read_curves(&c, f, process) || !isfinite(ratio_of(&c)))
            continue;
        for (int side = 0; side < PEERS_SIDES; side++) {
            ns[side][ratio->processes] = middle_cost(&c, side);
            ratio->error[side] = c.level[PEERS_LEVELS / 2];
        }
        ratio->first_level = c.level[0];
        ratio->last_level = c.level[PEERS_LEVELS - 1];
        ratio->value[ratio->processes++] = ratio_of(&c);
    }
    for (int side = 0; side < PEERS_SIDES && ratio->processes > 0; side++)
        ratio->ns[side] = estimate_ratio(ratio->processes, ns[side]).value;
    if (read_curves(&c, f, -1)) {
        ratio->evaluations = ratio_of(&c);
        for (int side = 0; side < PEERS_SIDES; side++)
            ratio->count[side] = middle_cost(&c, side);
    }
}

/* Of a step in a process. */
static double step_ns(const struct peers_found *f, enum peers_side side, int process) {
    const int i = peers_place(f->row, side, 0);
    return peers_ns(&f->batch, process, i) / batch_count(&f->batch, i, "steps");
}

static void take_steps(struct peers_ratio *ratio, const struct peers_found *f) {
    double ns[PEERS_SIDES][PEERS_MOST_PROCESSES];
    for (int process = 0; process < f->batch.how.processes; process++) {
        const double a = step_ns(f, PEERS_OURS, process),
                     b = step_ns(f, PEERS_THEIRS, process);
        if (!isfinite(a) || !isfinite(b) || !(a > 0))
            continue;
        ns[PEERS_OURS][ratio->processes] = a;
        ns[PEERS_THEIRS][ratio->processes] = b;
        ratio->value[ratio->processes++] = b / a;
    }
    for (int k = 0; k < PEERS_SIDES; k++) {
        const enum peers_side side = (enum peers_side)k;
        ratio->error[k] = peers_error(f, side, 0);
        ratio->count[k] = peers_evaluations(f, side, 0) /
                          batch_count(&f->batch, peers_place(f->row, side, 0), "steps");
        if (ratio->processes > 0)
            ratio->ns[k] = estimate_ratio(ratio->processes, ns[k]).value;
    }
    ratio->evaluations = ratio->count[PEERS_THEIRS] / ratio->count[PEERS_OURS];
}

struct peers_ratio peers_ratio_of(const struct peers_found *f) {
    struct peers_ratio ratio = {.evaluations = NAN,
                                .error = {NAN, NAN},
                                .ns = {NAN, NAN},
                                .count = {NAN, NAN},
                                .first_level = NAN,
                                .last_level = NAN};
    if (peers_row_is_fixed(f->row))
        take_steps(&ratio, f);
    else
        take_equal_errors(&ratio, f);
    return ratio;
}
