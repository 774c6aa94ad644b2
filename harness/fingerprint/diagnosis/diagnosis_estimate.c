/* What the estimate is made of: of step doubling big, mid and small (the results of one whole
 * step, of the first half step, of both); the result itself; and a few simple methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/diagnosis/diagnosis.h"

#include <math.h>
#include <stdio.h>

#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

/* What step doubling has at hand, of a known method. */
struct doubling {
    bool is_doubled;
    int order; /* of the method that is doubled */
    /* Small alone when it is not doubled: two half steps of what is propagated as a whole step. */
    struct judge_weights big, small;
    mpfr_t *mid;
};

/* The whole step that a method in two half steps is compared with. */
static int find_big(struct doubling *s, const struct judge *j,
                    const struct known_method *m, enum known_variant variant) {
    if (variant != KNOWN_AS_IT_IS)
        return judge_known(&s->big, j, m, KNOWN_AS_IT_IS) ||
               judge_known(&s->small, j, m, KNOWN_DOUBLED);
    struct tableau t;
    int failed = known_table_read(&t, m->table) || judge_tableau(&s->big, j, &t) ||
                 judge_known(&s->small, j, m, variant);
    tableau_free(&t);
    return failed;
}

/* A step of h/2 from the start: each weight over 2^order of its tree. */
static int find_mid(struct doubling *s, const struct judge *j) {
    s->mid = vector_alloc(j->forest->count, j->bits);
    if (s->mid == NULL)
        return -1;
    for (int i = 0; i < j->forest->count; i++)
        mpfr_div_2ui(s->mid[i], s->big.result[i], (unsigned long)j->forest->tree[i].order,
                     MPFR_RNDN);
    return 0;
}

static int find_doubling(struct doubling *s, const struct judge *j,
                         const struct known_method *m, enum known_variant variant) {
    *s = (struct doubling){.is_doubled = false};
    if (m == NULL)
        return 0;
    if (variant == KNOWN_AS_IT_IS && !m->table->in_two_halves)
        return judge_known(&s->small, j, m, KNOWN_DOUBLED);
    s->is_doubled = true;
    s->order = m->order;
    return find_big(s, j, m, variant) || find_mid(s, j);
}

static void free_doubling(struct doubling *s, int count) {
    judge_weights_free(&s->big);
    judge_weights_free(&s->small);
    vector_free(s->mid, count);
}

static const char *const simple_methods[][2] = {
    {"backward-euler", "backward Euler"},
    {"explicit-euler", "explicit Euler"},
    {"trapezoid", "trapezoid rule"},
    {"implicit-midpoint", "implicit midpoint"}};
enum { simple_count = sizeof simple_methods / sizeof *simple_methods };

static int find_simple(struct judge_weights *simple, const struct judge *j) {
    for (int i = 0; i < simple_count; i++) {
        enum known_variant variant;
        const struct known_method *m = known_find(simple_methods[i][0], &variant);
        if (m == NULL || judge_known(&simple[i], j, m, variant))
            return -1;
    }
    return 0;
}

/* A step of the trapezoid rule that takes N(q) at the end alone. */
static int find_trapezoid(struct recipe_weights *w, const struct evidence *e) {
    struct recipe r;
    recipe_init(&r, RECIPE_IMPLICIT_EULER, false, e->judge.bits);
    mpfr_set_d(r.number[RECIPE_LARGE][RECIPE_THETA_V], 0.5, MPFR_RNDN);
    mpfr_set_d(r.number[RECIPE_LARGE][RECIPE_MAP_VELOCITY], 0.5, MPFR_RNDN);
    int failed = recipe_weights_alloc(w, e->forest.count, e->judge.bits) ||
                 recipe_weights(w, &r, &e->forest);
    recipe_clear(&r);
    return failed;
}

