/* Systems drawn at random, of 1 to 12 components and of any magnitude, whose solutions stay
 * bounded and smooth.
 *
 * Bodies b have a position and a velocity, states k stand alone; S and R are powers of two, as
 * is the time T, and p = q/S, w = v T/S, r = z/R, s = (t - origin)/T are of size one:
 *
 *     q_b' = N_b(p) v_b,    v_b' = S_b/T^2 phi_b(s, p, w, r),    z_k' = R_k/T psi_k(s, p, w, r)
 *
 * N is 1 or, in some systems, 1 + 0.3 sin(p) of the next body. So a step of h = eta T has the
 * same bits, but for the powers of two, whatever S, R and T are, if a method does to each
 * component what it does to the others, and adds and multiplies alone: rounding commutes with
 * powers of two. The same holds of the order in which components stand, and of copies that do
 * not touch each other.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CONDITIONS_DRAW_H
#define HARNESS_CONDITIONS_DRAW_H

#include <stdbool.h>
#include <stddef.h>

struct diagnostic; /* problems/base/status.h */
struct model;      /* problems/model.h */

enum { DRAW_MOST = 12 }; /* components */

/* One system out of so many is driven for ever, if it can be: others come to rest, and show
 * nothing then. */
enum { DRAW_LATE_TURN = 8 };

enum draw_kind {
    DRAW_COUPLED, /* each rate has a part of any other's */
    DRAW_COPIES,  /* a few components, again and again */
    DRAW_LINEAR,
    DRAW_STIFF /* linear, each driven by another one so much that implicit equations have no
                  pivot on the diagonal */
};

/* a + b by another, and so on: what phi or psi of a row is made of. */
struct draw_formula {
    double stiffness, damping, linear[2], sine[3], product, wave[3];
    int of_linear[2], of_sine, of_product[3]; /* coordinates p, w, r, counted through */
};

struct draw {
    unsigned long seed;
    int index;
    enum draw_kind kind;
    bool mapped;                /* N is not 1 */
    bool forced;                /* s is in it */
    int bodies, states, copies; /* of one copy; how many */
    int time_exponent;          /* T = 2^time_exponent */
    int exponent[DRAW_MOST];    /* of S of all bodies, then of R of all states */
    int place[DRAW_MOST];       /* which body is declared first, ..; then which state */
    double t0, origin, eta;     /* h = eta T */
    double start[DRAW_MOST];    /* p, w, r of one copy */
    /* Of w of each body, then of r, of one copy. */
    struct draw_formula formula[DRAW_MOST];
};

/* The index-th system of a seed. The sizes, orders of magnitude and kinds take turns, so that few
 * systems have all of them. */
struct draw draw_make(unsigned long seed, int index, bool with_stiff);

/* The same system with S = R = T = 1, one copy, in order; a system without s begins at 0. */
struct draw draw_plain(const struct draw *d);

/* Whether it has magnitudes and times at which an iteration with tolerances of its own has to
 * succeed: far beyond, rounding moves its updates by more than it may ask for. */
bool draw_is_modest(const struct draw *d);

/* Whether components have magnitudes that differ by more than 2^12. */
bool draw_is_mixed(const struct draw *d);

/* Of a stiff system the largest entry of h dF/dx, scaled; of others 0. */
double draw_drive(const struct draw *d);

/* The same system with couplings of at most DRAW_MILD in h dF/dx, by a power of two; its
 * diagonals stay, and with them those that an implicit equation takes to zero. */
enum { DRAW_MILD = 8 };
struct draw draw_milder(const struct draw *d);

int draw_size(const struct draw *d); /* nx */
double draw_step(const struct draw *d);

/* Component i of x is 2^exponent times component `plain` of the plain system's. */
struct draw_component {
    int plain, exponent;
};
struct draw_component draw_component(const struct draw *d, int i);

/* x[nx] := the start. */
void draw_start(const struct draw *d, double *x);

/* The system as a model, which the caller frees. Nonzero: *why says why. */
int draw_model(struct model **m, const struct draw *d, struct diagnostic *why);

/* text[size] := what it is, in one line: "seed 7 system 12: 5 components, ..". */
void draw_describe(char *text, size_t size, const struct draw *d);

#endif
