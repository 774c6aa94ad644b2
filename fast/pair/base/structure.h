/* Where the matrices of a system may be nonzero: its patterns, and what follows for J.
 *
 *     velocity-implicit Euler   J = f_y + h f_q N           (N acts on y's part v)
 *     implicit Euler            J = [ 0  (N 0) ; f_q  f_y ]   where N is the identity
 *
 * With another N implicit Euler's J has d(N(q) v)/dq, too, about which the system's
 * patterns say nothing, and is taken for full.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_STRUCTURE_H
#define FAST_STRUCTURE_H

#include "fast/linear/layout.h"
#include "fast/options.h"

struct fast_groups;       /* fast/linear/groups.h */
struct integrator_system; /* fast/system.h */

struct fast_structure {
    struct fast_pattern *fq, *fy, *map; /* copies of the system's; NULL: full */
    struct fast_groups *map_groups; /* of N's columns; NULL: N's pattern is not known */
    struct fast_layout *layout;     /* of J, with its pattern (NULL: full) */
};

/* For a system whose patterns fit. The caller frees *structure; on failure
 * (FAST_NO_MEMORY) it is NULL. */
enum fast_status fast_structure_alloc(struct fast_structure **structure,
                                      const struct integrator_system *system,
                                      enum integrator_method method);
/* Takes NULL. */
void fast_structure_free(struct fast_structure *structure);

#endif
