/* What a contact's gap may have done on the way from one time to another. Internal to
 * fast/contact; what both modes share.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_CONTACT_SWEEP_H
#define FAST_CONTACT_SWEEP_H

#include "fast/contact/internal.h"

/* A path of h, gone until `end`, and contact `contact`'s gap on it. */
struct sweep {
    struct contact_stepper *c;
    /* Contact i's gap at tau on the path of h; as scene_gaps fails. */
    enum fast_status (*find_gap)(struct contact_stepper *c, double h, double tau, int i,
                                 double *gap);
    double h, end;
    int contact;
    double gap_begin, rate_begin, gap_end;
    double speed; /* the gap's rate is no larger, as far as rows are known */
};

/* Between two times of a path a gap has come from gap_lo, which is above zero or touches, within
 * the tolerance, to gap_hi, which is inside, beyond it. */
struct crossing {
    int contact; /* -1: none */
    double lo, gap_lo, hi, gap_hi;
    bool is_crossed, is_unclear;
};

/* Whether a gap whose rate is at most `speed` may have been zero between two times `size`
 * apart at which it is a and b. */
bool sweep_may_close(double a, double b, double speed, double size);

/* |J| of contact i's normal row, and |J| |v| + |offset|, v[nv] an upper bound of the velocity
 * component by component; the scene is where J and the offset are meant. */
double sweep_row_length(const struct scene *s, int i);
double sweep_speed(const struct scene *s, int i, double row_length, double offset,
                   const double *v, const double *w);

/* *found := the first crossing on the path, or that there is none, or that not all of it is
 * clear. A gap that is inside where the path begins crosses nothing until it is out. As find_gap
 * fails. */
enum fast_status sweep_follow(const struct sweep *sweep, struct crossing *found);

/* Whether the gap, which is negative at the end, grows there, or cannot be evaluated before: the
 * step that follows meets nothing then, as the bodies leave each other. */
bool sweep_is_past(const struct sweep *sweep);

#endif
