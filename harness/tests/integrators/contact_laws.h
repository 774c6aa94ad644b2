/* A judge of answers to problems of contacts that shares nothing with either solver but
 * the laws: everything in MPFR, from the numbers of the answer as they are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_CONTACT_LAWS_H
#define HARNESS_TESTS_CONTACT_LAWS_H

#include <mpfr.h>

struct ref_contact_problem; /* ref/contact.h */

/* The largest breach: of momentum M (v - v_free) = J^T r + G^T lambda and of joints,
 * each row beside its largest term; of the laws as a natural map, u = J v + offset,
 *
 *     w |r_n - max(0, r_n - u_n / w)|,   w |r_t - P(r_t - u_t / w)|,
 *
 * P onto the disc of radius mu (r_n + known), beside the largest term of all velocities
 * u. Infinite for what is not a number. v[nv], impulse[rows], joint_impulse[joints]. */
double contact_laws_breach(const struct ref_contact_problem *problem, const mpfr_t *v,
                           const mpfr_t *impulse, const mpfr_t *joint_impulse);

#endif
