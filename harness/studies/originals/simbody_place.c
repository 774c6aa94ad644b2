/* What a record of Simbody has of a state, or of the last step.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject.h"
#include "harness/studies/originals/simbody_scene.h"
#include "problems/model.h"

/* What a place is in, and of how many; after the last step for impulses. */
static const double *find_whole(const struct subject *s, enum simbody_whole whole,
                                const double *x, int *n) {
    *n = whole == OF_Q ? s->nq : whole == OF_V ? s->nv : s->contacts;
    return whole == OF_Q ? x : whole == OF_V ? x + s->nq : s->impulses(s->self);
}

/* force[levels] := sums of normal forces, each of as many contacts, in their order. */
static void find_load(const struct subject *s, const struct model *m, double h,
                      int levels, double *force) {
    const double *impulse = s->load_impulses(s->self);
    for (int i = 0; i < levels; i++)
        force[i] = 0;
    for (int c = 0; c < m->contacts; impulse += 1 + m->contact[c++].slides)
        force[c * levels / m->contacts] += *impulse / h;
}

bool simbody_find_part(double *part, int n, const struct simbody_place *place,
                       const struct subject *s, const struct model *m, double h,
                       const double *x) {
    int all;
    if (place->whole == OF_LOAD) {
        find_load(s, m, h, n, part);
        return true;
    }
    const double *whole = find_whole(s, place->whole, x, &all);
    const int from = place->place < 0 ? all - n : place->place;
    if (from < 0 || from + (n - 1) * place->stride >= all)
        return false;
    for (int i = 0; i < n; i++)
        part[i] = whole[from + i * place->stride];
    return true;
}
