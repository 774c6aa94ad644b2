/* The series of a step and of its halves.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_PAIR_SERIES_H
#define REF_PAIR_SERIES_H

#include "problems/readers/eval_jet.h"

enum ref_expansion { FLOW_SERIES, LARGE_SERIES, HALF_SERIES, SMALL_SERIES, EXPANSIONS };

struct ref_series {
    int nx, order;
    mpfr_prec_t bits;
    struct program *program;         /* of F */
    struct eval_jet *jet;            /* used for one expansion after the other */
    mpfr_t *coefficient[EXPANSIONS]; /* x_i's of h^k at i (order + 1) + k */
    mpfr_t *sum, *scratch;           /* (size nx, a few) */
};

#endif
