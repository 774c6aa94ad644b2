/* Parametric faults: the family and the size, from weights by rules written out here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/fingerprint/fault/fault.h"
#include "harness/tests/made_evidence.h"

static const double sizes[] = {0.03, -2e-3, 1e-6, -3e-9, 3e-11};
enum { sizes_count = sizeof sizes / sizeof *sizes };

enum wrong { SECOND_STEP, FORCE, TIME, ESTIMATE, MAP };

struct wrong_pair {
    enum wrong what;
    double size;
};

/* Nodes of the tree that stand for f. */
static int forces(const struct forest *f, int tree) {
    int count = f->tree[tree].colour == TREE_V;
    for (int i = 0; i < f->tree[tree].children; i++)
        count += forces(f, f->tree[tree].child[i]);
    return count;
}

static int nodes(const struct forest *f, int tree) {
    int count = 1;
    for (int i = 0; i < f->tree[tree].children; i++)
        count += nodes(f, f->tree[tree].child[i]);
    return count;
}

/* The weight after a step of backward Euler of size `size`, of which the time sees
 * (1 + late) times as much: size^nodes (size (1 + late))^(time leaves), as all of the tree
 * is evaluated at the end. */
static void single(mpfr_ptr w, const struct forest *f, int tree, double size,
                   double late) {
    int leaves = judge_time_leaves(f, tree);
    mpfr_t time;
    mpfr_init2(time, 400);
    mpfr_set_d(time, late, MPFR_RNDN);
    mpfr_add_ui(time, time, 1, MPFR_RNDN);
    mpfr_mul_d(time, time, size, MPFR_RNDN);
    mpfr_pow_ui(time, time, (unsigned long)leaves, MPFR_RNDN);
    mpfr_set_d(w, size, MPFR_RNDN);
    mpfr_pow_ui(w, w, (unsigned long)nodes(f, tree), MPFR_RNDN);
    mpfr_mul(w, w, time, MPFR_RNDN);
}

/* The same after the second half step: s(t) = first(t) + second prod s(child). */
static void both(mpfr_ptr w, const struct forest *f, int tree, double second_off,
                 double late) {
    const struct tree *t = &f->tree[tree];
    mpfr_t x, second;
    mpfr_inits2(400, x, second, (mpfr_ptr)NULL);
    mpfr_set_d(second, second_off, MPFR_RNDN);
    mpfr_add_d(second, second, 0.5, MPFR_RNDN);
    mpfr_set_d(x, late, MPFR_RNDN);
    mpfr_add_ui(x, x, 1, MPFR_RNDN);
    mpfr_mul(x, x, second, MPFR_RNDN);
    mpfr_add_d(x, x, 0.5, MPFR_RNDN);
    mpfr_pow_ui(w, x, (unsigned long)t->time_leaves, MPFR_RNDN);
    mpfr_mul(w, w, second, MPFR_RNDN);
    for (int i = 0; i < t->children; i++) {
        both(x, f, t->child[i], second_off, late);
        mpfr_mul(w, w, x, MPFR_RNDN);
    }
    single(x, f, tree, 0.5, late);
    mpfr_add(w, w, x, MPFR_RNDN);
}

/* Factors of f and of N multiply every node of theirs. */
static void scale(mpfr_ptr w, const struct forest *f, int tree,
                  const struct wrong_pair *p) {
    mpfr_t factor;
    if (p->what != FORCE && p->what != MAP)
        return;
    int times = p->what == FORCE ? forces(f, tree) : nodes(f, tree) - forces(f, tree);
    mpfr_init2(factor, 400);
    mpfr_set_d(factor, p->size, MPFR_RNDN);
    mpfr_add_ui(factor, factor, 1, MPFR_RNDN);
    mpfr_pow_ui(factor, factor, (unsigned long)times, MPFR_RNDN);
    mpfr_mul(w, w, factor, MPFR_RNDN);
}

static void wide_result(mpfr_ptr w, const struct forest *f, int tree,
                        const struct wrong_pair *p) {
    both(w, f, tree, p->what == SECOND_STEP ? p->size : 0, p->what == TIME ? p->size : 0);
    scale(w, f, tree, p);
}

