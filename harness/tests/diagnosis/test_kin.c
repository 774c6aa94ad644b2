/* Methods that have a part of a known one: its numbers in other rows, its kicks at other times, its
 * chains and bushes alone, all but its derivatives by time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/known/known_table.h"
#include "harness/tests/made_evidence.h"
#include "ref/vector.h"

static struct evidence e;
static struct families f;
static struct diagnosis x;

/* Chains, bushes and towers, and the nodes told as time, of a tableau; and the diagnosis. */
static void find(const struct tableau *t) {
    struct diagnostic d;
    made_families(&f, t);
    e.families = &f;
    cr_assert(diagnosis_find(&x, &e, NULL, &d) == 0);
}

static void find_of_table(const struct known_table *table) {
    struct tableau t;
    cr_assert(known_table_read(&t, table) == 0);
    made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
    find(&t);
    tableau_free(&t);
}

static void clear(void) {
    diagnosis_free(&x);
    families_free(&f);
    evidence_free(&e);
}

Test(kin, exchanged_rows_and_columns_of_an_implicit_table_are_named) {
    static const struct {
        const char *a, *id;
    } cases[] = {{"1/4+1/6r3 1/4; 1/4 1/4-1/6r3", "rows-exchanged"},
                 {"1/4-1/6r3 1/4; 1/4 1/4+1/6r3", "columns-exchanged"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        find_of_table(&(struct known_table){
            .stages = 2, .a = cases[k].a, .c = "1/2-1/6r3 1/2+1/6r3", .b = "1/2 1/2"});
        cr_expect(x.verdict == DIAGNOSIS_FAIL && strcmp(x.fault.id, cases[k].id) == 0,
                  "%s: %s", x.fault.id, x.text);
        cr_expect(strstr(x.text, "Gauss's method of order 4, with") != NULL, "%s",
                  x.text);
        clear();
    }
}

/* The 3/8 rule, whose last stage is k1 - k2 + k3, with one of the latter for both there, and with
 * k2 for k3 in its result. */
Test(kin, a_stage_that_is_taken_for_another_is_named) {
    static const struct {
        const char *a, *b, *text;
    } cases[] = {
        {"; 1/3; -1/3 1; 1", "1/8 3/8 3/8 1/8",
         "the 3/8 rule, with stage 3 taken in stage 4 where stage 2 belongs"},
        {"; 1/3; -1/3 1; 1 -1 1", "1/8 3/4 0 1/8",
         "the 3/8 rule, with stage 2 taken in the result where stage 3 belongs"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        find_of_table(&(struct known_table){
            .stages = 4, .a = cases[k].a, .c = "0 1/3 2/3 1", .b = cases[k].b});
        cr_expect(x.verdict == DIAGNOSIS_FAIL && strstr(x.text, cases[k].text), "%s",
                  x.text);
        clear();
    }
}

/* chi of the other sign; the kicks 1 and 2 of its halves exchanged. */
Test(kin, kicks_of_a_splitting_at_other_times_and_other_kicks_at_its_times_are_told) {
    static const char *const kicks = "0.7123418310626056 -0.2123418310626056"
                                     " -0.2123418310626056 0.7123418310626056";
    find_of_table(&(struct known_table){
        .stages = 5,
        .is_splitting = true,
        .bq = "0.1786178958448091 0.0662645826698184 0.510235043 0.0662645826698184"
              " 0.1786178958448091",
        .bv = kicks});
    cr_expect(x.verdict == DIAGNOSIS_FAIL && strstr(x.text, "(PEFRL), with other drifts"),
              "%s", x.text);
    clear();
    find_of_table(&(struct known_table){
        .stages = 5,
        .is_splitting = true,
        .bq = "0.1786178958448091 -0.0662645826698184 0.7752933736500186"
              " -0.0662645826698184 0.1786178958448091",
        .bv = "-0.2123418310626056 0.7123418310626056 0.7123418310626056"
              " -0.2123418310626056"});
    cr_expect(x.verdict == DIAGNOSIS_FAIL && strstr(x.text, "(PEFRL), with other kicks"),
              "%s", x.text);
    clear();
}

struct off {
    mpfr_t *own;
    double share;
};

/* Radau IIA's weights but of trees that are neither chains nor bushes. */
static void unsolved(mpfr_ptr weight, const struct forest *forest, int tree,
                     const void *context) {
    const struct off *off = context;
    const struct tree *t = &forest->tree[tree];
    bool is_bush = true;
    for (int i = 0; i < t->children; i++)
        is_bush &= forest->tree[t->child[i]].order == 1;
    mpfr_set(weight, off->own[tree], MPFR_RNDN);
    if (t->order == 4 && !is_bush && t->children + t->time_leaves > 1)
        mpfr_mul_d(weight, weight, 1 + off->share, MPFR_RNDN);
}

Test(kin, an_implicit_method_that_is_right_on_linear_equations_alone_is_not_solved) {
    enum known_variant variant;
    struct tableau t;
    struct forest forest;
    cr_assert(known_build(&t, known_find("radau-2a-5", &variant), KNOWN_AS_IT_IS) == 0);
    cr_assert(forest_all(&forest, FOREST_MECHANICAL, 4) == 0);
    mpfr_t *own = vector_alloc(forest.count, 117);
    cr_assert(own != NULL && tableau_numbers(own, NULL, &t, &forest) == 0);
    const struct off off = {own, 0.125};
    made_evidence(&e, FOREST_MECHANICAL, 4, 0,
                  &(struct made_weights){.result = unsolved, .context = &off});
    find(&t);
    cr_expect(x.verdict == DIAGNOSIS_FAIL &&
                  strstr(x.text, "Radau IIA of order 5, with stage equations that are "
                                 "left before they are solved"),
              "%s", x.text);
    clear();
}

static void off_by_time(mpfr_ptr weight, const struct forest *forest, int tree,
                        const void *context) {
    const struct off *off = context;
    mpfr_set(weight, off->own[tree], MPFR_RNDN);
    if (judge_time_leaves(forest, tree) > 0)
        mpfr_mul_d(weight, weight, 1 + off->share, MPFR_RNDN);
}

static void find_off_by_time(const char *key, double share) {
    enum known_variant variant;
    struct tableau t;
    struct forest forest;
    cr_assert(known_build(&t, known_find(key, &variant), KNOWN_AS_IT_IS) == 0);
    cr_assert(forest_all(&forest, FOREST_MECHANICAL, 4) == 0);
    mpfr_t *own = vector_alloc(forest.count, 117);
    cr_assert(own != NULL && tableau_numbers(own, NULL, &t, &forest) == 0);
    const struct off off = {own, share};
    made_evidence(&e, FOREST_MECHANICAL, 4, 0,
                  &(struct made_weights){.result = off_by_time, .context = &off});
    find(&t);
}

/* Rounded alike in all probes, so that nothing scatters. Nodes of a Runge-Kutta method are no
 * derivatives. */
Test(kin, derivatives_by_time_of_a_rosenbrock_method_may_be_difference_quotients) {
    find_off_by_time("ros2-small", 4e-12);
    cr_expect(x.verdict == DIAGNOSIS_PASS && strstr(x.text, "ROS2") &&
                  strstr(x.text, "as with a difference quotient by time"),
              "%s", x.text);
    clear();
    find_off_by_time("ros2-small", 0);
    cr_expect(x.verdict == DIAGNOSIS_PASS && !strstr(x.text, "quotient"), "%s", x.text);
    clear();
    find_off_by_time("heun", 1e-9);
    cr_expect(x.verdict == DIAGNOSIS_FAIL, "%s", x.text);
    clear();
}

/* A component that is left out where the first step has 0 of it. */
Test(kin, two_steps_that_do_not_compose_fail_where_nothing_is_kept) {
    struct memory none = {.has_memory = false};
    struct diagnostic d;
    int tree = 0;
    for (int is_off = 0; is_off < 2; is_off++) {
        made_of_known(&e, FOREST_MECHANICAL, 4, 0, "explicit-euler");
        while (mpfr_zero_p(e.of[3].weights.result[tree]) ||
               !mpfr_zero_p(e.of[0].weights.result[tree]))
            tree++;
        if (is_off)
            mpfr_set_zero(e.of[3].weights.result[tree], 1);
        cr_assert(evidence_compare(&e) == 0);
        e.course = &none;
        cr_assert(diagnosis_find(&x, &e, NULL, &d) == 0);
        cr_expect((x.verdict == DIAGNOSIS_FAIL) == (is_off == 1), "%s", x.text);
        cr_expect((strstr(x.text, "Two steps in a row are not") != NULL) == (is_off == 1),
                  "%s", x.text);
        cr_expect(strstr(x.text, "remembers") == NULL, "%s", x.text);
        diagnosis_free(&x);
        evidence_free(&e);
    }
}
