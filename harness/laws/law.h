/* Laws of methods with memory: which there are, and what they are called.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LAW_H
#define HARNESS_LAW_H

#include "harness/laws/generalized_alpha.h"
#include "harness/laws/multistep.h"

/* A linear multistep method that has a name. */
struct law_row {
    const char *name;  /* "bdf2" */
    const char *title; /* "BDF2" */
    enum multistep_family family;
    int steps, order;
};

/* All of them, those of fewer steps first; the last one's name is NULL. */
const struct law_row *law_rows(void);
const struct law_row *law_row_find(const char *name);

/* Velocity Verlet that carries a force from step to step, taken at the velocity after the first
 * kick, at the predicted or the old one; and leapfrog that tells velocities half a step late. */
enum law_verlet {
    VERLET_CARRIED,
    VERLET_CARRIED_PREDICTED,
    VERLET_CARRIED_OLD,
    VERLET_LATE,
    LAW_VERLETS
};
const char *law_verlet_name(enum law_verlet way); /* "velocity-verlet-carried" */
const char *law_verlet_title(enum law_verlet way);

/* What a text declares: the name of a row, or of a Verlet method, or that of a family of
 * generalised-alpha methods with its parameter ("generalized-alpha rho=0.8"), which may be left
 * out. */
struct law_wish {
    const struct law_row *row; /* NULL: of the family, or the Verlet method */
    enum law_verlet verlet;    /* LAW_VERLETS: none */
    enum alpha_family family;
    double parameter; /* NaN: any */
};

/* Nonzero: it is no law's name. */
int law_wish_read(struct law_wish *w, const char *text);

enum { LAW_KEY = 64 };

/* The text that declares a member of a family: "generalized-alpha rho=0.8". */
void law_alpha_key(char key[LAW_KEY], const struct alpha_finding *f);

/* Whether two texts declare the same: parameters agree to 1e-9. */
bool law_same(const char *declared, const char *found);

#endif
