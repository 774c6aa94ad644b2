/* CVODE's codes and counters as those of this library.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/bdf/bdf_internal.h"

enum fast_status bdf_outcome(const bdf *b, int code) {
    switch (code) {
    case CV_SUCCESS:
    case CV_TSTOP_RETURN: return FAST_OK;
    case CV_ERR_FAILURE:
    case CV_TOO_MUCH_ACC: /* more than doubles have: no step is short enough */
    case CV_TOO_CLOSE: return FAST_BELOW_MIN_STEP;
    case CV_CONV_FAILURE: return FAST_NOT_CONVERGED;
    case CV_LSETUP_FAIL: /* also where the field fails while it is differentiated */
    case CV_LSOLVE_FAIL: return b->status != FAST_OK ? b->status : FAST_SINGULAR;
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
    case CV_PROJFUNC_FAIL:
    case CV_REPTD_PROJFUNC_ERR: return b->status;
    case CV_MEM_FAIL: return FAST_NO_MEMORY;
    default: return FAST_BAD_OPTION;
    }
}

static void add_counts(const bdf *b, struct projected_statistics *s) {
    long steps = 0, evaluations = 0, differences = 0, errors = 0, iterations = 0;
    long divergent = 0, unsolved = 0, unprojected = 0, setups;
    int order, next_order;
    sunrealtype first, last, next, reached;
    CVodeGetIntegratorStats(b->memory, &steps, &evaluations, &setups, &errors, &order,
                            &next_order, &first, &last, &next, &reached);
    CVodeGetNonlinSolvStats(b->memory, &iterations, &divergent);
    CVodeGetNumStepSolveFails(b->memory, &unsolved);
    CVodeGetNumLinRhsEvals(b->memory, &differences);
    if (b->is_projecting)
        CVodeGetNumProjFails(b->memory, &unprojected);
    const long rejected = errors + unsolved + unprojected;
    s->steps_taken += steps;
    s->error_test_failures += rejected;
    s->convergence_failures += unsolved + unprojected;
    s->steps_attempted += steps + rejected;
    s->realizations += evaluations + differences;
    s->iterations += iterations;
    s->divergent_iterations += divergent;
    s->next_step = next;
    if (steps == 0)
        return;
    s->last_step = last;
    if (b->kept.steps_taken == 0)
        s->first_step = first;
}

/* The projections' counters are in statistics already. */
void bdf_count(bdf *b) {
    struct projected_statistics *s = &b->statistics;
    const struct projected_statistics *kept = &b->kept;
    s->steps_taken = kept->steps_taken;
    s->error_test_failures = kept->error_test_failures;
    s->convergence_failures = kept->convergence_failures;
    s->steps_attempted = kept->steps_attempted;
    s->realizations = kept->realizations;
    s->iterations = kept->iterations;
    s->divergent_iterations = kept->divergent_iterations;
    add_counts(b, s);
}
