/* One motion in two formulations: with joints in redundant coordinates, and in coordinates
 * that need none. Their truths, by Taylor's method on each one's own equations, agree to 30
 * digits (the governor's, which is stiff, to 20). Seen to fail: other lengths, and another
 * damping, in one of the two.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"
#include "ref/vector.h"
#include "ref/truth.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/model.h"

enum { BITS = 300, MOST_SETTINGS = 12, MOST_STATES = 64 };

struct choice {
    const char *model;
    struct setting setting[MOST_SETTINGS]; /* ended by a name of NULL */
};

/* x := the state with joints that belongs to the one without, y. */
typedef void translation(struct model *m, const mpfr_t *y, mpfr_t *x);

static mpfr_srcptr state_of(const struct model *m, const mpfr_t *y, const char *name) {
    for (int i = 0; i < m->nq + m->nv; i++)
        if (strcmp(m->state[i], name) == 0)
            return y[i];
    cr_assert_fail("%s has no %s", m->name, name);
    return NULL;
}

static void add_product(mpfr_ptr sum, mpfr_srcptr a, mpfr_srcptr b) {
    mpfr_fma(sum, a, b, sum, MPFR_RNDN);
}

/* A row of n rods of lengths `length`, from angles and their rates, to points: all x, all y,
 * and their rates, or (interleaved) x, y of each point in turn. y is up. */
static void place_rods(int n, const double *length, bool interleaved, const mpfr_t *angle,
                       mpfr_t *x) {
    mpfr_t l, s, c, sum[4];
    mpfr_inits2(BITS, l, s, c, sum[0], sum[1], sum[2], sum[3], (mpfr_ptr)NULL);
    for (int k = 0; k < 4; k++)
        mpfr_set_zero(sum[k], 1);
    for (int i = 0; i < n; i++) {
        char decimal[32];
        snprintf(decimal, sizeof decimal, "%.15g", length[i]);
        mpfr_set_str(l, decimal, 10, MPFR_RNDN);
        mpfr_sin_cos(s, c, angle[i], MPFR_RNDN);
        mpfr_mul(s, s, l, MPFR_RNDN);
        mpfr_mul(c, c, l, MPFR_RNDN);
        mpfr_add(sum[0], sum[0], s, MPFR_RNDN);
        mpfr_sub(sum[1], sum[1], c, MPFR_RNDN);
        add_product(sum[2], c, angle[n + i]);
        add_product(sum[3], s, angle[n + i]);
        for (int k = 0; k < 4; k++) {
            int place = interleaved ? 2 * n * (k / 2) + 2 * i + k % 2 : k * n + i;
            mpfr_set(x[place], sum[k], MPFR_RNDN);
        }
    }
}

static void place_double_pendulum(struct model *m, const mpfr_t *y, mpfr_t *x) {
    (void)m;
    place_rods(2, (const double[]){0.71, 1.19}, true, y, x);
}

static void place_fallen_pendulum(struct model *m, const mpfr_t *y, mpfr_t *x) {
    (void)m;
    place_rods(2, (const double[]){1.0, 1.0}, true, y, x);
}

static void place_chain(struct model *m, const mpfr_t *y, mpfr_t *x) {
    (void)m;
    place_rods(5, (const double[]){0.83, 0.83, 0.83, 0.83, 0.83}, false, y, x);
}

/* Cranks of 1 m from upright, 1 m apart: x, y and their rates of three tips. */
static void place_cranks(struct model *m, const mpfr_t *y, mpfr_t *x) {
    (void)m;
    mpfr_t s, c;
    mpfr_inits2(BITS, s, c, (mpfr_ptr)NULL);
    mpfr_sin_cos(s, c, y[0], MPFR_RNDN);
    for (int i = 0; i < 3; i++) {
        mpfr_add_ui(x[i], s, (unsigned long)i + 1, MPFR_RNDN);
        mpfr_set(x[3 + i], c, MPFR_RNDN);
        mpfr_mul(x[6 + i], c, y[1], MPFR_RNDN);
        mpfr_mul(x[9 + i], s, y[1], MPFR_RNDN);
        mpfr_neg(x[9 + i], x[9 + i], MPFR_RNDN);
    }
    mpfr_clears(s, c, (mpfr_ptr)NULL);
}

/* Components that both have; the others stay what they are. */
static void copy_named(struct model *m, const mpfr_t *y, const struct model *with,
                       int names, const char *const name[][2], mpfr_t *x) {
    int copied = 0;
    for (int k = 0; k < names; k++)
        for (int i = 0; i < with->nq + with->nv; i++)
            if (strcmp(with->state[i], name[k][0]) == 0) {
                mpfr_set(x[i], state_of(m, y, name[k][1]), MPFR_RNDN);
                copied++;
            }
    cr_assert_eq(copied, names);
}

static const char *const governor_names[][2] = {
    {"psi", "psi"},  {"turn", "psi"}, {"s", "s"},     {"b[1]", "psi"},
    {"b[2]", "psi"}, {"a[1]", "a"},   {"a[2]", "a"},  {"spin", "spin"},
    {"v", "v"},      {"da[1]", "w"},  {"da[2]", "w"}, {"db[2]", "spin"}};
