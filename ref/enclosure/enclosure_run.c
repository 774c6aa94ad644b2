/* One run through the times asked for, at one precision.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"
#include "ref/truth.h"

#include <math.h>

#include "problems/model.h"

enum {
    GUARD_BITS = 24, /* of the working precision over the goal */
    LEAST_ORDER = 6,
    DEFAULT_MAX_STEPS = 1000000
};

/* A step of the order p costs p^2 and is long as 2^(-goal/p): p = goal ln 2 / 2 is best (A.
 * Jorba, M. Zou, Experimental Mathematics 14 (2005), section 3.1). */
int ref_enclosure_order(long bits) {
    return (int)ceil((double)(bits - GUARD_BITS) * log(2) / 2) + LEAST_ORDER;
}

void enclosure_plan(struct enclosure_run *run, int goal) {
    run->bits = goal + GUARD_BITS;
    run->order = ref_enclosure_order(run->bits);
    run->steps = run->switches = 0;
    run->growth = 0;
    run->part = 0;
    run->end = (struct ref_end){.time = -INFINITY};
    run->wanted = 0;
    run->goal = goal;
    run->size = -INFINITY;
    run->lost = goal / 4.0; /* as long as nothing is known */
    run->foreseen = false;
}

long enclosure_most_steps(const struct enclosure_task *task) {
    long most = task->options->max_steps;
    return most == 0 ? DEFAULT_MAX_STEPS : most;
}

/* What is lost of the goal where the last step began. */
static void note_loss(const struct enclosure *e, struct enclosure_run *run) {
    mag_t error, size, one;
    mag_inits(error, size, one);
    for (int i = 0; i < e->n; i++) {
        arf_get_mag(one, e->center + i);
        mag_max(size, size, one);
        mag_max(error, error, e->start + i);
    }
    if (!mag_is_zero(size))
        run->size = fmax(run->size, mag_get_d_log2_approx(size));
    const double from = e->from_one ? fmax(run->size, 0) : run->size;
    run->lost = mag_is_zero(error) || isinf(from)
                    ? 0
                    : e->goal + mag_get_d_log2_approx(error) - from;
    mag_clears(one, size, error);
}

/* Whether a run that is under way will miss the digits asked for; then run->foreseen is set. */
static bool enclosure_will_fail(const struct enclosure_task *task,
                                const struct enclosure *e, struct enclosure_run *run) {
    double allowed = e->goal - task->options->digits * log2(10);
    run->foreseen = run->part < 1 && run->lost > allowed + 1;
    return run->foreseen;
}

enum ref_status enclosure_report(const struct enclosure_task *task,
                                 const struct enclosure *e, double begin, double end,
                                 struct enclosure_run *run) {
    const struct ref_truth_options *options = task->options;
    double time = arf_get_d(e->time, ARF_RND_NEAR);
    run->part = end > begin ? (time - begin) / (end - begin) : 1;
    note_loss(e, run);
    if (options->progress != NULL)
        options->progress(options->context, task->done + task->share * run->part);
    if (enclosure_is_vanishing(task, run))
        return REF_UNABLE;
    return enclosure_is_stopped(options) ? REF_OUT_OF_TIME : REF_OK;
}

double enclosure_measure_growth(const struct enclosure *e, arb_srcptr x) {
    mag_t radius;
    mag_init(radius);
    for (int i = 0; i < e->n; i++)
        mag_max(radius, radius, arb_radref(x + i));
    double growth = 0;
    if (!mag_is_zero(radius) && !mag_is_zero(e->added))
        growth = mag_get_d_log2_approx(radius) - mag_get_d_log2_approx(e->added);
    mag_clear(radius);
    return growth;
}

void enclosure_find_invariants(arb_ptr invariant, struct enclosure *e, const arf_t t,
                               arb_srcptr x) {
    arb_set_arf(e->box, t);
    for (int i = 0; i < e->n; i++)
        arb_set(e->box + 1 + i, x + i);
    eval_arb_run(e->system.invariant_box, e->box, invariant);
}

/* REF_INVARIANT_BROKEN if one cannot have the value that it had at the start. */
static enum ref_status check_invariants(struct enclosure *e, arb_srcptr before,
                                        const arf_t t, arb_srcptr x) {
    int count = e->system.m->invariants;
    bool kept = true;
    arb_ptr now = _arb_vec_init(count);
    enclosure_find_invariants(now, e, t, x);
    for (int i = 0; i < count; i++)
        kept = kept && arb_overlaps(before + i, now + i);
    _arb_vec_clear(now, count);
    return kept ? REF_OK : REF_INVARIANT_BROKEN;
}

