/* A scene's products against plain dense loops, and when its matrices count as changed.
 *
 * Seen to fail: rows of J from behind; a block's factors for another block; a changed joint
 * matrix not noticed; the joints' velocities taken with v; every contact a face of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/tests/contact_plane.h"
#include "fast/contact/stepper/stepper.h"
#include "fast/tests/random.h"

/* A system whose matrices are given. Velocities 0-2 are coupled, 3 is alone, 4-9 are a body,
 * and from 10 on a chain, longer than a dense block. */
enum { nv = 26, contacts = 4, rows = 9, joints = 2, quaternions = 1 };
static const int slides[contacts] = {2, 0, 1, 2};
static double matrix[nv * rows], mass[nv * nv], joint_matrix[joints * nv];
static double gaps[contacts], offsets[rows], joint_offsets[joints];
static int mass_start[nv + 1], mass_row[nv * nv];
static double mass_entries[nv * nv];
static struct fast_pattern mass_pattern = {nv, nv, mass_start, mass_row};

static int give_rates(void *context, double t, const double *x, double *ydot) {
    (void)context;
    (void)t;
    memcpy(ydot, x + nv, nv * sizeof *x);
    return 0;
}

static int give_gaps(void *context, double t, const double *x, double *gap) {
    (void)context;
    (void)t;
    (void)x;
    memcpy(gap, gaps, sizeof gaps);
    return 0;
}

static int give_rows(void *context, double t, const double *x, double *gap,
                     double *offset, double *entries) {
    memcpy(offset, offsets, sizeof offsets);
    memcpy(entries, matrix, sizeof matrix);
    return give_gaps(context, t, x, gap);
}

static int give_mass(void *context, double t, const double *x, double *entries) {
    (void)context;
    (void)t;
    (void)x;
    memcpy(entries, mass_entries, (size_t)mass_start[nv] * sizeof *entries);
    return 0;
}

static int give_velocity(void *context, double t, const double *x, double *error,
                         double *entries) {
    (void)context;
    (void)t;
    for (int i = 0; i < joints; i++) {
        error[i] = joint_offsets[i];
        for (int j = 0; j < nv; j++)
            error[i] += joint_matrix[j * joints + i] * x[nv + j];
    }
    memcpy(entries, joint_matrix, sizeof joint_matrix);
    return 0;
}

static int give_dynamics(void *context, double t, const double *x, double *ydot,
                         double *bias, double *entries, double *response) {
    (void)entries;
    (void)response;
    memset(bias, 0, joints * sizeof *bias);
    return give_rates(context, t, x, ydot);
}

static bool has_chain = true;

static bool are_coupled(int i, int j) {
    if (i == j)
        return true;
    if (!has_chain && (i >= 10 || j >= 10))
        return false;
    if (i < 10 && j < 10)
        return (i < 3 && j < 3) || (i >= 4 && j >= 4);
    return i >= 10 && j >= 10 && abs(i - j) == 1;
}

static void set_mass(struct random *random) {
    int e = 0;
    for (int j = 0; j < nv; j++)
        for (int i = 0; i < j; i++)
            mass[j * nv + i] = mass[i * nv + j] =
                are_coupled(i, j) ? random_between(random, -1, 1) : 0;
    for (int j = 0; j < nv; j++) {
        mass[j * nv + j] = random_between(random, 6, 9);
        mass_start[j] = e;
        for (int i = 0; i < nv; i++)
            if (are_coupled(i, j)) {
                mass_row[e] = i;
                mass_entries[e++] = mass[j * nv + i];
            }
    }
    mass_start[nv] = e;
}

static struct integrator_system random_system(struct random *random) {
    static const int quaternion[] = {3, 5, 7, 9};
    set_mass(random);
    for (int i = 0; i < nv * rows; i++)
        matrix[i] = random_between(random, -1, 1);
    for (int i = 0; i < joints * nv; i++)
        joint_matrix[i] = random_between(random, -1, 1);
    for (int i = 0; i < rows; i++)
        offsets[i] = random_between(random, -1, 1);
    for (int i = 0; i < joints; i++)
        joint_offsets[i] = random_between(random, -1, 1);
    struct integrator_system system = {
        .nq = nv,
        .nv = nv,
        .rates = give_rates,
        .joints = joints,
        .velocity = give_velocity,
        .dynamics = give_dynamics,
        .quaternions = quaternions,
        .quaternion = quaternion,
        .contacts = contacts,
        .slides = slides,
        .gap = give_gaps,
        .contact_rows = give_rows,
        .mass = give_mass,
        .mass_pattern = &mass_pattern,
    };
    return system;
}

static struct contact_statistics statistics;

