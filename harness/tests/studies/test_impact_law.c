/* The laws of impact by enumeration, against closed forms.
 *
 * Seen to fail: Newton's velocities of before with the other sign; what did not strike expanding.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/studies/contact/impact_law.h"

/* Four contacts between five equal balls, of which the first comes with the speed 1. */
static struct impact cradle(double e) {
    struct impact p = {.contacts = 4, .rows = 4, .is_capped = true};
    for (int i = 0; i < 4; i++) {
        p.first[i + 1] = i + 1;
        p.restitution[i] = e;
        for (int j = 0; j < 4; j++)
            p.W[4 * i + j] = i == j ? 2 : i - j == 1 || j - i == 1 ? -1 : 0;
    }
    p.u[0] = -1;
    return p;
}

/* The balls' velocities from those of the contacts and the momentum. */
static double last_ball(const struct impact_answer *a) {
    double behind = 0;
    for (int i = 0; i < 4; i++)
        behind += (i + 1) * a->u[i]; /* sum over balls of v_5 - v_i */
    return (1 + behind) / 5;
}

Test(impact_law, a_cradle_at_once_and_in_turn_is_as_the_books_have_it) {
    for (int law = 0; law < 2; law++) {
        struct impact p = cradle(1);
        struct impact_answer a;
        cr_assert(impact_find(&p, (enum contact_restitution)law, false, &a));
        cr_expect(fabs(a.u[0] - 1) <= 1e-14 && fabs(last_ball(&a) - 0.4) <= 1e-14);
        cr_expect(fabs(a.energy) <= 1e-14, "%g", a.energy);
        cr_assert(impact_find(&p, (enum contact_restitution)law, true, &a));
        cr_expect(fabs(last_ball(&a) - 1) <= 1e-14 && a.rounds == 4);
    }
    struct impact p = cradle(1);
    struct impact_answer a;
    cr_assert(impact_find(&p, CONTACT_NO_RESTITUTION, false, &a));
    cr_expect(fabs(last_ball(&a) - 0.2) <= 1e-14 && fabs(a.energy + 0.4) <= 1e-14);
}

/* A uniform rod of mass 4 and half length 1, one end in, one out: in closed form Newton's law makes
 * 1/6 of 1/2, Poisson's keeps 3/8. */
Test(impact_law, newtons_law_makes_energy_on_a_rod_unless_capped) {
    struct impact p = {.contacts = 2,
                       .rows = 2,
                       .first = {0, 1, 2},
                       .W = {1, -0.5, -0.5, 1},
                       .u = {-1, 0.5},
                       .restitution = {1, 1}};
    struct impact_answer a;
    cr_assert(impact_find(&p, CONTACT_NEWTON, false, &a));
    cr_expect(fabs(a.energy - 1.0 / 6) <= 1e-14, "%g", a.energy);
    cr_assert(impact_find(&p, CONTACT_POISSON, false, &a));
    cr_expect(fabs(a.energy + 1.0 / 8) <= 1e-14, "%g", a.energy);
    p.is_capped = true;
    cr_assert(impact_find(&p, CONTACT_NEWTON, false, &a));
    cr_expect(fabs(a.energy) <= 1e-14, "%g", a.energy);
    cr_expect(fabs(a.u[0] - sqrt(0.75)) <= 1e-14, "%g", a.u[0]);
}

/* The other end parts a little, and compression presses it all the same: nothing came that expands
 * there. By hand: compression 19/15 and 8/15, expansion 19/30 and what keeps the other end out. */
Test(impact_law, poissons_law_expands_only_what_struck) {
    struct impact p = {.contacts = 2,
                       .rows = 2,
                       .first = {0, 1, 2},
                       .W = {1, -0.5, -0.5, 1},
                       .u = {-1, 0.1},
                       .restitution = {0.5, 1}};
    struct impact_answer a;
    cr_assert(impact_find(&p, CONTACT_POISSON, false, &a));
    cr_expect(fabs(a.u[0] - 0.475) <= 1e-14 && fabs(a.u[1]) <= 1e-14, "%g %g", a.u[0],
              a.u[1]);
}

/* Kane's double pendulum: two uniform rods, angles 20 and 30 degrees, rates -0.1 and -0.2. */
static double kane_ratio(double e, double mu) {
    const double pi = acos(-1), a = pi / 9, b = pi / 6, c = cos(a - b) / 2;
    const double M[3] = {4.0 / 3, c, 1.0 / 3}, w[2] = {-0.1, -0.2};
    const double J[2][2] = {{sin(a), sin(b)}, {cos(a), cos(b)}};
    const double det = M[0] * M[2] - M[1] * M[1];
    const double before =
        M[0] * w[0] * w[0] / 2 + M[1] * w[0] * w[1] + M[2] * w[1] * w[1] / 2;
    struct impact p = {
        .contacts = 1, .rows = 2, .first = {0, 2}, .friction = {mu}, .restitution = {e}};
    struct impact_answer answer;
    for (int i = 0; i < 2; i++) {
        p.u[i] = J[i][0] * w[0] + J[i][1] * w[1];
        for (int j = 0; j < 2; j++)
            p.W[2 * i + j] = (J[i][0] * (M[2] * J[j][0] - M[1] * J[j][1]) +
                              J[i][1] * (M[0] * J[j][1] - M[1] * J[j][0])) /
                             det;
    }
    cr_assert(impact_find(&p, CONTACT_NEWTON, false, &answer));
    return 1 + answer.energy / before;
}

/* Published ratios to 20 digits, computed elsewhere. */
Test(impact_law, kanes_pendulum_gains_what_is_known) {
    static const double known[][3] = {{0.5, 0, 0.71141270169149610038},
                                      {0.5, 0.1, 0.77894529706317016346},
                                      {0.5, 0.5, 1.5874946869298470631},
                                      {0.7, 0.5, 2.7576110786973919557},
                                      {0, 0.5, 0.51360348251293637666}};
    for (int i = 0; i < 5; i++) {
        double ratio = kane_ratio(known[i][0], known[i][1]);
        cr_expect(fabs(ratio - known[i][2]) <= 1e-13 * known[i][2], "%.17g, not %.17g",
                  ratio, known[i][2]);
    }
}
