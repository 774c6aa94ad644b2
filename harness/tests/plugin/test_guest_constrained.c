/* A system's mass matrix, joints, contacts and names, against values by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/plugin/guest/guest_system.h"
#include "harness/tests/models.h"

static const char scene[] = "size n = 3\nparam k = 1/4\n"
                            "position x = 0.6, y = 0.8\nvelocity u = 2, w = -1.5\n"
                            "x' = u\ny' = w\n"
                            "mass u, u = 2\nmass w, w = 3\nmass u, w = 0.5\n"
                            "force u = 7\nforce w = -11*y\n"
                            "joint rod = x^2 + y^2 - 1\n"
                            "contact floor {\n gap = y - k*x\n slide = u + 5\n"
                            " restitution = 0.3\n static_friction = 0.4\n"
                            " dynamic_friction = 0.2\n}\nspan 0 .. 4\n";
static const double x[] = {0.6, 0.8, 2, -1.5};
enum { u, w, velocities };

struct made {
    struct model *m;
    struct activity *activity;
    struct guest_system s;
    struct halfstep_system *its;
};

static void make(struct made *c) {
    struct diagnostic d = {""};
    c->m = model_from(scene);
    c->activity = activity_alloc(1);
    modes_keep(&c->activity->modes);
    cr_assert(guest_system_init(&c->s, c->m, c->activity, &d) == 0, "%s", d.text);
    cr_assert(guest_constrained_make(&c->s, &d) == 0, "%s", d.text);
    c->its = &c->s.system;
}

/* The entry of row i and column j. */
static double at(const struct halfstep_pattern *p, const double *entry, int i, int j) {
    for (int k = p->start[j]; k < p->start[j + 1]; k++)
        if (p->row[k] == i)
            return entry[k];
    return 0;
}

static void expect_near(double found, double expected) {
    cr_expect(isfinite(found) && fabs(found - expected) <= 1e-14, "%.17g, not %.17g",
              found, expected);
}

Test(guest_constrained, forces_are_those_of_the_model_and_the_mass_has_both_triangles) {
    struct made c;
    double force[velocities], rate[velocities], M[4];
    make(&c);
    cr_assert(c.its->forces(c.its->context, 0, x, force) == 0);
    expect_near(force[u], 7);
    expect_near(force[w], -11 * 0.8);
    cr_assert(c.its->mass(c.its->context, 0, x, M) == 0);
    expect_near(at(c.its->mass_pattern, M, 0, 0), 2);
    expect_near(at(c.its->mass_pattern, M, 0, 1), 0.5);
    expect_near(at(c.its->mass_pattern, M, 1, 0), 0.5);
    cr_assert(c.its->free_rates(c.its->context, 0, x, rate) == 0);
    expect_near(2 * rate[u] + 0.5 * rate[w], 7);
}

/* g = x^2 + y^2 - 1, G = (2x, 2y), and the rest of its second derivative is 2 (u^2 + w^2). */
Test(guest_constrained, a_joint_has_its_residual_its_row_and_its_bias) {
    struct made c;
    double error, speed, rate[velocities], bias, G[2], R[2];
    make(&c);
    cr_assert(c.its->joints == 1 && c.its->holonomic == 1);
    cr_expect_str_eq(c.its->joint[0], "rod");
    cr_assert(c.its->joint_position(c.its->context, 0, x, &error, G) == 0);
    expect_near(error, 0);
    cr_assert(c.its->joint_velocity(c.its->context, 0, x, &speed, NULL) == 0);
    expect_near(speed, 2 * 0.6 * 2 - 2 * 0.8 * 1.5);
    cr_assert(c.its->joint_dynamics(c.its->context, 0, x, rate, &bias, G, R) == 0);
    expect_near(at(c.its->joint_pattern, G, 0, u), 1.2);
    expect_near(at(c.its->joint_pattern, G, 0, w), 1.6);
    expect_near(bias, 2 * (2 * 2 + 1.5 * 1.5));
    const double Ru = at(c.its->response_pattern, R, u, 0);
    const double Rw = at(c.its->response_pattern, R, w, 0);
    expect_near(2 * Ru + 0.5 * Rw, 1.2); /* M R = G^T */
    expect_near(0.5 * Ru + 3 * Rw, 1.6);
}

Test(guest_constrained, a_contact_has_its_gap_its_rows_and_its_laws) {
    struct made c;
    double gap, offset[2], J[4];
    make(&c);
    cr_assert(c.its->contacts == 1 && c.its->slides[0] == 1);
    cr_expect_str_eq(c.its->contact[0], "floor");
    cr_assert(c.its->contact_rows(c.its->context, 0, x, &gap, offset, J) == 0);
    expect_near(gap, 0.8 - 0.15);
    expect_near(offset[0], 0);
    expect_near(offset[1], 5);
    expect_near(at(c.its->contact_pattern, J, u, 0), -0.25); /* J^T */
    expect_near(at(c.its->contact_pattern, J, w, 0), 1);
    expect_near(at(c.its->contact_pattern, J, u, 1), 1);
    expect_near(c.its->restitution[0], 0.3);
    expect_near(c.its->static_friction[0], 0.4);
    expect_near(c.its->dynamic_friction[0], 0.2);
}

Test(guest_constrained, names_numbers_and_the_start_are_the_models) {
    struct made c;
    make(&c);
    cr_expect_str_eq(c.its->component[3], "w");
    cr_assert(c.its->numbers == 2);
    cr_expect_str_eq(c.its->number[0].name, "k");
    expect_near(c.its->number[0].value, 0.25);
    cr_expect_str_eq(c.its->number[1].name, "n");
    expect_near(c.its->number[1].value, 3);
    expect_near(c.its->end, 4);
    cr_expect(memcmp(c.its->initial, x, sizeof x) == 0);
}

/* Without the joint: x' = (u, w, f) has 1 in the rows of the positions. */
Test(guest_constrained, the_jacobian_is_sparse_and_the_dense_one_too) {
    struct made c;
    struct halfstep_pattern p;
    double entry[16], dense[16];
    make(&c);
    cr_assert(c.its->jacobian_pattern(c.its->context, &p) == 0);
    cr_assert(p.rows == 4 && p.columns == 4 && p.start[4] < 16);
    cr_assert(c.its->jacobian_entries(c.its->context, 0, x, entry) == 0);
    cr_assert(c.its->jacobian(c.its->context, 0, x, dense) == 0);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            expect_near(at(&p, entry, i, j), dense[4 * i + j]);
    expect_near(at(&p, entry, 0, 2), 1);
    expect_near(at(&p, entry, 0, 3), 0);
}
