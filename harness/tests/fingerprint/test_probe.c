/* Probes as models: the file that is written has the components, the rates and the map that
 * the trees ask for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include <criterion/criterion.h>

#include "harness/fingerprint/measure/probe.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "problems/model.h"
#include "problems/readers/eval_double.h"
#include "ref/vector.h"

enum { ORDER = 4, FAMILIES = 3, BITS = 200 };

/* A probe's layout, and its text read as a model. */
struct example {
    struct forest forest;
    struct probe_layout layout;
    struct probe probe;
    struct model *model;
    int nx;
};

static struct example example_of(enum forest_family family, char letter) {
    struct example e = {.probe = probe_standard(letter, 0)};
    cr_assert(forest_all(&e.forest, family, ORDER) == 0);
    cr_assert(probe_layout_init(&e.layout, &e.forest, family, &e.probe) == 0);
    char *text = probe_text(&e.layout, &e.probe);
    cr_assert(text != NULL);
    e.model = model_from(text);
    e.nx = e.model->nq + e.model->nv + e.model->nz;
    return e;
}

/* y := B y for one group of 16 n components, by the definition: those that are n apart belong
 * together, and B_ij = (-1)^(ones that i and j share) / 4. */
static void multiply_by_hadamard(double *y, int size) {
    int apart = size / 16;
    for (int block = 0; block < apart; block++) {
        double product[16] = {0};
        for (int i = 0; i < 16; i++)
            for (int j = 0; j < 16; j++) {
                int shared = i & j, ones = 0;
                for (; shared; shared >>= 1)
                    ones += shared & 1;
                product[i] += (ones % 2 ? -0.25 : 0.25) * y[block + j * apart];
            }
        for (int i = 0; i < 16; i++)
            y[block + i * apart] = product[i];
    }
}

static void change_basis(const struct example *e, double *x) {
    if (e->probe.basis != PROBE_HADAMARD)
        return;
    multiply_by_hadamard(x, e->layout.nq);
    multiply_by_hadamard(x + e->layout.nq, e->layout.nv + e->layout.nz);
}

/* The rate that a tree asks for at y, in coordinates along the trees. */
static double expected_rate(const struct example *e, int tree, double t,
                            const double *y) {
    const struct probe_layout *l = &e->layout;
    const struct tree *root = &l->forest.tree[tree];
    double scale = e->probe.scale, rate = l->sign[tree] * scale;
    int has_velocity = 0;
    for (int i = 0; i < root->children; i++) {
        int child = root->child[i], is_q = l->forest.tree[child].colour == TREE_Q;
        double unit = l->family == FOREST_NYSTROM && !is_q ? scale : 1;
        rate *= y[(is_q ? 0 : l->nq) + l->place[child]] / unit;
        has_velocity = has_velocity || !is_q;
    }
    if (root->colour == TREE_Q && !has_velocity)
        rate *= y[l->nq] / (l->family == FOREST_NYSTROM ? scale : 1);
    if (root->colour == TREE_V && l->family == FOREST_NYSTROM)
        rate *= scale;
    return rate * pow(scale * (t - e->probe.t0), root->time_leaves);
}

static void evaluate_field(const struct example *e, const double *in, double *rate) {
    struct program *p = model_field_program(e->model);
    struct eval_double *field;
    cr_assert(eval_double_alloc(&field, e->model->graph, p) == PROBLEM_OK);
    eval_double_run(field, in, rate);
}

Test(probe, has_the_rate_of_each_tree_in_its_component) {
    static const char letter[] = "ABC";
    gsl_rng *random = seeded_random();
    for (int k = 0; k < 3 * FAMILIES; k++) {
        struct example e = example_of((enum forest_family)(k / 3), letter[k % 3]);
        double *in = malloc((size_t)(e.nx + 1) * sizeof *in);
        double *y = malloc((size_t)e.nx * sizeof *y),
               *rate = malloc(sizeof *y * (size_t)e.nx);
        in[0] = 0.83;
        for (int i = 0; i < e.nx; i++)
            in[1 + i] = y[i] = 2 * gsl_rng_uniform(random) - 1;
        change_basis(&e, y);
        evaluate_field(&e, in, rate);
        change_basis(&e, rate);
        for (int t = 0; t < e.layout.forest.count; t++) {
            bool is_q = e.layout.forest.tree[t].colour == TREE_Q;
            double found = rate[(is_q ? 0 : e.layout.nq) + e.layout.place[t]];
            double expected = expected_rate(&e, t, in[0], y);
            cr_expect(fabs(found - expected) < 1e-11, "family %d probe %c tree %d: %g %g",
                      k / 3, letter[k % 3], t, found, expected);
        }
    }
}

Test(probe, begins_with_nothing_but_a_free_particle) {
    static const char letter[] = "ABC";
    for (int k = 0; k < 3 * FAMILIES; k++) {
        struct example e = example_of((enum forest_family)(k / 3), letter[k % 3]);
        double begin, end, *x = malloc((size_t)e.nx * sizeof *x);
        model_start(e.model, &begin, &end, x);
        cr_expect(begin == e.probe.t0 && end == e.probe.t0 + e.probe.h);
        change_basis(&e, x);
        double speed = k / 3 == FOREST_NYSTROM ? e.probe.scale : 1;
        for (int i = 0; i < e.nx; i++) {
            bool moves = i == e.layout.nq && e.layout.nv > 0;
            cr_expect(x[i] == (moves ? speed : 0), "component %d: %g", i, x[i]);
        }
    }
}

