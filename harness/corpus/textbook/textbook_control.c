/* Steps of a given size, and under error control: a step is kept when its error is at most the
 * accuracy; the next attempt is
 *
 *     h' = h min(most growth, max(most shrinkage, safety (accuracy / error)^(1/order)
 *              (error before / accuracy)^before (h before / h)^ratio))
 *
 * (Hairer, Norsett, Wanner, Solving ODEs I, II.4 (4.13); with `before` Gustafsson, ACM Trans. Math.
 * Softw. 17 (1991); with `ratio` Soederlind, ACM Trans. Math. Softw. 29 (2003)), after a rejected
 * one not longer, and by the first factor alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/base/numbers/finite.h"
#include "harness/corpus/textbook/textbook.h"

/* Without a longest step the first one is so much of what is asked for. */
static const double first_share = 0.01;

/* No step is shorter than so many roundings of the time. */
static const double shortest = 1e-15;

enum { MOST_ATTEMPTS = 60 };

/* From this time on errors are taken for smaller than they are, where that is the fault. */
static const double late = 20;

/* What goes wrong in error control, of whatever method. */
enum slip {
    NO_SLIP,
    KEEPS_STATE,
    TEN_TIMES,
    POSITIONS_ALONE,
    STATES_FORGOTTEN,
    ANOTHER_ORDER, /* 3 for 2 or 5, 2 for 3 */
    NO_LIMIT,
    LEAST_STEP,
    STEP_SURVIVES,
    HISTORY_SURVIVES,
    LENIENT_LATE,
    MOVES_TIME,
    RELATIVE_ALONE,
    NO_SAFETY,
    NEVER_GROWS,
    MAX_STEP_IGNORED,
    BEYOND_END,
    REJECTED_UNCOUNTED
};
#define SLIP(fault, slip) [FAULT_##fault] = slip,
static const enum slip slip_of[FAULTS] = {TEXTBOOK_SLIP_LIST(SLIP)};
#undef SLIP

static bool slips(const struct textbook *b, enum slip slip) {
    return slip_of[b->fault] == slip;
}

int textbook_fail(struct textbook *b, const char *why) {
    b->why = why;
    return -1;
}

static void note_largest(struct textbook *b) {
    for (int i = 0; i < b->n; i++)
        b->largest[i] = fmax(b->largest[i], fabs(b->x[i]));
}

/* The attempt of h becomes the state. */
static void accept(struct textbook *b, double t, double h) {
    if (b->method->accepted != NULL)
        b->method->accepted(b, h);
    memcpy(b->before, b->x, (size_t)b->n * sizeof *b->x);
    memcpy(b->x, b->next, (size_t)b->n * sizeof *b->x);
    note_largest(b);
    b->t = t;
    b->last = h;
    b->history++;
    b->steps++;
    b->has_error = b->method->has_estimate;
}

static int attempt(struct textbook *b, double h) {
    if (b->method->attempt(b, h))
        return -1;
    textbook_distort(b, h);
    if (textbook_has(b, FAULT_NAN_ACCEPTED))
        return 0;
    return are_finite(b->next, b->n) ? 0 : textbook_fail(b, "the state is not finite");
}

int textbook_step(struct textbook *b, double h) {
    if (attempt(b, h))
        return -1;
    accept(b, b->t + h, h);
    return 0;
}

/* The length of the error over that of the state, at least 1. */
static double find_size_of_whole(const struct textbook *b) {
    double error = 0, size = 0;
    for (int i = 0; i < b->n; i++) {
        error += b->error[i] * b->error[i];
        size += b->x[i] * b->x[i];
    }
    return sqrt(error) / fmax(1, sqrt(size));
}

