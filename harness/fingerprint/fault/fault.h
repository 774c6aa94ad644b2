/* Faults by name: a dictionary of what goes wrong in Euler-like methods (one change of a
 * recipe, or an iteration that ends too soon) and in Runge-Kutta tables (one coefficient).
 * Some have a number, which is found by Gauss-Newton.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FAULT_H
#define HARNESS_FAULT_H

#include "harness/fingerprint/name/name.h"
#include "harness/fingerprint/trees/recipe.h"

enum { FAULT_TEXT = 320 };

/* A change of one number in some sub-steps. */
enum {
    FAULT_LARGE = 1,
    FAULT_FIRST = 2,
    FAULT_SECOND = 4,
    FAULT_HALVES = 6,
    FAULT_ALL = 7
};
enum { FAULT_CHANGES = 6 };
struct fault_change {
    enum recipe_number number;
    unsigned sub_steps; /* 0 ends a list */
    double value;       /* not a number: the free one */
};

struct fault_row {
    const char *id; /* "second-half-step" */
    /* Follows "with": "N(q) frozen ..."; of a free number %s its value. */
    const char *text;
    bool doubled_only;
    bool is_free; /* its number should be what the faultless recipe has */
    /* NULL, or what methods with any number from 1/2 to 1 are called: "the theta method ..." */
    const char *family;
    struct fault_change change[FAULT_CHANGES];
    bool predicted_map, refreshed_once;
};

/* Ends with a NULL id; those without a free number come first. */
const struct fault_row *fault_rows(void);

/* What explains all measured weights. */
struct fault {
    bool found;
    char id[48];
    char text[FAULT_TEXT]; /* "backward Euler in two half steps, with N(q) frozen ..." */
    double size; /* the number, or how far it is off; not a number: there is none */
    char base_key[NAME_TEXT]; /* the known method that it is a fault of */
    /* The free number is a simple fraction: perhaps no fault but a choice. */
    bool is_fraction;
};

/* Looks through the dictionary for what turns a method (of recipes: any when `base` is NULL;
 * of tables: that one) into what was measured. Nonzero: out of memory. */
int fault_find(struct fault *fault, const struct evidence *e,
               const struct known_method *base, enum known_variant variant);

/* ---- parts of it; the same return values ---- */

/* fault_recipe.c: the rows, with or without a free number, and iterations. */
int fault_find_in_recipe(struct fault *fault, const struct evidence *e,
                         enum recipe_form form, bool doubled);

/* Whether the faultless recipe is that known method. */
int fault_recipe_is(bool *is, const struct judge *j, enum recipe_form form, bool doubled,
                    const struct judge_weights *known);

/* fault_iterated.c: stage equations that are left after a few iterations, by fixed point or with
 * the start's Jacobian, of a method (NULL: of any). */
int fault_find_iterated(struct fault *fault, const struct evidence *e,
                        const struct known_method *of);

/* fault_iteration.c */
int fault_find_iteration(struct fault *fault, const struct evidence *e,
                         enum recipe_form form, bool doubled);

/* fault_coefficient_find.c: one coefficient of a table. */
int fault_find_coefficient(struct fault *fault, const struct evidence *e,
                           const struct known_method *m, enum known_variant variant);

/* fault_moved.c: two coefficients of a table that stand in each other's places. */
int fault_find_moved(struct fault *fault, const struct evidence *e,
                     const struct known_method *m, enum known_variant variant);

/* fault_rosenbrock.c: one number of a Rosenbrock method, in either of its forms. */
int fault_find_rosenbrock(struct fault *fault, const struct evidence *e,
                          const struct known_method *m);

/* fault_estimate_moved.c: two numbers of a pair's estimate. */
int fault_find_estimate_moved(struct fault *fault, const struct evidence *e,
                              const struct known_method *m, enum known_variant variant);

/* fault.c: the four above. */
int fault_find_in_table(struct fault *fault, const struct evidence *e,
                        const struct known_method *m, enum known_variant variant);

/* fault_kin.c: any method that it is in one half: on linear equations, in its kicks, or in its
 * poles. */
int fault_find_kin(struct fault *fault, const struct known_method **base,
                   const struct evidence *e);

/* fault_halves.c: that splitting, with other kicks at its times, or its kicks at others. */
int fault_find_halves(struct fault *fault, const struct evidence *e,
                      const struct known_method *m);

/* fault_drift_kick.c: that splitting, with a drift's number and a kick's exchanged. */
int fault_find_drift_kick(struct fault *fault, const struct evidence *e,
                          const struct known_method *m);

/* fault_composed.c: a composition whose steps have other sizes. */
int fault_find_composed(struct fault *fault, const struct evidence *e);

/* fault_extrapolated.c: an extrapolation with the factors of another power of h. */
int fault_find_extrapolated(struct fault *fault, const struct evidence *e);

/* fault_columns.c: columns of explicit Euler or of Gragg's rule that are put together by factors
 * that leave them the order of one column; or what it is called, by other factors. The fault is of
 * no method in particular. */
int fault_find_columns(struct fault *fault, char name[FAULT_TEXT],
                       const struct evidence *e);

/* fault_ros2.c: ROS2 with another gamma than those with a name: a fault, or what it is called. */
int fault_find_ros2(struct fault *fault, char name[FAULT_TEXT], const struct evidence *e);

/* fault_sibling.c: coefficients of any method with the same nodes; *base := which, or NULL. */
int fault_find_sibling(struct fault *fault, const struct known_method **base,
                       const struct evidence *e);

/* Whether weights explain the measurement: the result, and the estimate where there is a
 * signed one; `complete` false: up to the estimate. */
bool fault_explains(const struct evidence *e, const mpfr_t *result,
                    const mpfr_t *estimate, bool *complete);

/* The same of a table, the small trees first: all that it has of what was measured, the estimate
 * and families among it. Nonzero: out of memory. */
int fault_explains_table(bool *explains, const struct evidence *e,
                         const struct tableau *t);

/* The same of a splitting's drifts bq and kicks bv as numbers in double, of which the table's rest
 * is made first; the estimate and families are not looked at. */
int fault_explains_splitting(bool *explains, const struct evidence *e, struct tableau *t);

/* Whether weights of chains and bushes do, where these were measured. */
int fault_explains_families(bool *explains, const struct evidence *e,
                            const struct recipe *r);

/* Gauss-Newton in one number: number := the one that brings the weights closest to those
 * measured, from its value on entry. `weights` sets result and estimate (NULL: none) for a
 * number; nonzero: it failed. */
struct fault_curve {
    int (*weights)(void *context, mpfr_srcptr number, const mpfr_t **result,
                   const mpfr_t **estimate);
    void *context;
    bool with_estimate; /* the estimate counts as well */
};
int fault_fit(mpfr_ptr number, const struct evidence *e, const struct fault_curve *curve);

/* "0.500001 h, off by 1.0e-06": a number and how far it is from the nominal one, in *off. */
void fault_number_text(char *text, size_t room, double *off, bool *is_fraction,
                       mpfr_srcptr number, double nominal, double unit);

#endif
