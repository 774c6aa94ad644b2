/* Deviations from what was recorded.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/original_compare.h"

#include <math.h>

#include "harness/base/message.h"
#include "harness/studies/originals/original_case.h"

static const double of_recorded = 10, unrecorded = 1e6;

static double number(const json_t *value) {
    return json_is_number(value) ? json_number_value(value) : NAN;
}

void original_deviate(const struct original_comparison *c, const char *what, double found,
                      const json_t *recorded) {
    c->outcome->same = false;
    if (c->outcome->first.text[0] != '\0')
        return;
    if (recorded == NULL)
        message_set(&c->outcome->first, "%s: %s", c->id, what);
    else
        message_set(&c->outcome->first, "%s: %s is %.17g, not %.17g", c->id, what, found,
                    number(recorded));
}

static double find_distance(double tolerance, const double *x, size_t n,
                            const json_t *recorded) {
    const bool is_one = json_is_number(recorded);
    double size = 1, distance = 0;
    if ((is_one ? 1 : json_array_size(recorded)) != n)
        return NAN;
    for (size_t i = 0; i < n; i++) {
        double original = number(is_one ? recorded : json_array_get(recorded, i));
        double apart = fabs(x[i] - original);
        if (isnan(apart))
            return NAN;
        size = fmax(size, fabs(original));
        distance = fmax(distance, apart);
    }
    return distance / (size * tolerance);
}

void original_compare_vector(const struct original_comparison *c, const char *what,
                             const double *x, size_t n, const json_t *recorded) {
    const double distance = find_distance(c->tolerance, x, n, recorded);
    if (!(distance <= c->outcome->distance)) /* also when it is not a number */
        c->outcome->distance = isnan(distance) ? INFINITY : distance;
    if (!(distance <= 1))
        original_deviate(c, what, distance, NULL);
}

double original_most(double recorded) {
    return recorded >= 1 ? of_recorded * recorded : unrecorded;
}
