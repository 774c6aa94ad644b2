/* The solution at some times with a measure of its error: two runs of one method
 * whose precision, order and steps differ, repeated with more bits until they agree to the
 * digits asked for.
 *
 * Let a, b be the errors of the lower and of the higher run. Their difference is at least
 * |a| - |b|, and b comes from perturbations 2^GAP_BITS times smaller; so twice the
 * difference bounds a, and the more so b, which is the error of the result, unless a
 * vanishes by chance to 2^-GAP_BITS in every component. The last bit of the lower run is
 * added for where the two agree exactly:
 *
 *     radius = SAFETY (|difference| + 2^-bits |x| + D),     SAFETY = 2,
 *
 * |x| being the largest component, or, in collocation, the component itself. D bounds what the
 * defects of the higher run add up to, which is proved (range/range.h); so neither run can
 * have stepped over what changes the result by more than that.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/growth.h"
#include "ref/vector.h"
#include "ref/model.h"
#include "ref/task.h"

#include <limits.h>
#include <math.h>

enum {
    SAFETY = 2,
    GAP_BITS = 32,     /* of the second run over the first */
    EXPECTED_LOSS = 8, /* bits by which errors are expected to grow, at first */
    BORNE_LOSS = 4,
    LOSS_MARGIN = 8, /* bits over the growth that was seen */
    DEFAULT_MAX_BITS = 4096,
    MAX_DIGITS = 1000000,
    RADIUS_BITS = 64
};

/* The share of the work that is left which an attempt takes for itself in reports of
 * progress: it is the last one as a rule. */
static const double share_of_attempt = 0.9;

/* The components' radii at time k from the two runs' states there, and what the higher run's
 * defects add up to. */
static void compare_states(struct ref_truth *truth, const mpfr_t *low, mpfr_prec_t bits,
                           mpfr_srcptr disturbance, int k) {
    const mpfr_t *high = vector_const(truth->state + k * truth->nx);
    const bool is_relative = truth->way == REF_BY_COLLOCATION;
    mpfr_t size, own, last_bit;
    mpfr_inits2(RADIUS_BITS, size, own, last_bit, (mpfr_ptr)NULL);
    vector_norm(size, high, truth->nx);
    if (is_relative) /* it resolves components by their own size */
        mpfr_div_2ui(size, size, REF_STAGES_FLOOR_BITS, MPFR_RNDU);
    for (int i = 0; i < truth->nx; i++) {
        mpfr_ptr radius = truth->component[k * truth->nx + i];
        mpfr_abs(radius, high[i], MPFR_RNDU);
        mpfr_max(own, size, radius, MPFR_RNDU);
        mpfr_div_2ui(last_bit, own, (unsigned long)bits, MPFR_RNDU);
        mpfr_sub(radius, low[i], high[i], MPFR_RNDA);
        mpfr_abs(radius, radius, MPFR_RNDU);
        mpfr_add(radius, radius, last_bit, MPFR_RNDU);
        mpfr_mul(own, own, disturbance, MPFR_RNDU);
        mpfr_add(radius, radius, is_relative ? own : disturbance, MPFR_RNDU);
        mpfr_mul_ui(radius, radius, SAFETY, MPFR_RNDU);
    }
    mpfr_clears(size, own, last_bit, (mpfr_ptr)NULL);
}

static struct ref_truth *assemble(const struct ref_truth_task *task,
                                  struct ref_truth_run run[2]) {
    struct ref_truth *truth =
        ref_truth_create(task->times, task->nx, task->time, run[1].bits);
    if (truth == NULL)
        return NULL;
    truth->grade = REF_GRADE_CONVERGED;
    truth->way = task->way;
    vector_set(truth->state, vector_const(run[1].state), task->times * task->nx);
    for (int k = 0; k < task->times; k++)
        compare_states(truth, vector_const(run[0].state + k * task->nx), run[0].bits,
                       run[1].disturbance[k], k);
    for (int r = 0; r < 2; r++) {
        truth->bits[r] = run[r].bits;
        truth->order[r] = run[r].info.order;
        truth->steps[r] = run[r].info.steps;
    }
    truth->switches = run[1].info.switches;
    truth->attempts = task->attempts;
    truth->proof = run[1].proof;
    return truth;
}

/* The bits of the lower run that `digits` need, after a run of `bits` gave `reached`. */
static mpfr_prec_t foresee_bits(double digits, double reached, mpfr_prec_t bits) {
    double agreed = reached * log2(10.0);
    if (!(agreed > 1))
        return 2 * bits;
    return (mpfr_prec_t)ceil(digits * log2(10.0) + ((double)bits - agreed)) + LOSS_MARGIN;
}

static bool is_due_to_the_model(enum ref_status status) {
    return status != REF_NO_MEMORY && status != REF_BAD_ARGUMENT &&
           status != REF_NOT_APPLICABLE && status != REF_OUT_OF_TIME &&
           status != REF_TOO_LONG;
}

