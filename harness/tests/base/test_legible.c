/* What an integrator says, made fit for a table or a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <jansson.h>
#include <string.h>

#include "harness/base/legible.h"

static const struct {
    const char *said, *told;
} texts[] = {
    {"the step's \"end\" <b>", "the step's \"end\" <b>"},
    {"Störmer, Dégère: ∂f/∂x", "Störmer, Dégère: ∂f/∂x"},
    {"two\nlines\tand a bell\a", "two lines and a bell?"},
    {"\xff\xfe\x7f end", "??? end"},
    {"\xc2\x85 and \xc2\xa0", "?? and \xc2\xa0"}, /* a control character, a blank */
    {"Heun \xe2\x88", "Heun ??"},                 /* cut within a character */
    {"", ""},
};

Test(legible, what_is_no_text_becomes_one_and_a_text_is_left_alone) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[64];
        strcpy(text, texts[i].said);
        legible_make(text);
        cr_expect_str_eq(text, texts[i].told);
        json_t *string = json_string(text);
        cr_expect(string != NULL, "%zu", i);
    }
}
