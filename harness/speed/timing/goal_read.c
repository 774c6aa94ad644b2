/* What is read of the documents of other commands.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "harness/base/json_number.h"
#include "harness/base/record/json_table.h"
#include "harness/results/results_count.h"
#include "harness/speed/measure/estimate.h"
#include "harness/speed/timing/goal_question.h"

static const struct goal_reached nothing = {NAN, NAN, NAN, NAN};
static const double processors = 2;
enum { most_processes = 16 }; /* of a row beside a peer */

static struct goal_reached exactly(double value) {
    return (struct goal_reached){value, value, value, NAN};
}

struct goal_reached goal_beside_peer(const json_t *document,
                                     const struct goal_question *q) {
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(document, "peers"), i, row) {
        if (results_text_is(row, "model", q->model) &&
            results_text_is(row, "set", q->set != NULL ? q->set : "") &&
            strncmp(results_text(row, "peer"), q->peer, strlen(q->peer)) == 0)
            return (struct goal_reached){
                json_number_in(row, "ratio"), json_number_in(row, "low"),
                json_number_in(row, "high"), json_number_in(row, "peer_ns")};
    }
    return nothing;
}

/* Rows beside Drake's velocity-implicit Euler that have a ratio: of steps, or of runs. */
static bool is_beside_drake(const json_t *row, const char *unit) {
    static const char drake[] = "Drake velocity";
    return strncmp(results_text(row, "peer"), drake, strlen(drake)) == 0 &&
           results_text_is(row, "unit", unit) &&
           json_is_number(json_object_get(row, "ratio"));
}

static bool is_of_plant(const json_t *row) {
    return strstr(results_text(row, "peer"), "(MultibodyPlant)") != NULL;
}

/* A process's geometric mean over the rows of steps; NaN: it has not found them all, or there
 * are none. */
static double mean_of_process(const json_t *peers, bool of_plant, int process) {
    double sum = 0;
    int rows = 0;
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)peers, i, row) {
        if (!is_beside_drake(row, "step") || is_of_plant(row) != of_plant)
            continue;
        const json_t *ratio =
            json_array_get(json_object_get(row, "ratios"), (size_t)process);
        sum += json_is_number(ratio) ? log(json_number_value(ratio)) : NAN;
        rows++;
    }
    return rows > 0 ? exp(sum / rows) : NAN;
}

struct goal_reached goal_beside_drake(const json_t *document,
                                      const struct goal_question *q) {
    double mean[most_processes];
    for (int process = 0; process < most_processes; process++)
        mean[process] =
            mean_of_process(json_object_get(document, "peers"),
                            strstr(q->peer, "MultibodyPlant") != NULL, process);
    const struct estimate e = estimate_known(most_processes, mean);
    return (struct goal_reached){e.value, e.low, e.high, NAN};
}

/* NaN if one is. */
static double larger(double a, double b) {
    return isnan(a) || b <= a ? a : b;
}

/* NaNs: there are no such rows, or one is not known. */
struct goal_reached goal_evaluations_of_drake(const json_t *document,
                                              const struct goal_question *q) {
    double sum = 0, most = NAN;
    int rows = 0;
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(document, "peers"), i, row) {
        if (!is_beside_drake(row, "run"))
            continue;
        const double ratio = 1 / json_number_in(row, "evaluations_ratio");
        sum += log(ratio);
        most = rows > 0 ? larger(most, ratio) : ratio;
        rows++;
    }
    return exactly(q->model != NULL ? most : rows > 0 ? exp(sum / rows) : NAN);
}

struct goal_reached goal_gate_seconds(const json_t *document,
                                      const struct goal_question *q) {
    (void)q;
    return exactly(json_number_in(document, "processor_seconds") / processors);
}

/* The largest value over the results of a quantity, or the largest deviation from what is
 * expected; NaN: one is not known, or there is none. */
static double largest(const json_t *document, const char *quantity, bool is_deviation) {
    double most = -INFINITY;
    size_t i;
    json_t *r;
    json_array_foreach(json_object_get(document, "results"), i, r) {
        const double value = json_number_in(r, "value");
        if (results_text_is(r, "quantity", quantity))
            most = larger(most, is_deviation ? fabs(value - json_number_in(r, "expected"))
                                             : value);
    }
    return isinf(most) ? NAN : most;
}

struct goal_reached goal_slope_off(const json_t *document,
                                   const struct goal_question *q) {
    static const char *const orders[] = {"error-order", "estimate-order", "gap-order"};
    double most = 0;
    (void)q;
    for (int i = 0; i < 3; i++)
        most = larger(most, largest(document, orders[i], true));
    return exactly(most);
}

struct goal_reached goal_largest(const json_t *document, const struct goal_question *q) {
    return exactly(largest(document, q->model, false));
}

struct goal_reached goal_digits(const json_t *document, const struct goal_question *q) {
    double least = INFINITY;
    size_t i;
    json_t *at;
    (void)q;
    json_array_foreach(json_object_get(document, "truth"), i, at) {
        const double digits = json_number_in(at, "digits");
        least = isnan(least) || digits >= least ? least : digits; /* NaN, too */
    }
    return exactly(isinf(least) ? NAN : least);
}

struct goal_reached goal_false_alarms(const json_t *document,
                                      const struct goal_question *q) {
    (void)q;
    return json_number_at(document, "self.comparisons") > 0
               ? exactly(json_number_at(document, "self.alarms"))
               : nothing;
}

struct goal_reached goal_found_slower(const json_t *document,
                                      const struct goal_question *q) {
    const json_t *one = json_at(document, "self.injected.one_percent");
    const double tried = json_number_in(one, "tried"),
                 found = json_number_in(one, "found"),
                 promised = json_number_in(one, "stated") / tried;
    (void)q;
    if (!(tried > 0 && promised > 0))
        return nothing;
    const double low = found > 0 ? gsl_cdf_beta_Pinv(0.025, found, tried - found + 1) : 0,
                 high = found < tried ? gsl_cdf_beta_Pinv(0.975, found + 1, tried - found)
                                      : 1;
    return (struct goal_reached){found / tried / promised, low / promised,
                                 high / promised, NAN};
}
