/* Velocities and joints eliminated from contacts' laws:
 *
 *     v = v0 + Y r,   Y = S J^T,   S = M^-1 - R (G R)^+ R^T,   R = M^-1 G^T
 *     v0 = v_free - R (G R)^+ (G v_free + joint_offset)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_ELIMINATION_H
#define REF_ELIMINATION_H

#include "problems/base/room.h"
#include "ref/contact/cone.h"
#include "ref/mechanical/semidefinite.h"

struct ref_elimination {
    struct room room; /* of all arrays */
    int nv, rows, joints;
    mpfr_prec_t work;
    const mpfr_t *M, *J, *G;      /* the caller's, dense by columns */
    struct ref_linear *mass;      /* factors of M */
    struct ref_semidefinite gram; /* G R */
    mpfr_t *R;                    /* nv x joints by columns */
    mpfr_t *Y;                    /* nv x rows by columns */
    mpfr_t *share;      /* joints x rows by columns: joint impulses of unit impulses */
    mpfr_t *v0;         /* [nv] */
    mpfr_t *lambda0;    /* [joints] */
    mpfr_t *v, *lambda; /* [nv], [joints] the result */
    mpfr_t term, size;
};

enum ref_status ref_elimination_init(struct ref_elimination *e, int nv, int rows,
                                     int joints, mpfr_prec_t work);
void ref_elimination_clear(struct ref_elimination *e);

/* Takes M, J and G, which must stay. REF_SINGULAR (M), REF_NOT_FINITE. */
enum ref_status ref_elimination_set(struct ref_elimination *e, const mpfr_t *M,
                                    const mpfr_t *J, const mpfr_t *G);

/* W of the cone; v0, lambda0 and b := J v0 + offset. REF_SINGULAR: joints that contradict each
 * other, off by more than 2^-bits. */
void ref_elimination_product(struct ref_elimination *e, struct ref_cone *c);
enum ref_status ref_elimination_begin(struct ref_elimination *e, const mpfr_t *v_free,
                                      const mpfr_t *joint_offset, const mpfr_t *offset,
                                      struct ref_cone *c);

/* v and lambda of the cone's impulses. */
void ref_elimination_end(struct ref_elimination *e, const struct ref_cone *c);

#endif
