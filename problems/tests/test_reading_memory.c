/* Memory that runs out while a model is read: at every single allocation the failure is
 * reported, the output is NULL, and everything is freed.
 *
 * Seen to fail: with the result of keys_add not looked at, with model_free not called.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/tests/exercise.h"

/* One of everything. */
static const char *const TEXT =
    "title \"a\"\ntags a, b\nsize n = 2\nparam k = 1.37\nspan 0 .. 2*k\n"
    "position q[i] = cos(i) for i in 1..n\nvelocity v[i] = 0 for i in 1..n\nstate z = "
    "1/3\n"
    "for i in 1..n { let r = sin(q[i])\n q[i]' = r*v[i] + (r^2 + cos(q[i])^2 - 1) }\n"
    "mass v[i], v[j] = 1/(i + j)^2 + q[1]^2*(if i = j then 1 else 0) for i in 1..n for j "
    "in "
    "i..n\n"
    "force v[i] = -k*q[i] for i in 1..n\nz' = -max(z, 0)\ninvariant e[i] = z*i for i in "
    "1..2\n"
    "position e[i] = if i = 1 then 1 else 0 for i in 1..4\ne[i]' = 0 for i in 1..4\n"
    "quaternion u = e[1], e[2], e[3], e[4]\njoint roll = v[1] - q[2]*v[2]\n"
    "joint j = q[1] - cos(1)\njoint again = 2*q[1] - 2*cos(1)\ncontact c { gap = q[2]; "
    "slide = q[1]*v[2]; friction = 0.3 }\ncontact d[i] { gap = q[i] - t } for i in 1..2\n"
    "published \"a\" at 1 { z = 0.1 digits 2 }\npublished \"b\" at 2 { z = 0.1 }\n"
    "published \"c\" of other at 2 { z = 0.1; j = 2 }\n"
    "path z, t\npath \"p\" = q[i], v[i] for i in 1..n\nvariant other tags c, not a : k = "
    "2/3\n";

/* The programs for methods with constraints. */
static enum problem_status flatten_joints(struct model *m) {
    struct expr_matrix matrix[3] = {{0}}, response = {0}, free_pattern = {0};
    struct program *p[] = {model_dynamics_program(m, &matrix[0], &response),
                           model_position_program(m, &matrix[1]),
                           model_velocity_program(m, &matrix[2]),
                           model_multipliers_program(m),
                           model_free_rates_program(m),
                           model_free_rates_jacobian_program(m, &free_pattern)};
    enum problem_status status = PROBLEM_OK;
    for (size_t i = 0; i < sizeof p / sizeof p[0]; i++) {
        if (!p[i])
            status = PROBLEM_NO_MEMORY;
        program_free(p[i]);
    }
    for (int i = 0; i < 3; i++)
        expr_matrix_clear(&matrix[i]);
    expr_matrix_clear(&response);
    expr_matrix_clear(&free_pattern);
    return status;
}

/* The programs for steppers with contacts. */
static enum problem_status flatten_contacts(struct model *m) {
    struct expr_matrix matrix = {0}, mass = {0};
    struct program *p[] = {model_gaps_program(m), model_rows_program(m, &matrix),
                           model_mass_program(m, &mass)};
    enum problem_status status = PROBLEM_OK;
    for (size_t i = 0; i < sizeof p / sizeof p[0]; i++) {
        if (!p[i])
            status = PROBLEM_NO_MEMORY;
        program_free(p[i]);
    }
    expr_matrix_clear(&matrix);
    expr_matrix_clear(&mass);
    return status;
}

