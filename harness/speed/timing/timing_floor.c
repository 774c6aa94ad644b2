/* The time of a step over the sum of its kernels' times, and of the original's over ours.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/integrators/subject_options.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "harness/speed/measure/rounds.h"
#include "harness/speed/timing/timing_plan.h"

/* The kernels that a pass of setting i needs, in one round. */
static double floor_in_round(const struct batch *b, int process, int i, int round) {
    const struct timing_plan *plan = b->about;
    const struct measured *m = &b->process[process];
    const int set = plan->setting[i].kernels;
    double sum = 0;
    for (int k = 0; k < PAIR_KERNELS; k++) {
        const double count =
            pair_kernel_count(measured_at(m, i)->counters, (enum pair_kernel)k);
        const struct measurement *kernel =
            measured_at(m, plan->count + set * PAIR_KERNELS + k);
        if (count > 0 && kernel->counters != NULL)
            sum += count / PASS_KERNEL_CALLS * measurement_block(kernel, round);
    }
    return sum;
}

/* The median over the rounds of the floor, or of a pass over it; NaN: it has no kernels. */
static double median(const struct batch *b, int process, int i, bool is_ratio) {
    const struct timing_plan *plan = b->about;
    const int rounds = b->how.rounds;
    double value[BATCH_MOST_ROUNDS];
    if (plan->setting[i].kernels < 0)
        return NAN;
    for (int k = 0; k < rounds; k++) {
        const double floor = floor_in_round(b, process, i, k);
        value[k] =
            is_ratio ? measurement_block(measured_at(&b->process[process], i), k) / floor
                     : floor;
    }
    return rounds_median(value, rounds);
}

double timing_floor_ns(const struct batch *b, int process, int i) {
    return median(b, process, i, false) / batch_steps(b, process, i);
}

double timing_over_floor(const struct batch *b, int process, int i) {
    return median(b, process, i, true);
}

struct estimate timing_plan_floor(const struct timing_plan *plan, const char *method,
                                  const char *mode) {
    for (int i = 0; i < plan->count; i++) {
        const struct timing_setting *s = &plan->setting[i];
        if (s->kernels >= 0 && strcmp(subject_method_name(s->method), method) == 0 &&
            strcmp(timing_mode_name(s->mode), mode) == 0)
            return batch_estimate(&plan->batch, i, timing_over_floor);
    }
    return (struct estimate){NAN, NAN, NAN};
}

double timing_recorded_ratio(const struct batch *b, int process, int i) {
    const struct timing_plan *plan = b->about;
    const struct original_cost *cost = plan->setting[i].recorded;
    return cost->ns * cost->steps / batch_pass_ns(b, process, i);
}
