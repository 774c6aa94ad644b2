/* A system that misbehaves on request: it passes calls on to another one, counts them, and
 * spoils some.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_TESTS_FAULTS_H
#define FAST_TESTS_FAULTS_H

#include "fast/system.h"

enum fault { NO_FAULT, FAULT_NAN, FAULT_INFINITY, FAULT_FAILURE };

struct faulty {
    struct integrator_system inner;
    enum fault fault;
    int first, last; /* the calls that are spoiled, counted from 0 over all callbacks */
    int calls, rates_calls;
};

/* A system to give to pair_alloc; *faulty must outlive it. */
struct integrator_system faulty_system(struct faulty *faulty,
                                       const struct integrator_system *inner);

#endif