static void result(mpfr_ptr weight, const struct forest *f, int tree,
                   const void *context) {
    mpfr_t wide;
    mpfr_init2(wide, 400);
    wide_result(wide, f, tree, context);
    mpfr_set(weight, wide, MPFR_RNDN);
    mpfr_clear(wide);
}

static void estimate(mpfr_ptr weight, const struct forest *f, int tree,
                     const void *context) {
    const struct wrong_pair *p = context;
    mpfr_t wide, big;
    mpfr_inits2(400, wide, big, (mpfr_ptr)NULL);
    wide_result(wide, f, tree, p);
    single(big, f, tree, 1, p->what == TIME ? p->size : 0);
    scale(big, f, tree, p);
    mpfr_sub(wide, big, wide, MPFR_RNDN);
    if (p->what == ESTIMATE) {
        mpfr_set_d(big, p->size, MPFR_RNDN);
        mpfr_add_ui(big, big, 1, MPFR_RNDN);
        mpfr_mul(wide, wide, big, MPFR_RNDN);
    }
    mpfr_set(weight, wide, MPFR_RNDN);
    mpfr_clears(wide, big, (mpfr_ptr)NULL);
}

static void expect_size(enum wrong what, double size, mpfr_prec_t bits, const char *id) {
    const struct wrong_pair p = {what, size};
    const struct made_weights w = {result, estimate, &p};
    enum known_variant variant;
    struct evidence e;
    struct fault fault;
    made_evidence(&e, FOREST_MECHANICAL, 4, bits, &w);
    const struct known_method *m = known_find("velocity-implicit-euler", &variant);
    cr_assert(fault_find(&fault, &e, m, variant) == 0);
    cr_expect(fault.found, "%s of %g is not found", id, size);
    if (fault.found) {
        cr_expect_str_eq(fault.id, id);
        cr_expect(fabs(fault.size - size) <= (bits == 0 ? 1e-15 : 1e-78),
                  "%s: %.17g, not %.17g", id, fault.size, size);
    }
}

Test(fault_fit, family_and_size_are_recovered_in_double) {
    for (int i = 0; i < sizes_count; i++) {
        expect_size(SECOND_STEP, sizes[i], 0, "second-half-step");
        expect_size(FORCE, sizes[i], 0, "force-factor");
        expect_size(MAP, sizes[i], 0, "map-factor");
        expect_size(TIME, sizes[i], 0, "force-time");
    }
}

Test(fault_fit, at_256_bits_the_smallest_sizes_are_too) {
    static const double small[] = {1e-20, -1e-45, 3e-73};
    for (int i = 0; i < 3; i++) {
        expect_size(SECOND_STEP, small[i], 256, "second-half-step");
        expect_size(FORCE, small[i], 256, "force-factor");
        expect_size(TIME, small[i], 256, "force-time");
    }
}

static void turned(mpfr_ptr weight, const struct forest *f, int tree,
                   const void *context) {
    estimate(weight, f, tree, context);
    mpfr_neg(weight, weight, MPFR_RNDN);
}

/* A fault of the step explains the result; the estimate's sign, it does not. */
Test(fault_fit, a_fault_that_explains_the_result_alone_is_not_taken) {
    const struct wrong_pair p = {SECOND_STEP, 1e-6};
    const struct made_weights w = {result, turned, &p};
    enum known_variant variant;
    struct evidence e;
    struct fault fault;
    made_evidence(&e, FOREST_MECHANICAL, 4, 0, &w);
    const struct known_method *m = known_find("velocity-implicit-euler", &variant);
    cr_assert(fault_find(&fault, &e, m, variant) == 0);
    cr_expect(!fault.found, "%s", fault.text);
}

