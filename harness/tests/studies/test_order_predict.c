/* The order that is expected of the contact stepper, of one point that is pulled about beside a
 * wall.
 *
 * Seen to fail: kinks, mass, velocities in the rates, friction that depends on slip or turns round
 * with it, or landings left out; states compared at the start alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/studies/order/study_order_predict.h"
#include "harness/tests/models.h"
#include "ref/truth.h"
#include "ref/vector.h"

#define POINT "position x = 0.7, y = 0.9\nvelocity u = 0.3, w = 0.2\nx' = u\ny' = w\n"
#define PULLED POINT "u' = -x\nw' = 0\n"
#define WALL(laws) "contact wall { gap = y; slide = u; " laws " }\n"
#define ELASTIC "restitution = 1/2; friction = 0"

static const struct {
    const char *what, *model;
    double order;
} cases[] = {
    {"constant forces", POINT "u' = 0.3\nw' = -1\n" WALL(ELASTIC), 0},
    {"a spring", PULLED WALL(ELASTIC), 2},
    {"a force that grows with time", POINT "u' = t\nw' = -1\n" WALL(ELASTIC), 2},
    {"a damped spring", POINT "u' = -x - u/8\nw' = 0\n" WALL(ELASTIC), 1},
    {"a spring with a kink", POINT "u' = -max(x, 0)\nw' = 0\n" WALL(ELASTIC), 1},
    {"a push between two of the times",
     POINT "u' = step(t - 0.01) - step(t - 0.02)\nw' = -1\n" WALL(ELASTIC), 1},
    {"a spring and a mass that depends on the place",
     POINT
     "mass u, u = 1 + x^2\nmass w, w = 1\nforce u = -x\nforce w = 0\n" WALL(ELASTIC),
     1},
    {"a spring and friction on a belt, whose slip does not turn round",
     PULLED
     "contact wall { gap = y; slide = u + 1; restitution = 1/2; friction = 0.3 }\n",
     2},
    {"a spring and friction", PULLED WALL("restitution = 1/2; friction = 0.3"), 1},
    {"a spring and friction that sticks harder than it slides",
     PULLED WALL("restitution = 1/2; static_friction = 0.5; dynamic_friction = 0.3"), 1},
    {"a spring and a landing", PULLED WALL("restitution = 0; friction = 0"), 1},
    {"a wall that turns",
     PULLED "contact wall { gap = y - x^2/2; slide = u; " ELASTIC " }\n", 1},
};

Test(order_predict, is_that_of_the_forces_and_of_what_is_met) {
    enum { BITS = 53, STATES = 4 };
    const double initial[STATES] = {0.7, 0.9, 0.3, 0.2}, span = 1.3;
    mpfr_t *state = vector_alloc(ORDER_TIMES * STATES, BITS);
    for (int i = 0; i < ORDER_TIMES * STATES; i++)
        mpfr_set_d(state[i], initial[i % STATES] - 0.17 * (1 + i / STATES), MPFR_RNDN);
    const struct ref_truth truth = {.nx = STATES, .state = state};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct model *m = model_from(cases[k].model);
        struct order_prediction found = {.order = -2};
        struct diagnostic d = {""};
        const struct order_along along = {m, &truth, STATES, 0, span, initial};
        cr_assert(order_predict(&found, &along, &d) == 0, "%s", d.text);
        cr_expect(found.order == cases[k].order, "%s: %g, %s", cases[k].what, found.order,
                  found.why);
    }
}
