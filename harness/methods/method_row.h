/* What each method of fast is called and what it can do: the table methods.def.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_METHOD_ROW_H
#define HARNESS_METHOD_ROW_H

#include <stdbool.h>

/* Methods of a family share a library's interface: fast/pair.h (implicit Euler's pair, which
 * solves for unknowns and knows no joints), fast/projected.h (semi-explicit Euler and its
 * relatives, with projection onto joints), backward differentiation formulas with
 * projection, and fast/contact.h (impulses at contacts and joints). */
enum subject_family { SUBJECT_PAIR, SUBJECT_MECHANICAL, SUBJECT_BDF, SUBJECT_CONTACT };

struct method_row {
    const char *name; /* on the command line */
    enum subject_family family;
    int member;            /* enum pair_method, enum projected_method; 0: the only one */
    bool joints, contacts; /* whether it takes models with some */
    bool controls;         /* its steps by an error estimate */
    int order;             /* of the global error; 0: it varies */
};

/* In the order of presentation; ends with a NULL name. */
extern const struct method_row method_rows[];

/* The row of a name; NULL: there is none. */
const struct method_row *method_row_find(const char *name);

/* The row of a member of a family, which has to be one. */
const struct method_row *method_row_of(enum subject_family family, int member);

/* The names of all methods, of those that take joints, of those that take contacts, separated by
 * ", ": static text. */
const char *method_row_names(void);
const char *method_row_names_taking_joints(void);
const char *method_row_names_taking_contacts(void);

#endif
