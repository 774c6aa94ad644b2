/* The known method whose coefficients with few digits the measured ones are: every weight is off
 * by little. Differences are shares of the weight, or of the exact solution's where that is
 * larger, and of large trees divided by their nodes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/fingerprint/name/name.h"

#include <math.h>

#include "harness/fingerprint/known/known_table.h"
#include "ref/vector.h"

static const double little = 1e-3, apart = 4, small_tree = 4;
/* What is off by more is not `apart` times little. */
static const double rough_little = 1e-2;

/* The largest difference of some trees, or `most` where it is more. */
static double largest_of(const struct judge *j, const mpfr_t *measured,
                         const mpfr_t *known, double most) {
    double largest = 0;
    mpfr_t off, size;
    mpfr_inits2(j->bits, off, size, (mpfr_ptr)NULL);
    for (int i = 0; i < j->forest->count && largest < most; i++) {
        judge_exact_flow(size, j->forest, i);
        if (mpfr_cmpabs(known[i], size) > 0)
            mpfr_abs(size, known[i], MPFR_RNDN);
        mpfr_sub(off, measured[i], known[i], MPFR_RNDN);
        mpfr_div(off, off, size, MPFR_RNDN);
        mpfr_div_d(off, off, fmax(1, j->forest->tree[i].order / small_tree), MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(off, MPFR_RNDN)));
    }
    mpfr_clears(off, size, (mpfr_ptr)NULL);
    return largest;
}

static int difference(double *off, const struct judge *j, const mpfr_t *measured,
                      const struct known_method *m) {
    struct judge_weights w;
    int failed = judge_known(&w, j, m, KNOWN_AS_IT_IS);
    if (!failed)
        *off =
            fmax(*off, largest_of(j, measured, vector_const(w.result), apart * little));
    judge_weights_free(&w);
    return failed;
}

/* Of all that has been measured; small trees first. */
static int find_off(double *off, const struct evidence *e, const struct known_method *m) {
    struct evidence small;
    const struct judge of_families = families_judge(e->families, 0);
    evidence_small(&small, e);
    *off = 0;
    int failed = difference(off, &small.judge, evidence_result(e), m);
    if (!failed && *off < apart * little)
        failed = difference(off, &e->judge, evidence_result(e), m);
    if (!failed && *off < apart * little)
        failed =
            difference(off, &of_families, vector_const(e->families->weights.result), m);
    return failed;
}

int name_almost(struct name *n, const struct evidence *e) {
    double least = apart * little, second = apart * little;
    *n = (struct name){.method = NULL};
    if (e->families == NULL || !e->families->made)
        return 0;
    struct judge rough = e->judge;
    rough.units = rough_little / rough.unit;
    for (const struct known_method *m = known_methods(); m->name != NULL; m++) {
        double off;
        if (m->table->in_two_halves || !name_may_be(e, &rough, m))
            continue;
        if (find_off(&off, e, m))
            return -1;
        if (off < least) {
            second = least;
            least = off;
            n->method = m;
        } else {
            second = fmin(second, off);
        }
    }
    if (least > little || second < apart * least)
        n->method = NULL;
    return 0;
}
