/* Identical zeros: never claimed of a differential that is other than zero somewhere, and
 * found where the equations show them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>
#include <string.h>

#include "harness/genericity/differentials.h"
#include "harness/genericity/structure.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "problems/model.h"

enum { BITS = 200 };

/* Whether component i of a tree is said to be identically zero. */
static bool is_zero(struct model *m, const char *text, int i) {
    struct coloured_tree list[COLOURED_TREES];
    int nx = m->nq + m->nv + m->nz;
    bool *zero = calloc((size_t)(COLOURED_TREES * nx), sizeof *zero), found = false;
    coloured_list(list);
    cr_assert(zero != NULL && structure_zeros(m, list, zero) == PROBLEM_OK);
    for (int t = 0; t < COLOURED_TREES; t++) {
        char own[COLOURED_TEXT_ROOM];
        coloured_print(&list[t], own);
        if (strcmp(own, text) == 0)
            found = zero[t * nx + i];
    }
    return found;
}

Test(structure, a_linear_model_has_no_second_derivative) {
    struct model *m = catalogue_model("spring");
    static const char *const zeros[] = {"v[q^2]", "v[q,v]", "v[v]",   "q[q]",   "v[t]",
                                        "z",      "v[z]",   "v[q,t]", "q[v[v]]"};
    static const char *const others[] = {"v", "v[q]", "v[q[v]]"};
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
        cr_expect(is_zero(m, zeros[i], zeros[i][0] == 'q' ? 0 : 1), "%s", zeros[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect(!is_zero(m, others[i], 1), "%s", others[i]);
    cr_expect(!is_zero(m, "q[v[q]]", 0));
}

/* Each rule by itself: q1' = v1 and so on, rates with one term of a kind. */
Test(structure, every_operation_carries_its_derivatives) {
    struct model *m = model_from("position a = 1, b = 1, c = 1, d = 1\n"
                                 "velocity e = 1, f = 1, g = 1, h = 1\n"
                                 "a' = e\nb' = f\nc' = g\nd' = h\n"
                                 "e' = a + 2*e + min(d*e, b)\n"
                                 "f' = a*e\n"
                                 "g' = e/a\n"
                                 "h' = step(a)*e + sqrt(b)\n");
    static const struct {
        const char *tree;
        int component; /* e, f, g, h are 4 to 7 */
        bool zero;
    } known[] = {{"v[q^2]", 4, true},  {"v[q,v]", 4, false}, {"v[q,v]", 5, false},
                 {"v[q^2]", 5, true},  {"v[v^2]", 5, true},  {"v[q,v]", 6, false},
                 {"v[q^2]", 6, false}, {"v[v^2]", 6, true},  {"v[q^2]", 7, false},
                 {"v[q,v]", 7, true},  {"v[v^2]", 7, true},  {"v[t]", 4, true},
                 {"v[v[q]]", 4, false}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        cr_expect(is_zero(m, known[i].tree, known[i].component) == known[i].zero,
                  "%s of component %d", known[i].tree, known[i].component);
}

/* The chain of components matters, not only of groups: a moves b alone. */
Test(structure, a_product_of_blocks_is_followed_through_its_components) {
    struct model *m = model_from("state a = 0.7, b = 1.3, c = 0.2\n"
                                 "a' = 1.37\nb' = a*t\nc' = sin(c)\n");
    cr_expect(is_zero(m, "z[z]", 0));
    cr_expect(!is_zero(m, "z[z]", 1));
    cr_expect(is_zero(m, "z[z[z]]", 1), "b feels a, whose rate is constant");
    cr_expect(!is_zero(m, "z[z[z]]", 2));
    cr_expect(!is_zero(m, "z[z,t]", 1));
    cr_expect(is_zero(m, "z[t^2]", 1));
}

/* What is proved to be zero has a ball with zero inside, at random states. */
Test(structure, no_claim_is_wrong_on_the_catalogue) {
    static const char *const names[] = {"heavy_top_generic", "smd_work",    "mathieu",
                                        "double_pendulum",   "robertson",   "pleiades",
                                        "quadratic",         "spring_chain"};
    struct coloured_tree list[COLOURED_TREES];
    gsl_rng *random = seeded_random();
    coloured_list(list);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct model *m = catalogue_model(names[k]);
        int nx = m->nq + m->nv + m->nz, wrong = 0;
        bool *zero = calloc((size_t)(COLOURED_TREES * nx), sizeof *zero);
        arb_ptr tx = _arb_vec_init(1 + nx);
        struct differentials *d;
        for (int i = 0; i <= nx; i++)
            arb_set_d(tx + i, 0.2 + gsl_rng_uniform(random));
        cr_assert(zero != NULL && structure_zeros(m, list, zero) == PROBLEM_OK);
        cr_assert(differentials_alloc(&d, m, list, BITS) == PROBLEM_OK);
        differentials_run(d, tx);
        for (int place = 0; place < COLOURED_TREES * nx; place++)
            wrong += zero[place] &&
                     !arb_contains_zero(differentials_value(d, place / nx, place % nx));
        cr_expect(wrong == 0, "%s: %d", names[k], wrong);
    }
}
