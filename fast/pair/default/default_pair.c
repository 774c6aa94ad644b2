/* An attempt in default mode: half, half, large. What it begins with stands here, and what its
 * parts, which have code for each combination of small sizes, share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/linear/pattern.h"
#include "fast/linear/vector.h"
#include "fast/pair/default/band_moves.h"
#include "fast/pair/default/default_mode.h"
#include "fast/pair/default/square_moves.h"

/* Up to so many velocities, each with its position, and so many other states alone, have code of
 * their own. */
enum { most_sized = 8, most_sized_others = 4 };
/* Up to this order the product with an inverse is part of it. */
enum { most_written_out = 4 };

/* With J from an iterate that has gone astray the guess is to go at least this part of the
 * way to there. If J's size holds it back more than that, it holds back every update, too,
 * and they would be mistaken for small errors. */
static const double least_part = 1e-3;

/* A move to x[nx], the end of a step of h from xn: from x itself, f being evaluated there at
 * t, or by the linear model from a point `from` where y' is rates. x is none of the others. */
struct fast_move {
    double t, h;
    const double *xn, *from, *rates;
    double *x;
};

/* A half step of implicit Euler from (t0, xn[nx]), where y' is rates_n[ny], to
 * x[nx]. */
struct half_step {
    double t0, h;
    const double *xn, *rates_n;
    double *x;
    bool foresees; /* the first: the step's estimate is foreseen from its end */
    double last;   /* size of the last update; at first of x - xn */
    double error;  /* what is left of it at the end */
};

static void keep_base(struct fast_default *default_mode, const struct pair *integrator,
                      const double *x) {
    memcpy(default_mode->base, x, (size_t)integrator->nx * sizeof *x);
    memcpy(default_mode->base_rates, integrator->rates,
           (size_t)integrator->ny * sizeof(double));
    default_mode->has_base = true;
}

/* f at the state, if it is to be known there. */
static enum fast_status find_base(struct pair *integrator) {
    struct fast_default *default_mode = integrator->default_mode;
    enum fast_status status = FAST_OK;
    if (default_mode->knows_rates && (default_mode->has_base || integrator->has_jacobian))
        return FAST_OK;
    status =
        fast_evaluate(integrator, integrator->t, integrator->state, integrator->rates);
    if (status == FAST_OK && !fast_all_finite((size_t)integrator->ny, integrator->rates))
        status = FAST_NOT_FINITE;
    if (status != FAST_OK)
        return status;
    keep_base(default_mode, integrator, integrator->state);
    memcpy(default_mode->start_rates, integrator->rates,
           (size_t)integrator->ny * sizeof(double));
    default_mode->knows_rates = true;
    return FAST_OK;
}

/* Whether a step of h, which may be chosen, is too long for J: the large step's matrix tells.
 * In full Newton it is another J's before it is used. */
static enum fast_status check_length(struct pair *integrator, double h) {
    if (!integrator->controls_error || integrator->options.newton == FAST_FULL ||
        integrator->default_mode->whole.inverse != NULL) /* it is factored */
        return FAST_OK;
    const struct pair_statistics before = integrator->statistics;
    enum fast_status status =
        fast_factor_for(integrator, &integrator->default_mode->whole, h);
    fast_count_estimator_share(&integrator->statistics, &before);
    return status;
}

/* J, the scale of errors and the rates for a step of h. */
static enum fast_status prepare(struct pair *integrator, double h) {
    struct fast_default *default_mode = integrator->default_mode;
    const bool fresh = integrator->options.newton == FAST_FRESH;
    default_mode->is_provisional = false;
    const bool foresees = default_mode->knows_rates && default_mode->last_estimate > 0;
    const double growth = foresees ? h / default_mode->last_h : 0;
    default_mode->expected =
        fast_expected_part * growth * growth * default_mode->last_estimate;
    enum fast_status status = find_base(integrator);
    if (status != FAST_OK)
        return status;
    const bool forms = default_mode->has_base && (default_mode->is_worn_out || fresh);
    if (!integrator->has_jacobian)
        fast_begin_rates(default_mode);
    else if (forms && !fresh)
        fast_forget_rates(default_mode);
    if (!integrator->has_jacobian || forms)
        status = fast_form_split(integrator, integrator->t, default_mode->base,
                                 default_mode->base_rates);
    fast_adapt_rates(default_mode, h);
    default_mode->has_base = false;
    default_mode->cap =
        fast_kappa *
        (fast_has_tolerances(integrator) ? 1 : integrator->statistics.accuracy_in_use);
    default_mode->estimate = INFINITY;
    default_mode->worst_rate = 0;
    fast_set_scale(integrator);
    fast_find_inverse(&default_mode->half, 0.5 * h);
    fast_find_inverse(&default_mode->whole, h);
    return status == FAST_OK ? check_length(integrator, h) : status;
}

