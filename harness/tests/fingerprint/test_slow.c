/* The weights where all rates are small.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/tests/fingerprint/hand_written.h"
#include "harness/tests/made_evidence.h"

static double find_largest_difference(const struct weights *w, const struct evidence *e) {
    double largest = 0;
    for (int i = 0; i < w->count; i++)
        largest = fmax(largest, fabs(mpfr_get_d(w->result[i], MPFR_RNDN) -
                                     mpfr_get_d(evidence_result(e)[i], MPFR_RNDN)));
    return largest;
}

/* Seen to fail: rates that are not smaller. */
Test(slow, weights_are_the_same_but_for_a_threshold) {
    static const enum hand_fault faults[] = {HAND_SOUND, HAND_THRESHOLD, HAND_REFUSES};
    struct evidence e;
    made_of_known(&e, FOREST_MECHANICAL, 4, 0, "runge-kutta-4");
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct hand_choice choice = {HAND_RUNGE_KUTTA_4, faults[i]};
        const struct bench b = {.open_subject = hand_open, .context = &choice};
        struct weights w;
        evidence_measure_slow(&w, &e, &b);
        cr_expect_eq(w.count, faults[i] == HAND_REFUSES ? 0 : e.forest.count);
        const double largest = find_largest_difference(&w, &e);
        cr_expect(faults[i] == HAND_THRESHOLD ? largest >= 0.1 : largest < 1e-12, "%g",
                  largest);
        weights_free(&w);
    }
    evidence_free(&e);
}
