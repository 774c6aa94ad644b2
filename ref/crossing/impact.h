/* Impacts: roles of contacts, one phase, and the whole.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_IMPACT_H
#define REF_CROSSING_IMPACT_H

#include "ref/crossing/choice.h"

/* ---- impact.c. An impact: image and derivatives, end, and what each contact may do
 * then. role: of each contact; slip: the sign of the slip before it, CROSSING_SLIP_UNKNOWN. */
enum crossing_role { CROSSING_APART, CROSSING_TOUCHING, CROSSING_STRUCK };
enum { CROSSING_SLIP_UNKNOWN = 2 };
enum ref_status crossing_impact(struct crossing_passage *p, const signed char *role,
                                const signed char *slip,
                                struct crossing_options *options);

/* ---- options.c. Roles and slips in an impact of contacts that are in a mode: what takes a
 * force touches. */
void crossing_take_part(const struct crossing_scene *s, const signed char *mode,
                        signed char *role, signed char *slip);

/* ---- impact_repeats.c. Whether in the box an impact of the contact alone, whatever its speed,
 * leaves e of it, with all that is closed in the stage's mode kept so, and sliding or sticking
 * as there. */
bool crossing_impact_repeats(const struct crossing_passage *p, int contact,
                             const struct crossing_stage *closed, arb_srcptr box);

/* ---- impact_phase.c. Impulses of one phase of an impact, all as formulas. */
struct crossing_pattern {
    bool closed; /* takes a normal impulse, and has no normal velocity then */
    enum { CROSSING_SMOOTH, CROSSING_STUCK, CROSSING_FORTH, CROSSING_BACK } tangent;
};
struct crossing_phase {
    const struct crossing_scene *s;
    const signed char *role;
    struct crossing_pattern *pattern; /* (size contacts) */
    expr *friction;                   /* mu (size contacts) */
    expr *known;                      /* normal impulses imposed (size contacts) */
    expr *change;                     /* of v so far, then with this phase (size nv) */
    expr *impulse;                    /* of this phase (size rows.count) */
    int conditions;
    expr *condition; /* positive if the pattern holds (room for 2 contacts) */
};
enum ref_status crossing_phase_solve(struct crossing_phase *f);

/* ---- impact_pattern.c. An impact on its way. */
struct crossing_blow {
    struct crossing_passage *p;
    struct crossing_phase phase;
    expr *change, *total; /* of v before the phase; impulses of all phases */
    struct crossing_pattern *best;
    int *taken;
    expr *known; /* of x where the impact begins (size n), once `looked` */
    bool looked, knows;
    bool imposes;
};

/* Whether it is known that an expression is zero where the impact begins. */
bool crossing_blow_knows_nil(struct crossing_blow *w, expr e);

/* phase.pattern := the only one that holds, and its impulses; change and total with them. */
enum ref_status crossing_find_pattern(struct crossing_blow *w);

/* ---- impact.c. Room for an impact; false: no memory. Ended with crossing_blow_end if it is
 * true. */
bool crossing_blow_begin(struct crossing_blow *w, struct crossing_passage *p,
                         const signed char *role);
void crossing_blow_end(struct crossing_blow *w);

/* mu before the impact, as `slip` says (of each contact); false: it is not known which. */
bool crossing_blow_find_friction(struct crossing_blow *w, const signed char *slip);

/* known := e r_n where it was struck. */
void crossing_blow_impose(struct crossing_blow *w);

/* Whether it is known that no energy is made. */
enum ref_status crossing_blow_check_energy(struct crossing_blow *w);

/* ---- impact_image.c. image, its derivatives and end, of x with v + change[nv]. */
enum ref_status crossing_impact_image(struct crossing_passage *p, const expr *change);

#endif
