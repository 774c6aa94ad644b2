/* Whether a fault explains what has been measured.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/fault/fault.h"

#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

bool fault_explains(const struct evidence *e, const mpfr_t *result,
                    const mpfr_t *estimate, bool *complete) {
    if (!judge_all(&e->judge, evidence_result(e), result))
        return false;
    *complete = !e->has_estimate || estimate == NULL ||
                (e->estimate == EVIDENCE_SAME &&
                 judge_all(&e->judge, evidence_estimate(e), estimate));
    return true;
}

/* On the trees of the evidence, and chains, bushes and towers where it has them. */
static int explains_all(bool *explains, const struct evidence *e,
                        const struct tableau *t) {
    struct judge_weights w = {0};
    bool complete = false;
    int failed = judge_tableau(&w, &e->judge, t);
    *explains =
        !failed &&
        fault_explains(e, vector_const(w.result),
                       w.estimate != NULL ? vector_const(w.estimate) : NULL, &complete) &&
        complete;
    if (*explains)
        failed = families_agree_with(explains, e->families, t, e->judge.units, true);
    judge_weights_free(&w);
    return failed;
}

int fault_explains_table(bool *explains, const struct evidence *e,
                         const struct tableau *t) {
    struct evidence small;
    evidence_small(&small, e);
    small.families = NULL;
    int failed = explains_all(explains, &small, t);
    return failed || !*explains ? failed : explains_all(explains, e, t);
}

int fault_explains_splitting(bool *explains, const struct evidence *e,
                             struct tableau *t) {
    const struct judge few = judge_few(&e->judge);
    struct judge_weights w = {0};
    t->approximate = true;
    known_spread(t);
    int failed = judge_tableau(&w, &few, t);
    *explains = !failed && judge_all(&few, evidence_result(e), vector_const(w.result));
    judge_weights_free(&w);
    return failed;
}

int fault_explains_families(bool *explains, const struct evidence *e,
                            const struct recipe *r) {
    struct recipe_weights w;
    *explains = true;
    if (e->families == NULL || !e->families->made)
        return 0;
    int failed = recipe_weights_alloc(&w, e->families->forest.count, e->judge.bits) ||
                 recipe_weights(&w, r, &e->families->forest);
    *explains = !failed && families_agree(e->families, vector_const(w.result),
                                          e->judge.units, false);
    recipe_weights_free(&w);
    return failed;
}
