/* A run through the times asked for, from event to event.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/crossing/beside.h"
#include "ref/crossing/choice.h"
#include "ref/crossing/run/way.h"
#include "ref/crossing/balance.h"
#include "ref/truth.h"

#include <stdlib.h>

#include "problems/model.h"

/* So many events within so small a part of the span are taken for the last ones of infinitely
 * many, if there is no getting on. */
enum { LAST_EVENTS = 8 };

/* A time asked for may be an impact's, rounded: so many bits more tell them apart. */
enum { TELLING_BITS = 64 };

static const double last_part = 0x1p-12;

struct run {
    struct crossing_scene scene;
    struct crossing_stage *stage;
    struct enclosure_run *run;
    arb_ptr invariant; /* NULL: none is asked for */
    arf_t end, limit;
    int next;
    enum crossing_way way;
    double event[LAST_EVENTS]; /* times of the last ones */
    double length;             /* of the span */
};

/* The values at times that the event takes: x is somewhere in the boxes, if it does not jump. */
static enum ref_status take_meanwhile(struct run *r, const struct crossing_passage *p) {
    const struct enclosure_task *task = r->scene.task;
    arf_t t;
    arf_init(t);
    enum ref_status status = REF_OK;
    for (; r->next < task->times && status == REF_OK; r->next++) {
        arf_set_mpfr(t, task->time[r->next]);
        if (arf_cmp(t, p->after->e.time) >= 0)
            break;
        if (p->jumps) {
            status = REF_AT_IMPACT;
            r->run->wanted = (double)mpfr_get_prec(task->time[r->next]) + TELLING_BITS;
        }
        _arb_vec_set(r->run->value + (slong)r->next * task->n, p->end + 1, task->n);
    }
    arf_clear(t);
    return status;
}

/* Where the run has more bits than a time that may be rounded, the values from `taken` on are
 * those at all times that it may be. A time that ends with so many zeros was not rounded, but
 * for a chance of 2^-64. */
static enum ref_status blur_rounded(const struct run *r, struct crossing_stage *stage,
                                    int taken) {
    enum { BITS_OF_CHANCE = 64 };
    const struct enclosure_task *task = r->scene.task;
    bool finite = true;
    arb_ptr box = _arb_vec_init(1 + task->n);
    arb_t width;
    arb_init(width);
    for (int k = taken; k < r->next && finite; k++) {
        mpfr_srcptr t = task->time[k];
        arb_ptr value = r->run->value + (slong)k * task->n;
        const mpfr_prec_t bits = task->options->time_bits;
        if (bits == 0 || bits >= r->scene.bits ||
            mpfr_min_prec(t) + BITS_OF_CHANCE < bits)
            continue;
        arb_one(width);
        arb_mul_2exp_si(width, width, mpfr_get_exp(t) - bits);
        arf_set_mpfr(arb_midref(box), t);
        arb_get_mag(arb_radref(box), width);
        _arb_vec_set(box + 1, value, task->n);
        finite = crossing_widen(box, stage, width);
        _arb_vec_set(value, box + 1, task->n);
    }
    arb_clear(width);
    _arb_vec_clear(box, 1 + task->n);
    return finite ? REF_OK : REF_NOT_SMOOTH;
}

/* The impulses of an impact at the time asked for to the bit. */
static void note_impulse(const struct run *r, const struct crossing_passage *p,
                         const struct crossing_event *event) {
    struct crossing_beside *beside = r->scene.task->beside;
    arf_t t;
    arf_init(t);
    arf_set_mpfr(t, r->scene.task->time[r->scene.task->times - 1]);
    if (beside != NULL && p->jumps && !crossing_shares_slips(&r->scene) &&
        arf_equal(p->before->e.time, t) && arf_equal(event->from, event->to))
        crossing_spread(&r->scene, p->impulse, beside->impulse);
    arf_clear(t);
}

/* Whether the last events take a small part of the span. */
static bool accumulate(const struct run *r, double length) {
    if (r->run->switches < LAST_EVENTS)
        return false;
    const double first = r->event[r->run->switches % LAST_EVENTS],
                 last = r->event[(r->run->switches - 1) % LAST_EVENTS];
    return last - first < last_part * length;
}

