/* One step with contacts, by either mode.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/contact/contact_step.h"
#include "ref/vector.h"

/* What lasted at the end of the step before does so still if this one begins there, but for the
 * rounding of its time. */
static void continue_or_begin(struct ref_contact *c) {
    enum { TIME_BITS = 40 };
    mpfr_sub(c->end, c->end, c->t, MPFR_RNDN);
    mpfr_div_2si(c->term, c->h, TIME_BITS, MPFR_RNDN);
    bool continues = mpfr_number_p(c->end) && mpfr_cmpabs(c->end, c->term) <= 0;
    for (int i = 0; i < c->scene.contacts && !continues; i++)
        c->lasts[i] = false;
    mpfr_set_nan(c->end);
}

bool ref_contact_had_impact(const ref_contact *c) {
    return c->had_impact;
}

enum ref_status ref_contact_step(ref_contact *c, mpfr_srcptr t, const mpfr_t *x,
                                 mpfr_srcptr h, mpfr_t *x1, mpfr_t *impulse) {
    const struct ref_scene *s = &c->scene;
    if (!mpfr_number_p(t) || !mpfr_number_p(h) || mpfr_sgn(h) <= 0 ||
        !vector_is_finite(x, s->nx))
        return REF_BAD_ARGUMENT;
    mpfr_set(c->t, t, MPFR_RNDN);
    mpfr_set(c->h, h, MPFR_RNDN);
    vector_set(c->x, x, s->nx);
    continue_or_begin(c);
    c->had_impact = false;
    for (int i = 0; i < s->rows; i++)
        mpfr_set_zero(c->impulse[i], 1);
    enum ref_status status =
        c->options.faithful ? ref_contact_faithful(c) : ref_contact_default(c);
    if (status == REF_OK && !vector_is_finite(vector_const(c->x), s->nx))
        status = REF_NOT_FINITE;
    if (status != REF_OK)
        return status;
    mpfr_add(c->end, t, h, MPFR_RNDN);
    vector_set(x1, vector_const(c->x), s->nx);
    if (impulse != NULL)
        vector_set(impulse, vector_const(c->impulse), s->rows);
    return REF_OK;
}
