/* Two texts that are different: what Criterion tells must show where (the test
 * criterion.difference).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(different, a_word_of_a_line_is_another) {
    cr_assert(eq(str, "the first\nsecond\n", "the first\nthird\n"));
}
