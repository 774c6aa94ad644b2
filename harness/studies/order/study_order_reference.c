/* The ladder of the reference's exact steps: the discrete equations solved to the last bit at
 * a precision at which rounding is out of sight; where the law projects, each followed by the
 * projection onto the joints, to the last bits, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/order/study_order.h"

#include <math.h>
#include <string.h>

#include "harness/base/message.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "ref/truth.h"
#include "ref/vector.h"

enum { REFERENCE_BITS = 128 };

/* Tolerance of the order. */
static const double reference_tolerance = 0.001;

/* Corrections of the fitted law: the data are exact, so that truncation alone limits. */
enum { REFERENCE_CORRECTIONS = 5 };

/* Steps between two times: powers of two and three times them. */
static const int STEPS[] = {4,  6,   8,   12,  16,  24,  32,  48,  64,
                            96, 128, 192, 256, 384, 512, 768, 1024};
enum {
    REFINED_LEVELS = sizeof STEPS / sizeof STEPS[0],
    ALL_LEVELS = 13,
    LARGE_LEVELS = 8
};

/* Beyond so many states a step costs milliseconds, and the gate does with fewer levels; so does
 * every effort where it is followed by a projection, or where the field takes so many
 * operations. */
enum { LARGE_STATE = 20, LARGE_FIELD = 6000 };

struct walk {
    ref_pair *pair; /* one of these two */
    ref_step *step;
    ref_joints *joints; /* NULL: nothing is projected */
    struct room room;
    mpfr_ptr t, h;
    mpfr_t *x, *half, *small, *scratch; /* (size nx) */
};

static enum ref_status open_walk(struct walk *w, const struct order_truth *o,
                                 const struct order_law *law) {
    enum ref_status status;
    if (law->traits == NULL)
        return ref_pair_alloc(&w->pair, o->model, REFERENCE_BITS, EVAL_DOUBLE_CONSTANTS);
    status = ref_step_alloc(&w->step, o->model, law->traits->reference, REFERENCE_BITS,
                            EVAL_DOUBLE_CONSTANTS);
    if (status == REF_OK && law->projects)
        status =
            ref_joints_alloc(&w->joints, o->model, REFERENCE_BITS, EVAL_DOUBLE_CONSTANTS);
    return status;
}

static int init_walk(struct walk *w, const struct order_truth *o,
                     const struct order_law *law) {
    w->t = room_number(&w->room, REFERENCE_BITS);
    w->h = room_number(&w->room, REFERENCE_BITS);
    w->x = room_numbers(&w->room, o->nx, REFERENCE_BITS);
    w->scratch = room_numbers(&w->room, o->nx, REFERENCE_BITS);
    w->half = room_numbers(&w->room, o->nx, REFERENCE_BITS);
    w->small = room_numbers(&w->room, o->nx, REFERENCE_BITS);
    return w->room.is_short || open_walk(w, o, law) != REF_OK;
}

static void clear_walk(struct walk *w) {
    room_clear(&w->room);
    ref_pair_free(w->pair);
    ref_step_free(w->step);
    ref_joints_free(w->joints);
}

/* x := a step of h from (t, x). */
static enum ref_status make_step(struct walk *w) {
    enum ref_status status;
    if (w->pair != NULL)
        status = ref_pair_step(w->pair, w->t, vector_const(w->x), w->h, NULL, w->half,
                               w->small);
    else
        status = ref_step_take(w->step, w->t, vector_const(w->x), w->h, w->small, NULL);
    mpfr_add(w->t, w->t, w->h, MPFR_RNDN);
    if (status == REF_OK && w->joints != NULL)
        status = ref_joints_project(w->joints, w->t, w->small);
    vector_swap(&w->x, &w->small);
    return status;
}

/* error := x - truth at time j; uses scratch. */
static void take_error(struct walk *w, const struct order_truth *o, int j,
                       double *error) {
    for (int i = 0; i < o->nx; i++) {
        mpfr_sub(w->scratch[i], w->x[i], o->truth->state[j * o->nx + i], MPFR_RNDN);
        error[i] = mpfr_get_d(w->scratch[i], MPFR_RNDN);
    }
}

/* The largest change of a component when x[nx] at t is projected onto the joints. Uses small and
 * scratch. */
