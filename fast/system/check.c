/* Whether the parts of the caller's system fit together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>

#include "fast/linear/pattern.h"
#include "fast/system/check.h"
#include "fast/system.h"

static bool balances_fit(const struct integrator_system *system, int ny) {
    const int hidden = system->hidden, most = INT_MAX / 2;
    return hidden >= 0 && system->balance_pattern != NULL && hidden <= most - ny &&
           system->nq <= most - ny &&
           fast_pattern_fits(system->balance_pattern, hidden + ny,
                             system->nq + ny + hidden + ny);
}

static bool patterns_fit(const struct integrator_system *system) {
    const int nq = system->nq, nv = system->nv;
    if (system->nz > INT_MAX - nv) /* no pattern has so many rows */
        return system->fq_pattern == NULL && system->fy_pattern == NULL &&
               system->map_pattern == NULL;
    const int ny = nv + system->nz;
    if (system->balance != NULL && !balances_fit(system, ny))
        return false;
    return fast_pattern_fits(system->fq_pattern, ny, nq) &&
           fast_pattern_fits(system->fy_pattern, ny, ny) &&
           fast_pattern_fits(system->map_pattern, nq, nv);
}

enum fast_status fast_check_system(const struct integrator_system *system) {
    if (system->nq < 0 || system->nv < 0 || system->nz < 0)
        return FAST_BAD_SYSTEM;
    if (system->nv == 0 && system->nz == 0)
        return FAST_BAD_SYSTEM; /* no y: nothing to solve for */
    if (system->nq < system->nv || system->rates == NULL)
        return FAST_BAD_SYSTEM;
    if (system->map == NULL && system->nq != system->nv)
        return FAST_BAD_SYSTEM;
    return patterns_fit(system) ? FAST_OK : FAST_BAD_SYSTEM;
}
