/* That watches are positive over a step. P, E and the range of time are those of a proof that went
 * before: every solution of the set is in P +- E. Let g be a watch, and g' its derivative by time
 * along the equations. g > 0 for all these solutions on a part [a, b] of the step if
 *
 *     the range of g's Taylor model around P +- E over [a, b] is positive; or
 *     that of g' is positive, and g(a) > 0; or that of g' is negative, and g(b) > 0,
 *
 * as g is monotonous there along each solution. Where it begins behind an event or the start and
 * k derivatives of g, itself the first, are >= 0 at once, g is positive on (0, b] if the k-th
 * one is on [0, b], by Taylor's theorem: it is a coefficient of the series from a box around P
 * +- E. A part for which none of these is proved is halved. At the end of the step g is
 * evaluated in balls around the image, with all bits: there it may be as near to zero as the
 * next event is. At its start g > 0 is what the step before or the event before has proved; at
 * that of the span it is evaluated, too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <arb_poly.h>
#include <math.h>

#include "problems/base/many.h"
#include "problems/readers/eval_arb.h"
#include "ref/certificate/claim.h"

enum { MOST_HALVINGS = 40, MOST_PARTS = 2000 };

struct watching {
    struct claim *c;
    const signed char *lead;
    arf_srcptr t, h;
    arb_ptr start,
        end;       /* as claim_look has it, at the step's ends; start NULL: positive */
    int parts;     /* that may still be looked at */
    double proved; /* up to here */
};

int claim_looks(const struct claim *c) {
    return c->n + 2 * c->mode.watches;
}

void claim_look(struct claim *c, arb_srcptr box, arb_ptr out) {
    eval_arb_run(c->point, box, out);
}

void claim_set_box(arb_ptr box, const arf_t time, const struct claim_set *set) {
    mag_ptr hull = _mag_vec_init(set->n);
    claim_set_hull(hull, set);
    arb_set_arf(box, time);
    for (int i = 0; i < set->n; i++) {
        arb_set_arf(box + 1 + i, set->centre + i);
        arb_add_error_mag(box + 1 + i, hull + i);
    }
    _mag_vec_clear(hull, set->n);
}

/* range := of a model over [a, b], by the mean value theorem. a and b are dyadic. */
static void find_range(arb_t range, const struct taylor_model *model, double a,
                       double b) {
    arb_t s, middle, slope;
    arb_inits(s, middle, slope);
    arb_set_d(middle, a + (b - a) / 2);
    arb_set_d(s, (b - a) / 2);
    arb_get_mag(arb_radref(s), s);
    arf_set(arb_midref(s), arb_midref(middle));
    _arb_poly_evaluate2_horner(range, slope, model->c, model->length, s, CLAIM_LOW_BITS);
    _arb_poly_evaluate_horner(range, model->c, model->length, middle, CLAIM_LOW_BITS);
    arb_sub(s, s, middle, CLAIM_LOW_BITS);
    arb_addmul(range, slope, s, CLAIM_LOW_BITS);
    arb_add_error_mag(range, model->rest);
    arb_clears(slope, middle, s);
}

static const struct taylor_model *value_of(const struct watching *w, int i) {
    return taylor_program_output(&w->c->watch, i);
}

/* Whether watch i is positive at a place of the step. */
static bool is_positive_at(const struct watching *w, int i, double s) {
    const int at = w->c->n + i;
    if (s <= 0)
        return w->start == NULL || arb_is_positive(w->start + at);
    if (s >= 1)
        return arb_is_positive(w->end + at);
    arb_t y;
    arb_init(y);
    find_range(y, value_of(w, i), s, s);
    const bool positive = arb_is_positive(y);
    arb_clear(y);
    return positive;
}

