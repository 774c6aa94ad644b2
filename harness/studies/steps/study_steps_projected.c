/* Single steps of semi-explicit Euler and its relatives in double against the reference's from
 * the same doubles, without projection: what is left is round-off, within a bound, or a fault.
 *
 * The bound is that of the method's tableau, whose own step in MPFR is compared with the
 * reference's, too: two texts of the method that share nothing but the model's expressions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/steps/study_steps_tableau.h"

#include "harness/results/study_projected.h"

/* The tableau's step and the reference's are the same but for the last bits of 160, which
 * cancellation in the field may spoil. */
#define SAME_STEP 0x1p-80

/* How far from the joints a step may begin, if they say what the accelerations are there; a chain of
 * 100 rods, in doubles, cannot be much nearer. */
#define START_TOLERANCE 1e-12

static const char *advise(enum step_quantity q) {
    return q == STEP_RESULT ? "; the step is another one: look at the coefficients, the "
                              "times and the states that the rates are evaluated at"
                            : "; look at the estimate's sign and factor, and which two "
                              "results it is the difference of";
}

static enum verdict judge_all(const struct tableau_comparison *c, double ratio) {
    enum verdict verdict = verdict_at_most(ratio, 1);
    if (!(c->disagreement <= SAME_STEP))
        return VERDICT_FAIL;
    return c->failed > c->compared ? verdict_worse(verdict, VERDICT_NOT_ASYMPTOTIC)
                                   : verdict;
}

static int append(const struct tableau_comparison *c, enum step_quantity q,
                  const char *quantity, const struct projected_traits *traits,
                  struct results *results) {
    const struct step_finding *worst = &c->worst[q];
    char labelled[64];
    projected_quantity(labelled, sizeof labelled, quantity, traits);
    struct result r = result_begin(c->study->model, "gap", "double", labelled);
    r.mode = result_mode(c->study);
    r.grade = "discrete";
    r.expected = 0;
    r.tolerance = 1;
    r.points = json_incref(c->points[q]);
    if (worst->ratio < 0) {
        const bool depends = c->bound.joints != NULL;
        r.verdict = VERDICT_NOT_ASYMPTOTIC;
        r.required = r.required && !depends;
        return result_append(results, c->study, &r,
                             "no step could be compared: %ld have no bound, %ld have "
                             "failed%s%s%s",
                             c->unclear, c->failed, c->failed ? ": " : "", c->why.text,
                             depends ? "; joints that follow from others do not say what "
                                       "the accelerations are off them"
                                     : "");
    }
    r.value = r.low = r.high = worst->ratio;
    r.verdict = judge_all(c, worst->ratio);
    return result_append(
        results, c->study, &r,
        "%ld steps; the worst is %s after a step of h = %.4g from t = %.6g: off by %.3g, "
        "bound %.3g%s; the reference and the method's tableau differ by %.2g; not "
        "compared: "
        "%ld without a bound, %ld failed%s%s",
        c->compared,
        worst->component < 0 ? "the time" : c->study->model->state[worst->component],
        worst->h, worst->t, worst->difference, worst->bound,
        worst->ratio > 1 ? advise(q) : "", c->disagreement, c->unclear, c->failed,
        c->failed ? ": " : "", c->failed ? c->why.text : "");
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
            options.integrator.constraint_tolerance = START_TOLERANCE;
        failed = study_mode(&one, traits, results, d);
    }
    return failed;
}
