/* The models of the catalogue: the flow against the literature, truth against closed
 * forms and against what is conserved; the pair against itself with more bits. Seen to
 * fail: Newton's method stopped early.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/testing.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "problems/tests/nightly.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/taylor/flow.h"

/* Too stiff for an explicit method over their spans. */
static const char *const too_stiff[] = {"drake_double_mass", "graded_chain_12_decades"};

/* Too dear for a test that any change should run. */
static const char *const too_dear[] = {"beam40", "outer_solar6", "planar_chain10",
                                       "pleiades"};

/* Stiff or large ones, followed through so much of their spans. */
static const char *const dear[] = {"hertz_hard",      "hertz_stack12",
                                   "humanoid",        "pendulum_row_k1e6",
                                   "signorini_bar40", "spring_truss_k1e6"};
static const double part_of_dear = 0x1p-4;

/* The reduced rates of linkages with more joints are long formulas. */
enum { BITS = 256, MAX_STEPS = 3000, MOST_STATES = 256, MOST_JOINTS = 3 };

static bool is_among(const char *name, size_t count, const char *const *list) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

/* At the end of the span, or of the part that is followed. */
static struct ref_truth *make_truth(struct model *m, int digits) {
    struct ref_truth *truth;
    struct ref_truth_options options = {.digits = digits, .max_steps = MAX_STEPS};
    mpfr_t t;
    mpfr_init2(t, BITS);
    cr_assert(expr_constant(m->graph, m->span_end, t) == PROBLEM_OK);
    if (is_among(m->name, sizeof dear / sizeof *dear, dear))
        mpfr_mul_d(t, t, part_of_dear, MPFR_RNDN);
    if (m->contacts > 0) /* a span may end with an impact */
        mpfr_mul_d(t, t, 0.96875, MPFR_RNDN);
    ref_truth_function *solve = m->contacts > 0 ? ref_event_truth : ref_truth_alloc;
    enum ref_status status = solve(&truth, m, 1, (const mpfr_t *)&t, &options);
    cr_assert(status == REF_OK, "%s: %s", m->name, ref_status_text(status));
    return truth;
}

