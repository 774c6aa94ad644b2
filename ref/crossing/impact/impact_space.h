/* One contact's impact in space, in balls with their slopes: by the angle of the slip, by t and
 * by x.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_IMPACT_IMPACT_SPACE_H
#define REF_CROSSING_IMPACT_IMPACT_SPACE_H

#include "ref/crossing/impact.h"

/* A number takes 1 + `room` balls: its value and its slopes. */
enum { CROSSING_BY_ANGLE = 1, CROSSING_BY_TIME, CROSSING_BY_STATE };

struct crossing_space {
    const struct crossing_scene *s;
    int nv, room, slopes; /* slopes: how many are looked at */
    int numbers;
    slong bits;
    arb_ptr number;   /* all of them (size numbers) */
    arb_ptr W, u;     /* 3 x 3, by rows; 3: velocities so far */
    arb_ptr Y;        /* responses (size 3 x nv) */
    arb_ptr mu, e, k; /* k: what is imposed */
    arb_ptr c, sn;    /* d */
    arb_ptr r, total; /* impulses of the phase, of all (size 3) */
    arb_ptr v;        /* velocities behind the phase (size 3) */
    arb_ptr cross, along, holds,
        cone;     /* d x v_t, d . v_t; conditions that are to be positive */
    arb_ptr work; /* of a phase */
};

/* ---- impact_space_phase.c. Room for it, its data in the box (t, x). False: no memory, or no
 * values. Cleared in any case. */
bool crossing_space_init(struct crossing_space *b, const struct crossing_blow *w,
                         int contact, arb_srcptr box, slong bits);
void crossing_space_clear(struct crossing_space *b);

/* c, sn := of an angle, whose slopes (size 1 + room) are known. */
void crossing_space_turn(struct crossing_space *b, arb_srcptr angle);

/* r, v, and the conditions, sliding along (c, sn), or sticking; closed or opening. False: a
 * division by what may be zero. */
bool crossing_space_slide(struct crossing_space *b, bool closed);
bool crossing_space_stick(struct crossing_space *b, bool closed);

/* u := v, total += r, and k := what is imposed then. */
void crossing_space_end_phase(struct crossing_space *b, bool imposes);

/* ---- impact_space_slip.c. d := of an angle, whose only slope is by itself. */
void crossing_space_point(struct crossing_space *b, const arb_t angle);

/* 1: there is one slip behind a phase for each point of the box, all at angles in the ball; -1:
 * none; 0: it is not told. */
int crossing_space_find_slip(struct crossing_space *b, bool closed, arb_t angle);

/* angle := smaller, around the one zero that c has there. */
void crossing_space_refine(struct crossing_space *b, arb_t angle, bool closed);

/* ---- impact_space.c. Of the only contact that takes part: change of v, with image, slopes and
 * end of the passage; w->best := its last pattern. REF_UNDECIDED, REF_NO_MODE: as for others. */
enum ref_status crossing_impact_in_space(struct crossing_blow *w, int contact);

/* Whether it is proved that it sticks behind each phase, no slip being possible. */
bool crossing_impact_sticks(const struct crossing_blow *w, int contact);

#endif