enum ref_status enclosure_take_values(const struct enclosure_task *task,
                                      struct enclosure *e, arb_srcptr invariant,
                                      enum enclosure_end end, struct enclosure_run *run,
                                      int *next) {
    enum ref_status status = REF_OK;
    arf_t t, s;
    arf_inits(t, s);
    while (*next < task->times && status == REF_OK) {
        arb_ptr x = run->value + (slong)*next * e->n;
        arf_set_mpfr(t, task->time[*next]);
        arf_sub(s, t, e->time, ARF_PREC_EXACT, ARF_RND_NEAR);
        const int order = arf_cmp(s, e->step);
        if (order > 0 || (order == 0 && end == ENCLOSURE_WITHOUT_END))
            break;
        enclosure_value(x, e, s);
        if (invariant != NULL)
            status = check_invariants(e, invariant, t, x);
        ++*next;
    }
    arf_clears(s, t);
    return status;
}

static enum ref_status follow(const struct enclosure_task *task, struct enclosure *e,
                              const arf_t end, arb_srcptr invariant,
                              struct enclosure_run *run) {
    const long most_steps = enclosure_most_steps(task);
    double begin = arf_get_d(e->time, ARF_RND_NEAR), last = arf_get_d(end, ARF_RND_NEAR);
    enum ref_status status = REF_OK;
    arf_t limit;
    arf_init(limit);
    for (int next = 0; status == REF_OK && next < task->times;) {
        arf_sub(limit, end, e->time, ARF_PREC_EXACT, ARF_RND_NEAR);
        status = run->steps < most_steps ? enclosure_step(e, limit) : REF_TOO_LONG;
        run->steps++;
        if (status == REF_OK)
            status =
                enclosure_take_values(task, e, invariant, ENCLOSURE_WITH_END, run, &next);
        if (status == REF_OK) {
            enclosure_advance(e);
            status = enclosure_report(task, e, begin, last, run);
            if (status == REF_OK && enclosure_will_fail(task, e, run))
                status = REF_UNABLE;
        }
    }
    if (status == REF_OK)
        run->growth =
            enclosure_measure_growth(e, run->value + (slong)(task->times - 1) * e->n);
    run->end.time = arf_get_d(e->time, ARF_RND_DOWN);
    arf_clear(limit);
    return status;
}

void enclosure_stay_at_start(const struct enclosure_task *task, struct enclosure *e,
                             struct enclosure_run *run) {
    for (int k = 0; k < task->times; k++)
        for (int i = 0; i < e->n; i++) {
            arb_ptr x = run->value + (slong)k * e->n + i;
            arb_set_arf(x, e->center + i);
            mag_set(arb_radref(x), e->start + i);
        }
}

static enum ref_status begin_and_follow(const struct enclosure_task *task,
                                        struct enclosure *e, const arf_t end,
                                        struct enclosure_run *run) {
    enum ref_status status = enclosure_start(e, end, task->options->constants);
    arf_t first;
    arf_init(first);
    arf_set_mpfr(first, task->time[0]);
    if (status == REF_OK && arf_cmp(first, e->time) < 0)
        status = REF_BAD_ARGUMENT;
    if (status == REF_OK) {
        enclosure_stay_at_start(task, e, run);
        int count = e->system.m->invariants;
        arb_ptr invariant = _arb_vec_init(count);
        enclosure_find_invariants(invariant, e, e->time, run->value);
        if (arf_cmp(end, e->time) > 0)
            status = follow(task, e, end, invariant, run);
        _arb_vec_clear(invariant, count);
    }
    arf_clear(first);
    return status;
}

enum ref_status enclosure_run(const struct enclosure_task *task, int goal,
                              struct enclosure_run *run) {
    struct enclosure e;
    arf_t end;
    enclosure_plan(run, goal);
    arf_init(end);
    arf_set_mpfr(end, task->time[task->times - 1]);
    enum ref_status status =
        enclosure_init(&e, task->m, run->bits, run->order, task->options->constants);
    e.goal = goal;
    e.from_one = task->counting == ENCLOSURE_FROM_ONE;
    e.options = e.variation.options = task->options;
    if (status == REF_OK)
        status = begin_and_follow(task, &e, end, run);
    enclosure_clear(&e);
    arf_clear(end);
    return status;
}
