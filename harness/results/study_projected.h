/* What the studies know about semi-explicit Euler and its relatives, form by form: which of
 * the reference's steps they make, their orders, and the leading term of a step's error.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_PROJECTED_H
#define HARNESS_STUDY_PROJECTED_H

#include "fast/options.h"
#include "harness/results/study.h"
#include "ref/mechanical.h"

/* The family of the study's method; a foreign integrator is taken to be of the pair's. */
enum integrator_family study_family(const struct study *s);

/* The coefficient of h^2 in a step's error, for x = (q, y), y = (v, z):
 *
 *     of x_i   (1/divisor) ( w_t dF_i/dt + w_q sum_q dF_i/dq_j F_j + w_y sum_y dF_i/dy_j F_j )
 *
 * with the weights w of positions' rows in q, of the others in y. Divisor 0: it is zero. */
enum local_part { LOCAL_T, LOCAL_Q, LOCAL_Y, LOCAL_PARTS };
struct local_error {
    int q[LOCAL_PARTS], y[LOCAL_PARTS], divisor;
};

struct projected_traits {
    const char *method; /* on the command line */
    enum projected_form form;
    const char *label; /* what quantities about this form bear; NULL: nothing */
    /* In the table of known methods (harness/fingerprint/trees/tableau.h). */
    const char *known;
    enum ref_mechanical_method reference;
    int order;         /* of the global error */
    int estimate, gap; /* the first power of h in one step's; 0: there is no estimate */
    int sign; /* what the reference's estimate is multiplied by to be computed minus true */
    struct local_error local;
    /* Of a step with the derivative D on a separable model (harness/studies/geometry): the power
     * of h of D^T W D - W, 0 where it is symplectic, and what H is modified by then, in units of
     * h v^T M f. */
    int defect;
    double modified;
};

/* The i-th form of a method, from 0; NULL: there are no more, or it is of another family. */
const struct projected_traits *projected_traits_of(const char *method, int i);

/* Whether a method has several forms. */
bool projected_has_forms(const char *method);

/* What the options have chosen; NULL: another family. */
const struct projected_traits *projected_traits_chosen(const struct subject_options *o);

/* The study with the options of one form, which are in *options and must outlive it. */
struct study projected_study(const struct study *s, const struct projected_traits *traits,
                             struct subject_options *options);

/* text[size] := "gap", or with the form's label "gap:position-implicit". */
void projected_quantity(char *text, size_t size, const char *quantity,
                        const struct projected_traits *traits);

/* Appends that a study has nothing to measure; it is not required. Nonzero: out of memory. */
int study_append_unstudied(const struct study *s, const char *study, const char *quantity,
                           const char *why, struct results *results);

/* Why nothing that needs the model's field as formulas can be studied; NULL: it can. */
const char *projected_obstacle(const struct study *s);

#endif
