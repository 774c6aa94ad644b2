/* The mode behind an event: what may go on, and what does.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_CHOICE_H
#define REF_CROSSING_CHOICE_H

#include "ref/crossing/crossing.h"

/* ---- surface.c. The mode behind a switching surface. */
enum ref_status crossing_surface(struct crossing_passage *p);
bool crossing_is_crossed(const struct crossing_passage *p,
                         int i); /* watch i of `after` */

/* ---- options.c. Of each contact what it may do: a state, the sign of its
 * slip, and how many derivatives of gap and slip, themselves the first, vanish. */
enum { CROSSING_MOST_OPTIONS = 4 };
struct crossing_option {
    signed char state, sign;
    int gap_lead, slip_lead;
};
struct crossing_options {
    int count;
    struct crossing_option option[CROSSING_MOST_OPTIONS];
};
void crossing_add_option(struct crossing_options *o, enum crossing_state state, int sign,
                         int gap_lead, int slip_lead);

/* Of a contact whose gap and its rate vanish: sticking, sliding, and open if it may lift off;
 * slip: the sign of its slip, 0 where there is none. */
void crossing_list_closed(const struct crossing_scene *s, int contact, int slip,
                          bool may_open, struct crossing_options *o);

/* What each contact may do where forces jump: go on, lift off, and slide where it has stuck. */
void crossing_list_all(const struct crossing_scene *s, const signed char *mode,
                       struct crossing_options *options);

/* All go on as in the mode. */
void crossing_list_unchanged(const struct crossing_scene *s, const signed char *mode,
                             struct crossing_options *options);

/* Where a contact that sticks begins to slip in the direction `sign`, with all that stick together
 * with it; the other options stay, but where friction jumps. */
void crossing_list_slipping(const struct crossing_scene *s, const signed char *mode,
                            int contact, int sign, struct crossing_options *options);

/* ---- echo.c. Whether it is proved that behind the contact's impact, at p->end, a motion goes
 * through infinitely many impacts until all gaps and velocities are zero. */
bool crossing_echoes(struct crossing_passage *p, int contact);

/* ---- no_slip.c. REF_OK: it is proved that of the contacts with several slides none begins to
 * slip in the box (t, x) that sticks in the stage and might do otherwise; else REF_UNDECIDED,
 * REF_NO_MEMORY. Where contacts are joined lone.c proves more, and this is not asked. */
enum ref_status crossing_exclude_slip(const struct crossing_scene *s,
                                      const struct crossing_stage *stage,
                                      const struct crossing_options *options,
                                      arb_srcptr box);

/* ---- choice.c. after := the only mode that holds, of the options of each contact, from p->end
 * on, which becomes the box of its motions. REF_NO_MODE: none holds; REF_UNDECIDED: it cannot be
 * told. */
enum ref_status crossing_choose(struct crossing_passage *p, const signed char *mode,
                                const struct crossing_options *options);

/* ---- contact.c. The mode behind a zero of a contact's watch. */
enum ref_status crossing_contact(struct crossing_passage *p);

/* ---- zeno.c. Whether from an impact of the contact on its bounces end before the time awaited,
 * in a motion that is from there on the one that an impact without restitution begins. */
bool crossing_comes_to_rest(const struct crossing_passage *p, int contact);

/* ---- dwindle.c. The same, but for p->error, of bounces that are no geometric series. */
bool crossing_dwindles(struct crossing_passage *p, int contact);

#endif
