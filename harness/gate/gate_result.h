/* Results that the gate itself finds, in the form of those of the studies (study.h).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_GATE_RESULT_H
#define HARNESS_GATE_RESULT_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/base/verdict.h"

struct gate_finding {
    const char *study, *quantity;
    const char *model;  /* NULL: the study's name */
    const char *method; /* NULL: "" */
    bool has_numbers;   /* the next two mean something */
    double value, expected;
    enum verdict verdict;
    bool required;
};

/* A result, whose reason is made as printf makes it; NULL: out of memory. */
json_t *gate_result(const struct gate_finding *finding, const char *reason, ...);

#endif
