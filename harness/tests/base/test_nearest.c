/* The nearest known name.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/base/nearest.h"

Test(nearest, the_distance_counts_insertions_deletions_and_replacements) {
    static const struct {
        const char *a, *b;
        int distance;
    } known[] = {
        {"", "", 0},
        {"a", "", 1},
        {"", "abc", 3},
        {"same", "same", 0},
        {"kitten", "sitting", 3},
        {"flaw", "lawn", 2},
        {"gumbo", "gambol", 2},
        {"intention", "execution", 5},
        {"ab", "ba", 2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        cr_assert(nearest_distance(known[i].a, known[i].b) == known[i].distance);
        cr_assert(nearest_distance(known[i].b, known[i].a) == known[i].distance);
    }
}

Test(nearest, the_best_of_several_names_is_kept_and_a_far_one_is_not) {
    struct nearest n = nearest_start("pendulim");
    nearest_try(&n, "spring");
    cr_assert(n.name == NULL);
    nearest_try(&n, "pendula");
    nearest_try(&n, "pendulum");
    nearest_try(&n, "pendulous");
    cr_assert_str_eq(n.name, "pendulum");
}

Test(nearest, names_longer_than_what_is_looked_at_do_no_harm) {
    char longer[1000];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    cr_assert(nearest_distance(longer, longer) == 0);
    cr_assert(nearest_distance(longer, "") > 2);
}
