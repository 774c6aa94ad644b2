/* From evidence to a verdict. In this order: weights that are none of a method; the method
 * asked for, or the one that fits; a fault of it from the dictionary; what is wrong with the
 * estimate; a shared feature of the trees that differ.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/diagnosis/diagnosis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/fingerprint/measure/course.h"
#include "ref/vector.h"

const char *diagnosis_verdict_text(enum diagnosis_verdict verdict) {
    static const char *const texts[] = {"pass", "fail", "not-a-method"};
    return texts[verdict];
}

static int judge_expected(struct diagnosis *x, const struct evidence *e) {
    if (diagnosis_look_beyond(x, e))
        return -1;
    if (x->failing == 0 && x->beyond < 0)
        return 0;
    if (x->failing == 0 && families_is_tower(e->families, x->beyond))
        return x->expected_variant == KNOWN_AS_IT_IS
                   ? fault_find_iterated(&x->fault, e, x->expected)
                   : 0; /* all that has more right than its iterations has its table, too */
    bool result_differs = x->beyond >= 0 || !judge_all(&e->judge, evidence_result(e),
                                                       vector_const(x->weights.result));
    if (result_differs && fault_find(&x->fault, e, x->expected, x->expected_variant))
        return -1;
    return x->failing > 0 ? diagnosis_find_feature(x, e) : 0;
}

/* The order of the smallest tree that an estimate has a weight of; beyond the trees if it has
 * none. */
static int first_order(const struct evidence *e, const mpfr_t *estimate) {
    for (int i = 0; i < e->forest.count; i++)
        if (!diagnosis_is_zero(e, i, estimate[i]))
            return e->forest.tree[i].order;
    return e->forest.tree[e->forest.count - 1].order + 1;
}

/* Of a known pair's result with another estimate, which is not by choice if it is of lower order: a
 * coefficient of the pair that explains it. */
static int explain_pair(struct diagnosis *x, const struct evidence *e) {
    const mpfr_t *estimate = evidence_estimate(e);
    if (x->name.method == NULL || x->name.estimate_too || x->estimate.found ||
        estimate == NULL || x->weights.estimate == NULL || e->cause[0] != '\0' ||
        first_order(e, estimate) >= first_order(e, vector_const(x->weights.estimate)))
        return 0;
    if (fault_find_in_table(&x->fault, e, x->name.method, x->name.variant))
        return -1;
    if (!x->fault.found)
        return 0;
    name_key(x->fault.base_key, x->name.method, x->name.variant);
    return diagnosis_expect(x, e, x->name.method, x->name.variant, false) ||
           diagnosis_find_feature(x, e);
}

/* An estimate that no simple rule explains may be that of iterations that ended too soon, or
 * of a coefficient of its own. */
static int explain_estimate(struct diagnosis *x, const struct evidence *e) {
    if (x->expected == NULL || x->expectation_is_own || x->failing == 0 ||
        x->fault.found || e->cause[0] != '\0' ||
        !judge_all(&e->judge, evidence_result(e), vector_const(x->weights.result)))
        return 0;
    return fault_find(&x->fault, e, x->expected, x->expected_variant);
}

/* Whether results of two steps in a row are not those of its weights, although in a course of steps
 * nothing is kept: what the weights of one step do not show, such as a component that is left out
 * where all of them are 0. What only trees show that are larger than a course's may be kept by a
 * method without a name, as a linear part is. */
static bool breaks_composition(const struct diagnosis *x, const struct evidence *e) {
    return e->course != NULL && !e->course->has_memory && !e->has_estimate &&
           !e->may_remember && evidence_remembers(e) &&
           (e->memory_order <= COURSE_ORDER || x->name.method != NULL);
}

/* The verdict, before the sentence is written. */
static void decide(struct diagnosis *x, const struct evidence *e, bool is_asked) {
    x->verdict = DIAGNOSIS_PASS;
    if (!diagnosis_is_consistent(e) || e->estimate == EVIDENCE_TIMES_H ||
        e->estimate == EVIDENCE_OVER_H)
        x->verdict = DIAGNOSIS_FAIL;
    if (x->expected != NULL && !x->expectation_is_own && x->failing > 0)
        x->verdict = DIAGNOSIS_FAIL;
    if (x->fault.found && x->expected == NULL)
        x->verdict = DIAGNOSIS_FAIL;
    if (x->is_almost || x->order_with_time < x->order_without_time ||
        x->order_exact < x->order_almost)
        x->verdict = DIAGNOSIS_FAIL;
    x->breaks_composition = breaks_composition(x, e);
    if (x->beyond >= 0 || (is_asked && evidence_remembers(e)) || x->breaks_composition)
        x->verdict = DIAGNOSIS_FAIL;
    if (e->cause[0] != '\0' || (is_asked && e->scatter > 0 && !e->time_scatters))
        x->verdict = DIAGNOSIS_NOT_A_METHOD;
}

