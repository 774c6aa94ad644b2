/* Steps of a run one by one, each made again from a new start: what a single step does differently
 * shows, however soon it is forgotten.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/studies/conditions/conditions_late.h"
#include "problems/model.h"

/* Early steps, and those at which a counter of 12, 14, 15 or 16 bits, or of four digits, is
 * full. */
static const struct {
    int from, to;
} watched[] = {{0, 1500},      {4088, 4104},   {9992, 10008},
               {16376, 16392}, {32760, 32776}, {65528, 65544}};
enum { WATCHED = sizeof watched / sizeof *watched };

/* Where so many first steps have the same bits when they are made again, all have to. */
enum { FIRST = 64 };

int late_watch_end(int from, int steps) {
    int end = steps;
    for (int i = 0; i < WATCHED; i++) {
        if (from >= watched[i].from && from < watched[i].to)
            return from + 1;
        if (from < watched[i].from && watched[i].from < end)
            end = watched[i].from;
    }
    return end;
}

/* Of a difference of two steps to y: in units of what a few roundings make of it, or of half a
 * unit in the last place where none is made. */
static double exact_ratio(const struct late *l, double difference, double y,
                          double size) {
    const bool is_exact = l->steps >= FIRST && !l->rounds;
    return conditions_ratio(difference,
                            is_exact ? 0x1p-54 * fabs(y) : CONDITIONS_ROUNDINGS * size);
}

static void compare(struct late *l) {
    const double *x = late_state(l), *y = l->again.state(l->again.self);
    const struct conditions_rest *rest = &l->c->rest[CONDITIONS_TIGHT];
    const double size = fmax(1, conditions_largest(x, LATE_COMPONENTS));
    const double left = rest->is_known ? rest->size * size : INFINITY;
    for (int i = 0; i < LATE_COMPONENTS; i++) {
        const double difference = x[i] - y[i];
        l->rounds = l->rounds || (l->steps < FIRST && difference != 0);
        conditions_note(l->c, CONDITIONS_LATE, exact_ratio(l, difference, y[i], size),
                        iteration_late_ratio(l->accuracy * size, fabs(difference),
                                             CONDITIONS_ROUNDINGS * size, left),
                        "step %d of a run leads to %s = %.17g, from a new start to %.17g",
                        l->steps + 1, l->c->study->model->state[i], x[i], y[i]);
    }
}

static enum run_outcome step_of(const struct late *l, const struct subject *s) {
    return conditions_run(l->c, s, 0, LATE_STEP, l->steps, l->steps + 1, driven_share);
}

enum run_outcome late_step_twice(struct late *l) {
    double x[LATE_COMPONENTS];
    memcpy(x, late_state(l), sizeof x);
    enum run_outcome outcome = step_of(l, &l->subject), again = RUN_FAILED;
    if (outcome != RUN_DONE || !l->repeats)
        return outcome;
    if (l->again.start(l->again.self, l->steps * LATE_STEP, x) == 0)
        again = step_of(l, &l->again);
    if (again == RUN_DONE)
        compare(l);
    else if (again == RUN_FAILED)
        conditions_note(l->c, CONDITIONS_LATE, INFINITY, 0,
                        "step %d of a run can be made, but from a new start it fails: %s",
                        l->steps + 1, l->again.why(l->again.self));
    return again == RUN_OVER ? RUN_OVER : RUN_DONE;
}

const double *late_state(const struct late *l) {
    return l->subject.state(l->subject.self);
}