static double measure_move(struct walk *w, mpfr_srcptr t, const mpfr_t *x, int nx) {
    double largest = 0;
    for (int i = 0; i < nx; i++)
        mpfr_set(w->small[i], x[i], MPFR_RNDN);
    if (ref_joints_project(w->joints, t, w->small) != REF_OK)
        return 0; /* as will be told of the first step */
    for (int i = 0; i < nx; i++) {
        mpfr_sub(w->scratch[i], w->small[i], x[i], MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(w->scratch[i], MPFR_RNDN)));
    }
    return largest;
}

/* What projecting the start, which is rounded to double, and the truth, whose constants are,
 * onto the joints moves them by: where the truth is that of the equation as it is posed, errors
 * do not fall below it. 0 where nothing is projected. Uses x, small and scratch. */
static double measure_shift(struct walk *w, const struct order_truth *o) {
    if (w->joints == NULL)
        return 0;
    vector_set_doubles(w->x, o->initial, o->nx);
    mpfr_set_d(w->t, o->begin, MPFR_RNDN);
    double largest = measure_move(w, w->t, vector_const(w->x), o->nx);
    for (int j = 0; j < ORDER_TIMES; j++)
        largest =
            fmax(largest, measure_move(w, o->truth->time[j],
                                       vector_const(o->truth->state) + j * o->nx, o->nx));
    return largest;
}

/* Walks with n steps between two times; the errors stay as they are where it fails. */
static enum ref_status walk_level(struct walk *w, const struct order_truth *o, int n,
                                  double *error) {
    vector_set_doubles(w->x, o->initial, o->nx);
    mpfr_set_d(w->h, o->horizon, MPFR_RNDN);
    mpfr_div_si(w->h, w->h, (long)n * ORDER_TIMES, MPFR_RNDN);
    for (int k = 0; k < n * ORDER_TIMES; k++) {
        mpfr_mul_si(w->t, w->h, k, MPFR_RNDN);
        mpfr_add_d(w->t, w->t, o->begin, MPFR_RNDN);
        enum ref_status status = make_step(w);
        if (status != REF_OK)
            return status;
        if ((k + 1) % n == 0)
            take_error(w, o, k / n, error + k / n * o->nx);
    }
    return REF_OK;
}

/* The levels from first on; the last failure is told. */
static void walk_levels(struct order_ladder *l, struct walk *w, int first) {
    const struct order_truth *o = l->truth;
    for (int level = first; level < l->levels; level++) {
        enum ref_status status =
            walk_level(w, o, l->steps[level], l->error + level * ORDER_TIMES * o->nx);
        if (status != REF_OK)
            message_set(&l->why, "%s", ref_status_text(status));
    }
}

static bool has_large_field(struct model *m) {
    struct program *field = model_field_program(m);
    const bool is_large = field == NULL || field->length > LARGE_FIELD;
    program_free(field);
    return is_large;
}

/* How many levels are walked at first. */
static int count_levels(const struct order_truth *o, const struct order_law *law,
                        enum study_effort effort) {
    const bool does_with_few =
        o->nx > LARGE_STATE &&
        (effort == STUDY_GATE || law->projects || has_large_field(o->model));
    return does_with_few ? LARGE_LEVELS : ALL_LEVELS;
}

int order_reference(struct order_ladder *l, const struct order_truth *o,
                    const struct order_law *law, enum study_effort effort,
                    struct diagnostic *d) {
    *l = (struct order_ladder){.truth = o,
                               .law = law,
                               .arithmetic = "mpfr:128",
                               .levels = count_levels(o, law, effort),
                               .unit = ldexp(1, -REFERENCE_BITS),
                               .tolerance = reference_tolerance,
                               .corrections = REFERENCE_CORRECTIONS};
    memcpy(l->steps, STEPS, sizeof STEPS);
    struct walk w = {.pair = NULL};
    int failed = init_walk(&w, o, law) || order_ladder_alloc(l);
    if (!failed) {
        l->shift = measure_shift(&w, o);
        walk_levels(l, &w, 0);
    }
    clear_walk(&w);
    return failed ? message_set(d, "%s: out of memory", o->model->name) : 0;
}

int order_refine(struct order_ladder *l, struct diagnostic *d) {
    const struct order_truth *o = l->truth;
    struct walk w = {.pair = NULL};
    int failed = 0;
    if (!(l->levels >= ALL_LEVELS && o->nx <= LARGE_STATE && order_is_open(l)))
        return 0;
    failed = init_walk(&w, o, l->law);
    while (!failed && l->levels < REFINED_LEVELS && order_is_open(l)) {
        l->levels++;
        walk_levels(l, &w, l->levels - 1);
    }
    clear_walk(&w);
    return failed ? message_set(d, "%s: out of memory", o->model->name) : 0;
}