static enum problem_status read_once(bool *consistent) {
    const struct setting setting = {"k", "2/3"};
    struct model *m = NULL;
    struct diagnostic d = {""};
    enum problem_status status =
        model_parse(&m, "a.model", TEXT, strlen(TEXT), 1, &setting, &d);
    *consistent = status == PROBLEM_OK ? m != NULL : !m && strlen(d.text) > 0;
    if (m) {
        struct expr_matrix pattern = {0}, used = {0};
        struct program *p = model_jacobian_program(m, &pattern), *inverse = NULL;
        if (!p)
            status = PROBLEM_NO_MEMORY;
        if (status == PROBLEM_OK)
            status = model_dependence(m, m->nv + m->nz, m->rates, 1, 5, &used);
        if (status == PROBLEM_OK)
            status = model_unmap_program(m, &inverse);
        *consistent = *consistent && (status == PROBLEM_OK) == (inverse != NULL);
        struct program *paths = model_paths_program(m);
        if (!paths)
            status = PROBLEM_NO_MEMORY;
        if (status == PROBLEM_OK)
            status = flatten_joints(m);
        if (status == PROBLEM_OK)
            status = flatten_contacts(m);
        program_free(paths);
        expr_matrix_clear(&pattern);
        expr_matrix_clear(&used);
        program_free(p);
        program_free(inverse);
    }
    model_free(m);
    return status;
}

/* Bodies, without a mass matrix and with one. */
static enum problem_status read_bodies(bool *consistent) {
    static const char text[] =
        "gravity = 0, -9.81\nposition a = 0.3, x = 1, y = 0, z = 0, w = 0\n"
        "velocity u = 1, p = 1, r = 2, s = 3\n"
        "body one { joint = revolute a, u; mass = 1; center = 0, 1; point px, py = 0, 1 "
        "}\n"
        "body two { parent = one; joint = ball x, y, z, w, p, r, s; inertia = 1, 1, 1 "
        "}\n";
    static const char touch[] = "contact c { gap = py + 9 }\n";
    enum problem_status status = PROBLEM_OK;
    *consistent = true;
    for (int i = 0; i < 2 && status == PROBLEM_OK; i++) {
        char both[sizeof text + sizeof touch];
        struct model *m = NULL;
        struct diagnostic d = {""};
        snprintf(both, sizeof both, "%s%s", text, i == 0 ? "" : touch);
        status = model_parse(&m, "a.model", both, strlen(both), 0, NULL, &d);
        *consistent = status == PROBLEM_OK ? m != NULL : !m && strlen(d.text) > 0;
        model_free(m);
    }
    return status;
}

static enum problem_status list_once(bool *consistent) {
    struct catalogue *c = NULL;
    struct model *m = NULL;
    struct diagnostic d = {""};
    enum problem_status status = catalogue_open(&c, MODELS, &d);
    *consistent = status == PROBLEM_OK ? c != NULL : !c && strlen(d.text) > 0;
    if (c)
        status = catalogue_read(c, "spring_k1e4", 0, NULL, &m, &d);
    *consistent = *consistent && (status == PROBLEM_OK ? m != NULL : m == NULL);
    model_free(m);
    catalogue_free(c);
    return status;
}

static void fail_each(enum problem_status (*run)(bool *), long step) {
    bool consistent;
    memory = (struct memory){0};
    cr_assert_eq(run(&consistent), PROBLEM_OK);
    cr_assert_eq(memory.live, 0);
    const long count = memory.count;
    for (long i = 1; i <= count; i += step)
        for (int on = 0; on < 2; on++) {
            memory = (struct memory){.fail_at = i, .fail_on = on == 1};
            enum problem_status status = run(&consistent);
            const long live = memory.live;
            memory.fail_at = 0;
            cr_assert_eq(status, PROBLEM_NO_MEMORY, "allocation %ld of %ld: %d", i, count,
                         (int)status);
            cr_assert(consistent, "allocation %ld of %ld", i, count);
            cr_assert_eq(live, 0, "allocation %ld of %ld: %ld left", i, count, live);
        }
}

Test(reading_memory, a_failing_allocation_while_a_model_is_read_is_reported,
     .timeout = 300) {
    fail_each(read_once, 1);
}

Test(reading_memory, a_failing_allocation_while_bodies_are_read_is_reported) {
    fail_each(read_bodies, 1);
}

Test(reading_memory, a_failing_allocation_while_a_folder_is_listed_is_reported,
     .timeout = 120) {
    const long some = 13; /* prime, so that runs over many files differ */
    fail_each(list_once, some);
}
