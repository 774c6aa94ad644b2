/* The moves once more, compiled with vectors of four numbers where the compiler has such: each
 * number is computed as it is with others.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/pair/default/square_moves_sized.h"

const struct fast_square_moves *fast_wide_square_moves(void) {
    return moves;
}
