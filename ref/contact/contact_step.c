/* Steps with contacts: storage, and what both modes do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/contact_step.h"
#include "ref/vector.h"

#include <math.h>
#include <stdlib.h>

#include "problems/model.h"

/* Simbody's default tolerance, and the default mode's. */
static const double FAITHFUL_TOLERANCE = 1e-3, DEFAULT_TOLERANCE = 1e-9;
/* All patterns of states are tried in a step only where they are so few. */
enum { MOST_PATTERNS = 81 };

/* A velocity that is not set is 0; max(velocity, least). */
static double at_least(double velocity, double least) {
    return velocity > least ? velocity : least;
}

/* Simbody 3.7, SemiExplicitEulerTimeStepper::get...InUse(). */
static struct ref_contact_thresholds
find_thresholds(const struct ref_contact_options *options) {
    double tolerance = options->constraint_tolerance;
    if (isnan(tolerance))
        tolerance = options->faithful ? FAITHFUL_TOLERANCE : DEFAULT_TOLERANCE;
    double capture = at_least(options->capture_velocity, 2 * tolerance);
    return (struct ref_contact_thresholds){
        .tolerance = tolerance,
        .capture = capture,
        .restitution = at_least(options->min_restitution_velocity, capture),
        .transition = at_least(options->transition_velocity, 2 * tolerance)};
}

static bool make_vectors(struct ref_contact *c) {
    const struct ref_scene *s = &c->scene;
    const struct {
        mpfr_t **vector;
        int size;
    } all[] = {
        {&c->x, s->nx},         {&c->trial, s->nx},
        {&c->v_free, s->nv},    {&c->d, s->nv},
        {&c->v_end, s->nv},     {&c->rates, s->nv + s->nz},
        {&c->bias, s->joints},  {&c->joint_offset, s->joints},
        {&c->hold, s->joints},  {&c->u, s->rows},
        {&c->u_free, s->rows},  {&c->offset, s->rows},
        {&c->load, s->rows},    {&c->impulse, s->rows},
        {&c->gap, s->contacts},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i].vector = room_numbers(&c->room, all[i].size, c->work);
    size_t contacts = (size_t)s->contacts + 1;
    c->touches = room_take(&c->room, contacts, sizeof *c->touches);
    c->takes_part = room_take(&c->room, contacts, sizeof *c->takes_part);
    c->was_open = room_take(&c->room, contacts, sizeof *c->was_open);
    c->separates = room_take(&c->room, contacts, sizeof *c->separates);
    c->lasts = room_take(&c->room, contacts, sizeof *c->lasts);
    return !c->room.is_short;
}

static enum ref_status make_parts(struct ref_contact *c, struct model *m) {
    struct ref_scene *s = &c->scene;
    enum ref_status status = ref_scene_init(s, m, c->work, c->options.constants);
    if (status != REF_OK)
        return status;
    status = ref_cone_alloc(&c->cone, s->contacts, s->first, c->bits);
    if (status != REF_OK)
        return status;
    status =
        ref_elimination_init(&c->elimination, s->nv, s->rows, s->joints, c->cone->work);
    if (status == REF_OK)
        status = ref_collision_init(&c->collision, &c->elimination, c->cone);
    c->collision.most_patterns = MOST_PATTERNS;
    return status == REF_OK && !make_vectors(c) ? REF_NO_MEMORY : status;
}

enum ref_status ref_contact_alloc(ref_contact **made, struct model *m,
                                  const struct ref_contact_options *options,
                                  mpfr_prec_t bits) {
    *made = NULL;
    if (!ref_precision_is_usable(bits))
        return REF_BAD_ARGUMENT;
    if (m->contacts == 0 || (options->faithful && m->joints > 0))
        return REF_NOT_APPLICABLE;
    ref_contact *c = calloc(1, sizeof *c);
    if (c == NULL)
        return REF_NO_MEMORY;
    c->options = *options;
    c->in_use = find_thresholds(options);
    c->bits = bits;
    c->work = 2 * bits + REF_CONE_GUARD_BITS;
    mpfr_inits2(c->work, c->end, c->t, c->h, c->term, c->sum, c->whole, c->rest, c->part,
                c->press, (mpfr_ptr)NULL);
    enum ref_status status = make_parts(c, m);
    if (status == REF_OK)
        *made = c;
    else
        ref_contact_free(c);
    return status;
}

void ref_contact_free(ref_contact *c) {
    if (c == NULL)
        return;
    if (c->collision.c != NULL)
        ref_collision_clear(&c->collision);
    if (c->elimination.work != 0)
        ref_elimination_clear(&c->elimination);
    ref_cone_free(c->cone);
    ref_scene_clear(&c->scene);
    room_clear(&c->room);
    mpfr_clears(c->end, c->t, c->h, c->term, c->sum, c->whole, c->rest, c->part, c->press,
                (mpfr_ptr)NULL);
    free(c);
}

enum ref_status ref_contact_look(struct ref_contact *c, mpfr_srcptr t, const mpfr_t *x) {
    struct ref_scene *s = &c->scene;
    enum ref_status status = ref_scene_set(s, t, x);
    if (status == REF_OK)
        status = ref_elimination_set(&c->elimination, vector_const(s->M),
                                     vector_const(s->J), vector_const(s->G));
    if (status == REF_OK)
        ref_elimination_product(&c->elimination, c->cone);
    return status;
}

void ref_contact_rub(struct ref_contact *c, const mpfr_t *u, double transition) {
    const struct ref_scene *s = &c->scene;
    for (int i = 0; i < s->contacts; i++) {
        mpfr_set_zero(c->term, 1);
        for (int k = s->first[i] + 1; k < s->first[i + 1]; k++)
            mpfr_hypot(c->term, c->term, u[k], MPFR_RNDN);
        bool slow = mpfr_cmp_d(c->term, transition) <= 0;
        mpfr_fma(c->cone->friction[i], s->viscous_friction[i], c->term,
                 slow ? s->static_friction[i] : s->dynamic_friction[i], MPFR_RNDN);
    }
}

void ref_contact_speeds(struct ref_contact *c, const mpfr_t *v, mpfr_t *u) {
    const struct ref_scene *s = &c->scene;
    for (int i = 0; i < s->rows; i++) {
        mpfr_set(u[i], s->offset[i], MPFR_RNDN);
        for (int k = 0; k < s->nv; k++)
            mpfr_fma(u[i], s->J[k * s->rows + i], v[k], u[i], MPFR_RNDN);
    }
}

enum ref_status ref_contact_solve_step(struct ref_contact *c, const mpfr_t *v_free,
                                       const mpfr_t *offset, const mpfr_t *joint_offset) {
    int solutions;
    enum ref_status status =
        ref_elimination_begin(&c->elimination, v_free, joint_offset, offset, c->cone);
    if (status == REF_OK)
        status = ref_cone_solve(c->cone, MOST_PATTERNS, &solutions);
    if (status == REF_OK)
        ref_elimination_end(&c->elimination, c->cone);
    return status;
}

void ref_contact_note_impact(struct ref_contact *c, const mpfr_t *impulse) {
    for (int i = 0; i < c->scene.rows; i++)
        c->had_impact = c->had_impact || !mpfr_zero_p(impulse[i]);
}