/* Whether the derivative of a watch that it leads with is positive on [0, b]. */
static bool leaves(const struct watching *w, int i, double b) {
    struct claim *c = w->c;
    const int lead = w->lead != NULL ? w->lead[i] : 0;
    if (lead < 2 || c->mode.stage == NULL)
        return false;
    arb_ptr box = _arb_vec_init(1 + c->n);
    arb_t s;
    arb_init(s);
    arb_set_d(s, b / 2);
    arb_get_mag(arb_radref(s), s);
    arb_mul_arf(box, s, w->h, c->bits);
    arb_add_arf(box, box, w->t, c->bits);
    for (int j = 0; j < c->n; j++) {
        _arb_poly_evaluate_horner(box + 1 + j, claim_polynomial(c, j), c->terms + 1, s,
                                  CLAIM_LOW_BITS);
        arb_add_error_mag(box + 1 + j, c->error + j);
    }
    crossing_probe(c->mode.stage, box, lead);
    const bool positive = arb_is_positive(crossing_probe_watch(c->mode.stage, i) + lead);
    arb_clear(s);
    _arb_vec_clear(box, 1 + c->n);
    return positive;
}

/* Whether watch i is positive on [a, b]. */
static bool is_positive(const struct watching *w, int i, double a, double b) {
    arb_t range;
    arb_init(range);
    find_range(range, value_of(w, i), a, b);
    bool positive = arb_is_positive(range);
    if (!positive) {
        find_range(range, value_of(w, w->c->mode.watches + i), a, b);
        positive = (arb_is_positive(range) && is_positive_at(w, i, a)) ||
                   (arb_is_negative(range) && is_positive_at(w, i, b)) ||
                   (a <= 0 && leaves(w, i, b));
    }
    arb_clear(range);
    return positive;
}

/* The same of a part that is halved where that fails, from left to right. */
static bool stays_positive(struct watching *w, int i, double a, double b) {
    double length = b - a;
    const double least = ldexp(1, -MOST_HALVINGS);
    for (w->proved = a; w->proved < b;) {
        const double to = w->proved + length;
        if (w->parts-- <= 0)
            return false;
        if (is_positive(w, i, w->proved, to)) {
            w->proved = to;
            /* The largest part that begins here and is one of the halvings'. */
            while (length < b - a && fmod(to, 2 * length) == 0 && to + 2 * length <= b)
                length *= 2;
        } else if ((length /= 2) < least) {
            return false;
        }
    }
    return true;
}

static void look(struct watching *w, const arf_t t, const arf_t h,
                 const struct claim_set *set) {
    const int n = w->c->n;
    arb_ptr box = _arb_vec_init(1 + n);
    arf_t end;
    arf_init(end);
    claim_set_box(box, t, set);
    if (w->start != NULL)
        claim_look(w->c, box, w->start);
    arf_add(end, t, h, ARF_PREC_EXACT, ARF_RND_NEAR);
    arb_set_arf(box, end);
    claim_image_balls(box + 1, w->c, set);
    claim_look(w->c, box, w->end);
    arf_clear(end);
    _arb_vec_clear(box, 1 + n);
}

bool claim_watches_hold(struct claim *c, const arf_t t, const arf_t h,
                        const struct claim_set *set, const struct claim_begin *begin,
                        int *worst, double *part) {
    const int looks = claim_looks(c);
    struct watching w = {.c = c, .lead = begin->lead, .t = t, .h = h};
    *worst = -1;
    *part = 1;
    if (c->mode.watches == 0)
        return true;
    w.start = begin->evaluate ? _arb_vec_init(looks) : NULL;
    w.end = _arb_vec_init(looks);
    const bool known = claim_run_along(c, &c->watch, t, h, c->error);
    look(&w, t, h, set);
    for (int i = 0; i < c->mode.watches; i++) {
        w.parts = MOST_PARTS;
        w.proved = 0;
        if ((!known || !stays_positive(&w, i, 0, 1)) &&
            (*worst < 0 || w.proved < *part)) {
            *worst = i;
            *part = w.proved;
        }
    }
    if (begin->evaluate)
        _arb_vec_clear(w.start, looks);
    _arb_vec_clear(w.end, looks);
    return *worst < 0;
}