static int list_vectors(struct estimate_vector *vector, const struct doubling *s,
                        const struct judge_weights *simple,
                        const struct recipe_weights *trapezoid,
                        const struct evidence *e) {
    int count = 0;
    if (s->is_doubled) {
        vector[count++] = (struct estimate_vector){"big", vector_const(s->big.result)};
        vector[count++] =
            (struct estimate_vector){"small", vector_const(s->small.result)};
        vector[count++] = (struct estimate_vector){"mid", vector_const(s->mid)};
    }
    vector[count++] = (struct estimate_vector){"result", evidence_result(e)};
    if (!s->is_doubled && s->small.result != NULL)
        vector[count++] =
            (struct estimate_vector){"two half steps", vector_const(s->small.result)};
    for (int i = 0; i < simple_count; i++)
        vector[count++] = (struct estimate_vector){simple_methods[i][1],
                                                   vector_const(simple[i].result)};
    vector[count++] = (struct estimate_vector){"trapezoid rule of the velocities",
                                               vector_const(trapezoid->result)};
    return count;
}

static int fit(struct diagnosis *x, const struct evidence *e,
               const struct known_method *m, enum known_variant variant) {
    struct estimate_vector vector[ESTIMATE_VECTORS], whole = {"its own estimate", NULL};
    struct judge_weights simple[simple_count] = {{0, NULL, NULL}}, own = {0, NULL, NULL};
    struct recipe_weights trapezoid = {0};
    struct doubling s = {.is_doubled = false};
    int failed = find_trapezoid(&trapezoid, e) ||
                 find_doubling(&s, &e->judge, m, variant) ||
                 find_simple(simple, &e->judge) ||
                 (m != NULL && judge_known(&own, &e->judge, m, variant));
    if (!failed && !s.is_doubled && own.estimate != NULL)
        whole.weights = vector_const(own.estimate);
    double nominal = s.is_doubled ? 1 / (ldexp(1, s.order) - 1) : 1;
    if (!failed)
        failed = estimate_fit(&x->estimate, e, &whole, vector,
                              list_vectors(vector, &s, simple, &trapezoid, e), nominal);
    recipe_weights_free(&trapezoid);
    free_doubling(&s, e->forest.count);
    judge_weights_free(&own);
    for (int i = 0; i < simple_count; i++)
        judge_weights_free(&simple[i]);
    return failed;
}

/* A step that is faulty throughout, its estimate included, has the doubling's own. */
static bool is_of_faulty_steps(const struct diagnosis *x) {
    return x->fault.found && x->name.method == NULL && x->weights.estimate != NULL;
}

int diagnosis_fit_estimate(struct diagnosis *x, const struct evidence *e) {
    const struct known_method *m = x->name.method != NULL ? x->name.method : x->expected;
    enum known_variant variant =
        x->name.method != NULL ? x->name.variant : x->expected_variant;
    if (!e->has_estimate)
        return 0;
    if (is_of_faulty_steps(x)) {
        x->estimate =
            (struct estimate_fit){.found = true, .is_signed = true, .factor = 1};
        snprintf(x->estimate.factor_text, sizeof x->estimate.factor_text, "1");
        snprintf(x->estimate.of, sizeof x->estimate.of, "%s",
                 x->expected != NULL && x->expected->table->in_two_halves
                     ? "big - small"
                     : "its own estimate");
        return 0;
    }
    if (fit(x, e, m, variant))
        return -1;
    if (x->name.estimate_too && x->estimate.found && x->estimate.x < 0) {
        x->estimate.factor = 1; /* but for rounding */
        snprintf(x->estimate.factor_text, sizeof x->estimate.factor_text, "1");
    }
    char title[NAME_TEXT];
    if (x->expected != NULL && !x->expectation_is_own && x->failing > 0 &&
        !x->fault.found && x->name.method != NULL &&
        judge_all(&e->judge, evidence_result(e), vector_const(x->weights.result))) {
        name_title(title, x->expected, x->expected_variant);
        diagnosis_judge_estimate(x, title);
    }
    return 0;
}
