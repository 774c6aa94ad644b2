/* Bounces between two rubbing walls, without end: certified where they repeat themselves on a smaller scale. Seen to fail: a box that
 * the bounces do not lead back into.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "problems/catalogue.h"
#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

enum { DIGITS = 12 };

/* A wedge falls into its seat, where normal forces hold it. */
#define WEDGE(laws)                                                                      \
    "position x = 1/50, y = 43/100\nvelocity u = 7/10, v = -37/100\nx' = u\ny' = v\n"    \
    "u' = 190/137\nv' = -1340/137\nlet s = sin(3/10)\nlet c = cos(3/10)\n"               \
    "contact l { gap = y*s + x*c; slide = v*c - u*s; restitution = 2/5; " laws " }\n"    \
    "contact r { gap = y*s - x*c; slide = v*c + u*s; restitution = 2/5; " laws " }\n"

static enum ref_status try_text(const char *text, struct ref_truth **truth) {
    const double time = 1;
    struct model *m = testing_model(text);
    enum ref_status status = truths_try(ref_enclosure_truth, truth, m, DIGITS, 1, &time);
    model_free(m);
    return status;
}

Test(crossing_echo, a_wedge_bounces_into_its_seat) {
    struct ref_truth *truth;
    enum ref_status status = try_text(WEDGE("friction = 1/2"), &truth);
    cr_assert(status == REF_OK, "%s", ref_status_text(status));
    cr_expect(truth->grade == REF_GRADE_CERTIFIED);
    for (int i = 0; i < 4; i++)
        cr_expect(mpfr_zero_p(truth->state[i]) &&
                  mpfr_cmp_d(truth->component[i], 1e-12) < 0);
    ref_truth_free(truth);
}

/* A point falls into a corner. */
#define CORNER(push, slope, laws)                                                        \
    "position x = 1/50, y = 1/5\nvelocity u = 1/2, v = 0\nx' = u\ny' = v\n"              \
    "u' = " push "\nv' = -10\nparam s = " slope "\n"                                     \
    "contact l { gap = s*y + x; slide = v - s*u; " laws " }\n"                           \
    "contact r { gap = s*y - x; slide = v + s*u; " laws " }\n"

/* Friction that grows with the slip is another one for smaller bounces; in two corners the bounces never come back to where they
 * were (followed in doubles, scaled up after each). */
static const char *const others[] = {
    WEDGE("friction = 1/2; viscous_friction = 1/1000000"),
    CORNER("1/5", "2/5", "restitution = 1/2; friction = 1/2"),
    CORNER("1", "1/2", "restitution = 7/20; friction = 2/5")};

Test(crossing_echo, bounces_that_do_not_repeat_themselves_are_refused) {
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        struct ref_truth *truth;
        enum ref_status status = try_text(others[k], &truth);
        cr_expect(status == REF_ACCUMULATES, "%zu: %s", k, ref_status_text(status));
        ref_truth_free(truth);
    }
}
