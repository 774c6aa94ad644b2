/* Arrays that somebody else's code is to fill.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/plugin/guest/guarded.h"

enum { count = 5 };

static struct guarded filled(void) {
    struct guarded g;
    cr_assert(guarded_alloc(&g, count) == 0);
    guarded_prepare(&g);
    for (int i = 0; i < count; i++)
        g.value[i] = 0.37 * i;
    return g;
}

Test(guarded, an_array_that_was_filled_is_fine) {
    struct guarded g = filled();
    int i = -1;
    cr_expect(guarded_check(&g, &i) == GUARDED_FINE);
}

Test(guarded, what_is_written_around_it_is_seen) {
    static const int places[] = {-1, -2, -40, count, count + 1, count + 40};
    for (int k = 0; k < 6; k++) {
        struct guarded g = filled();
        int i = -1;
        g.value[places[k]] = 0;
        cr_expect(guarded_check(&g, &i) == (k < 3 ? GUARDED_BEFORE : GUARDED_BEHIND),
                  "%d", places[k]);
        cr_expect(guarded_check_surroundings(&g) != GUARDED_FINE);
    }
}

/* Not-a-number is one thing, not written another. */
Test(guarded, the_first_component_that_is_unset_or_not_finite_is_named) {
    struct guarded g = filled();
    int i = -1;
    g.value[3] = NAN;
    cr_expect(guarded_check(&g, &i) == GUARDED_NOT_FINITE && i == 3);
    g.value[1] = -INFINITY;
    cr_expect(guarded_check(&g, &i) == GUARDED_NOT_FINITE && i == 1);
    guarded_prepare(&g);
    for (int k = 0; k < count; k++)
        if (k != 2)
            g.value[k] = 1.37;
    cr_expect(guarded_check(&g, &i) == GUARDED_UNSET && i == 2);
    cr_expect(guarded_check_surroundings(&g) == GUARDED_FINE);
}