/* Once an attempt has failed. */
static void note_failure(struct pair *integrator) {
    fast_doubt_rates(integrator->default_mode);
    if (integrator->default_mode->is_provisional)
        integrator->has_jacobian = false;
}

/* q of x[nx], which has base's y. From xn itself as base, which makes a guess, N at qn is
 * near enough. */
static enum fast_status find_position(struct pair *integrator, double h, const double *xn,
                                      const double *base, double *x) {
    if (base == xn)
        return fast_advance_position(integrator, h, xn, xn, xn + integrator->nq, x);
    for (int i = 0; i < integrator->nq; i++)
        x[i] = base[i];
    return fast_place(integrator, h, xn, x);
}

/* Of a chain. *takes: the factors are there, and those of band_moves.h. */
static enum fast_status find_chain(struct pair *integrator, struct fast_factored *matrix,
                                   double h, bool *takes) {
    enum fast_status status = fast_factor_for(integrator, matrix, h);
    *takes = status == FAST_OK && matrix->factors->has_diagonals;
    integrator->default_mode->solves += *takes;
    return status;
}

/* By factors that are there. */
static struct fast_band_move find_chain_move(const struct pair *integrator,
                                             const struct fast_factored *matrix,
                                             const struct fast_move *move,
                                             const double *from, double *x) {
    const struct fast_default *default_mode = integrator->default_mode;
    const bool is_plain = integrator->weights_are_one && !fast_has_tolerances(integrator);
    return (struct fast_band_move){.n = integrator->ny,
                                   .h = move->h,
                                   .xn = move->xn,
                                   .from = from,
                                   .diagonals = &matrix->factors->diagonals,
                                   .scale = is_plain ? NULL : default_mode->scale,
                                   .room = default_mode->residual,
                                   .x = x};
}

/* By the linear model from the end of a step of h_before from `before`, NULL: where rates are
 * known. */
static enum fast_status follow_diagonals(struct pair *integrator,
                                         struct fast_factored *matrix,
                                         const struct fast_move *move, double h_before,
                                         const double *before, double *rates,
                                         double *distance, bool *takes) {
    struct fast_default *default_mode = integrator->default_mode;
    const enum fast_status status = find_chain(integrator, matrix, move->h, takes);
    if (!*takes)
        return status;
    const struct fast_band_move one =
        find_chain_move(integrator, matrix, move, move->from, move->x);
    const double *fq = default_mode->fq.values;
    default_mode->products++;
    *distance = before == NULL ? fast_follow_band(&one, move->rates, fq)
                               : fast_go_on_band(&one, h_before, before, fq, rates);
    return FAST_OK;
}

/* The end of a step that is x becomes `before`, which becomes that end: a long one is not
 * copied. */
static void exchange(struct pair *integrator, double *x) {
    double **end = x == integrator->middle  ? &integrator->middle
                   : x == integrator->small ? &integrator->small
                                            : &integrator->large;
    *end = integrator->default_mode->before;
    integrator->default_mode->before = x;
}

/* Newton's next iterate, where f has been evaluated; of large the deviation, too. In full Newton
 * each iterate has factors of its own, and these may be others: then what was found at the one
 * before is no longer that. */
static enum fast_status iterate_diagonals(struct pair *integrator,
                                          struct fast_factored *matrix,
                                          const struct fast_move *move, double *distance,
                                          bool *takes) {
    struct fast_default *default_mode = integrator->default_mode;
    const double *rates = integrator->rates;
    const enum fast_status status = find_chain(integrator, matrix, move->h, takes);
    default_mode->has_deviation = false;
    if (!*takes)
        return status;
    const struct fast_band_move one =
        find_chain_move(integrator, matrix, move, move->x, default_mode->before);
    if (move->x == integrator->large) {
        *distance =
            fast_iterate_band_beside(&one, rates, integrator->small,
                                     integrator->deviation, &default_mode->estimate);
        default_mode->has_deviation = isfinite(default_mode->estimate);
    } else
        *distance = fast_iterate_band(&one, rates);
    exchange(integrator, move->x);
    return FAST_OK;
}

