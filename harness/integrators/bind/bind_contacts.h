/* A model with its contacts as the callbacks of fast/contact.h; joints as bind_joints.h has
 * them. Generated C where the build has it, else the interpreter.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_BIND_CONTACTS_H
#define HARNESS_BIND_CONTACTS_H

#include "problems/base/status.h"

struct integrator_system; /* fast/system.h */
struct model;             /* problems/model.h */
struct bind_contacts;

/* *b refers to m, which must outlive it; the caller frees *b with bind_contacts_free. On
 * failure *b is NULL: PROBLEM_NO_MEMORY, or PROBLEM_NOT_FINITE where a restitution or a
 * coefficient of friction is no finite double. */
enum problem_status bind_contacts_alloc(struct bind_contacts **b, struct model *m);
void bind_contacts_free(struct bind_contacts *b); /* takes NULL */

/* The system for contact_alloc; valid as long as b. Its callbacks allocate nothing; matrices
 * always come as their patterns' entries. */
const struct integrator_system *bind_contacts_system(const struct bind_contacts *b);

#endif