static bool rubs(const struct crossing_scene *s) {
    bool rubs = false;
    for (int i = 0; i < s->m->contacts; i++)
        rubs = rubs || crossing_has_friction(s, i);
    return rubs;
}

/* Whether bounces repeat themselves, asked once for as many events. Where nothing rubs a motion
 * is known anyway. */
static void look_for_echo(struct run *r, struct crossing_passage *p) {
    struct crossing_scene *s = &r->scene;
    if (r->way == CROSSING_FINELY && p->jumps && !s->echoes && rubs(s) &&
        r->run->switches % LAST_EVENTS == 0 && accumulate(r, r->length))
        s->echoes = crossing_echoes(p, p->before->watch[p->watch].index);
}

static void note_event(struct run *r) {
    r->event[r->run->switches++ % LAST_EVENTS] =
        arf_get_d(r->stage->e.time, ARF_RND_NEAR);
}

static enum ref_status pass(struct run *r, const struct crossing_event *event) {
    struct crossing_passage p;
    r->scene.awaited = r->scene.task->time[r->next];
    crossing_passage_init(&p, &r->scene, r->stage, event);
    const bool is_surface = r->stage->watch[event->watch].kind == CROSSING_SURFACE;
    enum ref_status status = crossing_passage_enclose(&p) ? REF_OK : REF_NOT_SMOOTH;
    if (status == REF_OK)
        status = is_surface ? crossing_surface(&p) : crossing_contact(&p);
    if (status == REF_OK)
        look_for_echo(r, &p);
    if (status == REF_OK)
        status = crossing_passage_carry(&p);
    if (status == REF_OK)
        status = take_meanwhile(r, &p);
    if (status == REF_OK)
        note_impulse(r, &p, event);
    if (status == REF_OK && !crossing_note_epoch(&r->scene, &p))
        status = REF_NO_MEMORY;
    if (status == REF_OK) {
        free(p.before->alike);
        p.before->alike = NULL;
        r->stage = p.after;
        note_event(r);
    }
    crossing_passage_clear(&p);
    return status;
}

/* What goes with the state at the last time, if it is one of those taken in this step and no
 * event is there. */
static enum ref_status tell(struct run *r, const struct crossing_stage *stage, int taken,
                            bool ends_at_event) {
    const struct enclosure_task *task = r->scene.task;
    if (task->beside == NULL || r->next < task->times || taken == task->times)
        return REF_OK;
    arf_t t;
    arf_init(t);
    arf_set_mpfr(t, task->time[task->times - 1]);
    arf_sub(t, t, stage->e.time, ARF_PREC_EXACT, ARF_RND_NEAR);
    const bool is_event = ends_at_event && arf_cmp(t, stage->e.step) >= 0;
    arf_clear(t);
    return is_event ? REF_OK
                    : crossing_tell(&r->scene, stage,
                                    r->run->value + (slong)(task->times - 1) * task->n);
}

/* What the run looked at last: a watch. */
static void note_watch(struct run *r, const struct crossing_watch *watch) {
    static const enum ref_subject subject[] = {[CROSSING_SURFACE] = REF_OF_SWITCH,
                                               [CROSSING_GAP] = REF_OF_GAP,
                                               [CROSSING_FORCE] = REF_OF_FORCE,
                                               [CROSSING_CONE] = REF_OF_CONE,
                                               [CROSSING_SLIP] = REF_OF_SLIP};
    r->run->end.known = true;
    r->run->end.subject = subject[watch->kind];
    r->run->end.index = watch->index;
}

/* After a step. */
static enum ref_status take_sides(struct run *r) {
    bool switched;
    const enum ref_status status = crossing_settle_sides(&r->scene, &r->stage, &switched);
    if (status == REF_OK && switched)
        note_event(r);
    return status;
}

/* Where there is no getting on: with a surface straddled. */
static enum ref_status straddle(struct run *r, enum ref_status status, int watch) {
    if (!r->scene.straddles || !crossing_may_straddle(r->scene.m, status))
        return status;
    const enum ref_status other = crossing_straddle_watch(&r->scene, &r->stage, watch);
    return other == REF_GRAZED ? status : other;
}

