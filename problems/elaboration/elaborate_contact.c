/* Unilateral contacts, as they are written; elaborate_contacts.c differentiates them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include "problems/elaboration/elaborate.h"
#include "problems/elaboration/rough.h"
#include "problems/graph/expr.h"

enum { FIELD_KINDS = FIELD_VISCOUS_FRICTION + 1 };

#define FIELD_NAME(field, name) [field] = name,
static const char *const NAME[] = {FIELD_LIST(FIELD_NAME)};
#undef FIELD_NAME

/* A contact on its way; offsets of its fields, -1: not given. */
struct contact_draft {
    struct contact contact;
    int offset[FIELD_KINDS];
};

static expr *constant_field(struct contact *c, enum contact_field field) {
    switch (field) {
    case FIELD_RESTITUTION: return &c->restitution;
    case FIELD_FRICTION:
    case FIELD_STATIC_FRICTION: return &c->static_friction;
    case FIELD_DYNAMIC_FRICTION: return &c->dynamic_friction;
    default: return &c->viscous_friction;
    }
}

/* A constant that is not negative, and for a restitution at most 1. */
static bool set_constant(struct elaboration *e, struct contact *c, struct statement *s) {
    struct rough rough;
    const char *name = NAME[s->field];
    expr value = elaborate_constant(e, s->value, name);
    if (value == EXPR_NONE)
        return false;
    if (!rough_values(e, 1, &value, 0, NULL, term_begin(s->value), &rough))
        return false;
    if (rough.sign < 0 || (s->field == FIELD_RESTITUTION && !(rough.value <= 1)))
        return elaborate_fail(e, term_begin(s->value),
                              s->field == FIELD_RESTITUTION ? "%s lies between 0 and 1"
                                                            : "%s is not negative",
                              name);
    *constant_field(c, s->field) = value;
    if (s->field == FIELD_FRICTION)
        c->dynamic_friction = value;
    return true;
}

static bool set_gap(struct elaboration *e, struct contact *c, struct statement *s) {
    c->gap = elaborate_elementary(e, s->value, "a gap");
    return c->gap != EXPR_NONE &&
           elaborate_depends(e, c->gap, term_begin(s->value), "a gap",
                             (struct allowed){.time = true, .positions = true});
}

static bool set_field(struct elaboration *e, struct contact_draft *draft,
                      struct statement *s) {
    if (draft->offset[s->field] >= 0 && s->field != FIELD_SLIDE)
        return elaborate_fail(e, s->offset, "'%s' is already given, on line %d",
                              NAME[s->field], elaborate_line(e, draft->offset[s->field]));
    draft->offset[s->field] = s->offset;
    switch (s->field) {
    case FIELD_GAP: return set_gap(e, &draft->contact, s);
    case FIELD_SLIDE: return elaborate_slide(e, &draft->contact, s);
    default: return set_constant(e, &draft->contact, s);
    }
}

/* Whether a coefficient of dynamic friction is at most that of static friction. */
static bool check_order(struct elaboration *e, const struct contact_draft *draft) {
    graph *g = e->model->graph;
    const struct contact *c = &draft->contact;
    const int offset = draft->offset[FIELD_DYNAMIC_FRICTION];
    struct rough rough;
    expr excess = expr_sub(g, c->dynamic_friction, c->static_friction);
    if (!rough_values(e, 1, &excess, 0, NULL, offset, &rough))
        return false;
    return rough.sign <= 0 ||
           elaborate_fail(e, offset, "dynamic_friction is at most static_friction");
}

/* friction stands for both static_friction and dynamic_friction. */
static bool check_fields(struct elaboration *e, const struct contact_draft *draft,
                         const struct statement *s) {
    const int *offset = draft->offset;
    if (offset[FIELD_GAP] < 0)
        return elaborate_fail(e, s->offset, "this contact has no gap");
    if (offset[FIELD_FRICTION] >= 0 &&
        (offset[FIELD_STATIC_FRICTION] >= 0 || offset[FIELD_DYNAMIC_FRICTION] >= 0))
        return elaborate_fail(e, offset[FIELD_FRICTION],
                              "'friction' stands for static_friction and "
                              "dynamic_friction: give it alone");
    for (int field = FIELD_FRICTION; field < FIELD_KINDS; field++)
        if (offset[field] >= 0 && draft->contact.slides == 0)
            return elaborate_fail(e, offset[field],
                                  "'%s' needs a sliding velocity: slide = ...",
                                  NAME[field]);
    return offset[FIELD_DYNAMIC_FRICTION] < 0 || check_order(e, draft);
}

static bool start_draft(struct elaboration *e, struct contact_draft *draft,
                        struct statement *s) {
    struct key k;
    if (!elaborate_key(e, &k, &s->target) ||
        !elaborate_take_name(e, &e->contact_names, &k, s->offset))
        return false;
    expr zero = expr_integer(e->model->graph, 0);
    draft->contact = (struct contact){.name = elaborate_name(e, &k),
                                      .gap = EXPR_NONE,
                                      .slide = {EXPR_NONE, EXPR_NONE},
                                      .restitution = zero,
                                      .static_friction = zero,
                                      .dynamic_friction = zero,
                                      .viscous_friction = zero};
    for (int i = 0; i < FIELD_KINDS; i++)
        draft->offset[i] = -1;
    return e->status == PROBLEM_OK;
}

static bool keep_contact(struct elaboration *e, const struct contact *contact,
                         int offset) {
    struct model *m = e->model;
    struct contact *grown =
        array_grow(m->contact, &e->contact_capacity, m->contacts + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    m->contact = grown;
    int *offsets = array_grow(e->contact_offset, &e->contact_offset_capacity,
                              m->contacts + 1, sizeof *offsets);
    if (!offsets)
        return elaborate_fail_memory(e);
    e->contact_offset = offsets;
    e->contact_offset[m->contacts] = offset;
    m->contact[m->contacts++] = *contact;
    return true;
}

static bool add_contact(struct elaboration *e, void *context) {
    struct statement *s = context;
    struct contact_draft draft;
    if (!start_draft(e, &draft, s))
        return false;
    for (struct statement *t = s->body; t; t = t->next)
        if (!elaborate_spend(e, 1, t->offset) || !set_field(e, &draft, t))
            return false;
    return check_fields(e, &draft, s) && keep_contact(e, &draft.contact, s->offset);
}

bool elaborate_contact(struct elaboration *e, struct statement *s) {
    return elaborate_loops(e, s->clauses, add_contact, s);
}
