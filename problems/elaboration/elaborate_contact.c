/* Unilateral contacts. The gap depends on t and the positions; a sliding velocity is linear
 * in the velocities: with S_j = ds/dv_j, free of v and z, s - sum S_j v_j vanishes.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "problems/elaboration/elaborate.h"
#include "problems/elaboration/linear.h"
#include "problems/elaboration/rough.h"

enum { SLIDES_LIMIT = 2, FIELD_KINDS = FIELD_VISCOUS_FRICTION + 1 };

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

static bool add_slide(struct elaboration *e, struct contact *c, struct statement *s) {
    if (c->slides == SLIDES_LIMIT)
        return elaborate_fail(e, s->offset, "a contact has at most %d sliding velocities",
                              SLIDES_LIMIT);
    expr slide = elaborate_elementary(e, s->value, "a sliding velocity");
    struct linear_form form = {0};
    if (slide == EXPR_NONE ||
        !elaborate_linear(e, slide, term_begin(s->value), "the sliding velocity",
                          LINEAR_BY_TIME, &form))
        return false;
    linear_clear(&form);
    c->slide[c->slides++] = slide;
    return true;
}

static bool set_field(struct elaboration *e, struct contact_draft *draft,
                      struct statement *s) {
    if (draft->offset[s->field] >= 0 && s->field != FIELD_SLIDE)
        return elaborate_fail(e, s->offset, "'%s' is already given, on line %d",
                              NAME[s->field], elaborate_line(e, draft->offset[s->field]));
    draft->offset[s->field] = s->offset;
    switch (s->field) {
    case FIELD_GAP: return set_gap(e, &draft->contact, s);
    case FIELD_SLIDE: return add_slide(e, &draft->contact, s);
    default: return set_constant(e, &draft->contact, s);
    }
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
    return true;
}

static bool start_draft(struct elaboration *e, struct contact_draft *draft,
                        struct statement *s) {
    struct key k;
    if (!elaborate_key(e, &k, &s->target))
        return false;
    const int *taken = keys_find(&e->contact_names, &k);
    char text[KEY_TEXT_SIZE];
    key_text(text, e->atoms, &k);
    if (taken)
        return elaborate_fail(e, s->offset, "'%s' is already defined, on line %d", text,
                              elaborate_line(e, *taken));
    if (!keys_add(&e->contact_names, &k, s->offset))
        return elaborate_fail_memory(e);
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

bool elaborate_contact(struct elaboration *e, struct statement *s) {
    struct model *m = e->model;
    struct contact_draft draft;
    if (!start_draft(e, &draft, s))
        return false;
    for (struct statement *t = s->body; t; t = t->next)
        if (!set_field(e, &draft, t))
            return false;
    if (!check_fields(e, &draft, s))
        return false;
    struct contact *grown =
        array_grow(m->contact, &e->contact_capacity, m->contacts + 1, sizeof *grown);
    if (!grown)
        return elaborate_fail_memory(e);
    m->contact = grown;
    m->contact[m->contacts++] = draft.contact;
    return true;
}