/* deviation := large - small, unless that is not finite. */
static inline enum fast_status compare(const int n, const struct pair *integrator) {
    const double *large = integrator->large, *small = integrator->small;
    double *deviation = integrator->deviation;
    const struct fast_square_moves *square = integrator->default_mode->square;
    if (n >= 2 * fast_least_square && n <= 2 * fast_most_square && square != NULL)
        return square->compare(large, small, deviation) ? FAST_OK : FAST_NOT_FINITE;
    double zero = 0;
    for (int i = 0; i < n; i++) {
        const double difference = large[i] - small[i];
        zero += 0 * difference;
        deviation[i] = difference;
    }
    return zero == 0 ? FAST_OK : FAST_NOT_FINITE;
}

/* Newton's next iterate of a half step. */
static inline struct fast_move find_iterate(const struct half_step *step) {
    return (struct fast_move){
        .t = step->t0 + step->h, .h = step->h, .xn = step->xn, .x = step->x};
}

/* Whether the iterations that are left will not do. In full Newton, where each has another J,
 * only growth tells. */
static inline bool is_hopeless(const struct pair *integrator,
                               const struct fast_progress *progress, double limit) {
    if (integrator->options.newton == FAST_FULL)
        return progress->k > 1 && progress->theta >= 1;
    return fast_is_hopeless(progress, FAST_MAX_NEWTON_ITERATIONS, limit);
}

/* What the iteration may leave in large. */
static inline double limit_of(const struct fast_default *default_mode) {
    return fast_smaller(fast_kappa * default_mode->estimate, default_mode->cap);
}

#define CHAIN false
#define MAPPED false
#define NAME any
#define NQ integrator->nq
#define NY integrator->ny
#include "fast/pair/default/attempt_sized.h"
#define NAME of_1
#define NQ 1
#define NY 1
#include "fast/pair/default/attempt_sized.h"
#define NAME of_2
#define NQ 2
#define NY 2
#include "fast/pair/default/attempt_sized.h"
#define NAME of_3
#define NQ 3
#define NY 3
#include "fast/pair/default/attempt_sized.h"
#define NAME of_4
#define NQ 4
#define NY 4
#include "fast/pair/default/attempt_sized.h"
#define NAME of_5
#define NQ 5
#define NY 5
#include "fast/pair/default/attempt_sized.h"
#define NAME of_6
#define NQ 6
#define NY 6
#include "fast/pair/default/attempt_sized.h"
#define NAME of_7
#define NQ 7
#define NY 7
#include "fast/pair/default/attempt_sized.h"
#define NAME of_8
#define NQ 8
#define NY 8
#include "fast/pair/default/attempt_sized.h"
#define NAME of_0_1
#define NQ 0
#define NY 1
#include "fast/pair/default/attempt_sized.h"
#define NAME of_0_2
#define NQ 0
#define NY 2
#include "fast/pair/default/attempt_sized.h"
#define NAME of_0_3
#define NQ 0
#define NY 3
#include "fast/pair/default/attempt_sized.h"
#define NAME of_0_4
#define NQ 0
#define NY 4
#include "fast/pair/default/attempt_sized.h"
#undef CHAIN
#define CHAIN true
#define NAME chain
#define NQ integrator->ny
#define NY integrator->ny
#include "fast/pair/default/attempt_sized.h"
#undef CHAIN
#define CHAIN false
#undef MAPPED
#define MAPPED true
#define NAME mapped
#define NQ integrator->nq
#define NY integrator->ny
#include "fast/pair/default/attempt_sized.h"
#define NAME body
#define NQ 4
#define NY 3
#include "fast/pair/default/attempt_sized.h"
#undef MAPPED
#undef CHAIN

#define CODE(name)                                                                       \
    { attempt_##name, product_##name }

/* By the number of velocities, each with its position; and of other states, alone. */
static const struct fast_sized of_velocities[most_sized + 1] = {
    CODE(any),  CODE(of_1), CODE(of_2), CODE(of_3), CODE(of_4),
    CODE(of_5), CODE(of_6), CODE(of_7), CODE(of_8)};
static const struct fast_sized of_others[most_sized_others + 1] = {
    CODE(any), CODE(of_0_1), CODE(of_0_2), CODE(of_0_3), CODE(of_0_4)};
static const struct fast_sized of_body = CODE(body), of_mapped = CODE(mapped),
                               of_chain = CODE(chain);

struct fast_sized fast_find_sized(const struct pair *integrator, bool is_chain) {
    const int nq = integrator->nq, ny = integrator->ny;
    if (integrator->system.map != NULL)
        return nq == 4 && ny == 3 ? of_body : of_mapped;
    if (nq == ny && ny <= most_sized)
        return of_velocities[ny];
    if (is_chain)
        return of_chain;
    return of_others[nq == 0 && ny <= most_sized_others ? ny : 0];
}
