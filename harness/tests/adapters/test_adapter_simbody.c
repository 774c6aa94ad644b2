/* The adapter for Simbody: its integrators are the methods that its manual names, for
 * auxiliary states z alone and for q' = N(q) u.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "harness/tests/adapters/adapter.h"

#ifdef ADAPTER_SIMBODY

static const struct case_of {
    const char *integrator, *method;
} plain[] = {{"SemiExplicitEuler", "explicit-euler"},
             {"SemiExplicitEuler2", "explicit-euler:doubled"},
             {"ExplicitEuler", "explicit-euler"},
             {"RungeKutta2", "heun"},
             {"RungeKuttaMerson", "runge-kutta-merson"},
             {"Verlet", "trapezoid"}},
  mechanical[] = {{"SemiExplicitEuler", "semi-explicit-euler-gaming"},
                  {"SemiExplicitEuler2", "semi-explicit-euler-2"},
                  {"ExplicitEuler", "explicit-euler"},
                  {"RungeKutta2", "heun"},
                  {"RungeKuttaMerson", "runge-kutta-merson"}};

static void compare(const struct case_of *c, enum forest_family family, char probe,
                    int order) {
    const double rounding = 2e-15;
    char options[64];
    snprintf(options, sizeof options, "integrator=%s", c->integrator);
    struct measured m = measured_of(ADAPTER_SIMBODY, options, family, probe, order);
    struct tableau t = measured_known(c->method);
    double off = measured_from_result(&m, &t);
    cr_expect(isfinite(off) && off <= rounding, "%s %c: %g", options, probe, off);
    cr_expect(m.weights.estimate == NULL);
}

Test(adapter_simbody, of_auxiliary_states_each_integrator_is_a_plain_method) {
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        compare(&plain[i], FOREST_PLAIN, 'A', 5);
        compare(&plain[i], FOREST_PLAIN, 'B', 5);
    }
}

/* q' = N(q) u: the semi-explicit methods take N at the old q and u at its new value. */
Test(adapter_simbody, of_mechanical_systems_each_integrator_is_the_method_of_its_name) {
    for (size_t i = 0; i < sizeof mechanical / sizeof *mechanical; i++) {
        compare(&mechanical[i], FOREST_MECHANICAL, 'A', 4);
        compare(&mechanical[i], FOREST_MECHANICAL, 'B', 4);
    }
}

/* q1 = q0 + h v0 + (h^2/2) f0, v1 = v0 + (h/2) (f0 + f(t1, q1, v1)): K1 = v0 + (h/2) L1.
 */
static struct tableau verlet(void) {
    struct tableau t;
    cr_assert(tableau_init(&t, 2, false) == 0);
    mpq_set_ui(t.c[1], 1, 1);
    mpq_set_ui(t.bq[0], 1, 1);
    mpq_set_ui(t.a[TABLEAU_QV][0], 1, 2);
    mpq_set_ui(t.a[TABLEAU_VQ][2], 1, 1);
    for (int i = 0; i < 2; i++) {
        mpq_set_ui(t.a[TABLEAU_VV][2 + i], 1, 2);
        mpq_set_ui(t.bv[i], 1, 2);
    }
    return t;
}

Test(adapter_simbody, verlet_is_velocity_verlet_implicit_in_the_forces_velocities) {
    for (const char *probe = "AB"; *probe != '\0'; probe++) {
        struct measured m =
            measured_of(ADAPTER_SIMBODY, "integrator=Verlet", FOREST_NYSTROM, *probe, 5);
        struct tableau t = verlet();
        double off = measured_from_result(&m, &t);
        cr_expect(off == 0, "%c: %g", *probe, off);
    }
}

/* The same with N(q): q1 = q0 + h q0' + (h^2/2) q0'', where q'' has the derivative of N. */
Test(adapter_simbody, verlet_takes_the_second_derivatives_of_positions) {
    static const struct {
        const char *tree;
        double weight;
    } weight[] = {{"q", 1},      {"q[q]", 0.5}, {"q[v]", 0.5},
                  {"q[q^2]", 0}, {"q[q,v]", 0}, {"q[v[t]]", 0}};
    struct measured m =
        measured_of(ADAPTER_SIMBODY, "integrator=Verlet", FOREST_MECHANICAL, 'B', 3);
    for (size_t i = 0; i < sizeof weight / sizeof *weight; i++) {
        double found = measured_result(&m, weight[i].tree);
        cr_expect(found == weight[i].weight, "%s: %g", weight[i].tree, found);
    }
}

#else

Test(adapter_simbody, of_auxiliary_states_each_integrator_is_a_plain_method) {
    cr_skip_test("Simbody is not here (libsimbody-dev, a C++ compiler)");
}

#endif
