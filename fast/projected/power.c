/* How much of the speed a method has made itself. Of any solution
 *
 *     d (v^T S v) / 2 = (S v') . v dt,
 *
 * whatever the forces, the constraints and the constant S are. A method of first order that
 * follows tangents also gains h^2 |S^(1/2) v'|^2 / 4 or so in each step. Where forces grow with
 * |v|^2, as those of constraints do, and errors are measured relative to |v|, h |v| stays
 * what it is, what is gained grows as |v|^3, and |v| becomes infinite in finite time. So
 * what the right side does not explain, by the trapezoidal rule, is summed up; when it
 * exceeds what is explained, the accuracy is tightened by the fourth power of the excess: h
 * falls as |v|^-5, and |v| grows no faster than t^(1/3).
 *
 * v dt is the way that was really gone, N+ dq. Under constraints h times the velocities at the
 * ends counts, too: to these the constraints' forces are normal, to a chord between them they
 * are not, and where a step turns by a radian what they seem to do there is as large as v^T S v.
 * But velocities do not see where a projection has put the positions, whose springs then push.
 * The lesser of both explains no more than either. It is taken in each step, not of the two
 * sums: what both disagree about, of order h^3, then counts as made, which costs long runs at
 * loose accuracies a sixth more evaluations (mechanisms and pendulums over 30 s) and keeps some
 * alive (`four_bar` at 0.1) that the sums let die. For the constraints' sake S are the masses
 * where they are known, for which their forces do no work; else S = W^2.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/projected/internal.h"

void projected_measure_speed(struct projected *m, const double *masses) {
    m->power.absolute = 0;
    for (int i = 0; i < m->nv; i++) {
        const double w = projected_weight_of_velocity(m, i);
        m->inertia[i] = masses != NULL ? masses[i] : w * w;
        m->power.absolute += w > 0 ? m->inertia[i] / (w * w) / 2 : 0;
    }
}

/* velocity[nv] := N+(q1) (q1 - q0) of the last step; false: a callback failed. */
static bool find_way(struct projected *m) {
    double *way = m->system.map != NULL ? m->middle : m->velocity;
    for (int i = 0; i < m->nq; i++)
        way[i] = m->state[i] - m->previous[i];
    return m->system.map == NULL || projected_unmap(m, m->state, way, m->velocity);
}

static double find_work_on_way(const struct projected *m) {
    const double *a0 = m->previous_slope + m->nq, *a1 = m->slope + m->nq;
    double work = 0;
    for (int i = 0; i < m->nv; i++)
        work += m->inertia[i] * (a0[i] + a1[i]) / 2 * m->velocity[i];
    return work;
}

static double find_work_under_constraints(const struct projected *m) {
    const double *a0 = m->previous_slope + m->nq, *v0 = m->previous + m->nq;
    const double *a1 = m->slope + m->nq, *v1 = m->state + m->nq;
    double power = 0;
    for (int i = 0; i < m->nv; i++)
        power += m->inertia[i] * (a0[i] * v0[i] + a1[i] * v1[i]) / 2;
    return power * (m->t - m->previous_t);
}

/* *work := what accelerations have done in the last step; false: nobody knows. */
static bool find_work(struct projected *m, double *work) {
    const bool has_way = find_way(m), has_joints = m->system.joints > 0;
    const double on_way = has_way ? find_work_on_way(m) : INFINITY;
    *work = has_joints ? fmin(on_way, find_work_under_constraints(m)) : on_way;
    return has_way || has_joints;
}

/* From the end of the first step on: of that, positions that follow the velocities of a step's
 * begin explain nothing where it began at rest. */
void projected_watch_power(struct projected *m) {
    struct projected_power *last = &m->power;
    const double *v = m->state + m->nq;
    double speed = 0;
    for (int i = 0; i < m->nv; i++)
        speed += m->inertia[i] * v[i] * v[i] / 2;
    const bool has_step =
        last->is_known && last->t == m->previous_t && m->t > m->previous_t;
    double work;
    if (has_step && find_work(m, &work))
        last->artefact = fmax(0, last->artefact + speed - last->speed - work);
    last->plausible = fmax(fmax(last->plausible, last->absolute), speed - last->artefact);
    last->speed = speed, last->t = m->t;
    last->is_known = m->t > m->previous_t;
}
