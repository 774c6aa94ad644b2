/* Who takes part in an impact round (Simbody 3.7, SemiExplicitEulerTimeStepper): contacts with
 * an expansion expand, and rub; those that approach faster than a tenth of the constraint
 * tolerance impact; others observe, and take part if impacts are simultaneous. The order of
 * the rows is the original's: it decides which of equal pivots comes first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/faithful/faithful_step.h"

/* Zero would never end, for rounding. */
static const double IMPACT_PART = 0.1;

static void add_participant(struct faithful *f, int row) {
    f->participant[f->call.participants++] = row;
}

static void add_friction(struct faithful *f, const struct faithful_contact *point) {
    for (int i = 0; point->has_friction && i < 2; i++)
        add_participant(f, point->friction[i]);
}

static void add_expander(struct faithful *f, struct faithful_contact *point) {
    point->part = FAITHFUL_KNOWN;
    f->expander[f->call.expanders++] = point->normal;
    add_friction(f, point);
}

static bool is_impacting(const struct contact_stepper *c,
                         const struct faithful_contact *point) {
    const double limit = -IMPACT_PART * c->thresholds.constraint_tolerance;
    return c->faithful->u[point->normal] < limit;
}

static void begin_lists(struct faithful *f) {
    f->call.contact = f->contact;
    f->call.participants = f->call.expanders = 0;
    for (int k = 0; k < f->contacts; k++)
        f->contact[k].is_impacting = false;
}

void faithful_take_all(struct contact_stepper *c) {
    struct faithful *f = c->faithful;
    begin_lists(f);
    for (int k = 0; k < f->contacts; k++) {
        f->contact[k].part = FAITHFUL_PARTICIPATING;
        add_participant(f, f->contact[k].normal);
        add_friction(f, &f->contact[k]);
    }
}

struct faithful_census faithful_classify_simultaneous(struct contact_stepper *c,
                                                      bool has_expansion) {
    struct faithful *f = c->faithful;
    struct faithful_census census = {0, 0};
    begin_lists(f);
    for (int k = 0; k < f->contacts; k++) {
        struct faithful_contact *point = &f->contact[k];
        if (has_expansion && f->expansion[point->normal] != 0) {
            add_expander(f, point);
            census.expanders++;
            continue;
        }
        point->part = FAITHFUL_PARTICIPATING;
        point->is_impacting = is_impacting(c, point);
        census.impacters += point->is_impacting;
        add_participant(f, point->normal);
        add_friction(f, point);
    }
    return census;
}

static void classify_observer(struct faithful *f, struct faithful_contact *point,
                              bool takes_part) {
    point->part = takes_part ? FAITHFUL_PARTICIPATING : FAITHFUL_OBSERVING;
    if (takes_part) { /* friction first here */
        add_friction(f, point);
        add_participant(f, point->normal);
    }
}

struct faithful_census faithful_classify_sequential(struct contact_stepper *c,
                                                    bool with_observers,
                                                    bool expanders_alone) {
    struct faithful *f = c->faithful;
    struct faithful_census census = {0, 0};
    begin_lists(f);
    for (int k = 0; k < f->contacts; k++) {
        struct faithful_contact *point = &f->contact[k];
        if (f->expansion[point->normal] != 0) {
            add_expander(f, point);
            census.expanders++;
        } else if (expanders_alone || !is_impacting(c, point)) {
            classify_observer(f, point, with_observers);
        } else {
            point->part = FAITHFUL_PARTICIPATING;
            point->is_impacting = true;
            census.impacters++;
            add_participant(f, point->normal);
            add_friction(f, point);
        }
    }
    return census;
}
