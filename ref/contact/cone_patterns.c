/* Every pattern of states by itself: open or closed, without friction, sticking, or sliding
 * this way or that; of two sliding directions the one is sought by Newton's method from
 * several guesses. What a pattern's equations give is a solution if it obeys all the laws.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "ref/contact/cone.h"
#include "ref/vector.h"

/* Guesses of sliding directions: against the velocity without impulses, along the impulse of
 * the start; and where a single contact slides in space, of so many directions round the
 * circle those between which the slip passes through the direction opposite to friction's:
 * many where there is nothing else. */
enum { BASIC_GUESSES = 2, ANGLES = 32, ANGLES_ALONE = 512 };

struct search {
    struct ref_cone *cone;
    mpfr_t *start; /* [rows] impulses of the fixed-point iteration */
    mpfr_t *best;  /* [rows] */
    mpfr_t *found; /* [MAX_FOUND rows] solutions that differ */
    int solutions;
    mpfr_t energy, least, largest;
};
enum { MAX_FOUND = 32 };

static int count_slides(const struct ref_cone *c, int i) {
    return c->first[i + 1] - c->first[i] - 1;
}

/* The tangential states a contact has: one without friction, else stick and one or two ways
 * of sliding. */
static int count_tangents(const struct ref_cone *c, int i, bool closed) {
    if (!ref_cone_has_friction(c, i) || (!closed && mpfr_zero_p(c->known[i])))
        return 1;
    return count_slides(c, i) == 1 ? 3 : 2;
}

static int count_states(const struct ref_cone *c, int i) {
    if (c->part[i] == REF_NO_PART)
        return 1;
    int closed = c->part[i] == REF_WHOLE_PART ? count_tangents(c, i, true) : 0;
    return closed + count_tangents(c, i, false);
}

long ref_cone_patterns(const struct ref_cone *c, long limit) {
    long count = 1;
    for (int i = 0; i < c->contacts && count <= limit; i++)
        count *= count_states(c, i);
    return count <= limit ? count : limit + 1;
}

static void set_state(struct ref_cone *c, int i, int choice) {
    int opened = count_tangents(c, i, false);
    bool closed = choice >= opened;
    int tangent = closed ? choice - opened : choice;
    c->state[i] =
        (struct ref_cone_state){.closed = closed, .tangent = REF_FREE, .fixed = true};
    if (count_tangents(c, i, closed) == 1)
        return;
    c->state[i].tangent = tangent == 0 ? REF_STICK : REF_SLIDE;
    if (count_slides(c, i) == 1)
        mpfr_set_si(c->direction[c->first[i] + 1], tangent == 1 ? 1 : -1, MPFR_RNDN);
}

static bool turns(const struct ref_cone *c, int i) {
    return c->state[i].tangent == REF_SLIDE && count_slides(c, i) == 2;
}

/* direction of contact i := along (x, y); (1, 0) for zero. */
static void aim(struct ref_cone *c, int i, mpfr_srcptr x, mpfr_srcptr y, int sign) {
    int t = c->first[i] + 1;
    mpfr_hypot(c->size, x, y, MPFR_RNDN);
    mpfr_set_si(c->direction[t], 1, MPFR_RNDN);
    mpfr_set_zero(c->direction[t + 1], 1);
    if (!mpfr_regular_p(c->size))
        return;
    mpfr_mul_si(c->size, c->size, sign, MPFR_RNDN);
    mpfr_div(c->direction[t], x, c->size, MPFR_RNDN);
    mpfr_div(c->direction[t + 1], y, c->size, MPFR_RNDN);
}

static void guess_direction(const struct search *s, int i, int guess) {
    struct ref_cone *c = s->cone;
    int t = c->first[i] + 1;
    if (guess == 0)
        aim(c, i, c->b[t], c->b[t + 1], -1);
    else
        aim(c, i, s->start[t], s->start[t + 1], 1);
}

/* r is a solution: another one than those found before? */
static void note_solution(struct search *s) {
    struct ref_cone *c = s->cone;
    bool differs = true;
    ref_cone_energy(c, s->energy, NULL);
    if (mpfr_greater_p(s->energy, s->largest))
        mpfr_set(s->largest, s->energy, MPFR_RNDN);
    if (s->solutions == 0 || mpfr_less_p(s->energy, s->least)) {
        mpfr_set(s->least, s->energy, MPFR_RNDN);
        vector_set(s->best, vector_const(c->r), c->rows);
    }
    for (int k = 0; k < s->solutions && differs; k++) {
        ref_cone_energy(c, s->energy, vector_const(s->found + k * c->rows));
        mpfr_div_2si(c->term, s->largest, c->bits, MPFR_RNDN);
        differs = mpfr_greater_p(s->energy, c->term);
    }
    if (differs && s->solutions < MAX_FOUND)
        vector_set(s->found + s->solutions++ * c->rows, vector_const(c->r), c->rows);
}

