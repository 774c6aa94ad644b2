/* What a model file says of the motion, the joints and the contacts: as it was written, and
 * as mathematics.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_EQUATIONS_H
#define PROBLEMS_EQUATIONS_H

#include <stdio.h>

#include "problems/base/status.h"

enum equations {
    EQUATIONS_OF_MOTION, /* rates, abbreviations, masses, forces, bodies, gravity */
    EQUATIONS_OF_JOINTS, /* joints and quaternions */
    EQUATIONS_OF_CONTACTS
};

/* Writes the statements of a model file that are about one of these, without comments; the
 * loops and conditions around statements count as motion. PROBLEM_BAD_MODEL: the text is none,
 * and nothing is written. */
enum problem_status equations_write(FILE *out, enum equations about, const char *text);

/* The same as aligned equations in MathML Core, each with the ranges and conditions of the
 * blocks around it; declarations in blocks are left out. Bodies, and what is longer than
 * people read, stay as they were written. */
enum problem_status equations_mathml(FILE *out, enum equations about, const char *text);

#endif
