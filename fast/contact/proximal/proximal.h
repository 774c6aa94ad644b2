/* The proximal solver's parts. Internal to fast/contact.
 *
 * Velocities are permuted and grouped into nodes; contacts and joints' rows are elements,
 * each with a block of rows for every node that it acts on. Everything is about
 * velocities that follow from the impulses, and p = w r is an impulse as a speed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_PROXIMAL_H
#define FAST_PROXIMAL_H

#include "fast/contact.h"
#include "fast/contact/judge/judge.h"
#include "fast/contact/proximal/proximal_blocks.h"

/* An iterate that can be gone back to. */
struct proximal_iterate {
    double *impulse, *joint_impulse;
    double *slack; /* [contacts] z, of the smoothed path; NULL where it is not kept */
};

struct proximal {
    struct judge_store store;
    const struct contact_problem *problem;
    contact_judge *judge;
    int nv, contacts, rows, joints, elements;
    /* Where things are: an element's nodes are slots slot[e] ... slot[e + 1] - 1. */
    struct proximal_blocks blocks;
    int *slot;         /* [elements + 1] */
    int *node;         /* [slots] */
    int *place;        /* [slots] its rows in jacobian: rows x size */
    int *target_begin; /* [elements] */
    int *target;       /* where each pair of an element's slots is in blocks' values */
    int *entry_place;  /* [matrix entries] in jacobian */
    int *joint_place;  /* [joint entries] in jacobian */
    int *mass_place;   /* [mass entries] in blocks' values */
    int jacobian_count;
    double *jacobian;
    bool is_gathered; /* jacobian is this problem's */
    /* A linear solve (M + J^T K J) dv = J^T g; elements without K and g stay out of
     * it. */
    bool *takes_part;          /* [elements] */
    double *stiffness;         /* [9 * elements] K, by rows */
    double *push;              /* [rows + joints] g */
    double *move;              /* [rows + joints] J dv */
    double *dv;                /* [nv] in the nodes' order */
    double *product;           /* K times the rows of a slot, of each part */
    struct judge_runs nodes;   /* of the judge's parts */
    bool is_factored, *was_in; /* what the factors are of */
    double *factored;
    /* The iterate, what follows from it (and judge's u), and the best of all. */
    double *v, *impulse, *joint_impulse;
    double *slack; /* [contacts] */
    struct proximal_iterate best, start, marked;
    double best_error, best_scale; /* E and S */
    bool is_best;                  /* it is what was measured last */
    double free_speed;             /* S_v */
    long iterations, factorizations;
    /* Of Newton's method: rows give way by dp / kappa; what is within tie of touching
     * does. */
    double kappa, tie;
    bool is_frictionless; /* friction is left out */
    /* Of the path; [contacts] each: p, z and |u_t| where it was read last, the states
     * that their changes tell, and those that were tried; u_n where a step began. */
    double epsilon, last_epsilon;
    double *last_normal, *last_slack, *last_speed, *normal_speed;
    enum contact_state *state, *tried;
    double give;   /* 1 / kappa of the path */
    double *gauge; /* [2 * contacts] units of the path's products */
};

/* Layout of nodes and elements. FAST_NO_MEMORY. */
enum fast_status proximal_lay_out(struct proximal *p,
                                  const struct contact_problem *shape);

/* A solver's memory, and its team, which is the caller's and outlives it; NULL: none.
 * FAST_NO_MEMORY, FAST_BAD_SYSTEM: *p is NULL. */
enum fast_status proximal_alloc(struct proximal **p, const struct contact_problem *shape,
                                struct team *team);
void proximal_free(void *p); /* takes NULL */

/* contact_proximal_alloc with a team, as proximal_alloc takes it. */
enum fast_status proximal_solver_alloc(struct contact_solver *solver,
                                       const struct contact_problem *shape,
                                       struct team *team);

/* The judge that a proximal solver measures with: when solve returns FAST_OK it has momentum, u
 * and joint_error of the answer's impulses, and the answer v, E and S. NULL: it is another
 * solver. */