static int look_up(struct diagnosis *x, const struct evidence *e, const char *expected,
                   struct diagnostic *d) {
    enum known_variant variant;
    const struct known_method *m = known_find(expected, &variant);
    if (m == NULL)
        return message_set(d, "no known method is called '%s'", expected);
    if (diagnosis_expect(x, e, m, variant, false))
        return message_set(d, "out of memory");
    return 0;
}

/* What many steps leave that an error control of its own makes inside each; methods of order 10 are
 * further from the exact solution. */
static const double left_of_many = 1e-11;

/* Whether nothing has been measured that tells methods of the order apart, or of a higher one: all
 * weights are the exact solution's, and so are those of chains and bushes, or there are none. */
static bool is_undecided(const struct evidence *e, bool is_asked) {
    if (e->families == NULL || !evidence_is_almost_exact(e))
        return false;
    return !e->families->made ||
           (!is_asked &&
            families_are_flow(e->families,
                              fmax(left_of_many, e->judge.units * e->judge.unit)));
}

/* A known method in all but its towers. */
static int look_for_unsolved(struct diagnosis *x, const struct evidence *e) {
    if (x->expected == NULL || x->is_nearest || x->failing > 0 || x->beyond >= 0 ||
        e->families == NULL || !e->families->made)
        return 0;
    return families_unsolved(&x->unsolved, e->families, x->expected, x->expected_variant);
}

/* Of a method without a name, where nothing that was said points to a wrong coefficient. */
static bool suggests_nothing_yet(const struct diagnosis *x, const struct evidence *e) {
    return x->has_no_name && e->cause[0] == '\0' && !x->is_almost &&
           diagnosis_is_consistent(e) && x->order_exact == x->order_almost;
}

/* What the first step is, or the whole of a method without memory. */
static int find_of_step(struct diagnosis *x, const struct evidence *e,
                        const char *expected, struct diagnostic *d) {
    if (expected != NULL && look_up(x, e, expected, d))
        return -1;
    x->is_undecided = is_undecided(e, expected != NULL);
    int failed =
        x->is_undecided && expected == NULL ? 0 : name_find(&x->name, e, expected);
    if (!failed && x->name.method != NULL)
        name_title(x->name_text, x->name.method, x->name.variant);
    if (!failed && (e->cause[0] == '\0' || e->scatter > 0))
        failed = expected != NULL  ? judge_expected(x, e)
                 : x->is_undecided ? 0
                                   : diagnosis_find_out(x, e);
    if (!failed)
        failed = diagnosis_fit_estimate(x, e) || explain_estimate(x, e) ||
                 (expected == NULL && explain_pair(x, e));
    if (x->name.method == NULL && !x->fault.found && !x->is_almost &&
        (x->expected == NULL || x->is_nearest) && !evidence_result_remembers(e)) {
        diagnosis_compare_times(x, e);
        x->has_no_name = x->name_text[0] == '\0' && !x->is_undecided;
        if (x->name_text[0] == '\0') {
            diagnosis_compare_orders(x, e);
            failed = failed || diagnosis_compare_nodes(x, e);
        }
    }
    if (!failed)
        failed = look_for_unsolved(x, e);
    if (failed)
        return message_set(d, "out of memory");
    decide(x, e, expected != NULL);
    diagnosis_write(x, e);
    diagnosis_judge_rotation(x, e);
    diagnosis_judge_slow(x, e);
    diagnosis_judge_stability(x, e);
    if (suggests_nothing_yet(x, e)) {
        diagnosis_say_formula(x, e);
        diagnosis_say_hints(x, e);
    }
    return 0;
}

int diagnosis_find(struct diagnosis *x, const struct evidence *e, const char *expected,
                   struct diagnostic *d) {
    struct law_request law;
    bool is_law = expected != NULL && law_request_read(&law, expected) == 0;
    *x = (struct diagnosis){.fails = calloc((size_t)e->forest.count, sizeof *x->fails),
                            .beyond = -1,
                            .unsolved = -1};
    x->fault.size = NAN;
    if (x->fails == NULL)
        return message_set(d, "out of memory");
    if (find_of_step(x, e, is_law ? NULL : expected, d))
        return -1;
    x->law_expected = is_law ? expected : NULL;
    const bool is_newmark = is_law && law.is_newmark;
    if (is_newmark && diagnosis_judge_newmark(x, e, expected))
        return message_set(d, "out of memory");
    if (!is_newmark && (is_law || (expected == NULL && evidence_result_remembers(e))))
        diagnosis_judge_memory(x, e, expected);
    diagnosis_judge_start(x, e);
    return 0;
}

void diagnosis_free(struct diagnosis *x) {
    judge_weights_free(&x->weights);
    free(x->fails);
    *x = (struct diagnosis){0};
}
