/* What a solve of a contact stepper is worth, on answers by hand.
 *
 * Seen to fail: friction by its first direction alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/contact.h"
#include "harness/studies/contact/contact_event.h"

/* A point of mass 1 above the ground, with two directions to slide in. */
static const int start[] = {0, 1, 2, 3}, row[] = {0, 1, 2}, first[] = {0, 3};
static const struct fast_pattern diagonal = {
    .rows = 3, .columns = 3, .start = start, .row = row};
static const double one[] = {1, 1, 1}, none[] = {0, 0, 0}, friction[] = {0.5};
static const bool takes_part[] = {true};

/* By how much an impulse, which stops the point, is out of the cone. */
static double find_excess(double along, double across) {
    const double v_free[] = {-1, -along, -across};
    const struct contact_problem p = {.nv = 3,
                                      .contacts = 1,
                                      .rows = 3,
                                      .first = first,
                                      .matrix_pattern = &diagonal,
                                      .mass_pattern = &diagonal,
                                      .matrix = one,
                                      .mass = one,
                                      .v_free = v_free,
                                      .offset = none,
                                      .friction = friction,
                                      .known = none,
                                      .takes_part = takes_part,
                                      .is_changed = true};
    double v[] = {0, 0, 0}, impulse[] = {1, along, across};
    const struct contact_answer a = {.v = v, .impulse = impulse};
    struct contact_measured m;
    struct contact_bench *b = contact_bench_alloc(&p);
    cr_assert(b != NULL);
    contact_bench_measure(b, &p, &a, &m);
    contact_bench_free(b);
    cr_expect(m.momentum <= 1e-15, "%g", m.momentum);
    return m.law[LAW_CONE];
}

Test(contact_event, friction_is_measured_in_both_directions) {
    cr_expect(find_excess(0.3, 0.4) <= 1e-15);
    cr_expect(fabs(find_excess(0.6, 0.8) - 0.5) <= 1e-15, "%g", find_excess(0.6, 0.8));
    cr_expect(fabs(find_excess(0, 0.7) - 0.2) <= 1e-15, "%g", find_excess(0, 0.7));
}