/* To the end of the step, or through its first event. At the time of an impact the value is the one
 * behind it (v(t+)), where it is known to the bit. */
static enum ref_status advance(struct run *r) {
    struct crossing_stage *stage = r->stage;
    struct crossing_event event;
    const int taken = r->next;
    arf_inits(event.from, event.to);
    enum ref_status status = crossing_locate(stage, &event);
    if (status == REF_TOGETHER && stage->alike == NULL &&
        crossing_find_alike(&r->scene, stage))
        status = crossing_locate(stage, &event);
    if (event.watch >= 0)
        note_watch(r, &stage->watch[event.watch]);
    const bool jumps = event.watch >= 0 && stage->watch[event.watch].kind == CROSSING_GAP;
    if (status == REF_OK && event.watch >= 0)
        arf_set(stage->e.step, event.from);
    if (status == REF_OK && !crossing_have_left(stage, event.watch) && event.watch >= 0)
        status = REF_TOGETHER;
    if (status != REF_OK && event.watch >= 0) {
        arf_clears(event.to, event.from);
        return straddle(r, status, event.watch);
    }
    if (status == REF_OK)
        status = enclosure_take_values(r->scene.task, &stage->e, r->invariant,
                                       jumps ? ENCLOSURE_WITHOUT_END : ENCLOSURE_WITH_END,
                                       r->run, &r->next);
    if (status == REF_OK)
        status = blur_rounded(r, stage, taken);
    if (status == REF_OK)
        status = tell(r, stage, taken, event.watch >= 0);
    if (status == REF_OK) {
        enclosure_advance(&stage->e);
        if (event.watch >= 0 && r->next < r->scene.task->times) {
            status = pass(r, &event);
            if (status != REF_OK)
                status = straddle(r, status, event.watch);
        } else if (r->scene.straddles) {
            status = take_sides(r);
        }
    }
    arf_clears(event.to, event.from);
    return status;
}

/* Why there is no getting on. */
static enum ref_status explain(const struct run *r, enum ref_status status) {
    if (status != REF_GRAZED && status != REF_TANGENT_KINK && status != REF_TOGETHER &&
        status != REF_UNDECIDED && status != REF_STEP_TOO_SMALL &&
        status != REF_AT_IMPACT && !(status == REF_UNABLE && r->way == CROSSING_EACH))
        return status;
    return accumulate(r, r->length) ? REF_ACCUMULATES : status;
}

/* Where there is no getting on: the values at the times that are left, of a motion that is
 * nearly at rest. */
static enum ref_status wait(struct run *r, enum ref_status status) {
    const struct enclosure_task *task = r->scene.task;
    arf_t t;
    if (status != REF_GRAZED && status != REF_TOGETHER && status != REF_UNDECIDED &&
        status != REF_STEP_TOO_SMALL && status != REF_UNABLE &&
        status != REF_ACCUMULATES && status != REF_AT_IMPACT)
        return status;
    arf_init(t);
    int next = 0;
    for (; next < task->times; next++) {
        arf_set_mpfr(t, task->time[next]);
        if (arf_cmp(t, r->stage->e.time) >= 0)
            break;
    }
    arf_clear(t);
    return crossing_ebbs(&r->scene, r->stage, next, r->run) ? REF_OK : status;
}

/* A state of contacts of which no more is known than that it is near zero is told as zero. */
static void round_values(struct run *r) {
    const struct enclosure_task *task = r->scene.task;
    for (int k = 0; k < task->times && task->m->contacts > 0; k++) {
        arb_ptr value = r->run->value + (slong)k * task->n;
        bool nil = true;
        for (int i = 0; i < task->n && nil; i++)
            nil = arb_contains_zero(value + i);
        if (nil)
            crossing_round_to_zero(&r->scene, value, r->run);
    }
}

