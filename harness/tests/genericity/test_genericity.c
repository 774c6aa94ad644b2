/* What is said of models whose differentials are known by hand.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/genericity/genericity.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"
#include "problems/model.h"

enum { SEED = 4711 };

/* The verdict on a tree; g->component tells about its components. */
static enum generic verdict_on(const struct genericity *g, const char *text, int *tree) {
    for (int t = 0; t < COLOURED_TREES; t++) {
        char own[COLOURED_TEXT_ROOM];
        coloured_print(&g->list[t], own);
        if (strcmp(own, text) == 0) {
            *tree = t;
            return g->verdict[t];
        }
    }
    cr_assert_fail("%s", text);
    return GENERIC_UNDECIDED;
}

/* Expects the trees, words in a text, to have the verdict, and no others to have it. */
static void expect_exactly(struct model *m, enum generic kind, const char *trees) {
    struct genericity g;
    struct diagnostic d = {""};
    int expected = 0, found = 0;
    cr_assert(genericity_find(&g, m, SEED, &d) == 0, "%s", d.text);
    while (*trees != '\0') {
        char word[COLOURED_TEXT_ROOM] = "";
        size_t length = strcspn(trees, " ");
        memcpy(word, trees, length);
        trees += length + strspn(trees + length, " ");
        int t;
        enum generic verdict = verdict_on(&g, word, &t);
        cr_expect(verdict == kind, "%s: %s is %s, not %s", m->name, word,
                  generic_name(verdict), generic_name(kind));
        expected++;
    }
    for (int t = 0; t < COLOURED_TREES; t++)
        found += g.verdict[t] == kind;
    cr_expect(found == expected, "%s: %d are %s", m->name, found, generic_name(kind));
}

/* Released from rest at a = 2: q' = 0, v' = -(g/l) sin 2. */
Test(genericity, a_pendulum_at_rest_hides_what_is_multiplied_by_its_velocity) {
    struct model *m = catalogue_model("pendulum");
    expect_exactly(m, GENERIC_NONZERO, "v q[v] v[q[v]]");
    expect_exactly(m, GENERIC_AT_START, "q v[q] v[q^2] q[v[q]]");
    expect_exactly(m, GENERIC_VANISHES, "");
    model_free(m);
    m = catalogue_model("pendulum_generic");
    expect_exactly(m, GENERIC_NONZERO, "q v q[v] v[q] v[q^2] q[v[q]] v[q[v]]");
    expect_exactly(m, GENERIC_AT_START, "");
}

Test(genericity, a_spring_has_what_a_linear_model_has) {
    struct model *m = catalogue_model("spring");
    expect_exactly(m, GENERIC_NONZERO, "q v q[v] v[q] q[v[q]] v[q[v]]");
    expect_exactly(m, GENERIC_AT_START, "");
    expect_exactly(m, GENERIC_VANISHES, "");
}

/* z' = S (2 t + 1) */
Test(genericity, a_parabola_has_its_slope_and_its_rise) {
    struct model *m = catalogue_model("quadratic");
    expect_exactly(m, GENERIC_NONZERO, "z z[t]");
    expect_exactly(m, GENERIC_AT_START, "");
}

/* With I1 = I2 the third component of v' is zero whatever the state, and with it v'_vv(v',
 * v'), whose terms are r' s', s' p' and p' r'. By the quaternion's length being divided out,
 * v' is homogeneous of degree 0 in q, and q'_q q' = -|w|^2 q/4 a multiple of q, so that
 * v'_q q'_q q' is zero for every top. */
