/* The name of a method: the first of the known ones, each as it is, in two half steps, and
 * these extrapolated, that has all measured weights, those of chains and bushes among them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_NAME_H
#define HARNESS_NAME_H

#include "harness/fingerprint/evidence/evidence.h"

struct name {
    const struct known_method *method; /* NULL: none */
    enum known_variant variant;
    bool estimate_too; /* the measured estimate is the method's, or neither has one */
    int nearest_equal; /* of the nearest method: how many of its weights were measured */
    double likeness; /* of the nearest method: the share of the weights that are about the
                          same, 0 to 1 */
    bool is_like;    /* half of the weights are the same, or all are about the same */
};

enum { NAME_TEXT = 160 };

/* Whether the measured trees have the exact solution's weights that the method has by its order,
 * which is known without its table: all of them, or those of q' = v, v' = f(t, q) where it has
 * parts. */
bool name_may_be(const struct evidence *e, const struct judge *j,
                 const struct known_method *m);

/* Looks for `preferred` first (NULL: nothing is). A method whose estimate fits as well comes
 * before one that has only the result. Nonzero: out of memory; else n->method may be NULL. */
int name_find(struct name *n, const struct evidence *e, const char *preferred);

/* Whether a known method's results are those measured as far as doubles tell: judge_all says no
 * where this does. Nonzero: out of memory. */
int name_fits_roughly(bool *fits, const struct judge *j, const mpfr_t *measured,
                      const struct known_method *m, enum known_variant variant);

/* The same of its results less that share of its estimates; the variant is not the extrapolated
 * one. */
int name_fits_less(bool *fits, const struct judge *j, const mpfr_t *measured,
                   const struct known_method *m, enum known_variant variant,
                   double share);

/* The known method, as it is or doubled, that is most like the measured one: in the estimate,
 * too, when both have one; method is NULL when nothing is alike. Nonzero: out of memory. */
int name_nearest(struct name *n, const struct evidence *e);

/* The known method of which all weights, those of chains, bushes and towers too, differ from the
 * measured ones by a thousandth at most, and by less than a quarter of what any other's do; method
 * is NULL when there is none. Nonzero: out of memory. */
int name_almost(struct name *n, const struct evidence *e);

/* text := "4 equal steps of explicit Euler", of a known method that is made several times inside a
 * step; "": it is none. Nonzero: out of memory. */
int name_repeated(char text[NAME_TEXT], const struct evidence *e);

/* "backward Euler in two half steps". */
void name_title(char text[NAME_TEXT], const struct known_method *m,
                enum known_variant variant);

/* "backward-euler:doubled". */
void name_key(char text[NAME_TEXT], const struct known_method *m,
              enum known_variant variant);

#endif
