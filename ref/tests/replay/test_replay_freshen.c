/* When J and its factors are formed anew: Drake's tests on Robertson's reaction, and a J
 * that is no number.
 *
 * Seen to fail: no trial 1; no look at freshness, in both methods; freshness kept after a
 * success, after a failed second half; trials without reuse; 9 iterations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"

#include <criterion/criterion.h>

struct effort {
    long factorizations, jacobians, iterations, evaluations;
};

/* What one step of h costs; *status is its outcome. */
static struct effort step(ref_replay *r, double h, enum ref_status *status) {
    struct ref_statistics before = ref_replay_statistics(r);
    *status = testing_step(r, h);
    struct ref_statistics after = ref_replay_statistics(r);
    return (struct effort){after.factorizations - before.factorizations,
                           after.jacobian_evals - before.jacobian_evals,
                           after.newton_iters - before.newton_iters,
                           after.derivative_evals - before.derivative_evals};
}

static struct ref_replay_options make_options(enum ref_method method,
                                              enum ref_newton newton) {
    struct ref_replay_options options = ref_replay_default_options();
    options.method = method;
    options.newton = newton;
    options.fixed_step = true;
    options.max_step = 1;
    options.accuracy = 5e-5;
    return options;
}

/* 1e-2 fails, 1e-6 does not, 1e-2 fails. Implicit Euler sees that its J is fresh. */
Test(replay_freshen, reuses_matrices_on_robertsons_reaction_as_the_original_does) {
    struct model *m = testing_catalogue("robertson");
    for (int method = 0; method < 2; method++) {
        struct ref_replay_options options =
            make_options((enum ref_method)method, REF_REUSE);
        ref_replay *r = testing_replay(m, &options, 100);
        enum ref_status status;
        struct effort e = step(r, 1e-2, &status);
        cr_expect(status == REF_NOT_CONVERGED);
        cr_expect(e.factorizations == (method == 0 ? 3 : 2), "%ld", e.factorizations);
        cr_expect(e.jacobians == (method == 0 ? 2 : 1), "%ld", e.jacobians);
        e = step(r, 1e-6, &status);
        cr_expect(status == REF_OK && e.jacobians == 0);
        e = step(r, 1e-2, &status);
        cr_expect(status == REF_NOT_CONVERGED);
        cr_expect(e.factorizations == 2 && e.jacobians == 1);
    }
}

Test(replay_freshen, forms_matrices_in_each_iteration_of_full_newton) {
    static const double h[] = {1, 1e-6, 1};
    struct model *m = testing_catalogue("robertson");
    for (int method = 0; method < 2; method++) {
        struct ref_replay_options options =
            make_options((enum ref_method)method, REF_FULL);
        ref_replay *r = testing_replay(m, &options, 100);
        for (int i = 0; i < 3; i++) {
            enum ref_status status;
            struct effort e = step(r, h[i], &status);
            cr_expect(status == (i == 1 ? REF_OK : REF_NOT_CONVERGED));
            cr_expect(e.factorizations == e.iterations && e.jacobians == e.iterations);
        }
    }
}

Test(replay_freshen, forms_matrices_once_in_each_solution_without_reuse) {
    struct model *m = testing_catalogue("heavy_top");
    for (int method = 0; method < 2; method++) {
        struct ref_replay_options options =
            make_options((enum ref_method)method, REF_FRESH);
        ref_replay *r = testing_replay(m, &options, 100);
        for (int i = 0; i < 5; i++) {
            enum ref_status status;
            struct effort e = step(r, 0x1p-11, &status);
            cr_expect(status == REF_OK && e.factorizations == 3 && e.jacobians == 3);
        }
    }
}

/* f = 0 at the start, and no number beside it. With reuse the original does not return, and one
 * Jacobian is formed here, by 2 evaluations; without, it fails after 12 evaluations, 2 for J (and
 * one more of implicit Euler). */
Test(replay_freshen, reports_a_jacobian_that_is_no_number) {
    struct model *m = testing_model("state z = 1\nz' = sqrt(1 - z)\n");
    for (int method = 0; method < 2; method++)
        for (int newton = 0; newton < 2; newton++) {
            struct ref_replay_options options =
                make_options((enum ref_method)method, (enum ref_newton)newton);
            ref_replay *r = testing_replay(m, &options, 100);
            enum ref_status status;
            struct effort e = step(r, 0.1, &status);
            cr_expect(status == REF_NOT_FINITE);
            cr_expect(e.evaluations == (newton == 0 ? 2 : 12) + method, "%ld",
                      e.evaluations);
            cr_expect(mpfr_cmp_d(ref_replay_state(r)[0], 1) == 0);
            cr_expect(mpfr_zero_p(ref_replay_time(r)));
            mpfr_t z;
            mpfr_init2(z, 100);
            mpfr_set_d(z, 0.37, MPFR_RNDN);
            cr_assert(ref_replay_start(r, NULL, (const mpfr_t *)&z) == REF_OK);
            step(r, 0.01, &status);
            cr_expect(status == REF_OK);
        }
}

/* What implicit Euler knows about its J, kept by hand from the decisions and the number
 * of Jacobians: fresh when it has been formed; after an attempt, if that failed; not in
 * the second half step, nor in the first solution after one that failed. */
struct watch {
    ref_replay *r;
    long jacobians, formed, refused, wrong;
    int solution; /* of the attempt: 1 large, 2, 3 half steps */
    bool is_fresh, second_half_failed, is_third_trial;
};

static void watch_freshness(void *context, const struct ref_decision *d) {
    struct watch *w = context;
    long jacobians = ref_replay_statistics(w->r).jacobian_evals;
    bool formed = jacobians > w->jacobians;
    if (w->is_third_trial) {
        w->wrong += formed == w->is_fresh;
        w->formed += formed;
        w->refused += !formed;
    }
    w->is_third_trial = d->kind == REF_DECISION_TRIAL && d->outcome == 3;
    w->is_fresh = w->is_fresh || formed;
    w->jacobians = jacobians;
    if (d->kind == REF_DECISION_TRIAL && d->outcome == 1) {
        w->solution++;
        if (w->solution == 3 || (w->solution == 1 && w->second_half_failed))
            w->is_fresh = false;
    }
    if (d->kind == REF_DECISION_ATTEMPT) {
        w->is_fresh = d->outcome == 0;
        w->second_half_failed = d->outcome == 0 && w->solution == 3;
        w->solution = 0;
    }
}

Test(replay_freshen, knows_when_the_jacobian_of_implicit_euler_is_fresh) {
    static const double h[] = {0.9, 0.7, 0.45, 0.3};
    struct model *m = testing_catalogue("friction_block");
    long formed = 0, refused = 0;
    for (int i = 0; i < 4 * 3; i++) {
        struct ref_replay_options options = make_options(REF_IMPLICIT_EULER, REF_REUSE);
        options.max_step = h[i / 3];
        options.accuracy = i % 3 == 0 ? 0.1 : i % 3 == 1 ? 1e-3 : 1e-7;
        options.throw_on_min_step = false;
        struct watch w = {.r = testing_replay(m, &options, 60)};
        ref_replay_listen(w.r, watch_freshness, &w);
        cr_assert(testing_run(w.r, 3) == REF_OK);
        cr_expect(w.wrong == 0, "%d: %ld", i, w.wrong);
        formed += w.formed;
        refused += w.refused;
    }
    cr_expect(formed > 20 && refused > 20, "%ld, %ld", formed, refused);
}
