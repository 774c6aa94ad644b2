/* The best truth that can be had: proofs first, then what two runs agree on.
 *
 * Ways with a proof come first, the cheapest and tightest of them before the others: formula,
 * exponential, enclosure. Each of them says quickly where it does not apply.
 *
 * Contacts are known to the enclosure, and to a way that follows the motion from event to event.
 *
 * Without a proof, Taylor's method is the better one unless the problem is stiff: its order
 * follows the digits, and it locates switches to full precision, while an explicit method's
 * steps are held down by the fastest time scale, however smooth the solution. Where the
 * model's tags do not say so (stiff, and not oscillatory: then it waits), that shows after some
 * steps: Taylor's method gets a budget of steps, and is given up as soon as the steps made so
 * far, carried on to the end of the work, exceed it. The budget is a large one where the model
 * is stiff and oscillatory: with many digits any method has to follow each oscillation, and
 * Taylor's does it at the least cost. Collocation is next, whose steps follow the solution
 * alone. Where that fails too, Taylor's method has all the steps that the caller allows.
 *
 * Of any way the same forecast tells whether the time is one that nobody lives to see.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "problems/model.h"
#include "ref/task.h"

/* Steps of all runs of an attempt. A smooth problem takes some hundreds over the span that
 * makes it interesting; collocation wins from some thousands on, unless they are steps along
 * oscillations: then Taylor's method is given some tens of thousands of them. */
enum { USUAL_BUDGET = 20000, OSCILLATORY_BUDGET = 400000 };

/* A forecast needs some steps behind it. */
enum { FORECAST_STEPS = 200 };

/* A time is too far where the steps made so far, carried on to it, are a thousand times those that
 * a way makes at most: as their number has doubled, so has about the time that they come to. */
enum { FAR_STEPS = 2048, HOPELESS_STEPS = 1000000000 };
static const double alike = 2.5;

enum { TURNS = 7 };

static const char stiff[] = "stiff", oscillatory[] = "oscillatory";

/* One turn of the ladder, put between the caller and a way. */
struct turn {
    const struct ref_truth_options *options;
    enum ref_way way;
    ref_truth_function *solve;
    long budget; /* of steps; 0: none */
    bool skipped;
    long steps;
    double fraction; /* how much of the way is done */
    double reached;  /* the same of all runs so far, each of which begins again */
    bool is_smooth;  /* nothing ends the motion at once, as friction and bounces do */
    long doubled;    /* at so many steps it is looked whether the time is too far */
    double before;   /* what was reached in half as many */
    bool gave_up, is_far;
};

static void note_progress(void *context, double fraction) {
    struct turn *turn = context;
    turn->fraction = fraction;
    if (turn->options->progress != NULL)
        turn->options->progress(turn->options->context, fraction);
}

static bool seems_too_far(struct turn *turn) {
    turn->reached = fmax(turn->reached, turn->fraction);
    if (!turn->is_smooth || turn->steps < turn->doubled)
        return false;
    const double before = turn->before;
    turn->doubled = 2 * turn->steps;
    turn->before = turn->reached;
    return turn->steps >= FAR_STEPS && before > 0 && turn->reached <= alike * before &&
           (double)turn->steps > (double)HOPELESS_STEPS * turn->reached;
}

static bool ask_to_stop(void *context, enum ref_way way) {
    struct turn *turn = context;
    turn->steps++;
    turn->gave_up = turn->budget > 0 && turn->steps >= FORECAST_STEPS &&
                    (double)turn->steps > (double)turn->budget * turn->fraction;
    turn->is_far = turn->is_far || seems_too_far(turn);
    if (turn->gave_up || turn->is_far)
        return true;
    return turn->options->stop != NULL &&
           turn->options->stop(turn->options->context, way);
}

static void pass_unproved(void *context, const struct ref_unproved *unproved) {
    struct turn *turn = context;
    if (turn->options->unproved != NULL)
        turn->options->unproved(turn->options->context, unproved);
}

static void pass_reached(void *context, enum ref_way way, const struct ref_end *end) {
    struct turn *turn = context;
    if (turn->options->reached != NULL)
        turn->options->reached(turn->options->context, way, end);
}

