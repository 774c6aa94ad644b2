/* The files of the catalogue as a whole: the names that other tests and other programs count
 * on, and what a file says about itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/graph/expr.h"
#include "problems/tests/models/models.h"
#include "problems/tests/twins/twins.h"

static const char *const vocabulary[] = {
    "smooth",         "kinked",      "stiff",      "oscillatory",
    "hamiltonian",    "dissipative", "quaternion", "first-order",
    "time-dependent", "contact",     "friction",   "linear",
    "closed-form",    "published",   "chaotic",    "forced",
    "reaction",       "constrained", NULL,
};

static bool is_among(const char *word, const char *const *list) {
    for (int i = 0; list[i]; i++)
        if (strcmp(list[i], word) == 0)
            return true;
    return false;
}

static struct catalogue *open_catalogue(void) {
    struct catalogue *c;
    struct diagnostic d;
    cr_assert_eq(catalogue_open(&c, TEST_DATA "/../../models", &d), PROBLEM_OK, "%s",
                 d.text);
    return c;
}

Test(models, every_file_has_a_twin_and_every_name_can_be_read) {
    struct catalogue *c = open_catalogue();
    cr_assert_geq(c->count, 30);
    for (int i = 0; i < c->count; i++) {
        struct model *m = models_from_catalogue(c->entry[i].name);
        cr_expect(c->entry[i].variant || twin_find(m->name),
                  "%s has no twin in problems/tests/twins/twins.c", m->name);
    }
}

Test(models, the_names_of_the_original_runs_are_all_there) {
    static const char *const name[] = {
        "spring_k1",      "spring_k1e4",    "spring_k1e6",       "smd_stiff",
        "smd_overdamped", "pendulum",       "double_pendulum",   "vdp_mu5",
        "vdp_mu1000",     "chain8_k1e5",    "chain8_k1e7",       "body_free",
        "heavy_top",      "contact_stack5", "friction_block",    "mathieu",
        "robertson",      "quadratic7",     "drake_double_mass", "drake_discontinuous",
        "drake_smd_work"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        models_from_catalogue(name[i]);
}

Test(models, a_file_has_a_title_a_source_a_reason_and_known_tags) {
    for (int i = 0; twins[i]; i++) {
        struct model *m = models_read(twins[i]->model, "");
        cr_expect(m->title[0] && m->source[0] && m->why[0], "%s", m->name);
        cr_expect_neq(m->tags, 0, "%s", m->name);
        for (int k = 0; k < m->tags; k++)
            cr_expect(is_among(m->tag[k], vocabulary), "%s: %s", m->name, m->tag[k]);
    }
}

/* Whether some component of x' depends on the time itself. */
static bool depends_on_time(struct model *m, int nx, const expr *field) {
    bool depends = false;
    for (int i = 0; i < nx; i++) {
        int *index, count = expr_variables(m->graph, field[i], &index);
        depends = depends || (count > 0 && index[0] == 0);
    }
    return depends;
}

/* Whether the Jacobian of x' by x depends on time at most, and nothing has a kink. */
static bool is_linear(struct model *m, int nx, const expr *field) {
    struct expr_matrix jacobian;
    bool linear = !model_has_kinks(m);
    cr_assert_eq(model_jacobian(m, nx, field, 1, nx, &jacobian), PROBLEM_OK);
    for (int i = 0; i < jacobian.count; i++) {
        int *index, count = expr_variables(m->graph, jacobian.entry[i], &index);
        linear = linear && (count == 0 || (count == 1 && index[0] == 0));
    }
    return linear;
}

static bool has_energy(const struct model *m) {
    for (int i = 0; i < m->invariants; i++)
        if (strcmp(m->invariant[i].name, "energy") == 0)
            return true;
    return false;
}

/* Whether a file or one of its variants has values from the literature. */
static bool has_published_values(const struct catalogue *c, const char *name) {
    char path[512];
    bool found = false;
    models_path(name, path);
    for (int i = 0; i < c->count && !found; i++) {
        if (strcmp(c->entry[i].path, path) != 0)
            continue;
        struct model *m = models_from_catalogue(c->entry[i].name);
        found = m->published > 0;
    }
    return found;
}

Test(models, the_tags_that_can_be_computed_are_right) {
    struct catalogue *c = open_catalogue();
    for (int i = 0; twins[i]; i++) {
        struct model *m = models_read(twins[i]->model, "");
        int nx = m->nq + m->nv + m->nz;
        expr *field = malloc((size_t)nx * sizeof *field);
        cr_assert(field && model_field(m, field) == PROBLEM_OK);
        bool untouched = m->contacts == 0; /* what strikes is none of these */
        cr_expect_eq(model_has_tag(m, "kinked"), untouched && model_has_kinks(m), "%s",
                     m->name);
        cr_expect_eq(model_has_tag(m, "smooth"), untouched && !model_has_kinks(m), "%s",
                     m->name);
        cr_expect_eq(model_has_tag(m, "first-order"), m->nv == 0, "%s", m->name);
        cr_expect_eq(model_has_tag(m, "constrained"), m->joints > 0, "%s", m->name);
        cr_expect(!model_has_tag(m, "quaternion") || !m->map_is_identity, "%s", m->name);
        cr_expect_eq(model_has_tag(m, "time-dependent"), depends_on_time(m, nx, field),
                     "%s", m->name);
        cr_expect_eq(model_has_tag(m, "linear"), untouched && is_linear(m, nx, field),
                     "%s", m->name);
        cr_expect_eq(model_has_tag(m, "hamiltonian"), untouched && has_energy(m), "%s",
                     m->name);
        cr_expect(untouched || model_has_tag(m, "contact"), "%s", m->name);
        cr_expect_eq(model_has_tag(m, "closed-form"), m->solution != NULL, "%s", m->name);
        cr_expect_eq(model_has_tag(m, "published"), has_published_values(c, m->name),
                     "%s", m->name);
    }
}

/* A zero in the start can hide a fault: a wrong factor of it is invisible. */
static bool starts_without_zeros(const struct model *m) {
    bool none = true;
    for (int i = 0; i < m->nq + m->nv + m->nz; i++) {
        double start;
        cr_assert_eq(expr_constant_double(m->graph, m->initial[i], &start), PROBLEM_OK);
        none = none && start != 0.0;
    }
    return none;
}

Test(models, a_file_or_one_of_its_variants_starts_without_zeros) {
    static const char *const published_starts[] = {"pleiades", NULL};
    struct catalogue *c = open_catalogue();
    for (int i = 0; twins[i]; i++) {
        char path[512];
        bool generic = is_among(twins[i]->model, published_starts);
        models_path(twins[i]->model, path);
        for (int k = 0; k < c->count && !generic; k++) {
            if (strcmp(c->entry[k].path, path) != 0)
                continue;
            struct model *m = models_from_catalogue(c->entry[k].name);
            generic = starts_without_zeros(m);
        }
        cr_expect(generic, "%s starts with a zero, and so do all of its variants",
                  twins[i]->model);
    }
}
