/* How much of the speed a method has made itself. Of any solution
 *
 *     d |W v|^2 / 2 = (W v') . (W N+ dq),
 *
 * whatever the forces and constraints. A method of first order that follows tangents also
 * gains h^2 |W v'|^2 / 4 or so in each step. Where forces grow with |v|^2, as those of
 * constraints do, and errors are measured relative to |v|, h |v| stays what it is, what
 * is gained grows as |v|^3, and |v| becomes infinite in finite time. So what the right
 * side does not explain, by the trapezoidal rule along the way that was really gone, is
 * summed up; when it exceeds what is explained, the accuracy is tightened by the fourth
 * power of the excess: h falls as |v|^-5, and |v| grows no faster than t^(1/3).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

/* The largest part, of the explained speed, that an artefact may have without
 * consequence: loose accuracies ask for no more. */
static const double tolerated_part = 1;

static double weight(const struct projected *m, int i) {
    if (isnan(m->options.relative))
        return m->weights_v[i];
    return 1 / (m->units[i] * m->options.absolute);
}

/* velocity[nv] := N+(q1) (q1 - q0) of the last step; false: a callback failed. */
static bool find_way(struct projected *m) {
    double *way = m->system.map != NULL ? m->middle : m->velocity;
    for (int i = 0; i < m->nq; i++)
        way[i] = m->state[i] - m->previous[i];
    return m->system.map == NULL || projected_unmap(m, m->state, way, m->velocity);
}

/* What accelerations have done along it. */
static double find_work(const struct projected *m) {
    const double *a0 = m->previous_slope + m->nq, *a1 = m->slope + m->nq;
    double work = 0;
    for (int i = 0; i < m->nv; i++) {
        const double w = weight(m, i);
        work += w * w * (a0[i] + a1[i]) / 2 * m->velocity[i];
    }
    return work;
}

/* From the end of the first step on: of that, positions that follow the velocities of a step's
 * begin explain nothing where it began at rest. */
void projected_watch_power(struct projected *m) {
    struct projected_power *last = &m->power;
    const double *v = m->state + m->nq;
    double speed = 0;
    for (int i = 0; i < m->nv; i++) {
        const double scaled = weight(m, i) * v[i];
        speed += scaled * scaled / 2;
    }
    if (last->is_known && last->t == m->previous_t && m->t > m->previous_t && find_way(m))
        last->artefact = fmax(0, last->artefact + speed - last->speed - find_work(m));
    const double absolute = m->nv / 2.0; /* speeds of 1/w */
    last->plausible = fmax(fmax(last->plausible, absolute), speed - last->artefact);
    last->speed = speed, last->t = m->t;
    last->is_known = m->t > m->previous_t;
}

double projected_plausibility(const struct projected *m) {
    const struct projected_power *last = &m->power;
    if (!(last->artefact > tolerated_part * last->plausible))
        return 1;
    const double part = tolerated_part * last->plausible / last->artefact;
    return part * part * (part * part);
}