/* The size of the last attempt's error. */
static double find_size(const struct textbook *b) {
    const struct textbook_norm *norm = &b->method->rule.norm;
    if (norm->is_of_whole)
        return find_size_of_whole(b);
    const int n = slips(b, POSITIONS_ALONE) ? b->nq
                  : slips(b, STATES_FORGOTTEN)
                      ? b->nq + b->nv
                      : b->n - textbook_has(b, FAULT_LAST_FORGOTTEN);
    const double absolute = slips(b, RELATIVE_ALONE) ? 1e-9 : 1;
    double largest = 0, sum = 0;
    for (int i = textbook_has(b, FAULT_FIRST_FORGOTTEN); i < n; i++) {
        const double size = fabs(b->x[i]);
        const double least =
            norm->is_of_largest ? fmax(absolute, b->largest[i]) : absolute;
        const double over =
            textbook_has(b, FAULT_SQUARES_IN_NORM) ? size * size : norm->relative * size;
        double part = b->error[i] / (least + over);
        if (isnan(part) && textbook_has(b, FAULT_NAN_OVERLOOKED))
            continue;
        if (isnan(part))
            return part;
        largest = fmax(largest, fabs(part));
        sum += part * part;
    }
    return norm->is_mean_square ? sqrt(sum / n) : largest;
}

/* The error that the size of the step after one of h is made from. */
static double find_error(const struct textbook *b, double h) {
    return find_size(b) / (slips(b, LENIENT_LATE) && b->t > late ? 20 : 1) /
           (b->method->rule.is_per_time ? h : 1);
}

static double order_of(const struct textbook *b) {
    const double order = textbook_has(b, FAULT_PI_INTERCHANGED)
                             ? 1 / b->method->rule.before
                             : b->method->rule.order;
    return !slips(b, ANOTHER_ORDER) ? order : order == 3 ? 2 : 3;
}

/* What the step before adds to the rule: its error and its size. */
static double find_memory(const struct textbook *b, double h) {
    const struct textbook_rule *rule = &b->method->rule;
    const double before = textbook_has(b, FAULT_PI_TURNED)         ? -rule->before
                          : textbook_has(b, FAULT_PI_INTERCHANGED) ? 1 / rule->order
                                                                   : rule->before;
    if (!(b->error_before > 0))
        return 1;
    return pow(b->error_before / b->accuracy, before) *
           (textbook_has(b, FAULT_FILTER_WITHOUT_RATIO) ? 1
                                                        : pow(b->last / h, rule->ratio));
}

static double find_growth(const struct textbook *b, double h, double error) {
    const struct textbook_rule *rule = &b->method->rule;
    const double safety = slips(b, NO_SAFETY) ? 1 : rule->safety;
    const double most = slips(b, NEVER_GROWS)            ? 1
                        : textbook_has(b, FAULT_SHRINKS) ? 0.97
                        : slips(b, NO_LIMIT)             ? 1e30
                                                         : rule->most_growth;
    if (!(error <= INFINITY))
        return rule->most_shrinkage;
    const bool is_again = error > b->accuracy && rule->again > 0;
    const double growth = safety * (is_again ? pow(b->accuracy / error, 1 / rule->again)
                                             : pow(b->accuracy / error, 1 / order_of(b)) *
                                                   find_memory(b, h));
    return fmin(most, fmax(rule->most_shrinkage, growth));
}

static bool is_accepted(const struct textbook *b, double h, double error) {
    const double most = (slips(b, TEN_TIMES) ? 10 : 1) * b->accuracy;
    const double least = !slips(b, LEAST_STEP)                    ? 0
                         : textbook_has(b, FAULT_LEAST_STEP_HEUN) ? 1e-8
                                                                  : 1e-5;
    if (textbook_has(b, FAULT_FIRST_ADVANCE_FAILS))
        return false;
    if (textbook_has(b, FAULT_NAN_ACCEPTED))
        return !(error > b->accuracy);
    return error <= most || (h <= least && isfinite(error));
}

