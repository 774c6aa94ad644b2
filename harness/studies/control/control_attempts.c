/* What was tried before a step was accepted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>

#include "harness/integrators/subject.h"
#include "harness/studies/control/control_run.h"

enum { WIDTH = 2 + CONTROL_ENTRIES };

/* A size is read off times, each of which is rounded. */
static const double roundings = 64;

/* Points where two attempts ask agree to this part of max(1, |x|). */
static const double same_point = 1e-9;

static const double *call_at(const double *calls, int i) {
    return calls + (size_t)i * WIDTH;
}

/* How many calls from `from` on are at (t, x) itself: the first stage, which an integrator may
 * know already. */
static int count_leading(const double *calls, int from, int count, double t,
                         const double *x) {
    int i = from;
    while (i < count && call_at(calls, i)[1] == t &&
           memcmp(call_at(calls, i) + 2, x, CONTROL_ENTRIES * sizeof *x) == 0)
        i++;
    return i - from;
}

/* The same of calls at t alone: a state that a rejected attempt has left is no other stage. */
static int count_first(const double *calls, int from, int count, double t) {
    int i = from;
    while (i < count && call_at(calls, i)[1] == t)
        i++;
    return i - from;
}

/* How many calls from `from` on are at the end of an attempt: its result's derivative. */
static int count_at(const double *calls, int from, int count, double end,
                    double rounding) {
    int i = from;
    while (i < count && fabs(call_at(calls, i)[1] - end) <= rounding)
        i++;
    return i - from;
}

static int find_latest(const double *calls, int count, double t) {
    int latest = 0;
    for (int i = 1; i < count; i++)
        if (fabs(call_at(calls, i)[1] - t) > fabs(call_at(calls, latest)[1] - t))
            latest = i;
    return latest;
}

/* What rounded times leave open of sizes of h, as a part of them. */
static double rounding_of(const struct control_step *step, double h) {
    return roundings * DBL_EPSILON * fmax(1, fabs(step->next_t)) / h;
}

/* The size of the attempt whose calls these are: `pattern` is one of size h. */
static double find_size(const double *calls, const double *pattern, int count, double t,
                        double h) {
    int latest = find_latest(pattern, count, t);
    double part = (call_at(pattern, latest)[1] - t) / h;
    return part != 0 ? (call_at(calls, latest)[1] - t) / part : NAN;
}

static bool has_same_points(const double *calls, const double *others, int count) {
    for (int i = 0; i < count; i++) {
        for (int k = 1; k < WIDTH; k++) {
            double a = call_at(calls, i)[k], b = call_at(others, i)[k];
            if (!(fabs(a - b) <= same_point * fmax(1, fabs(a))))
                return false;
        }
    }
    return true;
}

/* Makes a rejected attempt anew: its estimate, and whether it asked for the same values. */
static void try_again(struct control_step *step, struct control_attempt *attempt,
                      const double *calls, int count, const struct subject *again) {
    const double *repeated = NULL;
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        attempt->error[i] = NAN;
    if (again->start(again->self, step->t, step->x) ||
        again->step(again->self, attempt->h))
        return;
    memcpy(attempt->next_x, again->state(again->self), sizeof attempt->next_x);
    if (again->estimate != NULL)
        memcpy(attempt->error, again->estimate(again->self), sizeof attempt->error);
    int made = again->calls(again->self, &repeated);
    int lead = count_leading(repeated, 0, made, step->t, step->x);
    if (made - lead < count || !has_same_points(calls, call_at(repeated, lead), count))
        step->attempts_repeat = false;
}

static bool is_near(const double *a, const double *b) {
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        if (!(fabs(a[i] - b[i]) <= same_point * fmax(1, fabs(a[i]))))
            return false;
    return true;
}

/* Whether the accepted attempt, whose calls begin with `begin`, begins where the rejected one
 * before it ended: it asks there at t, or its first stage is off by as much. */
static bool begins_at_rejected(const struct control_step *step, const double *begin,
                               const double *pattern, bool asks_at_t) {
    const struct control_attempt *rejected = &step->attempt[0];
    double moved[CONTROL_ENTRIES];
    for (int i = 0; i < CONTROL_ENTRIES; i++)
        moved[i] = pattern[2 + i] + rejected->next_x[i] - step->x[i];
    return is_near(moved, begin + 2) ||
           (asks_at_t && is_near(rejected->next_x, begin - WIDTH + 2));
}

void control_find_first(struct control_step *step, const double *calls, int count,
                        const double *repeated, int repeated_count) {
    const double h = step->next_t - step->t;
    if (count == 0 || repeated_count == 0)
        return;
    int mine = find_latest(calls, count, step->t);
    int theirs = find_latest(repeated, repeated_count, step->t);
    double part = (call_at(repeated, theirs)[1] - step->t) / h;
    double size = part != 0 ? (call_at(calls, mine)[1] - step->t) / part : NAN;
    bool is_first = fabs(size / h - 1) <= rounding_of(step, h);
    step->first = is_first ? h : size;
    step->rejected = is_first ? 0 : -1;
}

void control_find_attempts(struct control_step *step, const double *calls, int count,
                           const double *repeated, int repeated_count,
                           const struct subject *again) {
    const double h = step->next_t - step->t;
    const double rounding = rounding_of(step, h);
    int lead = count_leading(repeated, 0, repeated_count, step->t, step->x);
    const double *pattern = call_at(repeated, lead);
    int each = repeated_count - lead, from = 0, attempts = 0;
    if (each == 0)
        return;
    const bool skips = pattern[1] != step->t;
    from += skips ? count_first(calls, from, count, step->t) : 0;
    while (from + each <= count) {
        const double *begin = call_at(calls, from);
        double size = find_size(begin, pattern, each, step->t, h);
        if (!(size > 0))
            return;
        size = fabs(size / h - 1) <= rounding ? h : size;
        step->first = attempts == 0 ? size : step->first;
        from += each;
        from += count_at(calls, from, count, step->t + size, rounding * h);
        int first = skips ? count_first(calls, from, count, step->t) : 0;
        from += first;
        if (from < count && attempts < CONTROL_ATTEMPTS) {
            step->attempt[attempts].h = size;
            try_again(step, &step->attempt[attempts], begin, each, again);
        }
        if (attempts == 0 && from + each <= count)
            step->keeps_state =
                begins_at_rejected(step, call_at(calls, from), pattern, first > 0);
        attempts++;
    }
    step->rejected = from == count ? attempts - 1 : -1;
    step->keeps_state = step->keeps_state && step->rejected == 1 && step->apart > 1;
    if (step->rejected < 0) {
        step->first = NAN;
        step->attempts_repeat = true;
    }
}