/* Fills run[0] (unless it is there from before) and run[1]. The higher run proves its steps;
 * the first lower one does so only if it fails otherwise, as one may that has stepped over
 * something. */
static enum ref_status make_runs(struct ref_truth_task *task, struct ref_truth_run run[2],
                                 mpfr_prec_t bits) {
    double share = share_of_attempt * (1 - task->done);
    task->attempts++;
    enum ref_status status = REF_OK;
    if (run[0].state == NULL) {
        task->share = share / 2;
        task->proves = task->attempts > 1;
        status = task->run(task, bits, &run[0]);
        if (status != REF_OK && !task->proves && is_due_to_the_model(status)) {
            task->proves = true;
            status = task->run(task, bits, &run[0]);
        }
        task->done += share / 2;
    }
    task->share = share / 2;
    task->proves = true;
    if (status == REF_OK)
        status = task->run(task, run[0].bits + GAP_BITS, &run[1]);
    task->done += share / 2;
    return status;
}

/* The higher run becomes the lower one of the next attempt if it suffices for that. */
static mpfr_prec_t prepare_attempt(struct ref_truth_task *task,
                                   struct ref_truth_run run[2], mpfr_prec_t bits) {
    ref_truth_run_clear(task, &run[0]);
    if (run[1].bits >= bits)
        run[0] = run[1];
    else
        ref_truth_run_clear(task, &run[1]);
    run[1] = (struct ref_truth_run){.state = NULL};
    return run[0].state == NULL ? bits : run[0].bits;
}

/* The bits of the first lower run. Taylor's method loses what the growth of errors takes, of which
 * the guard bits of its arithmetic bear some; what is foreseen alone refuses nothing. */
static enum ref_status first_bits(mpfr_prec_t *bits, const struct ref_truth_task *task,
                                  mpfr_prec_t max_bits) {
    const double digits = ceil(task->options->digits * log2(10.0));
    double grown = 0;
    enum ref_status status = REF_OK;
    if (task->way == REF_BY_TAYLOR)
        status = ref_growth(&grown, task->m, task->times, task->time);
    const double foreseen =
        fmin(digits + grown - BORNE_LOSS, (double)max_bits - GAP_BITS);
    *bits = (mpfr_prec_t)fmax(digits + EXPECTED_LOSS, foreseen);
    return status;
}

static enum ref_status solve_task(struct ref_truth_task *task,
                                  struct ref_truth_run run[2], struct ref_truth **truth) {
    const struct ref_truth_options *options = task->options;
    mpfr_prec_t max_bits = options->max_bits > 0 ? options->max_bits : DEFAULT_MAX_BITS;
    mpfr_prec_t bits;
    enum ref_status status = first_bits(&bits, task, max_bits);
    if (status != REF_OK)
        return status;
    while (bits + GAP_BITS <= max_bits) {
        status = make_runs(task, run, bits);
        if (status != REF_OK)
            return status;
        struct ref_truth *made = assemble(task, run);
        if (made == NULL)
            return REF_NO_MEMORY;
        double reached = ref_truth_measure(made);
        if (reached >= options->digits) {
            *truth = made;
            return REF_OK;
        }
        ref_truth_free(made);
        if (task->attempts == 1 && reached < options->digits / 2)
            reached =
                NAN; /* they may have gone different ways: the lower one proves nothing */
        bits = prepare_attempt(
            task, run,
            isnan(reached) ? run[1].bits : foresee_bits(options->digits, reached, bits));
    }
    return REF_UNABLE;
}

enum ref_status ref_truth_by_agreement(struct ref_truth **truth, struct model *m,
                                       int times, const mpfr_t *time,
                                       const struct ref_truth_options *options,
                                       enum ref_way way, ref_truth_run_function *follow) {
    *truth = NULL;
    if (!ref_truth_times_ascend(times, time) || options->digits < 1 ||
        options->digits > MAX_DIGITS || ref_state_size(m) > INT_MAX / times)
        return REF_BAD_ARGUMENT;
    struct ref_truth_task task = {.m = m,
                                  .times = times,
                                  .nx = ref_state_size(m),
                                  .time = time,
                                  .options = options,
                                  .way = way,
                                  .run = follow};
    struct ref_truth_run run[2] = {{.state = NULL}, {.state = NULL}};
    enum ref_status status = solve_task(&task, run, truth);
    ref_truth_run_clear(&task, &run[0]);
    ref_truth_run_clear(&task, &run[1]);
    if (status == REF_OK && options->progress != NULL)
        options->progress(options->context, 1);
    return status;
}

enum ref_status ref_truth_alloc(struct ref_truth **truth, struct model *m, int times,
                                const mpfr_t *time,
                                const struct ref_truth_options *options) {
    return ref_truth_by_agreement(truth, m, times, time, options, REF_BY_TAYLOR,
                                  ref_truth_run);
}
