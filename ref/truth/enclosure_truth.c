/* The certified truth: runs at rising precision until the radii are small enough.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/enclosure/enclosure.h"
#include "ref/growth.h"
#include "ref/model.h"
#include "ref/task.h"

#include <limits.h>
#include <math.h>

enum {
    EXPECTED_LOSS = 32, /* bits of the goal over the digits, at first */
    LOSS_BESIDES = 14,  /* bits of it that are no growth */
    LOSS_MARGIN = 6,    /* bits over the loss that was seen */
    MOST_RAISES = 2,    /* of the goal, after runs that may have lacked digits */
    DEFAULT_MAX_BITS = 4096,
    MAX_DIGITS = 1000000
};

/* The share of the work that is left which an attempt takes for itself in reports of
 * progress: it is the last one as a rule. */
static const double share_of_attempt = 0.9;

static struct ref_truth *assemble(const struct enclosure_task *task,
                                  const struct enclosure_run *run, int attempts) {
    struct ref_truth *truth =
        ref_truth_create(task->times, task->n, task->time, run->bits);
    if (truth == NULL)
        return NULL;
    for (int i = 0; i < task->times * task->n; i++)
        ref_truth_set_ball(truth, i, run->value + i);
    truth->grade = REF_GRADE_CERTIFIED;
    truth->way = REF_BY_ENCLOSURE;
    truth->bits[0] = run->bits;
    truth->order[0] = run->order;
    truth->steps[0] = run->steps;
    truth->switches = run->switches;
    truth->attempts = attempts;
    truth->growth = run->growth;
    return truth;
}

static double goal_of(int digits) {
    return ceil(digits * log2(10.0)) + EXPECTED_LOSS;
}

/* From less than this part of the span nothing is foreseen; the least factor of a goal that was
 * not reached for another reason, and the largest. */
static const double least_part = 0.15, least_raise = 1.25, most_raise = 2.5;

/* What is added to a goal is taken to arrive if at least this part of it has. */
static const double least_arriving = 0.75;

/* The goal's, after a run that may have lacked digits: at least to that of the usual digits, so
 * that fewer of them are no harder to have. */
static const double raise_for_failure = 1.5;
static const int usual_digits = 30;

/* The goal after a run that reached only so many digits. Where the one before it tells that only
 * a part of what is added arrives (bounces that end cost a part of the digits), so much more is
 * added. */
static double raise_goal(const struct enclosure_task *task, double goal, double reached,
                         double before, double reached_before) {
    const double missing = (task->options->digits - reached) * log2(10.0),
                 part = (reached - reached_before) * log2(10.0) / (goal - before);
    if (!isfinite(missing))
        return 2 * goal;
    if (before == 0 || !isfinite(part) || part >= least_arriving)
        return goal + ceil(missing) + LOSS_MARGIN;
    return fmin(goal + ceil(missing / fmax(part, 1 / most_raise)) + LOSS_MARGIN,
                most_raise * goal);
}

/* The goal that leaves the digits after a loss, and margins wide enough (enclosure_step.c). */
static double goal_for_loss(const struct enclosure_task *task, double lost) {
    const double digits = task->options->digits * log2(10.0) + lost;
    return fmax(digits, lost * 16 / (16 - ENCLOSURE_MARGIN)) + LOSS_MARGIN;
}

/* The goal after a run that was given up: for what is lost at its rate until the end. */
static double raise_for_span(const struct enclosure_task *task, double goal,
                             const struct enclosure_run *run) {
    double lost = fmax(run->lost, 0) / fmax(run->part, least_part);
    double least = run->foreseen ? goal + LOSS_MARGIN : goal * least_raise;
    return ceil(fmin(goal * most_raise, fmax(least, goal_for_loss(task, lost))));
}

/* Whether a loss that went on as so far would take a million times the most bits. A bounce costs
 * digits once, and says nothing of what is behind it. */
static bool is_hopeless(const struct enclosure_task *task,
                        const struct enclosure_run *run, double max_bits) {
    static const double hopeless = 1e6;
    return !crossing_is_needed(task->m) && run->lost > hopeless * max_bits * run->part;
}

/* A run that ended so may have lacked digits: smaller balls go through longer eliminations,
 * allow longer steps, and tell events apart. Events at the very start stay what they are. */
static bool may_lack_digits(const struct enclosure_run *run, enum ref_status status) {
    const bool event = status == REF_TOGETHER || status == REF_UNDECIDED ||
                       status == REF_GRAZED || status == REF_TANGENT_KINK ||
                       status == REF_ACCUMULATES || status == REF_AT_IMPACT;
    const bool behind_start = run->part > 0 || run->wanted > 0;
    return status == REF_STEP_TOO_SMALL || (behind_start && event);
}

