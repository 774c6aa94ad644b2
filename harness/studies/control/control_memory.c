/* Whether what is kept from step to step is of use: a multistep method keeps earlier values to
 * be more accurate than the step that begins it; what a fault keeps makes a step less accurate.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/studies/control/control_run.h"
#include "harness/base/numbers/finite.h"

/* The step in so many parts, each from a new start, stands for the exact one. */
enum { parts = 64 };

/* x := the state after the step in parts. Nonzero: one of them failed. */
static int step_in_parts(const struct control_step *step, const struct subject *again,
                         double *x) {
    double t = step->t;
    memcpy(x, step->x, sizeof step->x);
    for (int i = 1; i <= parts; i++) {
        double next =
            i == parts ? step->next_t : step->t + (step->next_t - step->t) * i / parts;
        if (again->start(again->self, t, x) || again->step(again->self, next - t))
            return -1;
        memcpy(x, again->state(again->self), sizeof step->x);
        t = next;
    }
    return 0;
}

static double distance(const double *a, const double *b) {
    double largest = 0;
    for (int i = 0; i < CONTROL_ENTRIES; i++) {
        double apart = fabs(a[i] - b[i]);
        largest = isnan(apart) ? INFINITY : fmax(largest, apart);
    }
    return largest;
}

void control_weigh_memory(struct control_run *run, const struct control_step *step,
                          const double *fresh, const struct subject *again) {
    double exact[CONTROL_ENTRIES];
    if (run->weighed >= CONTROL_WEIGHED || !control_differs(step) ||
        step_in_parts(step, again, exact))
        return;
    run->weighed++;
    run->improved += distance(step->next_x, exact) < distance(fresh, exact);
}

bool control_memory_is_of_use(const struct control_run *run) {
    return run->weighed >= CONTROL_WEIGHED / 2 && 4 * run->improved >= 3 * run->weighed;
}

bool control_differs(const struct control_step *step) {
    return step->apart > 1 || step->error_apart > 1 ||
           !are_finite(step->next_x, CONTROL_ENTRIES);
}