static struct scene *open_scene(const struct integrator_system *system, double *x) {
    struct scene *s;
    int which;
    cr_assert_eq(scene_alloc(&s, system, &statistics), FAST_OK);
    for (int i = 0; i < 2 * nv; i++)
        x[i] = 0.1 * i - 1;
    cr_assert_eq(scene_set(s, 0.3, x, &which), FAST_OK);
    return s;
}

static const double close_enough = 1e-13;

static void compare_products(void) {
    struct random random = random_open();
    const struct integrator_system system = random_system(&random);
    double x[2 * nv], u[rows], p[nv], back[nv], r[rows], c[joints];
    struct scene *s = open_scene(&system, x);
    const double *v = x + nv;
    double energy = 0;
    scene_velocities(s, v, u);
    scene_joint_velocities(s, v, c);
    for (int i = 0; i < rows; i++) {
        double sum = offsets[i];
        for (int j = 0; j < nv; j++)
            sum += matrix[i * nv + j] * v[j];
        cr_assert_float_eq(u[i], sum, close_enough, "seed %lu", random.seed);
        r[i] = random_between(&random, -1, 1);
    }
    for (int i = 0; i < joints; i++) {
        double sum = joint_offsets[i];
        for (int j = 0; j < nv; j++)
            sum += joint_matrix[j * joints + i] * v[j];
        cr_assert_float_eq(c[i], sum, close_enough, "seed %lu", random.seed);
    }
    scene_momentum(s, r, p);
    scene_solve_mass(s, p, back);
    for (int j = 0; j < nv; j++) {
        double sum = 0, product = 0;
        for (int i = 0; i < rows; i++)
            sum += matrix[i * nv + j] * r[i];
        for (int i = 0; i < nv; i++) {
            product += mass[j * nv + i] * back[i];
            energy += v[i] * mass[j * nv + i] * v[j] / 2;
        }
        cr_assert_float_eq(p[j], sum, close_enough, "seed %lu", random.seed);
        cr_assert_float_eq(product, p[j], close_enough, "seed %lu", random.seed);
    }
    cr_assert_float_eq(scene_energy(s, v), energy, 1e-11, "seed %lu", random.seed);
}

Test(contact_scene, products_are_those_of_dense_loops) {
    for (int i = 0; i < 2; i++) { /* with sparse factors of M, and with dense ones */
        has_chain = i == 0;
        compare_products();
    }
}

Test(contact_scene, delassus_matrix_takes_impulses_to_velocities) {
    struct random random = random_open();
    const struct integrator_system system = random_system(&random);
    double x[2 * nv], p[nv], u[rows], A[rows * rows], r[rows];
    struct scene *s = open_scene(&system, x);
    scene_form_delassus(s, A);
    for (int i = 0; i < rows; i++)
        r[i] = random_between(&random, -1, 1);
    scene_momentum(s, r, p);
    scene_solve_mass(s, p, p);
    scene_velocities(s, p, u);
    for (int i = 0; i < rows; i++) {
        double sum = offsets[i];
        for (int j = 0; j < rows; j++) {
            sum += A[j * rows + i] * r[j];
            cr_assert_float_eq(A[j * rows + i], A[i * rows + j], close_enough);
        }
        cr_assert_float_eq(u[i], sum, close_enough, "seed %lu", random.seed);
    }
}

Test(contact_scene, inverse_mass_is_exact_where_the_mass_is_diagonal) {
    struct plane plane = {.m = 1.37};
    const struct integrator_system system = plane_point(&plane);
    const double x[4] = {0.3, 0.2, -1, 0.7};
    struct scene *s;
    int which;
    cr_assert_eq(scene_alloc(&s, &system, &statistics), FAST_OK);
    cr_assert_eq(scene_set(s, 0, x, &which), FAST_OK);
    cr_assert_float_eq(scene_inverse_mass(s, 1), 1 / 1.37, 1e-15);
}

Test(contact_scene, notices_every_bit_of_its_matrices_and_no_other) {
    struct random random = random_open();
    const struct integrator_system system = random_system(&random);
    double x[2 * nv];
    int which;
    struct scene *s = open_scene(&system, x);
    double *const entries[] = {matrix + 17, mass_entries + 5, joint_matrix + 7};
    cr_assert(s->is_changed);
    cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_OK);
    cr_assert_not(s->is_changed);
    gaps[1] = 0.7, offsets[3] += 1, x[nv + 2] += 1, joint_offsets[0] -= 1;
    cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_OK);
    cr_assert_not(s->is_changed);
    for (int i = 0; i < 3; i++) {
        *entries[i] = nextafter(*entries[i], INFINITY);
        cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_OK);
        cr_assert(s->is_changed, "matrix %d", i);
        cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_OK);
        cr_assert_not(s->is_changed, "matrix %d", i);
    }
}

