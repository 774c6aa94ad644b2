/* The balances of a long tree of bodies, as the implicit pair takes them: the run is that of the
 * Jacobian.
 *
 * Seen to fail: with the entries in the program's order instead of the pattern's, with the
 * balances of one less hidden quantity.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/pair.h"
#include "harness/integrators/bind/bind.h"
#include "harness/tests/models.h"
#include "problems/model.h"

static const double end = 0.03;

/* The bound system's run from the start to the end under error control. */
static struct pair *run(struct model *m, const struct integrator_system *system) {
    struct integrator_options options = pair_default_options();
    struct pair *integrator;
    double *x = calloc((size_t)(m->nq + m->nv), sizeof *x);
    cr_assert(x);
    for (int i = 0; i < m->nq; i++) {
        x[i] = 0.3 * cos(i);
        x[m->nq + i] = 0.4 * sin(3 * i);
    }
    options.accuracy = 1e-4;
    options.max_step = 0.01;
    cr_assert_eq(pair_alloc(&integrator, system, &options), FAST_OK);
    cr_assert_eq(pair_start(integrator, 0, x), FAST_OK);
    cr_assert_eq(pair_run(integrator, end), FAST_OK);
    return integrator;
}

Test(bind_balances, a_long_tree_runs_as_with_its_jacobian) {
    struct model *m = model_from_file(HALFSTEP_MODELS "/chain_bodies.model", "300");
    struct binding *binding;
    cr_assert_eq(bind_alloc(&binding, m, false), PROBLEM_OK);
    struct integrator_system without = *bind_system(binding);
    cr_assert_not_null(without.balance);
    without.balance = NULL;
    struct pair *ours = run(m, bind_system(binding)), *theirs = run(m, &without);
    const struct pair_statistics *a = pair_statistics(ours), *b = pair_statistics(theirs);
    cr_expect_eq(a->steps_taken, b->steps_taken);
    cr_expect_eq(a->derivative_evals_for_jacobian, a->jacobian_evals);
    cr_expect_eq(b->derivative_evals_for_jacobian, 2 * m->nv * b->jacobian_evals);
    for (int i = 0; i < m->nq + m->nv; i++) {
        const double x = pair_state(ours)[i], y = pair_state(theirs)[i];
        cr_expect(fabs(x - y) <= 1e-7 * (1 + fabs(y)), "x[%d] = %.17g, not %.17g", i, x,
                  y);
    }
}

Test(bind_balances, a_short_tree_keeps_its_jacobian) {
    struct model *m = model_from_file(HALFSTEP_MODELS "/chain_bodies.model", "100");
    struct binding *binding;
    cr_assert_eq(bind_alloc(&binding, m, false), PROBLEM_OK);
    cr_expect_null(bind_system(binding)->balance);
}
