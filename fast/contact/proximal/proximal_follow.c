/* The path of smoothed laws to the exact ones, followed from a start far inside: epsilon
 * falls whenever the iterate is on the path. Where redundancy leaves impulses open the
 * path ends amid those that are possible, and where rows contradict each other a little
 * it tells which of them open. On the way Newton's method is tried from the states that
 * the changes tell.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/proximal/proximal.h"

/* How near the path counts as on it, in units of epsilon. */
static const double nearness = 1;
/* Where epsilon ends, and from where on the exact laws are tried, of S. */
static const double last = 1e-16, trial = 1e-4;
/* Steps that may go further from the path before they are taken back and damped: full
 * steps make curvature, which the next one removes. */
enum { waits = 4 };
/* A part of friction's bound that only sticking leaves unused. */
static const double clearly_less = 0.99;
/* What a step shall gain not to count as waiting. */
static const double gain = 0.9;

/* All normal impulses S / w, slacks at least S. */
static void begin_path(struct proximal *s, double scale) {
    memset(s->impulse, 0, (size_t)s->rows * sizeof *s->impulse);
    memset(s->joint_impulse, 0, (size_t)s->joints * sizeof *s->impulse);
    for (int c = 0; c < s->contacts; c++)
        if (s->problem->takes_part[c] && s->judge->weight[c] > 0)
            s->impulse[s->judge->first[c]] = scale / s->judge->weight[c];
    proximal_measure(s);
    for (int c = 0; c < s->contacts; c++)
        s->slack[c] = fmax(scale, s->judge->u[s->judge->first[c]]);
    s->epsilon = s->last_epsilon = scale;
    memset(s->tried, 0, (size_t)s->contacts * sizeof *s->tried);
}

/* Whether friction is clearly less than it may be: what slides has |r_t| = R up to
 * (epsilon / |u_t|)^2. */
static bool is_amid_cone(const struct proximal *s, int c) {
    const int from = s->judge->first[c], rows = s->judge->first[c + 1] - from;
    const double radius =
        s->problem->friction[c] * (s->impulse[from] + s->problem->known[c]);
    return rows > 1 &&
           judge_length(rows - 1, s->impulse + from + 1) < clearly_less * radius;
}

/* A contact's state by what has changed since it was read last: on the way to the end
 * what tends to zero shrinks, the rest stays (A. S. El-Bakry, R. A. Tapia, Y. Zhang, SIAM
 * Rev. 36 (1994) 45). */
static enum contact_state read_state(struct proximal *s, int c) {
    const int from = s->judge->first[c], rows = s->judge->first[c + 1] - from;
    const double normal = s->impulse[from], slack = s->slack[c];
    const double speed = rows > 1 ? judge_length(rows - 1, s->judge->u + from + 1) : 0;
    const double last_speed = s->last_speed[c];
    enum contact_state state = CONTACT_SLIDING;
    if (normal * s->last_slack[c] < slack * s->last_normal[c])
        state = CONTACT_OPEN;
    else if (speed * speed * s->last_epsilon < last_speed * last_speed * s->epsilon ||
             is_amid_cone(s, c))
        state = CONTACT_STICKING;
    s->last_normal[c] = normal;
    s->last_slack[c] = slack;
    s->last_speed[c] = speed;
    return state;
}

/* All contacts' states; whether they are those of the last reading. */
static bool read_states(struct proximal *s) {
    bool is_same = true;
    for (int c = 0; c < s->contacts; c++) {
        if (!s->takes_part[c])
            continue;
        const enum contact_state state = read_state(s, c);
        is_same = is_same && state == s->state[c];
        s->state[c] = state;
    }
    s->last_epsilon = s->epsilon;
    return is_same;
}

/* Newton's method on the exact laws from here, once for the same states; the path is not
 * left. */
static bool try_exact(struct proximal *s, double care) {
    const struct proximal_run run = {.limit = 30, .patience = 6, .care = care};
    const size_t size = (size_t)s->contacts * sizeof *s->state;
    if (memcmp(s->state, s->tried, size) == 0)
        return false;
    memcpy(s->tried, s->state, size);
    proximal_save(s, &s->marked);
    if (proximal_newton(s, &run, s->state))
        return true;
    proximal_restore(s, &s->marked);
    return false;
}

/* Steps at this epsilon until the iterate is on the path; false: no step, or none of
 * *left. */
static bool approach(struct proximal *s, double scale, int *left) {
    double reference = proximal_distance(s, scale);
    bool damps = false;
    proximal_save(s, &s->marked);
    for (int waited = 0; *left > 0;) {
        --*left;
        proximal_smooth(s, scale);
        if (!proximal_factor(s))
            return false;
        proximal_solve(s);
        if (!proximal_stride(s, scale, damps))
            return false;
        s->iterations++;
        proximal_evaluate(s);
        const double distance = proximal_distance(s, scale);
        if (distance <= nearness * s->epsilon)
            return true;
        if (damps || distance < gain * reference) {
            reference = distance;
            proximal_save(s, &s->marked);
            waited = 0;
            damps = false;
        } else if (++waited > waits) {
            proximal_restore(s, &s->marked);
            waited = 0;
            damps = true;
        }
    }
    return false;
}

bool proximal_follow(struct proximal *s, double reduction, int limit, double care) {
    const double scale = s->free_speed;
    int left = limit;
    begin_path(s, scale);
    while (s->epsilon > last * scale && approach(s, scale, &left)) {
        if (read_states(s) && s->epsilon < trial * scale && try_exact(s, care))
            return true;
        s->epsilon *= reduction;
    }
    return try_exact(s, care);
}