Test(contact_scene, takes_rounding_for_no_change_where_it_may) {
    struct random random = random_open();
    const struct integrator_system system = random_system(&random);
    double x[2 * nv];
    int which;
    struct scene *s = open_scene(&system, x);
    const double before = matrix[17];
    s->nearness = 1e-15;
    for (int i = 0; i < 100; i++) { /* small steps do not add up unseen */
        matrix[17] += 1e-16;
        cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_OK);
        cr_assert_float_eq(s->matrix[17], matrix[17], 1.1e-15);
    }
    cr_assert(s->matrix[17] != before);
    matrix[17] = NAN;
    cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_NOT_FINITE);
}

Test(contact_scene, says_what_is_not_finite) {
    struct random random = random_open();
    const struct integrator_system system = random_system(&random);
    double x[2 * nv];
    int which;
    struct scene *s = open_scene(&system, x);
    struct {
        double *value;
        int which;
    } spoilt[] = {{gaps + 2, 2},
                  {offsets + 5, 2}, /* rows 0-2, 3, 4-5, 6-8 */
                  {matrix + 7 * nv + 3, 3},
                  {joint_offsets + 1, -3},
                  {joint_matrix + 4 * joints, -2}};
    for (int i = 0; i < 5; i++) {
        const double before = *spoilt[i].value;
        *spoilt[i].value = i % 2 == 0 ? NAN : -INFINITY;
        cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_NOT_FINITE, "value %d", i);
        cr_assert_eq(which, spoilt[i].which, "value %d: %d", i, which);
        *spoilt[i].value = before;
        cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_OK);
        cr_assert(s->is_changed);
    }
}

Test(contact_scene, refuses_masses_that_are_not_positive_definite) {
    struct random random = random_open();
    const struct integrator_system system = random_system(&random);
    static const int diagonal[] = {1, 3, 5, 20}; /* one in each kind of block */
    double x[2 * nv];
    int which;
    struct scene *s = open_scene(&system, x);
    for (int i = 0; i < 4; i++) {
        int e = mass_start[diagonal[i]];
        while (mass_row[e] != diagonal[i])
            e++;
        const double before = mass_entries[e];
        mass_entries[e] = -before;
        cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_SINGULAR, "row %d", diagonal[i]);
        mass_entries[e] = before;
        cr_assert_eq(scene_set(s, 0.4, x, &which), FAST_OK);
        cr_assert(s->is_changed);
    }
}

Test(contact_scene, normalizes_quaternions_and_nothing_else) {
    struct random random = random_open();
    const struct integrator_system system = random_system(&random);
    double x[2 * nv], q[nv];
    struct scene *s = open_scene(&system, x);
    memcpy(q, x, sizeof q);
    scene_normalize(s, q);
    double length = 0, before = 0;
    for (int i = 0; i < nv; i++) {
        const bool is_part = i == 3 || i == 5 || i == 7 || i == 9;
        length += is_part ? q[i] * q[i] : 0;
        before += is_part ? x[i] * x[i] : 0;
        cr_assert(is_part || q[i] == x[i], "coordinate %d", i);
    }
    cr_assert_float_eq(length, 1, 1e-15);
    cr_assert_float_eq(q[3] * sqrt(before), x[3], 1e-15);
}

Test(contact_scene, without_a_mass_matrix_it_is_the_identity) {
    struct plane plane = {.m = 1.37};
    struct integrator_system system = plane_point(&plane);
    const double x[4] = {0.3, 0.2, -1, 0.7}, p[2] = {3.1, -0.2};
    double v[2];
    struct scene *s;
    int which;
    system.mass = NULL;
    cr_assert_eq(scene_alloc(&s, &system, &statistics), FAST_OK);
    cr_assert_eq(scene_set(s, 0, x, &which), FAST_OK);
    scene_solve_mass(s, p, v);
    cr_assert(v[0] == p[0] && v[1] == p[1]);
    cr_assert_float_eq(scene_energy(s, x + 2), (1 + 0.49) / 2, 1e-15);
}

Test(contact_scene, contacts_with_the_same_columns_are_one_face) {
    static const int start[] = {0, 2, 3, 5, 6, 8}, row[] = {0, 2, 1, 0, 2, 2, 1, 2};
    struct fast_pattern pattern = {3, 5, start, row};
    int first[] = {0, 2, 3, 4, 5}, patch[4], room[7];
    struct scene s = {.nv = 3, .contacts = 4, .first = first, .matrix_pattern = &pattern};
    cr_assert_eq(stepper_find_patches(&s, patch, room), 3);
    cr_assert(patch[0] == 0 && patch[1] == 0 && patch[2] == 1 && patch[3] == 2);
}
