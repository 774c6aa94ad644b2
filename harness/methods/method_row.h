/* What each method of fast is called and what it can do: the table methods.def.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_METHOD_ROW_H
#define HARNESS_METHOD_ROW_H

#include <stdbool.h>

#include "fast/options.h"

struct method {
    const char *name;              /* on the command line */
    enum integrator_method method; /* INTEGRATOR_METHODS: none of fast */
    bool joints, contacts;         /* whether it takes models with some */
    bool controls;                 /* its steps by an error estimate */
    int order;                     /* of the global error; 0: it varies */
    const char *title, *source;
};

/* In the order of presentation; ends with a NULL name. */
extern const struct method method_rows[];

/* The row of a name; NULL: there is none. */
const struct method *method_row_find(const char *name);

/* The row of a method, which has to be one. */
const struct method *method_row_of(enum integrator_method method);

/* The names of all methods, of those that take joints, of those that take contacts, separated by
 * ", ": static text. */
const char *method_row_names(void);
const char *method_row_names_taking_joints(void);
const char *method_row_names_taking_contacts(void);

#endif