/* The rank of N at q = 0, and nothing of N but S in the rows that are to invert it. */
Test(probe, has_a_row_for_each_velocity_that_makes_the_map_invertible) {
    struct example e = example_of(FOREST_MECHANICAL, 'A');
    cr_expect(e.model->nq == 80 && e.model->nv == 59 && !e.model->map_is_identity);
    double *in = calloc((size_t)(e.nx + 1), sizeof *in);
    double *rate = calloc((size_t)e.nx, sizeof *rate);
    for (int j = 0; j < e.model->nv; j++) {
        int rows = 0;
        in[1 + e.model->nq + j] = 1;
        evaluate_field(&e, in, rate);
        for (int i = 0; i < e.model->nq; i++)
            rows += rate[i] == e.probe.scale;
        cr_expect(rows == 1, "velocity %d is the rate of %d positions", j, rows);
        in[1 + e.model->nq + j] = 0;
    }
}

Test(probe, has_the_identity_as_the_map_of_nystrom_systems_in_each_basis) {
    for (int k = 0; k < 3; k++) {
        struct example e = example_of(FOREST_NYSTROM, "ABC"[k]);
        cr_expect(e.model->map_is_identity && e.model->nq == e.model->nv);
    }
    struct example plain = example_of(FOREST_PLAIN, 'A');
    cr_expect(plain.model->nq == 0 && plain.model->nv == 0 && plain.model->nz == 21);
}

Test(probe, has_dense_rates_in_the_hadamard_basis) {
    struct example e = example_of(FOREST_PLAIN, 'C');
    struct expr_matrix jacobian;
    expr *field = malloc((size_t)e.nx * sizeof *field);
    cr_assert(model_field(e.model, field) == PROBLEM_OK);
    cr_assert(model_jacobian(e.model, e.nx, field, 1, e.nx, &jacobian) == PROBLEM_OK);
    cr_expect(e.nx == 32 && jacobian.count == 32 * 32, "%d entries", jacobian.count);
}

/* What the standard probes are: h is not 1, t0 not 0, S h is 1, 1/2, and halved. */
Test(probe, standard_ones_hide_no_fault) {
    for (const char *letter = "ABCD"; *letter; letter++) {
        struct probe p = probe_standard(*letter, 0), shrunk = probe_standard(*letter, 3);
        cr_expect(p.name[0] == *letter && p.h != 1 && p.t0 != 0);
        cr_expect(p.scale * p.h == (*letter == 'B' ? 0.5 : 1));
        cr_expect(shrunk.scale == p.scale / 8 && shrunk.h == p.h);
        cr_expect((p.signs != 0) == (*letter == 'B'));
        cr_expect((p.basis == PROBE_HADAMARD) == (*letter == 'C'));
        cr_expect(p.steps == (*letter == 'D' ? 2 : 1));
    }
}

Test(probe, has_signs_of_both_kinds_that_their_seed_decides) {
    struct forest f;
    cr_assert(forest_all(&f, FOREST_MECHANICAL, ORDER) == 0);
    struct probe p = probe_standard('B', 0), other = p;
    other.signs = 17;
    struct probe_layout a, b, c;
    cr_assert(probe_layout_init(&a, &f, FOREST_MECHANICAL, &p) == 0);
    cr_assert(probe_layout_init(&b, &f, FOREST_MECHANICAL, &p) == 0);
    cr_assert(probe_layout_init(&c, &f, FOREST_MECHANICAL, &other) == 0);
    int negative = 0, different = 0;
    for (int t = 0; t < f.count; t++) {
        negative += a.product[t] < 0;
        different += a.sign[t] != c.sign[t];
        cr_expect(a.sign[t] == b.sign[t] && a.sign[t] * a.sign[t] == 1);
    }
    cr_expect(negative > 30 && negative < 65, "%d of 95", negative);
    cr_expect(different > 30 && different < 65, "%d of 95", different);
}

/* A state whose coordinates are unit^order times known weights is read back exactly. */
Test(probe, is_read_back_from_every_basis) {
    static const char letter[] = "ABC";
    for (int k = 0; k < 3 * FAMILIES; k++) {
        struct example e = example_of((enum forest_family)(k / 3), letter[k % 3]);
        double *y = calloc((size_t)e.nx, sizeof *y), unit = e.probe.scale * e.probe.h;
        for (int t = 0; t < e.forest.count; t++) {
            const struct tree *root = &e.forest.tree[t];
            double size = pow(unit, root->order) * e.layout.product[t] * (1 + t / 128.0);
            bool is_q = root->colour == TREE_Q;
            if (k / 3 == FOREST_NYSTROM && !is_q)
                size *= e.probe.scale;
            y[(is_q ? 0 : e.layout.nq) + e.layout.place[t]] = size;
        }
        change_basis(&e, y);
        mpfr_t *x = vector_alloc(e.nx, BITS), *weight = vector_alloc(e.forest.count, 53);
        vector_set_doubles(x, y, e.nx);
        probe_read(weight, e.forest.count, &e.layout, &e.probe, x);
        for (int t = 0; t < e.forest.count; t++)
            cr_expect(mpfr_cmp_d(weight[t], 1 + t / 128.0) == 0, "family %d %c tree %d",
                      k / 3, letter[k % 3], t);
    }
}
