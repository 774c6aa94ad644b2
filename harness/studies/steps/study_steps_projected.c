/* Single steps of semi-explicit Euler and its relatives in double against the reference's from
 * the same doubles, without projection: what is left is round-off, within a bound, or a fault.
 *
 * The bound is that of the method's tableau, whose own step in MPFR is compared with the
 * reference's, too: two texts of the method that share nothing but the model's expressions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/study_steps_tableau.h"

#include "harness/integrators/subject_options.h"
#include "harness/results/study_projected.h"

/* The tableau's step and the reference's are the same but for the last bits of 160, which
 * cancellation in the field may spoil. */
static const double same_step = 0x1p-80;

/* How far from the joints a step may begin, if they say what the accelerations are there; a
 * chain of 100 rods, in doubles, cannot be much nearer. */
static const double start_tolerance = 1e-12;

static int append(const struct tableau_comparison *c, enum step_quantity q,
                  const char *quantity, const struct projected_traits *traits,
                  struct results *results) {
    const struct step_tally *t = &c->tally;
    const bool is_same = c->disagreement <= same_step;
    char labelled[64], other[128] = "";
    projected_quantity(labelled, sizeof labelled, quantity, traits);
    struct result r = step_tally_begin(t, c->study, q, labelled);
    if (t->worst[q].ratio >= 0) {
        snprintf(other, sizeof other,
                 "; the reference and the method's tableau differ by %.2g",
                 c->disagreement);
    } else if (c->bound.joints != NULL) {
        r.required = false;
        snprintf(other, sizeof other,
                 "; joints that follow from others do not say what the accelerations are "
                 "off them");
    }
    return step_tally_append(t, c->study, q, &r, is_same ? VERDICT_PASS : VERDICT_FAIL,
                             other, results);
}

static int study_mode(const struct study *s, const struct projected_traits *traits,
                      struct results *results, struct diagnostic *d) {
    struct tableau_comparison c;
    int failed = tableau_comparison_init_own(&c, s, traits, d);
    if (!failed) {
        tableau_comparison_make_all(&c);
        failed = append(&c, STEP_RESULT, "step-roundoff", traits, results) ||
                 (c.judges_estimate &&
                  append(&c, STEP_ESTIMATE, "step-estimate", traits, results));
    }
    tableau_comparison_clear(&c);
    return failed;
}

int study_steps_projected(const struct study *s, const struct projected_traits *traits,
                          struct results *results, struct diagnostic *d) {
    int failed = 0;
    for (int faithful = 0; faithful <= 1 && !failed; faithful++) {
        struct subject_options options;
        struct study one = projected_study(s, traits, &options);
        options.integrator.mode = faithful ? FAST_FAITHFUL : FAST_DEFAULT;
        options.integrator.projection = PROJECTED_OFF;
        if (!tableau_joints_depend(s->model))
            options.integrator.constraint_tolerance = start_tolerance;
        failed = study_mode(&one, traits, results, d);
    }
    return failed;
}
