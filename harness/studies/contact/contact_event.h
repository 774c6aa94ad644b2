/* What one solve of a contact stepper is worth, measured from the problem and the answer alone,
 * by other formulas than the stepper's own judge:
 *
 *     momentum    M (v - v_free) = J^T r + G^T lambda
 *     laws        u = J v + offset, normal first:  u_n >= 0,  r_n >= 0,  u_n r_n = 0,
 *                 |r_t| <= mu (r_n + known),  |u_t| r_t = -mu (r_n + known) u_t
 *     energy      with T = v^T M v / 2,  T(v) - T(v_free) + r . offset + lambda . joint_offset
 *                 = r . u - |v - v_free|^2 / 2 <= 0,  in the norm of M
 *
 * Impulses count as velocities, w r with w = trace(J M^-1 J^T) / rows of the contact, where M^-1
 * is taken to be the inverse of M's block of the velocities that the contact moves.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONTACT_EVENT_H
#define HARNESS_CONTACT_EVENT_H

struct contact_answer;  /* fast/contact.h */
struct contact_event;   /* fast/contact.h */
struct contact_problem; /* fast/contact.h */
struct fast_pattern;    /* fast/system.h */

/* Violations, in units of velocity. */
enum contact_law {
    LAW_SIGN,            /* -w r_n */
    LAW_APPROACH,        /* -u_n */
    LAW_COMPLEMENTARITY, /* the lesser of w r_n and u_n, both positive */
    LAW_CONE,            /* w (|r_t| - mu (r_n + known)) */
    LAW_DISSIPATION, /* sliding: |w r_t + f u_t / |u_t||, f = w mu (r_n + known), times
                            |u_t| / (|u_t| + f): as much as a step of r - u / w corrects */
    LAW_JOINTS,      /* |G v + joint_offset| */
    CONTACT_LAWS
};
const char *contact_law_name(enum contact_law law); /* static text */

struct contact_measured {
    double law[CONTACT_LAWS];
    int contact[CONTACT_LAWS]; /* where: a contact, or of LAW_JOINTS a row */
    double scale;        /* of velocities: the largest |u| before and after, w r, 1e-30 */
    double momentum;     /* largest defect of a row over its largest sum of terms */
    double energy;       /* T(v) - T(v_free) + r . offset + lambda . joint_offset */
    double energy_scale; /* T(v) + T(v_free) + the sum of |r_i u_i| */
};

/* Room for problems of one shape. */
struct contact_bench;
struct contact_bench *contact_bench_alloc(const struct contact_problem *shape);
void contact_bench_free(struct contact_bench *bench); /* takes NULL */

void contact_bench_measure(struct contact_bench *bench,
                           const struct contact_problem *problem,
                           const struct contact_answer *answer,
                           struct contact_measured *measured);

/* What a contact's row, or a joint, is given: solved for and imposed. */
double contact_event_impulse(const struct contact_event *event, int row);
double contact_event_joint_impulse(const struct contact_event *event, int joint);

/* Of a matrix A by columns: one component of A^T x, and all [columns]. */
double contact_row(const struct fast_pattern *pattern, const double *entry,
                   const double *x, int column);
void contact_rows(const struct fast_pattern *pattern, const double *entry,
                  const double *x, double *rows);

#endif
