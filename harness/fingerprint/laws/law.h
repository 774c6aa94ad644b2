/* Laws of methods with memory, and of Newmark's, which have none: which there are, and what they
 * are called.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_LAW_H
#define HARNESS_LAW_H

#include "harness/fingerprint/laws/generalized_alpha.h"
#include "harness/fingerprint/laws/multistep.h"

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
 * kick, at the predicted or the old one; its two-step form; and leapfrog that tells velocities
 * half a step late. */
enum law_verlet {
    VERLET_CARRIED,
    VERLET_CARRIED_PREDICTED,
    VERLET_CARRIED_OLD,
    VERLET_STOERMER,
    VERLET_LATE,
    LAW_VERLETS
};
const char *law_verlet_name(enum law_verlet form); /* "velocity-verlet-carried" */
const char *law_verlet_title(enum law_verlet form);

/* What a text declares: the name of a row, or of a Verlet method, or that of a family of
 * generalised-alpha methods with its parameter ("generalized-alpha rho=0.8"), or Newmark's methods
 * with their two numbers, beta from 0 to 1 and gamma from 0 to 3/2, in either order ("newmark
 * beta=0.25 gamma=0.5"), each of which may be left out. */
struct law_request {
    const struct law_row *row; /* NULL: of the family, Newmark's, or the Verlet method */
    enum law_verlet verlet;    /* LAW_VERLETS: none */
    enum alpha_family family;
    double parameter; /* NaN: any */
    bool is_newmark;
    double beta, gamma; /* NaN: any */
};

/* Nonzero: it is no law's name. */
int law_request_read(struct law_request *w, const char *text);

/* How a law is declared with whose name a text begins, "beta from 0 to 1 and ..."; NULL: it
 * begins with none that has numbers. */
const char *law_request_form(const char *text);

enum { LAW_KEY = 64 };

/* The text that declares a member of a family, "generalized-alpha rho=0.8"; and Newmark's method
 * of these numbers. */
void law_alpha_key(char key[LAW_KEY], const struct alpha_finding *f);
void law_newmark_key(char key[LAW_KEY], double beta, double gamma);

/* All names, without parameters, one after the other; NULL: there are no more. */
const char *law_name(int i);

/* Whether two texts declare the same: parameters agree to 1e-9, or they stand for
 * the same method in two families ("wbz rho=0", "generalized-alpha rho=0"). */
bool law_same(const char *declared, const char *found);

/* Whether what is declared is, or may be, a generalised-alpha method that remembers nothing, and
 * which is the known method: "generalized-alpha rho=1" and "implicit-midpoint". */
bool law_is_without_memory(const char *declared, const char *method);

#endif