static void forget_impulses(struct ref_cone *c) {
    for (int i = 0; i < c->rows; i++)
        mpfr_set_zero(c->r[i], 1);
}

/* From impulses with the directions given: the directions too. */
static void seek_directions(struct search *s) {
    struct ref_cone *c = s->cone;
    for (int i = 0; i < c->contacts; i++)
        c->state[i].fixed = !turns(c, i);
    if (ref_cone_newton(c, false) == REF_OK && ref_cone_is_solved(c))
        note_solution(s);
    for (int i = 0; i < c->contacts; i++)
        c->state[i].fixed = true;
}

static void try_guess(struct search *s, int guess) {
    struct ref_cone *c = s->cone;
    forget_impulses(c);
    for (int i = 0; i < c->contacts; i++)
        if (turns(c, i))
            guess_direction(s, i, guess);
    if (ref_cone_newton(c, false) == REF_OK)
        seek_directions(s);
}

/* The sign of u_t x d of a contact with friction along d at an angle; 2: there is no such
 * motion. */
static int find_turn(struct search *s, int i, double angle) {
    struct ref_cone *c = s->cone;
    int t = c->first[i] + 1;
    mpfr_set_d(c->direction[t], cos(angle), MPFR_RNDN);
    mpfr_set_d(c->direction[t + 1], sin(angle), MPFR_RNDN);
    forget_impulses(c);
    if (ref_cone_newton(c, false) != REF_OK)
        return 2;
    mpfr_fmms(c->sum, c->u[t], c->direction[t + 1], c->u[t + 1], c->direction[t],
              MPFR_RNDN);
    return mpfr_sgn(c->sum) > 0 ? 1 : mpfr_sgn(c->sum) < 0 ? -1 : 0;
}

static void go_round(struct search *s, int i) {
    static const double FULL_TURN = 6.283185307179586;
    int angles = s->cone->contacts == 1 ? ANGLES_ALONE : ANGLES;
    int before = find_turn(s, i, 0);
    for (int k = 1; k <= angles; k++) {
        int sign = find_turn(s, i, FULL_TURN * k / angles);
        if (sign != before || sign == 0)
            seek_directions(s);
        before = sign;
    }
}

static void try_pattern(struct search *s, long pattern) {
    struct ref_cone *c = s->cone;
    int turning = 0, last = 0;
    for (int i = 0; i < c->contacts; i++) {
        int states = count_states(c, i);
        set_state(c, i, (int)(pattern % states));
        pattern /= states;
        turning += turns(c, i);
        last = turns(c, i) ? i : last;
    }
    for (int guess = 0; guess < BASIC_GUESSES && turning > 0; guess++)
        try_guess(s, guess);
    if (turning == 1)
        go_round(s, last);
    if (turning > 0)
        return;
    forget_impulses(c);
    if (ref_cone_newton(c, false) == REF_OK && ref_cone_is_solved(c))
        note_solution(s);
}

static void try_all(struct search *s) {
    struct ref_cone *c = s->cone;
    vector_set(s->start, vector_const(c->r), c->rows);
    if (ref_cone_newton(c, true) == REF_OK && ref_cone_is_solved(c))
        note_solution(s);
    long patterns = ref_cone_patterns(c, REF_MOST_PATTERNS);
    for (long k = 0; k < patterns; k++)
        try_pattern(s, k);
    vector_set(c->r, vector_const(s->best), c->rows);
}

enum ref_status ref_cone_enumerate(struct ref_cone *c, int *solutions) {
    struct search s = {.cone = c,
                       .start = vector_alloc(c->rows, c->work),
                       .best = vector_alloc(c->rows, c->work),
                       .found = vector_alloc(MAX_FOUND * c->rows, c->work)};
    mpfr_inits2(c->work, s.energy, s.least, s.largest, (mpfr_ptr)NULL);
    mpfr_set_zero(s.largest, 1);
    enum ref_status status = REF_NO_MEMORY;
    if (s.start && s.best && s.found)
        status = ref_cone_start(c);
    if (status == REF_OK)
        try_all(&s);
    if (status == REF_OK && s.solutions == 0)
        status = REF_NOT_CONVERGED;
    *solutions = s.solutions;
    mpfr_clears(s.energy, s.least, s.largest, (mpfr_ptr)NULL);
    vector_free(s.start, c->rows);
    vector_free(s.best, c->rows);
    vector_free(s.found, MAX_FOUND * c->rows);
    return status;
}
