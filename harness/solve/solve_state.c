/* What is told of where an integrator has got to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject.h"
#include "harness/solve/solve.h"
#include "problems/model.h"

void solve_add_status(const char *why, struct solution *s) {
    s->status = why != NULL ? SOLUTION_FAILED : SOLUTION_OK;
    if (why != NULL)
        (void)record_set_text(&s->why, why);
}

void solve_add_exact_position(const struct model *m, mpfr_srcptr t, const mpfr_t *x,
                              const mpfr_t *estimate, struct solution *s) {
    s->t = decimal_exact(t);
    s->state = state_of(m, NULL, x);
    s->has_estimate = estimate != NULL;
    if (estimate != NULL)
        s->estimate = state_of(m, NULL, estimate);
}

void solve_add_beginning(double t, const double *x, const struct model *m,
                         struct solution *s) {
    s->t.value = t;
    s->state = state_of(m, x, NULL);
}

static void add_joints(const struct subject *of, const struct model *m,
                       struct solution *s) {
    s->has_multipliers = of->multipliers != NULL;
    for (int i = 0; i < of->joints && s->has_multipliers; i++)
        named_add_measure(&s->multipliers, m->joint[i].name,
                          of->multipliers(of->self)[i]);
    s->has_errors = s->are_errors_known = of->constraint_errors != NULL;
    if (s->has_errors)
        of->constraint_errors(of->self, &s->error.position.value,
                              &s->error.velocity.value);
}

void solve_add_position(const struct subject *of, const struct model *m,
                        struct solution *s) {
    s->statistics = subject_counters(of);
    solve_add_beginning(of->time(of->self), of->state(of->self), m, s);
    s->has_estimate = of->estimate != NULL;
    if (s->has_estimate)
        s->estimate = state_of(m, of->estimate(of->self), NULL);
    add_joints(of, m, s);
    s->has_contacts = s->has_verdicts = of->describe != NULL;
    if (of->describe != NULL)
        of->describe(of->self, &s->contacts);
}
