/* Whether a method without a name has the nodes and weights of a formula of more orders than it is
 * of: by two, these are meant for that order, and what its stages take is not. Averaged vector
 * fields and other symmetric methods of order 2 integrate what depends on the time alone as well as
 * they like; they are told apart by
 *
 *     a step of h and one of -h  =  no step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/trees/composition.h"
#include "ref/vector.h"

/* One order more is told of formulas that one would look for. */
enum { LEAST_ORDER = 3 };

/* Where q' = v and v' = f(t, q), or of x' = f(t, x). */
static int find_order(const struct evidence *e, const struct judge *few) {
    return judge_order(few, evidence_result(e),
                       e->family == FOREST_PLAIN ? NULL : judge_separable, NULL);
}

static int order_of_nodes(const struct families *f) {
    int order = 0;
    while (order < FAMILIES_BUSHES && families_has_order(f, f->time_bush, order + 1))
        order++;
    return order;
}

static int find_symmetry(bool *is, const struct evidence *e, const struct judge *few) {
    const int count = e->forest.count;
    mpfr_t *back = vector_alloc(count, e->judge.bits);
    mpfr_t *both = vector_alloc(count, e->judge.bits);
    mpfr_t *size = vector_alloc(count, e->judge.bits);
    int failed = back == NULL || both == NULL || size == NULL;
    for (int i = 0; i < count && !failed; i++)
        mpfr_mul_si(back[i], evidence_result(e)[i],
                    e->forest.tree[i].order % 2 == 0 ? 1 : -1, MPFR_RNDN);
    failed = failed || composition_weights(both, size, &e->forest, evidence_result(e),
                                           vector_const(back), false);
    *is = !failed;
    for (int i = 0; i < count && *is; i++)
        *is = judge_time_leaves(&e->forest, i) > 0 ||
              fabs(mpfr_get_d(both[i], MPFR_RNDN)) <= judge_tolerance(few, i, 1);
    vector_free(back, count);
    vector_free(both, count);
    vector_free(size, count);
    return failed;
}

int diagnosis_compare_nodes(struct diagnosis *x, const struct evidence *e) {
    const struct judge few = judge_few(&e->judge);
    bool is_symmetric;
    if (e->families == NULL || !e->families->made || !diagnosis_is_consistent(e))
        return 0;
    const int order = find_order(e, &few), of_nodes = order_of_nodes(e->families);
    if (of_nodes <= order || of_nodes < LEAST_ORDER ||
        order == e->forest.tree[e->forest.count - 1].order)
        return 0;
    if (find_symmetry(&is_symmetric, e, &few))
        return -1;
    x->order_of_nodes = is_symmetric ? 0 : of_nodes;
    x->order_of_stages = order;
    return 0;
}
