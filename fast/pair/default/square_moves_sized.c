/* The moves with the vectors that every processor of its kind has.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/default/square_moves_sized.h"

const struct fast_square_moves *fast_find_square_moves(int n, bool is_wide) {
    return (is_wide ? fast_wide_square_moves() : moves) + (n - fast_least_square);
}
