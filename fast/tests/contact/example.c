/* A small problem of contacts for tests.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/tests/contact/example.h"

#include <criterion/criterion.h>
#include <math.h>

void example_set_up(struct example *e, int rows, int contacts) {
    for (int i = 0; i < rows; i++)
        e->participant[i] = i;
    e->problem = (struct faithful_problem){.rows = rows,
                                           .A = e->A,
                                           .contacts = contacts,
                                           .contact = e->contact,
                                           .participants = rows,
                                           .participant = e->participant,
                                           .expander = e->expander,
                                           .expansion = e->expansion,
                                           .velocity = e->u,
                                           .impulse = e->p};
    for (int k = 0; k < contacts; k++) {
        e->contact[k].normal = k;
        e->contact[k].part = FAITHFUL_PARTICIPATING;
    }
}

void expect_near(double a, double b, double tolerance) {
    cr_expect(isfinite(a) && fabs(a - b) <= tolerance, "%.17g, not %.17g", a, b);
}
