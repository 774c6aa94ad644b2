/* The table of the methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/methods/method_row.h"

#include <stddef.h>
#include <string.h>

enum { JOINTS = true, NO_JOINTS = false, CONTACTS = true, NO_CONTACTS = false };

#define METHOD(name, method, joints, contacts, controls, order, title, source)           \
    {name, method, joints, contacts, controls, order, title, source},

const struct method method_rows[] = {
#include "harness/methods/methods.def"
    {NULL, INTEGRATOR_METHODS, false, false, false, 0, NULL, NULL}};
#undef METHOD

/* A list of names begins with its first separator. */
#define SEPARATOR ", "
#define NAME_JOINTS(name) SEPARATOR name
#define NAME_NO_JOINTS(name)
#define NAME_CONTACTS(name) SEPARATOR name
#define NAME_NO_CONTACTS(name)

#define METHOD(name, ...) SEPARATOR name
static const char names[] =
#include "harness/methods/methods.def"
    ;
#undef METHOD
#define METHOD(name, method, joints, ...) NAME_##joints(name)
static const char names_taking_joints[] =
#include "harness/methods/methods.def"
    ;
#undef METHOD
#define METHOD(name, method, joints, contacts, ...) NAME_##contacts(name)
static const char names_taking_contacts[] =
#include "harness/methods/methods.def"
    ;
#undef METHOD

const struct method *method_row_find(const char *name) {
    const struct method *row = method_rows;
    while (row->name != NULL && strcmp(row->name, name) != 0)
        row++;
    return row->name != NULL ? row : NULL;
}

const struct method *method_row_of(enum integrator_method method) {
    const struct method *row = method_rows;
    while (row->method != method)
        row++;
    return row;
}

const char *method_row_names(void) {
    return names + strlen(SEPARATOR);
}

const char *method_row_names_taking_joints(void) {
    return names_taking_joints + strlen(SEPARATOR);
}

const char *method_row_names_taking_contacts(void) {
    return names_taking_contacts + strlen(SEPARATOR);
}
