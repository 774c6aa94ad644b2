/* Bounces between two rubbing walls, without end: certified where they repeat themselves on a
 * smaller scale. Seen to fail: a box that the bounces do not lead back into, or its gaps; gaps
 * that shrink as speeds do; rows that are not asked whether they are constant; forces that are
 * not, neither in echo.c nor in ebb.c. Not seen: a belt and a wall far off, which other rules
 * refuse, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "problems/tests/nightly.h"
#include "ref/tests/testing.h"
#include "ref/tests/truths.h"

/* By day within MOST_BITS, where a wedge is certified; by night what is refused is refused three
 * times, with more bits. */
enum { DIGITS = 12, MOST_BITS = 150 };

/* A wedge falls into its seat, where normal forces hold it. */
#define FALLS(push, weight, left_slide, laws)                                            \
    "position x = 1/50, y = 43/100\nvelocity u = 7/10, v = -37/100\nx' = u\ny' = v\n"    \
    "u' = " push "\nv' = " weight "\nlet s = sin(3/10)\nlet c = cos(3/10)\n"             \
    "contact l { gap = y*s + x*c; slide = " left_slide "; restitution = 2/5; " laws      \
    " }\n"                                                                               \
    "contact r { gap = y*s - x*c; slide = v*c + u*s; restitution = 2/5; " laws " }\n"
#define WEDGE(laws) FALLS("190/137", "-1340/137", "v*c - u*s", laws)

static enum ref_status try_text(const char *text, struct ref_truth **truth) {
    const struct ref_truth_options options = {.digits = DIGITS,
                                              .max_bits = nightly_or(0, MOST_BITS)};
    mpfr_t time;
    struct model *m = testing_model(text);
    mpfr_init_set_ui(time, 1, MPFR_RNDN);
    return ref_enclosure_truth(truth, m, 1, (const mpfr_t *)&time, &options);
}

/* Whether it sticks or slips, at its seat it is at rest. */
static const char *const wedges[] = {
    WEDGE("friction = 1/2"), WEDGE("static_friction = 6/10; dynamic_friction = 1/2")};

Test(crossing_echo, a_wedge_bounces_into_its_seat) {
    for (size_t k = 0; k < sizeof wedges / sizeof *wedges; k++) {
        struct ref_truth *truth;
        enum ref_status status = try_text(wedges[k], &truth);
        cr_assert(status == REF_OK, "%zu: %s", k, ref_status_text(status));
        cr_expect(truth->grade == REF_GRADE_CERTIFIED);
        for (int i = 0; i < 4; i++)
            cr_expect(mpfr_zero_p(truth->state[i]) &&
                      mpfr_cmp_d(truth->component[i], 1e-12) < 0);
    }
}

/* A disk falls into a groove, turning. */
#define DISK(push, e, mu)                                                                \
    "position x = 1/50, y = 43/100, a = 0\nvelocity u = 7/10, v = -37/100, w = 3\n"      \
    "x' = u\ny' = v\na' = w\nmass u, u = 2\nmass v, v = 2\nmass w, w = 1/100\n"          \
    "force u = 2*" push "\nforce v = -2*1340/137\nforce w = 0\n"                         \
    "let s = sin(3/10)\nlet c = cos(3/10)\n"                                             \
    "contact l { gap = y*s + x*c; slide = v*c - u*s + w/10; restitution = " e            \
    "; friction = " mu " }\n"                                                            \
    "contact r { gap = y*s - x*c; slide = v*c + u*s - w/10; restitution = " e            \
    "; friction = " mu " }\n"

/* The angle at rest, by following all bounces to rounding (the way by events, which does not ask
 * whether there is a motion). */
static const struct {
    const char *text, *angle;
} disks[] = {{DISK("190/137", "2/5", "1/2"), "-0.963305196573539262"},
             {DISK("9/10", "1/2", "1/5"), "-0.270288686487716651"}};

Test(crossing_echo, a_disk_in_a_groove_comes_to_rest_turned) {
    for (size_t k = is_nightly() ? 0 : 1; k < sizeof disks / sizeof *disks; k++) {
        struct ref_truth *truth;
        enum ref_status status = try_text(disks[k].text, &truth);
        cr_assert(status == REF_OK, "%zu: %s", k, ref_status_text(status));
        cr_expect(truth->grade == REF_GRADE_CERTIFIED);
        mpfr_t angle;
        mpfr_init2(angle, 100);
        mpfr_set_str(angle, disks[k].angle, 10, MPFR_RNDN);
        cr_expect(truths_is_inside(truth, 2, angle), "%zu: %.18g", k,
                  mpfr_get_d(truth->state[2], MPFR_RNDN));
        cr_expect(mpfr_cmp_d(truth->component[2], 1e-12) < 0);
    }
}

/* A point falls into a corner. */
#define CORNER(push, slope, laws)                                                        \
    "position x = 1/50, y = 1/5\nvelocity u = 1/2, v = 0\nx' = u\ny' = v\n"              \
    "u' = " push "\nv' = -10\nparam s = " slope "\n"                                     \
    "contact l { gap = s*y + x; slide = v - s*u; " laws " }\n"                           \
    "contact r { gap = s*y - x; slide = v + s*u; " laws " }\n"

/* A wall that never takes part. */
#define CEILING                                                                          \
    "contact far { gap = 5 - y; slide = u; restitution = 1/2; friction = 1/2 }\n"

/* Friction that grows with the slip is another one for smaller bounces, and so are a slide that
 * depends on the place, a belt, drag, and a force that depends on the place; a gap that stays is
 * larger and larger beside the bounces. In two corners these never come back to where they were
 * (followed in doubles, scaled up after each). */
static const char *const others[] = {
    WEDGE("friction = 1/2; viscous_friction = 1/1000000"),
    FALLS("190/137", "-1340/137", "(v*c - u*s)*(1 + x)", "friction = 1/2"),
    FALLS("190/137", "-1340/137 - v/10", "v*c - u*s", "friction = 1/2"),
    FALLS("190/137 - 5*x", "-1340/137", "v*c - u*s", "friction = 1/2"),
    CORNER("1/5", "2/5", "restitution = 1/2; friction = 1/2"),
    CORNER("1", "1/2", "restitution = 7/20; friction = 2/5"),
    /* by night */
    FALLS("190/137", "-1340/137", "v*c - u*s - 1/10", "friction = 1/2"),
    WEDGE("friction = 1/2") CEILING};
enum { OTHERS = sizeof others / sizeof *others, BY_DAY = OTHERS - 2 };

Test(crossing_echo, bounces_that_do_not_repeat_themselves_are_refused) {
    for (size_t k = 0; k < (is_nightly() ? OTHERS : BY_DAY); k++) {
        struct ref_truth *truth;
        enum ref_status status = try_text(others[k], &truth);
        cr_expect(status == REF_ACCUMULATES, "%zu: %s", k, ref_status_text(status));
    }
}