static enum ref_status make_run(struct enclosure_task *task, double goal,
                                struct enclosure_run *run) {
    task->share = share_of_attempt * (1 - task->done);
    enum ref_status status = (crossing_is_needed(task->m) ? crossing_run : enclosure_run)(
        task, (int)goal, run);
    task->done += task->share;
    return status;
}

/* What a run came to, with higher goals where it may have lacked digits. It ends for the reason
 * of the first one, at the time of the one that got farthest; where its steps ended and time was
 * over before those of a higher goal did, it is not known whether digits lacked, and time is the
 * reason. */
static enum ref_status follow_on(struct enclosure_task *task, double *goal,
                                 double max_bits, struct enclosure_run *run) {
    const enum ref_status first = make_run(task, *goal, run);
    enum ref_status status = first;
    struct ref_end farthest = run->end;
    for (int raise = 0; raise < MOST_RAISES && may_lack_digits(run, status); raise++) {
        const double higher = fmax(
            ceil(fmax(*goal * raise_for_failure, goal_of(usual_digits))), run->wanted);
        if (higher > max_bits)
            break;
        *goal = higher;
        status = make_run(task, *goal, run);
        if (run->end.time < farthest.time)
            run->end = farthest;
        farthest = run->end;
    }
    const bool unknown = first == REF_STEP_TOO_SMALL && status == REF_OUT_OF_TIME;
    return status == REF_OK || status == REF_UNABLE || unknown ? status : first;
}

/* Where F is analytic the loss is foreseen; what is foreseen alone refuses nothing. */
static enum ref_status first_goal(double *goal, const struct enclosure_task *task,
                                  double max_bits) {
    double grown;
    *goal = goal_of(task->options->digits);
    if (crossing_is_needed(task->m))
        return REF_OK;
    const enum ref_status status = ref_growth(&grown, task->m, task->times, task->time);
    const double foreseen = ceil(goal_for_loss(task, grown + LOSS_BESIDES));
    *goal = fmax(*goal, fmin(foreseen, max_bits));
    return status;
}

/* From a goal on. */
static enum ref_status try_goals(struct enclosure_task *task, double goal,
                                 double max_bits, struct enclosure_run *run,
                                 struct ref_truth **truth) {
    double before = 0, reached_before = 0;
    for (int attempt = 1; goal <= max_bits; attempt++) {
        const enum ref_status status = follow_on(task, &goal, max_bits, run);
        if (status == REF_UNABLE &&
            (enclosure_is_vanishing(task, run) || is_hopeless(task, run, max_bits)))
            return status;
        if (status == REF_UNABLE) {
            goal = raise_for_span(task, goal, run);
            continue;
        }
        if (status != REF_OK)
            return status;
        struct ref_truth *made = assemble(task, run, attempt);
        if (made == NULL)
            return REF_NO_MEMORY;
        double reached = ref_truth_measure(made);
        if (reached >= task->options->digits) {
            *truth = made;
            return REF_OK;
        }
        ref_truth_free(made);
        const double higher = raise_goal(task, goal, reached, before, reached_before);
        before = goal;
        reached_before = reached;
        goal = higher;
    }
    return REF_UNABLE;
}

static enum ref_status search(struct enclosure_task *task, struct enclosure_run *run,
                              struct ref_truth **truth) {
    const long most = task->options->max_bits;
    const double max_bits = (double)(most > 0 ? most : DEFAULT_MAX_BITS);
    double goal;
    enum ref_status status = first_goal(&goal, task, max_bits);
    if (status != REF_OK)
        return status;
    do
        status = try_goals(task, goal, max_bits, run, truth);
    while (enclosure_counts_otherwise(task, run, status));
    return status;
}

enum ref_status ref_enclosure_truth(struct ref_truth **truth, struct model *m, int times,
                                    const mpfr_t *time,
                                    const struct ref_truth_options *options) {
    *truth = NULL;
    int n = ref_state_size(m);
    if (!ref_truth_times_ascend(times, time) || options->digits < 1 ||
        options->digits > MAX_DIGITS || n > INT_MAX / times)
        return REF_BAD_ARGUMENT;
    struct enclosure_task task = {
        .m = m, .n = n, .times = times, .time = time, .options = options};
    struct enclosure_run run = {.value = _arb_vec_init((slong)times * n)};
    enum ref_status status = search(&task, &run, truth);
    _arb_vec_clear(run.value, (slong)times * n);
    if (status != REF_OK && options->reached != NULL &&
        (isfinite(run.end.time) || run.end.known))
        options->reached(options->context, REF_BY_ENCLOSURE, &run.end);
    if (status == REF_OK && options->progress != NULL)
        options->progress(options->context, 1);
    return status;
}
