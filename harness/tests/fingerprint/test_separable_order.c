/* The orders of a fingerprint, of all systems and of those with q' = v and v' = f(t, q).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/fingerprint/fingerprint_parts.h"
#include "harness/tests/made_evidence.h"

/* From the sources that known_methods.c names; 0: no higher than of all systems. Seen to fail:
 * methods of order 4 were told as of order 1, and no more. */
Test(separable_order, of_splittings_is_told_where_it_is_higher) {
    static const struct {
        const char *key;
        int order, separable;
    } cases[] = {{"forest-ruth", 1, 4},
                 {"forest-ruth-steps", 1, 4},
                 {"ruth-3", 1, 3},
                 {"velocity-verlet", 1, 2},
                 {"stoermer-verlet", 2, 0},
                 {"runge-kutta-4", 4, 0},
                 {"semi-explicit-euler-gaming", 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct evidence e;
        struct diagnosis x;
        struct diagnostic d;
        struct fingerprint f = {.format = 1};
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, cases[i].key);
        cr_assert(diagnosis_find(&x, &e, NULL, &d) == 0);
        fingerprint_set_convergence(&f, &x, &e);
        cr_expect(f.convergence.met.order == cases[i].order, "%s", cases[i].key);
        cr_expect(f.convergence.separable == cases[i].separable, "%s", cases[i].key);
        diagnosis_free(&x);
        evidence_free(&e);
    }
}
