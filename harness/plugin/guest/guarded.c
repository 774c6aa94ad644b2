/* Arrays that somebody else's code is to fill, with guards before and behind them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/guest/guarded.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Places on either side: more than any loop that is off by one or by one part of the state. */
enum { guard_places = 64 };

/* A quiet NaN with a payload. */
static const uint64_t pattern = UINT64_C(0x7ff85ad15eed0000);

static int count_places(const struct guarded *g) {
    return g->count + 2 * guard_places;
}

int guarded_alloc(struct guarded *g, int count) {
    *g = (struct guarded){.count = count};
    g->storage = calloc((size_t)count_places(g), sizeof *g->storage);
    if (g->storage == NULL)
        return -1;
    g->value = g->storage + guard_places;
    return 0;
}

void guarded_free(struct guarded *g) {
    free(g->storage);
    *g = (struct guarded){.count = 0};
}

void guarded_prepare(struct guarded *g) {
    for (int i = 0; i < count_places(g); i++)
        memcpy(&g->storage[i], &pattern, sizeof pattern);
}

static bool is_untouched(const double *place) {
    return memcmp(place, &pattern, sizeof pattern) == 0;
}

enum guarded_finding guarded_check_surroundings(const struct guarded *g) {
    for (int i = 0; i < guard_places; i++) {
        if (!is_untouched(&g->storage[i]))
            return GUARDED_BEFORE;
        if (!is_untouched(&g->value[g->count + i]))
            return GUARDED_BEHIND;
    }
    return GUARDED_FINE;
}

enum guarded_finding guarded_check(const struct guarded *g, int *component) {
    enum guarded_finding finding = guarded_check_surroundings(g);
    for (int i = 0; i < g->count && finding == GUARDED_FINE; i++) {
        *component = i;
        if (is_untouched(&g->value[i]))
            finding = GUARDED_UNSET;
        else if (!isfinite(g->value[i]))
            finding = GUARDED_NOT_FINITE;
    }
    return finding;
}
