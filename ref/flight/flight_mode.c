/* Which contacts open, slide and stick just after a state. Of the contacts whose gap and its
 * rate vanish, each may stick (if it has no slip), slide (from rest: either way) or open. A mode
 * holds if all that is watched in it begins with a positive coefficient; forces and cones may
 * vanish. Modes in which all contacts do alike are tried first, then all, those with more closed
 * contacts before the others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "ref/flight/flight.h"
#include "ref/vector.h"

enum {
    CHECKED_ORDER = 6, /* where up to it nothing leaves zero, nothing does */
    MOST_OPTIONS = 4,
    MOST_MODES = 3000,
    /* One mode costs about the square of the rows: as many are tried as make a second. */
    MOST_WORK = 200000
};

/* What a contact may do: its state, and of sliding from rest the sign along its lean. */
struct option {
    enum flight_state state;
    int sign;
};

struct choices {
    int count;
    struct option option[MOST_OPTIONS];
};

static void add(struct choices *c, enum flight_state state, int sign) {
    c->option[c->count++] = (struct option){state, sign};
}

bool flight_is_at_rest(struct flight *f, int contact) {
    bool rests = true;
    for (int r = f->first[contact] + 1; r < f->first[contact + 1]; r++)
        rests =
            rests && flight_vanishes(f, flight_at(f, f->speed, r, 0), f->largest_speed);
    return rests;
}

static void list_choices(struct flight *f, int contact, struct choices *c) {
    c->count = 0;
    if (f->closed[contact]) {
        const int slides = f->first[contact + 1] - f->first[contact] - 1;
        const bool rests =
            flight_has_friction(f, contact) && flight_is_at_rest(f, contact);
        if (rests)
            add(c, FLIGHT_STICKING, 0);
        add(c, FLIGHT_SLIDING, rests ? 1 : 0);
        if (rests && slides == 1)
            add(c, FLIGHT_SLIDING, -1);
    }
    add(c, FLIGHT_OPEN, 0);
}

/* False: a direction of sliding is asked for that is not known. */
static bool take_option(struct flight *f, int contact, const struct option *option) {
    f->state[contact] = option->state;
    f->from_rest[contact] = option->sign != 0;
    if (option->sign == 0)
        return true;
    const int begin = f->first[contact] + 1, end = f->first[contact + 1];
    bool known = end - begin == 1;
    for (int r = begin; r < end; r++) {
        mpfr_ptr w = flight_at(f, f->along, r, 0);
        if (end - begin == 1)
            mpfr_set_si(w, option->sign, MPFR_RNDN);
        else
            mpfr_set(w, f->lean[r], MPFR_RNDN);
        known = known || !mpfr_zero_p(w);
    }
    return known;
}

/* lean := -lambda_t / |lambda_t| of contacts that stick. */
static void note_leans(struct flight *f) {
    for (int i = 0; i < f->contacts; i++) {
        if (f->state[i] != FLIGHT_STICKING)
            continue;
        const int normal = flight_find_unknown(f, f->first[i]);
        mpfr_set_zero(f->sum, 1);
        for (int s = 1; s < f->first[i + 1] - f->first[i]; s++)
            mpfr_fma(f->sum, flight_at(f, f->force, normal + s, 0),
                     flight_at(f, f->force, normal + s, 0), f->sum, MPFR_RNDN);
        mpfr_sqrt(f->sum, f->sum, MPFR_RNDN);
        for (int s = 1; s < f->first[i + 1] - f->first[i]; s++) {
            mpfr_ptr lean = f->lean[f->first[i] + s];
            mpfr_set_zero(lean, 1);
            if (!mpfr_zero_p(f->sum))
                mpfr_div(lean, flight_at(f, f->force, normal + s, 0), f->sum, MPFR_RNDN);
            mpfr_neg(lean, lean, MPFR_RNDN);
        }
    }
}

static bool holds(struct flight *f) {
    for (int i = 0; i < f->contacts; i++) {
        for (int w = 0; w < FLIGHT_WATCHES; w++) {
            const enum flight_watch which = (enum flight_watch)w;
            const int count = flight_watch(f, i, which, CHECKED_ORDER, f->watched);
            if (count == 0)
                continue;
            const int lead = flight_lead(vector_const(f->watched), count);
            const bool may_vanish = which == WATCH_FORCE || which == WATCH_CONE;
            if (lead == count ? !may_vanish : mpfr_sgn(f->watched[lead]) < 0)
                return false;
        }
    }
    return true;
}

/* The next combination of options, the first contact's changing fastest; false: none. */
static bool advance(int contacts, const struct choices *choices, int *taken) {
    for (int i = 0; i < contacts; i++) {
        if (++taken[i] < choices[i].count)
            return true;
        taken[i] = 0;
    }
    return false;
}

/* REF_OK: the mode of these options holds; REF_NO_MODE: it does not. */
static enum ref_status try_mode(struct flight *f, const struct choices *choices,
                                const int *taken) {
    bool known = true;
    for (int i = 0; i < f->contacts; i++)
        known = take_option(f, i, &choices[i].option[taken[i]]) && known;
    if (!known)
        return REF_NO_MODE;
    enum ref_status status = flight_expand(f, CHECKED_ORDER);
    if (status != REF_OK)
        return status == REF_NO_MEMORY ? status : REF_NO_MODE;
    note_leans(f);
    return holds(f) ? REF_OK : REF_NO_MODE;
}

/* Modes in which all contacts do alike. */
static enum ref_status try_alike(struct flight *f, const struct choices *choices,
                                 int *taken) {
    enum ref_status status = REF_NO_MODE;
    for (int option = 0; option < MOST_OPTIONS && status == REF_NO_MODE; option++) {
        for (int i = 0; i < f->contacts; i++)
            taken[i] = option < choices[i].count ? option : choices[i].count - 1;
        status = try_mode(f, choices, taken);
    }
    return status;
}

static enum ref_status try_all(struct flight *f, const struct choices *choices,
                               int *taken) {
    for (int i = 0; i < f->contacts; i++)
        taken[i] = 0;
    const int most = MOST_WORK / (f->rows * f->rows + 1);
    for (int tried = 0; tried < MOST_MODES && tried <= most; tried++) {
        enum ref_status status = try_mode(f, choices, taken);
        if (status != REF_NO_MODE)
            return status;
        if (!advance(f->contacts, choices, taken))
            break;
    }
    return REF_NO_MODE;
}

enum ref_status flight_choose_mode(struct flight *f) {
    struct choices *choices = calloc((size_t)f->contacts + 1, sizeof *choices);
    int *taken = calloc((size_t)f->contacts + 1, sizeof *taken);
    enum ref_status status = REF_NO_MEMORY;
    for (int r = 0; r < f->rows; r++)
        mpfr_set_zero(f->lean[r], 1);
    if (choices != NULL && taken != NULL) {
        for (int i = 0; i < f->contacts; i++)
            list_choices(f, i, &choices[i]);
        status = try_alike(f, choices, taken);
        if (status == REF_NO_MODE)
            status = try_all(f, choices, taken);
    }
    free(choices);
    free(taken);
    return status;
}
