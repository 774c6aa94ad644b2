/* An attempt in default mode for fixed sizes: before each inclusion NAME, NQ and NY are defined,
 * which it takes back; MAPPED (q' = N(q) v, not v) and CHAIN (band_moves.h may be used) stay.
 * Half, half and large are one piece of code for each combination of sizes, in which all loops
 * have known lengths, and nothing is called but f, N and what happens seldom.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define JOIN_NAMES(what, name) what##_##name
#define JOIN(what, name) JOIN_NAMES(what, name)
#define SIZED(what) JOIN(what, NAME)

#include "fast/pair/default/moves_sized.h"
#include "fast/pair/default/large_step_sized.h"
#include "fast/pair/default/half_step_sized.h"

/* The second half step and large. *left: what the iterations have left in both halves. */
static inline enum fast_status SIZED(complete)(struct pair *integrator, double h,
                                               const struct half_step *first,
                                               double *left) {
    struct fast_default *default_mode = integrator->default_mode;
    struct half_step second = {.t0 = integrator->t + 0.5 * h,
                               .h = 0.5 * h,
                               .xn = integrator->middle,
                               .rates_n = default_mode->middle_rates,
                               .x = integrator->small,
                               .last = default_mode->progress};
    enum fast_status status = SIZED(solve_half)(integrator, &second);
    if (status != FAST_OK)
        return status;
    default_mode->is_worn_out = default_mode->extra > fast_most_wear * default_mode->cost;
    if (default_mode->is_worn_out || integrator->options.newton == FAST_FRESH)
        keep_base(default_mode, integrator, default_mode->before);
    const bool factors =
        default_mode->whole.inverse == NULL || integrator->options.newton == FAST_FULL;
    if (factors)
        default_mode->before_large = integrator->statistics;
    status = SIZED(solve_large)(integrator, h, !factors);
    if (factors)
        fast_count_estimator_share(&integrator->statistics, &default_mode->before_large);
    *left = first->error + second.error;
    return status;
}

/* If the halves have left too much of the estimate they go on, once. */
static inline enum fast_status SIZED(solve_substeps)(struct pair *integrator, double h) {
    struct fast_default *default_mode = integrator->default_mode;
    struct half_step first = {.t0 = integrator->t,
                              .h = 0.5 * h,
                              .xn = integrator->state,
                              .rates_n = default_mode->start_rates,
                              .x = integrator->middle,
                              .foresees = true};
    enum fast_status status = SIZED(guess_half)(integrator, &first);
    for (int round = 1; status == FAST_OK; round++) {
        double left = 0;
        status = SIZED(solve_half)(integrator, &first);
        if (status == FAST_OK)
            status = SIZED(complete)(integrator, h, &first, &left);
        if (round == 2 || left <= fast_tolerable_part * default_mode->estimate)
            break;
        default_mode->cap = fast_kappa * default_mode->estimate;
    }
    return status;
}

static enum fast_status SIZED(attempt)(struct pair *integrator, double h) {
    enum fast_status status = prepare(integrator, h);
    if (status == FAST_OK)
        status = SIZED(solve_substeps)(integrator, h);
    if (CHAIN && status == FAST_OK && integrator->default_mode->has_deviation)
        return FAST_OK;
    if (status == FAST_OK)
        return compare(NQ + NY, integrator);
    note_failure(integrator);
    return status;
}

#undef JOIN_NAMES
#undef JOIN
#undef SIZED
#undef NAME
#undef NQ
#undef NY