/* Pleiades: followed to 64 bits, which is enough for what is published. */
Test(catalogue, flow_agrees_with_published_values_to_the_digits_trusted) {
    enum { FEW = 64 };
    struct model *m = testing_catalogue("pleiades");
    int n = ref_state_size(m);
    mpfr_t t, *x = vector_alloc(n, BITS);
    mpfr_init2(t, BITS);
    ref_flow *f;
    cr_assert(m->published > 0);
    cr_assert(ref_flow_alloc(&f, m, FEW, 0, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_initial(m, EVAL_EXACT_CONSTANTS, t, x) == REF_OK);
    cr_assert(ref_flow_start(f, t, vector_const(x)) == REF_OK);
    cr_assert(expr_constant(m->graph, m->published_value[0].time, t) == PROBLEM_OK);
    cr_assert(ref_flow_to(f, t, MAX_STEPS) == REF_OK);
    for (int k = 0; k < m->published; k++) {
        const struct published_value *published = &m->published_value[k];
        cr_assert(expr_constant(m->graph, published->value, t) == PROBLEM_OK);
        mpfr_srcptr found = ref_flow_state(f)[published->state];
        double digits = -log10(2.0) * testing_relative(found, t);
        cr_assert(digits > published->digits - 0.5, "%s: %g digits agree, not %d",
                  m->state[published->state], digits, published->digits);
    }
}

/* out := expressions in t and x at (t, x). */
static void evaluate(struct model *m, int count, const expr *value, mpfr_srcptr t,
                     const mpfr_t *x, mpfr_t *out) {
    int n = ref_state_size(m), variable[MOST_STATES];
    mpfr_t *in = vector_alloc(1 + n, BITS);
    cr_assert(n <= MOST_STATES);
    mpfr_set(in[0], t, MPFR_RNDN);
    vector_set(in + 1, x, n);
    for (int i = 0; i <= n; i++)
        variable[i] = i;
    struct program *p = program_alloc(m->graph, 1 + n, variable, count, value);
    struct eval_mpfr *e;
    cr_assert(p != NULL &&
              eval_mpfr_alloc(&e, m->graph, p, BITS, EVAL_EXACT_CONSTANTS) == PROBLEM_OK);
    eval_mpfr_run(e, vector_const(in), out);
}

static void check_solution(struct model *m) {
    enum {
        DIGITS = 45,
        OWN_LOSS = 8
    }; /* bits that the formula's evaluation here loses */
    int n = ref_state_size(m);
    struct ref_truth *truth = make_truth(m, DIGITS);
    mpfr_t *exact = vector_alloc(n, BITS), error, allowed;
    mpfr_inits2(BITS, error, allowed, (mpfr_ptr)NULL);
    mpfr_set_ui_2exp(allowed, 1, OWN_LOSS - BITS, MPFR_RNDU);
    mpfr_add(allowed, allowed, truth->radius[0], MPFR_RNDU);
    evaluate(m, n, m->solution, truth->time[0], vector_const(truth->state), exact);
    for (int i = 0; i < n; i++) {
        mpfr_sub(error, truth->state[i], exact[i], MPFR_RNDN);
        cr_assert(mpfr_number_p(error) && mpfr_cmpabs(error, allowed) <= 0,
                  "%s, %s: off by %g, radius %g", m->name, m->state[i],
                  mpfr_get_d(error, MPFR_RNDN), mpfr_get_d(truth->radius[0], MPFR_RNDN));
    }
    mpfr_clears(error, allowed, (mpfr_ptr)NULL);
    vector_free(exact, n);
    ref_truth_free(truth);
}

static void check_invariants(struct model *m) {
    enum { DIGITS = 30, KEPT = 22, MAX_INVARIANTS = 16 };
    expr value[MAX_INVARIANTS];
    int n = ref_state_size(m);
    cr_assert(m->invariants <= MAX_INVARIANTS);
    for (int i = 0; i < m->invariants; i++)
        value[i] = m->invariant[i].value;
    struct ref_truth *truth = make_truth(m, DIGITS);
    mpfr_t t, *x = vector_alloc(n, BITS);
    mpfr_t *before = vector_alloc(m->invariants, BITS);
    mpfr_t *after = vector_alloc(m->invariants, BITS);
    mpfr_init2(t, BITS);
    cr_assert(ref_initial(m, EVAL_EXACT_CONSTANTS, t, x) == REF_OK);
    evaluate(m, m->invariants, value, t, vector_const(x), before);
    evaluate(m, m->invariants, value, truth->time[0], vector_const(truth->state), after);
    for (int i = 0; i < m->invariants; i++) {
        mpfr_set_ui(t, 1, MPFR_RNDN);
        if (mpfr_cmpabs(before[i], t) > 0)
            mpfr_set(t, before[i], MPFR_RNDN);
        double digits = -log10(2.0) * testing_distance(after[i], before[i], t);
        cr_assert(digits > KEPT, "%s: %s keeps %g digits", m->name, m->invariant[i].name,
                  digits);
    }
    mpfr_clear(t);
    vector_free(x, n);
    vector_free(before, m->invariants);
    vector_free(after, m->invariants);
    ref_truth_free(truth);
}

/* result := large, half, small of a step of 2^-10 from near the model's start. */
static void step_pair(struct model *m, mpfr_prec_t bits, mpfr_t *result) {
    int n = ref_state_size(m);
    ref_pair *p;
    mpfr_t t, h, *x = vector_alloc(n, bits);
    mpfr_inits2(bits, t, h, (mpfr_ptr)NULL);
    cr_assert(ref_pair_alloc(&p, m, bits, EVAL_EXACT_CONSTANTS) == REF_OK);
    cr_assert(ref_initial(m, EVAL_EXACT_CONSTANTS, t, x) == REF_OK);
    /* The same h and x at every precision: few bits of each. */
    mpfr_set_d(h, 0x1p-10, MPFR_RNDN);
    for (int i = 0; i < n; i++)
        mpfr_prec_round(x[i], 40, MPFR_RNDN);
    enum ref_status status =
        ref_pair_step(p, t, vector_const(x), h, result, result + n, result + 2 * n);
    cr_assert(status == REF_OK, "%s: %s", m->name, ref_status_text(status));
}

/* Rounding is all that distinguishes a pair from one with more bits: half of the last bit
 * of each component, but for components that are tiny beside the largest. */
static void check_rounding(struct model *m) {
    enum { FEW = 128, MANY = 400, TINY_BITS = 40 };
    int n = 3 * ref_state_size(m);
    mpfr_t *few = vector_alloc(n, FEW), *many = vector_alloc(n, MANY);
    mpfr_t scale, norm;
    mpfr_inits2(64, scale, norm, (mpfr_ptr)NULL);
    step_pair(m, FEW, few);
    step_pair(m, MANY, many);
    vector_norm(norm, vector_const(many), n);
    mpfr_div_2ui(norm, norm, TINY_BITS, MPFR_RNDN);
    for (int i = 0; i < n; i++) {
        mpfr_abs(scale, many[i], MPFR_RNDN);
        mpfr_max(scale, scale, norm, MPFR_RNDN);
        double distance = testing_distance(few[i], many[i], scale);
        cr_assert(distance <= -FEW, "%s, number %d: 2^%g", m->name, i, distance);
    }
    mpfr_clears(scale, norm, (mpfr_ptr)NULL);
    vector_free(few, n);
    vector_free(many, n);
}

enum { BY_DAY = 3 };

/* Runs check on every model for which `concerns` holds, by day on each third of them; how many
 * those are. */
static int check_catalogue(bool (*concerns)(const struct model *m),
                           void (*check)(struct model *m)) {
    struct catalogue *c;
    struct diagnostic d;
    int concerned = 0, checked = 0;
    cr_assert(catalogue_open(&c, TEST_MODELS, &d) == PROBLEM_OK, "%s", d.text);
    for (int i = 0; i < c->count; i++) {
        const char *name = c->entry[i].name;
        struct model *m;
        if (is_among(name, sizeof too_stiff / sizeof *too_stiff, too_stiff) ||
            is_among(name, sizeof too_dear / sizeof *too_dear, too_dear))
            continue;
        cr_assert(catalogue_read(c, name, 0, NULL, &m, &d) == PROBLEM_OK, "%s", d.text);
        if (concerns(m) && m->joints <= MOST_JOINTS &&
            concerned++ % nightly_or(1, BY_DAY) == 0) {
            check(m);
            checked++;
        }
    }
    return checked;
}

static bool has_solution(const struct model *m) {
    return m->solution != NULL;
}

static bool has_invariants(const struct model *m) {
    return m->invariants > 0 && m->contacts == 0; /* impacts keep none */
}

Test(catalogue, truth_is_within_its_radius_of_every_closed_form) {
    cr_assert(check_catalogue(has_solution, check_solution) >= 5);
}

Test(catalogue, truth_keeps_every_invariant) {
    cr_assert(check_catalogue(has_invariants, check_invariants) >= 10);
}

static bool is_smooth_or_kinked(const struct model *m) {
    return m->contacts == 0;
}

Test(catalogue, pair_is_that_of_more_bits_rounded) {
    cr_assert(check_catalogue(is_smooth_or_kinked, check_rounding) >= 15);
}
