/* That a watch g is positive along a step, for all motions of the set.
 *
 * Its series along P, g = G + T, has |T| <= tail for all x with |x - P| <= error (tail.c); so
 * g > 0 on a piece of the step where G's range exceeds the tail. Pieces follow one another: half
 * as long where that fails, twice as long where it does not.
 *
 * Where g begins with k vanishing derivatives (itself the first), it is
 * (s - s_0)^k g^(k)(..)/k! by Taylor's theorem, and positive as long as its coefficient of order
 * k is, in a box around the motions.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/crossing/crossing.h"

/* How often the piece on which a watch is to leave zero is halved. */
enum { LEAVING_HALVINGS = 60 };

/* Pieces of a step. */
enum { MOST_PIECES = 1000 };

/* Whether watch i is positive for all s in [from, to]. */
static bool is_positive(const struct crossing_stage *stage, int i, const arf_t from,
                        const arf_t to) {
    arb_t range;
    arb_init(range);
    crossing_series_range(range, stage, &stage->tail, i, from, to);
    bool positive = arb_is_positive(range);
    arb_clear(range);
    return positive;
}

bool crossing_watch_prove(struct crossing_stage *stage, int i, arf_t at, const arf_t end,
                          const arf_t least) {
    arf_t length, to;
    arf_inits(length, to);
    arf_sub(length, end, at, ENCLOSURE_LOW_BITS, ARF_RND_UP);
    bool goes_on = true;
    for (int piece = 0; arf_cmp(at, end) < 0 && goes_on; piece++) {
        arf_add(to, at, length, ENCLOSURE_LOW_BITS, ARF_RND_UP);
        if (arf_cmp(to, end) > 0)
            arf_set(to, end);
        bool positive = is_positive(stage, i, at, to);
        if (positive)
            arf_set(at, to);
        arf_mul_2exp_si(length, length, positive ? 1 : -1);
        goes_on = arf_cmp(length, least) >= 0 && piece < MOST_PIECES;
    }
    arf_clears(to, length);
    return goes_on;
}

bool crossing_watch_leaves(struct crossing_stage *stage, int i, arf_t at,
                           const arf_t end) {
    const int lead = stage->lead[i];
    arf_t zero;
    arb_t rate;
    arf_init(zero);
    arb_init(rate);
    arf_set(at, end);
    bool leaves = false;
    for (int halving = 0; halving < LEAVING_HALVINGS && !leaves; halving++) {
        crossing_tube_box(stage, zero, at);
        crossing_probe(stage, stage->box, lead);
        if (lead == 1)
            crossing_find_rate(rate, stage, i, stage->box);
        else
            arb_set(rate, crossing_probe_watch(stage, i) + lead);
        leaves = arb_is_positive(rate) && (lead == 1 || stage->straddle == NULL);
        if (!leaves)
            arf_mul_2exp_si(at, at, -1);
    }
    arb_clear(rate);
    arf_clear(zero);
    return leaves;
}

bool crossing_have_left(struct crossing_stage *stage, int event) {
    bool all = true;
    arb_t y;
    arb_init(y);
    for (int i = 0; i < stage->watches; i++) {
        if (stage->lead[i] == 0)
            continue;
        crossing_watch_at(y, stage, i, stage->e.step);
        if (arb_is_positive(y) || (event >= 0 && crossing_are_alike(stage, i, event)))
            stage->lead[i] = 0;
        all = all && stage->lead[i] == 0;
    }
    arb_clear(y);
    return all;
}
