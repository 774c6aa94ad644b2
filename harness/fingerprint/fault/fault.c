/* The order of the search: stage equations that are left early, of the method that was meant or of
 * any when none was; the dictionary on it, or on the methods of Euler's kind, and their iterations;
 * then coefficients of the method meant.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault.h"

#include <math.h>
#include <stdio.h>

/* The recipe of a known method, if it has one. */
static int try_recipe(struct fault *fault, const struct evidence *e,
                      enum recipe_form form, bool doubled) {
    if (fault_find_in_recipe(fault, e, form, doubled))
        return -1;
    return fault->found ? 0 : fault_find_iteration(fault, e, form, doubled);
}

int fault_find_in_table(struct fault *fault, const struct evidence *e,
                        const struct known_method *m, enum known_variant variant) {
    int failed = fault_find_coefficient(fault, e, m, variant);
    if (!failed && !fault->found && variant == KNOWN_AS_IT_IS)
        failed = fault_find_rosenbrock(fault, e, m);
    if (!failed && !fault->found)
        failed = fault_find_moved(fault, e, m, variant);
    return failed || fault->found ? failed
                                  : fault_find_estimate_moved(fault, e, m, variant);
}

static int find_of_base(struct fault *fault, const struct evidence *e,
                        const struct known_method *base, enum known_variant variant) {
    struct judge_weights known;
    int failed = judge_known(&known, &e->judge, base, variant);
    if (!failed && variant == KNOWN_AS_IT_IS)
        failed = fault_find_iterated(fault, e, base);
    for (int form = 0; form < RECIPE_FORMS; form++)
        for (int doubled = 1; doubled >= 0; doubled--) {
            bool is = false;
            if (failed || fault->found)
                continue;
            failed = fault_recipe_is(&is, &e->judge, (enum recipe_form)form, doubled != 0,
                                     &known);
            if (!failed && is)
                failed = try_recipe(fault, e, (enum recipe_form)form, doubled != 0);
        }
    judge_weights_free(&known);
    if (!failed && !fault->found)
        failed = fault_find_in_table(fault, e, base, variant);
    name_key(fault->base_key, base, variant);
    return failed;
}

/* What the recipes are called among the known methods. */
static const char *const keys[RECIPE_FORMS][2] = {
    [RECIPE_IMPLICIT_EULER] = {"backward-euler", "velocity-implicit-euler"},
    [RECIPE_EXPLICIT_EULER] = {"explicit-euler", "explicit-euler:doubled"},
    [RECIPE_GAMING] = {"semi-explicit-euler-gaming", "semi-explicit-euler-2"},
    [RECIPE_POSITION_IMPLICIT] = {"semi-explicit-euler-position-implicit",
                                  "semi-explicit-euler-position-implicit:doubled"},
    [RECIPE_VELOCITY_IMPLICIT] = {"semi-explicit-euler-velocity-implicit",
                                  "semi-explicit-euler-velocity-implicit:doubled"},
    [RECIPE_MIDPOINT] = {"implicit-midpoint", "implicit-midpoint:doubled"},
    [RECIPE_TRAPEZOID] = {"trapezoid", "trapezoid:doubled"},
};

static int find_of_any(struct fault *fault, const struct evidence *e) {
    if (fault_find_iterated(fault, e, NULL))
        return -1;
    if (fault->found)
        return 0;
    for (int doubled = 1; doubled >= 0; doubled--)
        for (int form = 0; form < RECIPE_FORMS; form++) {
            if (try_recipe(fault, e, (enum recipe_form)form, doubled != 0))
                return -1;
            if (!fault->found)
                continue;
            snprintf(fault->base_key, sizeof fault->base_key, "%s", keys[form][doubled]);
            return 0;
        }
    return 0;
}

int fault_find(struct fault *fault, const struct evidence *e,
               const struct known_method *base, enum known_variant variant) {
    *fault = (struct fault){.found = false, .size = NAN};
    return base != NULL ? find_of_base(fault, e, base, variant) : find_of_any(fault, e);
}
