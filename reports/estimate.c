/* Pairing the curves "error-order" and "estimate-order" of the gap study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct report_result *find_result(const struct results *r, int model,
                                               const char *quantity, bool multiple) {
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        if (result->model == model && !result->component &&
            strcmp(result->study, "gap") == 0 &&
            strcmp(result->quantity, quantity) == 0 &&
            result_is_multiple(result) == multiple && json_array_size(result->points)) {
            return result;
        }
    }
    return NULL;
}

static double find_ratio(const struct estimate_pair *pair) {
    return pair->estimate - pair->error;
}

static int compare_ratios(const void *a, const void *b) {
    double p = find_ratio(a), q = find_ratio(b);
    return (p > q) - (p < q);
}

/* Both curves are sorted by start and step. Steps that are not used, because they are too
 * long or drown in rounding, say nothing about the estimate. */
static void join_curves(struct estimate_pairs *pairs, const struct curve *error,
                        const struct curve *estimate) {
    int k = 0;
    for (int i = 0; i < error->count; i++) {
        const struct curve_point *p = &error->point[i];
        while (k < estimate->count &&
               (estimate->point[k].start < p->start ||
                (estimate->point[k].start == p->start && estimate->point[k].x < p->x))) {
            k++;
        }
        if (k < estimate->count && estimate->point[k].start == p->start &&
            estimate->point[k].x == p->x && p->used && estimate->point[k].used) {
            pairs->pair[pairs->count++] =
                (struct estimate_pair){p->y, estimate->point[k].y};
        }
    }
}

static bool read_pairs(struct estimate_pairs *pairs, const struct report_result *error,
                       const struct report_result *estimate) {
    struct curve of_error = {0}, of_estimate = {0};
    bool good =
        curve_read(&of_error, error) && curve_read(&of_estimate, estimate) &&
        (pairs->pair = malloc(((size_t)of_error.count + 1) * sizeof *pairs->pair));
    if (good) {
        join_curves(pairs, &of_error, &of_estimate);
        qsort(pairs->pair, (size_t)pairs->count, sizeof *pairs->pair, compare_ratios);
    }
    curve_free(&of_error);
    curve_free(&of_estimate);
    return good;
}

bool estimate_read(struct estimate_pairs *pairs, const struct results *r, int model) {
    *pairs = (struct estimate_pairs){0};
    for (int multiple = 0; multiple < 2; multiple++) {
        const struct report_result *error =
            find_result(r, model, "error-order", multiple);
        const struct report_result *estimate =
            find_result(r, model, "estimate-order", multiple);
        if (error && estimate) {
            return read_pairs(pairs, error, estimate);
        }
    }
    return true;
}

void estimate_free(struct estimate_pairs *pairs) {
    free(pairs->pair);
    *pairs = (struct estimate_pairs){0};
}

double estimate_quantile(const struct estimate_pairs *pairs, double share) {
    if (pairs->count == 0) {
        return NAN;
    }
    return find_ratio(&pairs->pair[(int)floor(share * (pairs->count - 1) + 0.5)]);
}