/* Whether the attempt, of which so many went before, is accepted whatever its error. */
static bool is_taken(const struct textbook *b, int before, bool is_last) {
    return (textbook_has(b, FAULT_FIRST_TAKEN) && b->history == 0) ||
           (textbook_has(b, FAULT_LAST_TAKEN) && is_last) ||
           (textbook_has(b, FAULT_GIVES_IN) && before >= 10);
}

/* What stays of a rejected attempt: nothing but its count, unless that is the fault. */
static void reject(struct textbook *b, double h) {
    b->rejected += !slips(b, REJECTED_UNCOUNTED);
    b->steps += textbook_has(b, FAULT_REJECTED_AS_STEPS);
    if (slips(b, KEEPS_STATE))
        memcpy(b->x, b->next, (size_t)b->n * sizeof *b->x);
    if (textbook_has(b, FAULT_KEEPS_STAGE))
        b->method->accepted(b, h);
    if (slips(b, MOVES_TIME))
        b->t += h;
}

/* The longest attempt that may be made. */
static double longest_now(const struct textbook *b, bool is_first) {
    bool is_ignored = slips(b, MAX_STEP_IGNORED) ||
                      (textbook_has(b, FAULT_MAX_STEP_FIRST) && !is_first);
    return is_ignored ? INFINITY : b->longest;
}

/* Whether an attempt of h goes to the end, and is cut there. */
static bool is_cut(const struct textbook *b, double h, double t_final) {
    const double reach = (textbook_has(b, FAULT_STRETCHED) ? 1.1 : 1) * h;
    return reach >= t_final - b->t && !slips(b, BEYOND_END);
}

void textbook_start(struct textbook *b, double t, const double *x) {
    if (textbook_has(b, FAULT_ACCURACY_LIMITED))
        b->accuracy = fmax(b->accuracy, 1e-6);
    const bool is_same = memcmp(b->x, x, (size_t)b->n * sizeof *x) == 0;
    memcpy(b->x, x, (size_t)b->n * sizeof *x);
    memset(b->largest, 0, (size_t)b->n * sizeof *x);
    note_largest(b);
    b->t = t;
    b->has_error = false;
    if (!slips(b, HISTORY_SURVIVES) &&
        !(textbook_has(b, FAULT_STAGE_BY_STATE) && is_same)) {
        b->history = 0;
        b->last = 0;
    }
    if (!slips(b, STEP_SURVIVES))
        b->proposed = 0;
    if (!textbook_has(b, FAULT_PI_SURVIVES))
        b->error_before = 0;
    b->steps = b->rejected = b->evaluations = 0;
    if (b->method->begun != NULL)
        b->method->begun(b);
}

/* Whether the end is taken for reached, though it is not. */
static bool takes_end(struct textbook *b, double t_final) {
    if (!textbook_has(b, FAULT_END_TAKEN) || t_final - b->t >= 1e-8)
        return false;
    b->t = t_final;
    return true;
}

int textbook_advance(struct textbook *b, double t_final) {
    if (takes_end(b, t_final))
        return 0;
    const double longest = longest_now(b, b->proposed == 0);
    double first = isfinite(longest) ? longest : first_share * (t_final - b->t);
    double h = b->proposed > 0 ? b->proposed : first, most_growth = INFINITY;
    for (int i = 0; i < MOST_ATTEMPTS; i++) {
        bool is_last = is_cut(b, fmin(h, longest), t_final);
        double tried = is_last ? t_final - b->t : fmin(h, longest);
        if (tried < shortest * fabs(b->t))
            break;
        double error = attempt(b, tried) ? INFINITY : find_error(b, tried);
        h = tried * fmin(most_growth, find_growth(b, tried, error));
        const bool is_free = isfinite(error) && is_taken(b, i, is_last);
        if (is_free || is_accepted(b, tried, error)) {
            b->proposed = is_last ? fmax(h, b->proposed) : h;
            accept(b, is_last ? t_final : b->t + tried, tried);
            b->error_before = error;
            return 0;
        }
        reject(b, tried);
        most_growth = 1;
    }
    return textbook_fail(b, "no step is short enough");
}