Test(genericity, a_symmetric_top_has_two_identities_that_are_no_accidents) {
    struct model *m = catalogue_model("heavy_top");
    struct genericity g;
    struct diagnostic d = {""};
    int t;
    expect_exactly(m, GENERIC_VANISHES, "v[v^2] v[q[q]]");
    cr_assert(genericity_find(&g, m, SEED, &d) == 0, "%s", d.text);
    cr_expect(verdict_on(&g, "v", &t) == GENERIC_NONZERO);
    const enum generic *component = &g.component[t * g.nx];
    cr_expect(component[4] == GENERIC_NONZERO, "p' = mgl uy/I1");
    cr_expect(component[5] == GENERIC_AT_START, "r' = -mgl ux/I2, and ux is 0 there");
    cr_expect(component[6] == GENERIC_VANISHES, "s' = (I1 - I2) p r/I3");
    cr_expect(verdict_on(&g, "q", &t) == GENERIC_NONZERO);
    component = &g.component[t * g.nx];
    cr_expect(component[0] == GENERIC_AT_START && component[2] == GENERIC_NONZERO);
    genericity_clear(&g);
    model_free(m);
    m = catalogue_model("heavy_top_generic");
    expect_exactly(m, GENERIC_VANISHES, "v[q[q]]");
}

/* A cosine begins with no slope; its curvature is there. */
Test(genericity, a_force_at_its_top_hides_the_derivative_by_time) {
    struct model *m = model_from("param w = 3.7\nspan 0 .. 1\n"
                                 "position q = 0.7\nvelocity v = -0.25\n"
                                 "q' = v\nv' = cos(w*t) - 2*q\n");
    expect_exactly(m, GENERIC_AT_START, "v[t] q[v[t]]");
    expect_exactly(m, GENERIC_NONZERO, "q v q[v] v[q] v[t^2] q[v[q]] v[q[v]]");
}

/* 1e-60 is no zero, and neither are differences that only many bits show. */
Test(genericity, what_is_small_is_not_taken_for_zero) {
    struct model *m = model_from("state a = 1, b = 1e-60\n"
                                 "a' = (a + 1e-90) - a + 0*b\nb' = b*b\n");
    struct genericity g;
    struct diagnostic d = {""};
    int t;
    cr_assert(genericity_find(&g, m, SEED, &d) == 0, "%s", d.text);
    cr_expect(verdict_on(&g, "z", &t) == GENERIC_NONZERO);
    cr_expect(g.component[t * g.nx] == GENERIC_NONZERO);
    cr_expect(g.component[t * g.nx + 1] == GENERIC_NONZERO);
    cr_expect(verdict_on(&g, "z[z[z]]", &t) == GENERIC_NONZERO);
}

/* The other side of a kink counts: there the force is other than zero. */
Test(genericity, a_contact_that_is_open_at_the_start_hides_its_force) {
    struct model *m = model_from("position q = 0.7\nvelocity v = -0.25\n"
                                 "q' = v\nv' = -1.37 + max(0, -q)*5\n");
    expect_exactly(m, GENERIC_AT_START, "v[q] q[v[q]] v[q[v]]");
}

Test(genericity, a_start_where_nothing_is_defined_is_undecided) {
    struct model *m = model_from("state a = 0, b = 1\na' = sqrt(a)*b\nb' = a - b\n");
    struct genericity g;
    struct diagnostic d = {""};
    int t;
    cr_assert(genericity_find(&g, m, SEED, &d) == 0, "%s", d.text);
    cr_expect(verdict_on(&g, "z[z^2]", &t) == GENERIC_UNDECIDED);
}

Test(genericity, the_document_lists_the_components_that_are_zero) {
    struct model *m = catalogue_model("heavy_top");
    struct genericity g;
    struct diagnostic d = {""};
    cr_assert(genericity_find(&g, m, SEED, &d) == 0, "%s", d.text);
    json_t *document = genericity_describe(&g, m), *tree = NULL;
    size_t i;
    json_t *each;
    json_array_foreach(json_object_get(document, "trees"), i, each) {
        if (strcmp(json_string_value(json_object_get(each, "tree")), "v") == 0)
            tree = each;
    }
    cr_assert(tree != NULL &&
              json_array_size(json_object_get(document, "trees")) == COLOURED_TREES);
    cr_expect_str_eq(json_string_value(json_object_get(tree, "verdict")), "nonzero");
    cr_expect_str_eq(
        json_string_value(json_array_get(json_object_get(tree, "at_start"), 0)), "r");
    cr_expect_str_eq(
        json_string_value(json_array_get(json_object_get(tree, "vanishing"), 0)), "s");
}
