/* Whether a system with contacts is one: 0 <= e <= 1, friction not negative (Simbody 3.7
 * takes whatever it is given), a mass matrix with both triangles and its diagonal.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <math.h>

#include "fast/contact/scene/scene.h"
#include "fast/projected/internal.h"
#include "fast/linear/pattern.h"

/* The normal and two sliding directions. */
enum { most_rows = 3 };

static bool are_within(int n, const double *x, double most) {
    for (int i = 0; x != NULL && i < n; i++)
        if (!(x[i] >= 0 && x[i] <= most && isfinite(x[i])))
            return false;
    return true;
}

static bool slides_fit(const struct integrator_system *system) {
    for (int i = 0; system->slides != NULL && i < system->contacts; i++)
        if (system->slides[i] < 0 || system->slides[i] >= most_rows)
            return false;
    return true;
}

static int count_rows(const struct integrator_system *system) {
    int rows = system->contacts;
    for (int i = 0; system->slides != NULL && i < system->contacts; i++)
        rows += system->slides[i];
    return rows;
}

static bool has_entry(const struct fast_pattern *pattern, int i, int j) {
    for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
        if (pattern->row[e] == i)
            return true;
    return false;
}

static bool mass_fits(const struct integrator_system *system) {
    const struct fast_pattern *pattern = system->mass_pattern;
    const int nv = system->nv;
    if (system->mass == NULL || pattern == NULL)
        return true;
    if (!fast_pattern_fits(pattern, nv, nv))
        return false;
    for (int j = 0; j < nv; j++) {
        if (!has_entry(pattern, j, j))
            return false;
        for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
            if (!has_entry(pattern, j, pattern->row[e]))
                return false;
    }
    return true;
}

bool scene_fits(const struct integrator_system *system) {
    const int n = system->contacts;
    if (projected_check_system(system) != FAST_OK)
        return false;
    if (n < 0 || n > INT_MAX / most_rows || !slides_fit(system))
        return false;
    if (n > 0 && (system->gap == NULL || system->contact_rows == NULL || system->nv == 0))
        return false;
    return are_within(n, system->restitution, 1) &&
           are_within(n, system->static_friction, INFINITY) &&
           are_within(n, system->dynamic_friction, INFINITY) &&
           are_within(n, system->viscous_friction, INFINITY) &&
           fast_pattern_fits(system->contact_pattern, system->nv, count_rows(system)) &&
           mass_fits(system);
}
