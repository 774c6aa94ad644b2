/* Problems of contacts for tests, made entry by entry, and a judge of answers that shares
 * nothing with the solver but the laws.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_CONTACT_CASE_H
#define REF_TESTS_CONTACT_CASE_H

#include "ref/contact.h"
#include "ref/tests/testing.h"

enum { CASE_MOST_CONTACTS = 48 };

/* All numbers are zero at first, M is the identity, all contacts take part. */
struct contact_case {
    struct ref_contact_problem problem;
    struct ref_contact_answer answer;
    mpfr_prec_t bits;
    int first[CASE_MOST_CONTACTS + 1];
    bool takes_part[CASE_MOST_CONTACTS];
    int state[CASE_MOST_CONTACTS];
    mpfr_t *M, *J, *G, *v_free, *offset, *joint_offset, *friction, *known;
};

/* Contacts with `slides` sliding directions each. */
struct contact_case *contact_case_make(int nv, int contacts, int slides, int joints,
                                       mpfr_prec_t bits);
enum ref_status contact_case_solve(struct contact_case *c);

/* M_ij and M_ji; row i of J or G from doubles. */
void contact_case_mass(struct contact_case *c, int i, int j, double m);
void contact_case_row(struct contact_case *c, int row, const double *entry);
void contact_case_joint(struct contact_case *c, int row, const double *entry);
void contact_case_friction(struct contact_case *c, double mu);

/* log2 of the largest breach of momentum, joints and laws, each beside the largest number in
 * it: M (v - v_free) - J^T r - G^T lambda, G v + joint_offset, -u_n, -r_n, r_n u_n, |r_t| - R,
 * | |u_t| r_t + R u_t | with R = mu (r_n + known). */
double contact_case_breach(const struct contact_case *c);

/* u_i = J_i v + offset_i, to double. */
double contact_case_velocity(const struct contact_case *c, int row);
double contact_case_impulse(const struct contact_case *c, int row);

#endif