static enum ref_status take_turn(struct ref_truth **truth, struct model *m, int times,
                                 const mpfr_t *time, struct turn *turn) {
    struct ref_truth_options options = *turn->options;
    options.progress = note_progress;
    options.stop = ask_to_stop;
    options.unproved = pass_unproved;
    options.reached = pass_reached;
    options.context = turn;
    /* A step may be long; the ways before these say quickly whether they apply. */
    bool is_late = turn->way >= REF_BY_ENCLOSURE && ask_to_stop(turn, turn->way);
    enum ref_status status =
        is_late ? REF_OUT_OF_TIME : turn->solve(truth, m, times, time, &options);
    if (status == REF_OUT_OF_TIME && turn->gave_up)
        status = REF_TOO_LONG;
    if (status == REF_OUT_OF_TIME && turn->is_far)
        status = REF_TOO_FAR;
    if (status != REF_OK && turn->options->tried != NULL)
        turn->options->tried(turn->options->context, turn->way, status);
    return status;
}

/* What no other way would do better. Memory is another matter: ways differ in what they need. */
static bool ends_the_search(enum ref_status status) {
    return status == REF_OK || status == REF_BAD_ARGUMENT;
}

static void list_turns(struct turn turns[TURNS], struct model *m) {
    bool is_stiff = model_has_tag(m, stiff);
    const struct turn list[TURNS] = {
        {.way = REF_BY_FORMULA, .solve = ref_formula_truth},
        {.way = REF_BY_EXPONENTIAL, .solve = ref_exponential_truth},
        {.way = REF_BY_ENCLOSURE, .solve = ref_enclosure_truth},
        {.way = REF_BY_TAYLOR,
         .solve = ref_truth_alloc,
         .budget = is_stiff ? OSCILLATORY_BUDGET : USUAL_BUDGET,
         .skipped = is_stiff && !model_has_tag(m, oscillatory)},
        {.way = REF_BY_COLLOCATION, .solve = ref_collocation_truth},
        {.way = REF_BY_TAYLOR, .solve = ref_truth_alloc},
        {.way = REF_BY_EVENTS, .solve = ref_event_truth},
    };
    memcpy(turns, list, sizeof list);
    const bool is_smooth = m->contacts == 0 && !model_has_kinks(m);
    for (int i = 0; i < TURNS; i++) {
        turns[i].is_smooth = is_smooth;
        turns[i].doubled = FAR_STEPS / 2;
        if (m->contacts > 0)
            turns[i].skipped =
                turns[i].way != REF_BY_EVENTS && turns[i].way != REF_BY_ENCLOSURE;
    }
}

/* A truth of a motion that leaves its joints is none. */
static enum ref_status keep_joints(struct ref_truth **truth, struct model *m,
                                   enum eval_constants constants) {
    enum ref_status status = ref_truth_joints_kept(*truth, m, constants);
    if (status != REF_OK) {
        ref_truth_free(*truth);
        *truth = NULL;
    }
    return status;
}

enum ref_status ref_best_truth(struct ref_truth **truth, struct model *m, int times,
                               const mpfr_t *time,
                               const struct ref_truth_options *options) {
    enum ref_status told = REF_NOT_APPLICABLE;
    bool taylor_is_left = true;
    struct turn turns[TURNS];
    list_turns(turns, m);
    *truth = NULL;
    for (int i = 0; i < TURNS; i++) {
        struct turn *turn = &turns[i];
        bool allowed = options->ways == 0 || (options->ways & 1u << turn->way) != 0;
        if (!allowed || turn->skipped || (turn->way == REF_BY_TAYLOR && !taylor_is_left))
            continue;
        turn->options = options;
        enum ref_status status = take_turn(truth, m, times, time, turn);
        if (status == REF_OK && m->joints > 0)
            return keep_joints(truth, m, options->constants);
        if (ends_the_search(status))
            return status;
        taylor_is_left &= turn->way != REF_BY_TAYLOR || turn->gave_up;
        told = status == REF_NOT_APPLICABLE ? told : status;
    }
    return told;
}
