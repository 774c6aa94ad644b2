/* What is told of ours beside somebody else's integrator; peers_record says what each is.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PEERS_TOLD_H
#define HARNESS_PEERS_TOLD_H

#include <stdbool.h>

#include "harness/base/record/record.h"
#include "harness/speed/measure/estimate.h"

/* A point of a curve of work over precision; a step or an accuracy, the other one is 0. */
struct peers_rung {
    double step, accuracy, error, seconds, evaluations, steps;
};

struct peers_told {
    const char *problem, *model, *set, *method, *peer, *version, *configuration,
        *comparable, *how, *unit, *grade, *reason;
    bool installed;
    double rates_off, energy_off, overhead_ns;
    struct estimate ratio;
    long processes;
    double *ratios;
    double ns, peer_ns, evaluations, peer_evaluations, evaluations_ratio, error,
        peer_error;
    struct peers_rung *curve, *peer_curve;
    int ratios_count, curve_count, peer_curve_count;
};
extern const struct record peers_record;

#endif