Test(fault_fit, a_number_is_told_with_what_it_is_off_by) {
    static const struct {
        double number, nominal;
        const char *text;
    } cases[] = {{0.500001, 0.5, "0.500001, off by 1.0e-06"},
                 {0.5 + 0x1p-40, 0.5, "0.5+9.1e-13, off by 9.1e-13"},
                 {0.51, 0.5, "0.51, off by 1.0e-02"},
                 {0.25, 0.5, "1/4"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[96];
        double off;
        bool is_fraction;
        mpfr_t number;
        mpfr_init2(number, 117);
        mpfr_set_d(number, cases[i].number, MPFR_RNDN);
        fault_number_text(text, sizeof text, &off, &is_fraction, number, cases[i].nominal,
                          0x1p-53);
        cr_expect_str_eq(text, cases[i].text);
        cr_expect(is_fraction == (cases[i].text[0] == '1'));
    }
}

/* Seen to fail: the third stage of the classical method with the first slope for the second was no
 * known method, and passed. */
Test(fault_fit, coefficients_in_each_others_places_are_found) {
    enum known_variant variant = KNOWN_AS_IT_IS;
    const struct known_method *m = known_find("runge-kutta-4", &variant);
    for (int of_weights = 0; of_weights < 2; of_weights++) {
        struct tableau t;
        struct evidence e;
        struct fault fault;
        cr_assert(known_build(&t, m, variant) == 0);
        for (int part = 0; part < TABLEAU_PARTS && !of_weights; part++)
            mpq_swap(t.a[part][2 * 4 + 0], t.a[part][2 * 4 + 1]);
        if (of_weights) {
            mpq_swap(t.bq[2], t.bq[3]);
            mpq_swap(t.bv[2], t.bv[3]);
        }
        made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
        cr_assert(fault_find(&fault, &e, m, variant) == 0);
        cr_expect_str_eq(fault.id, "coefficients-exchanged");
        cr_expect(strstr(fault.text, of_weights ? "with b3 and b4 exchanged"
                                                : "stages 1 and 2 in stage 3") != NULL,
                  "%s", fault.text);
        evidence_free(&e);
        tableau_free(&t);
    }
}

/* Each coefficient of Merson's table in turn, known by the table itself. */
Test(fault_fit, a_coefficient_of_a_table_is_found_with_its_size) {
    static const struct {
        char kind;
        int i, j;
        const char *id;
    } cases[] = {{'a', 4, 3, "coefficient-a43"},
                 {'a', 5, 4, "coefficient-a54"},
                 {'b', 4, 0, "coefficient-b4"},
                 {'r', 3, 2, "coefficient-a32"}, /* the node is its row's sum */
                 {'c', 3, 0, "coefficient-c3"},
                 {'e', 5, 0, "coefficient-e5"}};
    enum known_variant variant;
    const struct known_method *m = known_find("runge-kutta-merson", &variant);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int n = 0; n < sizes_count; n += 2) {
            struct tableau t;
            struct evidence e;
            struct fault fault;
            mpq_t off;
            mpq_init(off);
            mpq_set_d(off, sizes[n]);
            cr_assert(known_build(&t, m, variant) == 0);
            int i = cases[k].i - 1, place = i * t.stages + cases[k].j - 1;
            for (int part = 0; part < TABLEAU_PARTS && strchr("ar", cases[k].kind);
                 part++)
                mpq_add(t.a[part][place], t.a[part][place], off);
            for (int part = 0; part < 2; part++) {
                mpq_t *of = cases[k].kind == 'b'   ? (part ? t.bq : t.bv)
                            : cases[k].kind == 'e' ? (part ? t.eq : t.ev)
                                                   : NULL;
                if (of != NULL)
                    mpq_add(of[i], of[i], off);
            }
            if (strchr("cr", cases[k].kind))
                mpq_add(t.c[i], t.c[i], off);
            made_of_tableau(&e, FOREST_MECHANICAL, 4, 0, &t);
            cr_assert(fault_find(&fault, &e, m, variant) == 0);
            cr_expect(fault.found, "%s off by %g", cases[k].id, sizes[n]);
            cr_expect_str_eq(fault.id, cases[k].id);
            cr_expect(fabs(fault.size - sizes[n]) <= 1e-14, "%s: %.17g", cases[k].id,
                      fault.size);
        }
}
