/* Stacks: which velocity lifts a body, and what stands on it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/contact_stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"

/* A row's entry that is 1 to rounding. */
static const double entry_rounding = 1e-9;

static int find_rows(struct contact_stack *s, const struct model *m) {
    s->row = calloc((size_t)m->contacts + 1, sizeof *s->row);
    s->weight = calloc((size_t)s->levels + 1, sizeof *s->weight);
    if (s->row == NULL || s->weight == NULL)
        return -1;
    for (int c = 0, row = 0; c < m->contacts; c++) {
        s->row[c] = row;
        row += 1 + m->contact[c].slides;
    }
    return 0;
}

/* Whether a velocity opens all contacts of a level alike, at its own speed. */
static bool lifts(const struct contact_stack *s, int level, const double *rows) {
    bool all = true;
    for (int c = level * s->each; c < (level + 1) * s->each; c++)
        all &= fabs(rows[s->row[c]] - 1) <= entry_rounding;
    return all;
}

/* lift[levels] := the velocity of each level's body; false: one has none. */
static bool find_lifts(const struct contact_stack *s, const struct model *m,
                       struct contact_reference *reference, double t, const double *x,
                       double *unit, double *rows, int *lift) {
    int found = 0;
    for (int j = 0; j < m->nv; j++) {
        unit[j] = 1;
        contact_reference_rows(reference, t, x, unit, rows);
        unit[j] = 0;
        for (int k = 0; k < s->levels; k++)
            if (lifts(s, k, rows)) {
                lift[k] = j;
                found++;
            }
    }
    return found == s->levels;
}

/* weight[k] := minus the free forces on all bodies from k on. */
static void add_weights(struct contact_stack *s, const double *force, const int *lift) {
    double sum = 0;
    for (int k = s->levels - 1; k >= 0; k--)
        s->weight[k] = sum -= force[lift[k]];
}

int contact_stack_find(struct contact_stack *s, const struct model *m,
                       struct contact_reference *reference, double t, const double *x) {
    const int n = model_find_size(m, "n");
    *s = (struct contact_stack){.levels = n >= 0 ? (int)m->size_value[n] : 0};
    if (s->levels < 1 || m->contacts % s->levels != 0)
        return -1;
    s->each = m->contacts / s->levels;
    double *room =
        calloc(2 * (size_t)m->nv + (size_t)model_contact_rows(m) + 1, sizeof *room);
    int *lift = calloc((size_t)s->levels, sizeof *lift);
    int failed = room == NULL || lift == NULL || find_rows(s, m);
    if (!failed)
        failed = !find_lifts(s, m, reference, t, x, room, room + 2 * m->nv, lift);
    if (!failed) {
        const double *rates = contact_reference_rates(reference, t, x);
        contact_reference_momentum(reference, t, x, rates, room + m->nv);
        add_weights(s, room + m->nv, lift);
    }
    free(room);
    free(lift);
    return failed;
}

void contact_stack_clear(struct contact_stack *s) {
    free(s->row);
    free(s->weight);
    *s = (struct contact_stack){0};
}

double contact_stack_compare(const struct contact_stack *s, const double *impulses,
                             double h, double *force) {
    double largest = 0;
    for (int k = 0; k < s->levels; k++) {
        double sum = 0;
        for (int c = k * s->each; c < (k + 1) * s->each; c++)
            sum += impulses[s->row[c]];
        force[k] = sum / h;
        double off = fabs(force[k] - s->weight[k]) / fabs(s->weight[k]);
        largest = isnan(largest) || off <= largest ? largest : off;
    }
    return largest;
}
