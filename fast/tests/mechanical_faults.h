/* A constrained system that misbehaves on request: it passes calls on to another one,
 * counts them, and spoils some.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_MECHANICAL_FAULTS_H
#define FAST_TESTS_MECHANICAL_FAULTS_H

#include "fast/tests/faults.h"

#include "fast/mechanical.h"

struct mechanical_faulty {
    struct mechanical_system inner;
    enum fault fault;
    int first, last; /* the calls that are spoiled, counted from 0 over all callbacks */
    int calls;
};

/* A system to give to mechanical_alloc; *faulty must outlive it. */
struct mechanical_system make_faulty(struct mechanical_faulty *faulty,
                                     const struct mechanical_system *inner);

#endif