static const char *const top_names[][2] = {{"w", "w"}, {"x", "x"}, {"y", "y"}, {"z", "z"},
                                           {"p", "p"}, {"r", "r"}, {"s", "s"}};

static const struct {
    struct choice with, without;
    translation *translate; /* NULL: by names */
    int names;
    const char *const (*name)[2];
    double time;
    int digits;
} pairs[] = {
    {{"double_pendulum_cartesian",
      {{"m1", "1.37"},
       {"m2", "0.83"},
       {"l1", "0.71"},
       {"l2", "1.19"},
       {"a", "0.7"},
       {"b", "-0.45"},
       {"wa", "-0.25"},
       {"wb", "1.3"}}},
     {"double_pendulum",
      {{"m1", "1.37"},
       {"m2", "0.83"},
       {"l1", "0.71"},
       {"l2", "1.19"},
       {"a", "0.7"},
       {"b", "-0.45"},
       {"u", "-0.25"},
       {"w", "1.3"}}},
     place_double_pendulum,
     0,
     NULL,
     0.75,
     30},
    {{"double_pendulum_cartesian", {{"x1", "1"}, {"y1", "0"}, {"x2", "2"}, {"y2", "0"}}},
     {"double_pendulum", {{"a", "pi/2"}, {"b", "pi/2"}}},
     place_fallen_pendulum,
     0,
     NULL,
     1.0,
     30},
    {{"chain_cartesian", {{"n", "5"}, {"l", "0.83"}}},
     {"planar_chain", {{"n", "5"}, {"l", "0.83"}}},
     place_chain,
     0,
     NULL,
     0.5,
     30},
    {{"four_bar", {{"a0", "0.3"}, {"w0", "1.9"}}},
     {"four_bar_reduced", {{"a0", "0.3"}, {"w0", "1.9"}}},
     place_cranks,
     0,
     NULL,
     0.25,
     30},
    {{"heavy_top_joints", {{"l", "0.71"}}},
     {"heavy_top_bca", {{"l", "0.71"}}},
     NULL,
     sizeof top_names / sizeof *top_names,
     top_names,
     0.03125,
     30},
    {{"flyball_joints", {{"k", "8e3"}, {"c", "170"}}},
     {"flyball", {{"k", "8e3"}, {"c", "170"}}},
     NULL,
     sizeof governor_names / sizeof *governor_names,
     governor_names,
     0.03125,
     20},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static struct model *read_choice(const struct choice *choice) {
    char path[512];
    int settings = 0;
    struct diagnostic d = {""};
    struct model *m = NULL;
    while (settings < MOST_SETTINGS && choice->setting[settings].name)
        settings++;
    snprintf(path, sizeof path, "%s/%s.model", TEST_MODELS, choice->model);
    cr_assert(model_read(&m, path, settings, choice->setting, &d) == PROBLEM_OK, "%s: %s",
              choice->model, d.text);
    return m;
}

/* The solution at a time to some more digits than are compared. */
static struct ref_truth *make_truth(struct model *m, double time, int digits) {
    enum { MORE = 4 };
    struct ref_truth *truth = NULL;
    struct ref_truth_options options = {.digits = digits + MORE};
    mpfr_t t;
    mpfr_init2(t, BITS);
    mpfr_set_d(t, time, MPFR_RNDN);
    enum ref_status status = ref_truth_alloc(&truth, m, 1, (const mpfr_t *)&t, &options);
    mpfr_clear(t);
    cr_assert(status == REF_OK, "%s: %s", m->name, ref_status_text(status));
    return truth;
}

/* The largest difference of a component, as a power of ten. */
static double find_difference(const mpfr_t *a, const mpfr_t *b, int count) {
    double worst = -INFINITY;
    mpfr_t one;
    mpfr_init2(one, BITS);
    mpfr_set_ui(one, 1, MPFR_RNDN);
    for (int i = 0; i < count; i++)
        worst = fmax(worst, testing_distance(a[i], b[i], one));
    return worst * log10(2.0);
}

static void compare_pair(int i) {
    struct model *with = read_choice(&pairs[i].with),
                 *without = read_choice(&pairs[i].without);
    int nx = with->nq + with->nv;
    cr_assert(with->joints > 0 && with->reduced && without->joints == 0 &&
              nx <= MOST_STATES);
    struct ref_truth *a = make_truth(with, pairs[i].time, pairs[i].digits),
                     *b = make_truth(without, pairs[i].time, pairs[i].digits);
    mpfr_t *x = vector_alloc(nx, BITS);
    for (int k = 0; k < nx; k++)
        mpfr_set(x[k], a->state[k], MPFR_RNDN);
    if (pairs[i].translate)
        pairs[i].translate(without, vector_const(b->state), x);
    else
        copy_named(without, vector_const(b->state), with, pairs[i].names, pairs[i].name,
                   x);
    double digits = -find_difference(vector_const(x), vector_const(a->state), nx);
    cr_expect(digits >= pairs[i].digits, "%s: %g digits", with->name, digits);
}

Test(formulations, with_and_without_joints_have_one_motion) {
    for (int i = 0; i < PAIRS; i++)
        compare_pair(i);
}