static enum ref_status follow(struct run *r) {
    const struct enclosure_task *task = r->scene.task;
    const long most_steps = enclosure_most_steps(task);
    const double begin = arf_get_d(r->stage->e.time, ARF_RND_NEAR),
                 end = arf_get_d(r->end, ARF_RND_NEAR);
    r->length = end - begin;
    enum ref_status status = enclosure_resume(&r->stage->e);
    while (status == REF_OK && r->next < task->times) {
        arf_sub(r->limit, r->end, r->stage->e.time, ARF_PREC_EXACT, ARF_RND_NEAR);
        status = r->run->steps < most_steps ? enclosure_step(&r->stage->e, r->limit)
                                            : REF_TOO_LONG;
        r->run->steps++;
        status = status == REF_OK ? advance(r) : straddle(r, status, -1);
        r->run->end.known = r->run->end.known && status != REF_OK;
        if (status == REF_OK)
            status = enclosure_report(task, &r->stage->e, begin, end, r->run);
    }
    r->run->end.time = arf_get_d(r->stage->e.time, ARF_RND_DOWN);
    if (status != REF_OK && r->run->end.time > begin) /* an event may be just there */
        r->run->end.time = nextafter(r->run->end.time, begin);
    if (enclosure_is_vanishing(task, r->run))
        return status;
    status = explain(r, status);
    r->run->end.known = r->run->end.known || status == REF_ACCUMULATES;
    if (status != REF_ACCUMULATES || r->way != CROSSING_EACH)
        status = wait(r, status);
    if (status == REF_OK)
        round_values(r);
    if (status == REF_OK)
        r->run->growth = enclosure_measure_growth(
            &r->stage->e, r->run->value + (slong)(task->times - 1) * task->n);
    return status;
}

/* With contacts the run goes a little behind the last time: an impact at it has to be seen. */
static void look_behind_end(struct run *r) {
    enum { BITS = 2, PART = -12 };
    if (r->scene.m->contacts == 0)
        return;
    arf_sub(r->limit, r->end, r->stage->e.time, BITS, ARF_RND_UP);
    arf_mul_2exp_si(r->limit, r->limit, PART);
    arf_add(r->end, r->end, r->limit, ARF_PREC_EXACT, ARF_RND_NEAR);
}

static enum ref_status begin_and_follow(struct run *r) {
    const struct enclosure_task *task = r->scene.task;
    enum ref_status status = crossing_settle(&r->scene, r->end, &r->stage);
    if (status != REF_OK && r->scene.straddles)
        status = crossing_start_on_both(&r->scene, r->end, &r->stage);
    if (r->scene.touched >= 0)
        r->run->end = (struct ref_end){-INFINITY, true, REF_OF_GAP, r->scene.touched};
    arf_set_mpfr(r->limit, task->time[0]);
    if (status == REF_OK && arf_cmp(r->limit, r->stage->e.time) < 0)
        status = REF_BAD_ARGUMENT;
    if (status != REF_OK)
        return status;
    enclosure_stay_at_start(task, &r->stage->e, r->run);
    const int count = task->m->invariants;
    arb_ptr invariant = _arb_vec_init(count);
    enclosure_find_invariants(invariant, &r->stage->e, r->stage->e.time, r->run->value);
    r->invariant = task->m->contacts > 0 ? NULL : invariant; /* impacts change them */
    if (arf_cmp(r->end, r->stage->e.time) > 0) {
        look_behind_end(r);
        status = follow(r);
    }
    _arb_vec_clear(invariant, count);
    return status;
}

enum ref_status crossing_run_once(const struct enclosure_task *task, int goal,
                                  struct enclosure_run *run, enum crossing_way way) {
    struct run r = {.run = run, .way = way};
    enclosure_plan(run, goal);
    arf_inits(r.end, r.limit);
    arf_set_mpfr(r.end, task->time[task->times - 1]);
    enum ref_status status = crossing_scene_init(&r.scene, task, goal, run);
    if (way == CROSSING_FINELY)
        r.scene.low = r.scene.bits;
    r.scene.straddles = way == CROSSING_ON_BOTH_SIDES;
    if (status == REF_OK && way == CROSSING_JOINED_ONES)
        status = crossing_join(&r.scene);
    if (status == REF_OK && way == CROSSING_ON_LINES &&
        crossing_leave_lines(&r.scene) == 0)
        status = REF_NOT_APPLICABLE;
    if (status == REF_OK)
        status = begin_and_follow(&r);
    crossing_scene_clear(&r.scene);
    arf_clears(r.limit, r.end);
    return status;
}
