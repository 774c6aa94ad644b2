/* Pruning of PLUS (Simbody 3.7, PLUSImpulseSolver): of all active normals that pull, and all
 * rolling contacts whose friction is outside its cone, the worst one changes. A normal goes
 * with its contact's rows, but of a rolling contact the friction is let go first, as of one
 * outside its cone: it slides then. Nothing comes back in the same sliding interval.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "fast/contact/plus/plus_internal.h"

struct offender {
    int contact;
    double excess; /* of impulse */
};

static struct offender take_over_normals(struct plus *w,
                                         const struct faithful_problem *problem) {
    struct offender worst = {0, 0};
    for (int k = 0; k < problem->contacts; k++) {
        const struct faithful_contact *point = &problem->contact[k];
        w->guess[point->normal] = 0;
        if (point->normal_state != FAITHFUL_ACTIVE)
            continue;
        const double p = w->p[w->place[point->normal]];
        const double bounded = p < 0 ? p : 0, excess = fabs(p - bounded);
        w->guess[point->normal] = bounded;
        if (excess > worst.excess)
            worst = (struct offender){k, excess};
    }
    return worst;
}

static struct offender take_over_friction(struct plus *w,
                                          const struct faithful_problem *problem) {
    struct offender worst = {0, 0};
    for (int k = 0; k < problem->contacts; k++) {
        const struct faithful_contact *point = &problem->contact[k];
        if (point->normal_state == FAITHFUL_OFF || !point->has_friction)
            continue;
        const double x = w->p[w->place[point->friction[0]]];
        const double y = w->p[w->place[point->friction[1]]];
        double scale = 1;
        if (point->friction_state == FAITHFUL_ROLLING) {
            const double tangential = sqrt(x * x + y * y);
            const double limit =
                point->mu * fabs(w->guess[point->normal] + w->expansion[point->normal]);
            if (tangential > limit) {
                scale = limit / tangential;
                if (tangential - limit > worst.excess)
                    worst = (struct offender){k, tangential - limit};
            }
        }
        w->guess[point->friction[0]] = scale * x;
        w->guess[point->friction[1]] = scale * y;
    }
    return worst;
}

/* The last row comes into the place of the one that goes. */
static void erase(struct plus *w, int place) {
    w->active[place] = w->active[--w->actives];
}

/* From the last place to the first, so that none that is still to go moves. */
static void erase_contact(struct plus *w, const struct faithful_contact *point) {
    int place[3] = {w->place[point->normal], 0, 0}, places = 1;
    if (point->has_friction) {
        place[1] = w->place[point->friction[0]];
        place[2] = w->place[point->friction[1]];
        places = 3;
    }
    for (int last = places - 1; last >= 0; last--) {
        int highest = 0;
        for (int k = 1; k <= last; k++)
            if (place[k] > place[highest])
                highest = k;
        erase(w, place[highest]);
        place[highest] = place[last];
    }
}

bool plus_prune(struct plus *w, struct faithful_problem *problem) {
    for (int k = 0; k < problem->unconditional; k++) {
        const int row = problem->unconditional_row[k];
        w->guess[row] = w->p[w->place[row]];
    }
    const struct offender normal = take_over_normals(w, problem);
    struct offender friction = take_over_friction(w, problem);
    if (normal.excess <= FAITHFUL_SIGNIFICANT && friction.excess <= FAITHFUL_SIGNIFICANT)
        return false;
    if (normal.excess > friction.excess) {
        struct faithful_contact *point = &problem->contact[normal.contact];
        if (!point->has_friction || point->friction_state != FAITHFUL_ROLLING) {
            point->normal_state = FAITHFUL_OFF;
            erase_contact(w, point);
            return true;
        }
        friction.contact = normal.contact;
    }
    problem->contact[friction.contact].friction_state = FAITHFUL_IMPENDING;
    return true;
}
