/* The impact of a step (Simbody 3.7, SemiExplicitEulerTimeStepper): compression, expansion of
 * the impulses by Poisson's law, or one round with Newton's addition to the velocities.
 * Simultaneous impacts are one compression, at most one expansion, and a correction if
 * somebody impacts after it; sequential ones are rounds of those who impact at the time,
 * up to a limit; mixed ones let all take part in the last round. Friction coefficients are
 * those of the start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "fast/contact/faithful/faithful_step.h"

static void add_to_total(struct faithful *f, const double *multipliers) {
    for (int i = 0; i < f->rows; i++)
        f->total[i] += multipliers[i];
}

static void add_to_velocities(struct faithful *f, double sign) {
    for (int i = 0; i < f->rows; i++)
        f->u[i] += sign * f->addition[i];
}

static enum fast_status solve_round(struct contact_stepper *c, int round,
                                    bool has_addition) {
    struct faithful *f = c->faithful;
    const struct faithful_phase phase = {
        .phase = f->call.expanders > 0 ? CONTACT_EXPANSION : CONTACT_COMPRESSION,
        .round = round};
    memcpy(f->before, f->u, (size_t)f->rows * sizeof *f->u);
    if (has_addition)
        add_to_velocities(f, 1);
    enum fast_status status = faithful_solve(c, &phase);
    if (has_addition)
        add_to_velocities(f, -1);
    return status;
}

static enum fast_status impact_at_once(struct contact_stepper *c, int *rounds) {
    struct faithful *f = c->faithful;
    if (faithful_classify_simultaneous(c, false).impacters == 0)
        return FAST_OK;
    faithful_set_restitution(c);
    const bool has_addition = faithful_set_addition(c);
    enum fast_status status = solve_round(c, ++*rounds, has_addition);
    if (status != FAST_OK)
        return status;
    add_to_total(f, f->impulse);
    memset(f->addition, 0, (size_t)f->rows * sizeof *f->addition);
    if (!faithful_set_expansion(c, f->impulse))
        return FAST_OK;
    faithful_classify_simultaneous(c, true);
    status = solve_round(c, ++*rounds, false);
    if (status != FAST_OK)
        return status;
    add_to_total(f, f->expansion);
    add_to_total(f, f->impulse);
    if (faithful_classify_simultaneous(c, false).impacters == 0)
        return FAST_OK;
    /* The expansion is still there in the original, and goes on widening friction's bound. */
    status = solve_round(c, ++*rounds, false);
    if (status == FAST_OK)
        add_to_total(f, f->impulse);
    return status;
}

/* What is left of expansions after the last round. */
static enum fast_status expand_finally(struct contact_stepper *c, int *rounds) {
    struct faithful *f = c->faithful;
    const bool is_sequential = c->options.induced == CONTACT_SEQUENTIAL;
    faithful_classify_sequential(c, !is_sequential, is_sequential);
    memset(f->addition, 0, (size_t)f->rows * sizeof *f->addition);
    enum fast_status status = solve_round(c, ++*rounds, false);
    if (status != FAST_OK)
        return status;
    add_to_total(f, f->impulse);
    add_to_total(f, f->expansion);
    return FAST_OK;
}

static enum fast_status impact_in_rounds(struct contact_stepper *c, int *rounds) {
    struct faithful *f = c->faithful;
    for (;;) {
        faithful_set_restitution(c);
        const bool has_addition = faithful_set_addition(c);
        const bool is_last = *rounds >= c->options.max_induced - 1;
        const bool with_observers = is_last && c->options.induced == CONTACT_MIXED;
        struct faithful_census census =
            faithful_classify_sequential(c, with_observers, false);
        if (census.impacters == 0 && census.expanders == 0)
            return FAST_OK;
        enum fast_status status = solve_round(c, ++*rounds, has_addition);
        if (status != FAST_OK)
            return status;
        add_to_total(f, f->impulse);
        if (census.expanders > 0)
            add_to_total(f, f->expansion);
        const bool is_any = faithful_set_expansion(c, f->impulse);
        if (is_last) {
            census = faithful_classify_sequential(c, false, false);
            c->doubts.rounds_exhausted += census.impacters > 0 || is_any;
            return is_any ? expand_finally(c, rounds) : FAST_OK;
        }
    }
}

/* Whether an impact from the energy `before` has made some, but for the work of surfaces that
 * move; what is summed over it has the original's sign, that of what contacts feel. */
static bool impact_made_energy(const struct contact_stepper *c, double before) {
    const struct faithful *f = c->faithful;
    double made = scene_energy(c->scene, f->x + c->scene->nq) - before, size = before;
    for (int i = 0; i < f->rows; i++)
        if (f->scene_row[i] >= 0) {
            const double work = -f->total[i] * c->scene->offset[f->scene_row[i]];
            made += work, size += fabs(work);
        }
    return made > FAITHFUL_ENERGY_ROUNDING * size;
}

enum fast_status faithful_impact(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    const struct scene *s = c->scene;
    const size_t bytes = (size_t)f->rows * sizeof(double);
    double *v = f->x + s->nq;
    memcpy(f->v_start, v, (size_t)s->nv * sizeof *v);
    memset(f->total, 0, bytes);
    memset(f->expansion, 0, bytes);
    memset(f->addition, 0, bytes);
    int rounds = 0;
    enum fast_status status = c->options.induced == CONTACT_SIMULTANEOUS
                                  ? impact_at_once(c, &rounds)
                                  : impact_in_rounds(c, &rounds);
    if (status != FAST_OK || rounds == 0)
        return status;
    const double before = scene_energy(s, v);
    faithful_change(c, f->total, 1, f->change);
    for (int i = 0; i < s->nv; i++)
        v[i] += f->change[i];
    c->statistics.energy_rises += impact_made_energy(c, before);
    c->statistics.impacts++;
    c->statistics.rounds += rounds;
    return FAST_OK;
}
