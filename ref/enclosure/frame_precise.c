/* A frame with more bits than doubles have: the parallelepiped of the image itself, for sets
 * that are thinner in some direction than doubles tell from flat (frame.c has what is proved of
 * any F and W).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/base/many.h"
#include "ref/enclosure/enclosure.h"

/* basis := mid(image diag(r)), each column's largest entry being about 1. */
static void set_columns(struct enclosure_frame *f) {
    arf_t radius, entry;
    arf_inits(radius, entry);
    for (int j = 0; j < f->n; j++) {
        slong largest = 0;
        bool found = false;
        arf_set_mag(radius, f->radius + j);
        for (int i = 0; i < f->n; i++) {
            arb_ptr to = arb_mat_entry(f->basis, i, j);
            arf_mul(entry, arb_midref(arb_mat_entry(f->image, i, j)), radius, f->bits,
                    ARF_RND_NEAR);
            arb_set_arf(to, entry);
            const slong exponent =
                arf_is_zero(entry) ? 0 : arf_abs_bound_lt_2exp_si(entry);
            if (!arf_is_zero(entry) && (!found || exponent > largest)) {
                largest = exponent;
                found = true;
            }
        }
        for (int i = 0; i < f->n; i++)
            arb_mul_2exp_si(arb_mat_entry(f->basis, i, j), arb_mat_entry(f->basis, i, j),
                            -largest);
    }
    arf_clears(entry, radius);
}

static bool is_zero_line(const struct enclosure_frame *f, int k, bool column) {
    for (int i = 0; i < f->n; i++)
        if (!arb_is_zero(column ? arb_mat_entry(f->basis, i, k)
                                : arb_mat_entry(f->basis, k, i)))
            return false;
    return true;
}

/* What is known exactly has no column: 1 stands for it. */
static void fill_columns(struct enclosure_frame *f) {
    int row = 0;
    for (int j = 0; j < f->n; j++) {
        if (!is_zero_line(f, j, true))
            continue;
        while (row < f->n && !is_zero_line(f, row, false))
            row++;
        if (row == f->n)
            return;
        arb_one(arb_mat_entry(f->basis, row, j));
    }
}

bool enclosure_frame_take_columns(struct enclosure_frame *f) {
    set_columns(f);
    fill_columns(f);
    return arb_mat_approx_inv(f->inverse, f->basis, f->bits) != 0;
}
