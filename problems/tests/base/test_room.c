/* Room for arrays that are given back together.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdint.h>

#include "problems/base/room.h"

enum { ARRAYS = 20, BITS = 77 };

Test(room, gives_each_array_a_place_of_its_own_that_holds_zeros) {
    struct room room = {.last = NULL};
    double *a[ARRAYS];
    for (int i = 0; i < ARRAYS; i++) {
        a[i] = room_doubles(&room, 1 + i);
        for (int k = 0; k <= i; k++) {
            cr_assert(a[i][k] == 0);
            a[i][k] = 100 * i + k;
        }
    }
    for (int i = 0; i < ARRAYS; i++)
        for (int k = 0; k <= i; k++)
            cr_assert(a[i][k] == 100 * i + k);
    cr_assert(!room.is_short);
    room_clear(&room);
    cr_assert(room.last == NULL);
}

Test(room, gives_numbers_of_so_many_bits_that_are_zero) {
    struct room room = {.last = NULL};
    mpfr_t *x = room_numbers(&room, 3, BITS);
    mpfr_ptr one = room_number(&room, 2 * BITS);
    for (int i = 0; i < 3; i++)
        cr_assert(mpfr_zero_p(x[i]) && mpfr_get_prec(x[i]) == BITS);
    cr_assert(mpfr_zero_p(one) && mpfr_get_prec(one) == 2 * BITS);
    mpfr_set_ui(x[2], 5, MPFR_RNDN);
    mpfr_set_ui(one, 7, MPFR_RNDN);
    cr_assert(mpfr_cmp_ui(x[2], 5) == 0 && mpfr_zero_p(x[1]));
}

Test(room, of_nothing_is_not_short_and_one_too_large_is) {
    struct room room = {.last = NULL};
    cr_assert(room_doubles(&room, 0) != NULL && !room.is_short);
    cr_assert(room_take(&room, SIZE_MAX / 2 + 2, 2) == NULL && room.is_short);
    cr_assert(room_doubles(&room, 2) != NULL && room.is_short);
    room_clear(&room);
    cr_assert(!room.is_short, "it begins anew");
}