contact_judge *proximal_judge(const struct contact_solver *solver);

/* The rows of element e, and its first in push and move. */
static inline int proximal_rows(const struct proximal *p, int e) {
    return e < p->contacts ? p->judge->first[e + 1] - p->judge->first[e] : 1;
}
static inline int proximal_first(const struct proximal *p, int e) {
    return e < p->contacts ? p->judge->first[e] : p->rows + e - p->contacts;
}

/* Forms M + J^T K J and factors it, unless the factors are there. False: it is
 * singular. */
bool proximal_factor(struct proximal *p);
/* dv and move of push. */
void proximal_solve(struct proximal *p);

/* v and judge's velocities from the impulses; E, too, and the best is kept. */
void proximal_measure(struct proximal *p);
double proximal_evaluate(struct proximal *p);
/* The iterate measured last becomes the best, whatever its E. */
void proximal_prefer(struct proximal *p);

/* Whether the best is tight, or at least verified. */
bool proximal_is_tight(const struct proximal *p);
bool proximal_is_verified(const struct proximal *p);

/* S of the iterate measured last. */
double proximal_scale(const struct proximal *p);

/* The iterate into kept, and kept as the iterate, measured. */
void proximal_save(const struct proximal *p, struct proximal_iterate *kept);
void proximal_restore(struct proximal *p, const struct proximal_iterate *kept);

/* Does something with each contact of a part, or each of its joints. */
typedef void proximal_work(struct proximal *p, int number, const void *given);
static inline void proximal_each_contact(struct proximal *p, int part,
                                         proximal_work *work, const void *given) {
    const struct judge_runs *contact = &p->judge->parts.contact;
    const struct judge_run *end = judge_runs_end(contact, part);
    for (const struct judge_run *r = judge_runs_first(contact, part); r < end; r++)
        for (int c = r->from; c < r->to; c++)
            work(p, c, given);
}
static inline void proximal_each_joint(struct proximal *p, int part, proximal_work *work,
                                       const void *given) {
    const struct judge_runs *joint = &p->judge->parts.joint;
    const struct judge_run *end = judge_runs_end(joint, part);
    for (const struct judge_run *r = judge_runs_first(joint, part); r < end; r++)
        for (int j = r->from; j < r->to; j++)
            work(p, j, given);
}

/* K and g of Newton's step for the exact laws, with states of the natural map or, unless
 * NULL, these; the step that its solution means. */
void proximal_linearize(struct proximal *p, const enum contact_state *states);
void proximal_step(struct proximal *p);
/* The same of joint j's row alone; *kappa is a double. */
void proximal_linearize_joint(struct proximal *p, int j, const void *kappa);

/* How a run of Newton's method goes. */
struct proximal_run {
    int limit;    /* iterations */
    int patience; /* of them in a row that gain nothing */
    double care;  /* kappa is care S / E; 0: it begins large */
};

/* Newton's method on the exact laws, with these states in the first iterations unless
 * NULL. The best is kept. Whether it is tight. */
bool proximal_newton(struct proximal *p, const struct proximal_run *run,
                     const enum contact_state *states);

/* K and g of the smoothed laws, with scale S and p->epsilon, about impulses and slack. */
void proximal_smooth(struct proximal *p, double scale);
/* How far the iterate is from the path: the largest of what its equations leave over, as
 * a speed; and the sum of their squares, products in units of gauge, set before or
 * here. */
double proximal_distance(const struct proximal *p, double scale);
double proximal_merit(struct proximal *p, double scale, bool sets_gauge);
/* The solution's step as far as impulses and slack stay positive, with `damps` no further
 * than the merit falls. False: it is not a number. */
bool proximal_stride(struct proximal *p, double scale, bool damps);

/* Follows the smoothed laws to the exact ones, epsilon falling by `reduction`, with
 * Newton's method of such care on the way. Whether the best is tight. */
bool proximal_follow(struct proximal *p, double reduction, int limit, double care);

/* Whether gaps and joints exclude each other: the best becomes normal impulses that show
 * it. */
bool proximal_contradict(struct proximal *p);

#endif
