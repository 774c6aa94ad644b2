/* Which of two steps is nearer to the same step in small parts.
 *
 * Seen to fail: steps weighed that do not differ from their repetition; more than are wanted;
 * the repetition taken for the step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/studies/control/control_run.h"

/* An integrator of x' = 0, which is exact. */
static double rest[CONTROL_ENTRIES];

static int start(void *self, double t, const double *x) {
    (void)t;
    memcpy(self, x, sizeof rest);
    return 0;
}

static int stay(void *self, double h) {
    (void)self;
    return h > 0 ? 0 : -1;
}

static const double *state(void *self) {
    return self;
}

static const struct subject exact = {
    .self = rest, .start = start, .step = stay, .state = state};

/* A step that ends at `kept`, and from a new start at `fresh`, in place of 0. */
static void weigh(struct control_run *run, double apart, double kept, double fresh) {
    struct control_step step = {.next_t = 0.25, .apart = apart, .error_apart = NAN};
    double again[CONTROL_ENTRIES] = {fresh};
    step.next_x[0] = kept;
    control_weigh_memory(run, &step, again, &exact);
}

Test(control_memory, a_step_that_differs_from_its_repetition_is_weighed_against_it) {
    static const struct {
        double apart, kept, fresh;
        int weighed, improved;
    } cases[] = {{2, 0.1, 0.2, 1, 1},
                 {2, -0.1, 0.2, 1, 1},
                 {2, 0.2, -0.1, 1, 0},
                 {0.5, 0.1, 0.2, 0, 0},
                 {NAN, 0.1, 0.2, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct control_run run = {.weighed = 0};
        weigh(&run, cases[i].apart, cases[i].kept, cases[i].fresh);
        cr_expect_eq(run.weighed, cases[i].weighed, "%zu", i);
        cr_expect_eq(run.improved, cases[i].improved, "%zu", i);
    }
}

/* Half of the steps that are wanted, three of four of them better. */
Test(control_memory, is_of_use_where_most_of_enough_steps_are_better) {
    for (int steps = 1; steps <= CONTROL_WEIGHED + 2; steps++)
        for (int better = 0; better <= steps; better++) {
            struct control_run run = {.weighed = 0};
            for (int i = 0; i < steps; i++)
                weigh(&run, 2, i < better ? 0.1 : 0.3, 0.2);
            const int weighed = steps < CONTROL_WEIGHED ? steps : CONTROL_WEIGHED;
            const int improved = better < weighed ? better : weighed;
            cr_expect_eq(run.weighed, weighed);
            cr_expect_eq(control_memory_is_of_use(&run),
                         2 * weighed >= CONTROL_WEIGHED && improved >= 0.75 * weighed,
                         "%d of %d", better, steps);
        }
}
