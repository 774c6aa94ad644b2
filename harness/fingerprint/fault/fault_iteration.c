/* Iterations that end too soon: how many there were, of which kind, from which guess.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault.h"

#include <stdio.h>

#include "ref/vector.h"

enum { most_iterations = 4 };

static const struct {
    enum recipe_iteration kind;
    bool of_start; /* the Jacobian is that of the sub-step's start */
    double factor; /* the Jacobian's */
    const char *id, *text;
} kinds[] = {
    {RECIPE_SWEEP, false, 1, "fixed-point-sweeps", "fixed-point sweep"},
    {RECIPE_SWEEP_BACK, false, 1, "fixed-point-sweeps", "fixed-point sweep"},
    {RECIPE_FIXED_POINT, false, 1, "fixed-point-iterations", "fixed-point iteration"},
    {RECIPE_NEWTON_LAGGED, false, 1, "newton-iterations", "Newton iteration"},
    {RECIPE_NEWTON, false, 1, "newton-iterations", "Newton iteration"},
    {RECIPE_NEWTON_LAGGED, true, 1, "newton-iterations",
     "Newton iteration with the start's Jacobian"},
    {RECIPE_NEWTON, true, 1, "newton-iterations",
     "Newton iteration with the start's Jacobian"},
    {RECIPE_NEWTON_LAGGED, false, 1.1, "newton-iterations",
     "Newton iteration with a Jacobian 10 % too large"},
    {RECIPE_NEWTON, false, 1.1, "newton-iterations",
     "Newton iteration with a Jacobian 10 % too large"},
    {RECIPE_NEWTON_LAGGED, false, 0.9, "newton-iterations",
     "Newton iteration with a Jacobian 10 % too small"},
    {RECIPE_NEWTON, false, 0.9, "newton-iterations",
     "Newton iteration with a Jacobian 10 % too small"},
};
enum { kinds_count = sizeof kinds / sizeof *kinds };

static void describe(struct fault *fault, const struct recipe *r, int kind,
                     enum recipe_form form) {
    fault->found = true;
    fault->size = r->iterations;
    fault->is_fraction = false;
    snprintf(fault->id, sizeof fault->id, "%s", kinds[kind].id);
    snprintf(fault->text, sizeof fault->text, "%s%s, with only %d %s%s in each %sstep",
             recipe_form_name(form), r->doubled ? " in two half steps" : "",
             r->iterations, kinds[kind].text, r->iterations > 1 ? "s" : "",
             r->doubled ? "sub-" : "");
}

static int try_iteration(struct fault *fault, const struct evidence *e,
                         struct recipe_weights *w, struct recipe *r, int kind,
                         enum recipe_form form) {
    struct evidence small;
    bool complete = false, explains = false;
    evidence_small(&small, e);
    int failed = recipe_weights(w, r, &small.forest);
    if (failed || !fault_explains(&small, vector_const(w->result),
                                  vector_const(w->estimate), &complete))
        return failed;
    failed = recipe_weights(w, r, &e->forest);
    if (!failed &&
        fault_explains(e, vector_const(w->result), vector_const(w->estimate),
                       &complete) &&
        (complete || !r->doubled))
        failed = fault_explains_families(&explains, e, r);
    if (explains)
        describe(fault, r, kind, form);
    return failed;
}

int fault_find_iteration(struct fault *fault, const struct evidence *e,
                         enum recipe_form form, bool doubled) {
    struct recipe_weights w;
    struct recipe r;
    recipe_init(&r, form, doubled, e->judge.bits);
    int failed = recipe_weights_alloc(&w, e->forest.count, e->judge.bits);
    for (int k = 0; k < kinds_count; k++)
        for (int n = 1; n <= most_iterations; n++)
            for (int large = 0; large <= doubled; large++) {
                if (failed || fault->found)
                    continue;
                r.iteration = kinds[k].kind;
                r.iterations = n;
                r.jacobian_of_start = kinds[k].of_start;
                r.jacobian_factor = kinds[k].factor;
                r.starts_from_large = large != 0;
                failed = try_iteration(fault, e, &w, &r, k, form);
            }
    recipe_weights_free(&w);
    recipe_clear(&r);
    return failed;
}
