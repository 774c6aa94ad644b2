/* Whether weights are others where rates are small. They are not, of a method; a tolerance that
 * ends iterations, or a threshold below which what is small counts for nothing, is as large as
 * ever, and shows beside smaller changes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/fingerprint/diagnosis/diagnosis.h"
#include "harness/fingerprint/laws/fraction.h"

/* States are of size 1, and tolerances as tight as this are nobody's fault. */
static const double tight = 1e-9;

static double value(mpfr_srcptr weight) {
    return mpfr_get_d(weight, MPFR_RNDN);
}

/* By how much a result of size 1 is off. */
static double find_off(const struct evidence *e, int tree) {
    return fabs(value(e->slow->result[tree]) - value(evidence_result(e)[tree])) *
           ldexp(1, -EVIDENCE_SLOWER * e->forest.tree[tree].order);
}

/* The tree that is furthest off, the time apart; -1: none is. */
static int find_furthest(const struct evidence *e) {
    int furthest = -1;
    for (int i = 0; i < e->slow->count; i++)
        if (judge_time_leaves(&e->forest, i) == 0 && find_off(e, i) > tight &&
            (furthest < 0 || find_off(e, i) > find_off(e, furthest)))
            furthest = i;
    return furthest;
}

void diagnosis_judge_slow(struct diagnosis *x, const struct evidence *e) {
    if (e->slow == NULL || e->cause[0] != '\0' || e->is_single || evidence_remembers(e))
        return;
    const int tree = find_furthest(e);
    if (tree < 0)
        return;
    const double slow = value(e->slow->result[tree]),
                 usual = value(evidence_result(e)[tree]);
    const int digits = fraction_digits(slow, usual);
    char *name = forest_text(&e->forest, tree);
    diagnosis_say(x,
                  " Where all rates are %d times as small its weight of %s is %.*g, not "
                  "%.*g: a result of size 1 is off by %.0e, as by a tolerance or a "
                  "threshold that is not small beside such changes.",
                  1 << EVIDENCE_SLOWER, name != NULL ? name : "", digits, slow, digits,
                  usual, find_off(e, tree));
    free(name);
    if (e->forest.tree[tree].order == 1 && x->verdict == DIAGNOSIS_PASS)
        x->verdict = DIAGNOSIS_FAIL;
}
