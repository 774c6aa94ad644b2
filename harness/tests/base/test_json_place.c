/* Lines of values in JSON texts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/base/json_place.h"

static const char text[] = "\n"
                           "{\"a{\\\"\": [1, -2.5e3,\n" /* line 2 */
                           "  \"],}\\\\\", null,\n"     /* 3 */
                           "  {\"x\": {}, \"y\":\n"     /* 4 */
                           "     true}],\n"             /* 5 */
                           " \"b\\u00e9\": [],\n"       /* 6 */
                           " \"c\"\n"                   /* 7 */
                           "   : {\"d\":\n"             /* 8 */
                           "       [[],\n"              /* 9 */
                           "        [3]]}}\n";          /* 10 */

static int line(int count, struct json_step a, struct json_step b, struct json_step c) {
    const struct json_step steps[] = {a, b, c};
    return json_place_line(text, steps, count);
}

#define KEY(name) ((struct json_step){name, 0})
#define ITEM(i) ((struct json_step){NULL, i})

Test(json_place, a_member_is_where_its_key_is_and_an_item_where_it_begins) {
    const struct json_step no = {NULL, 0};
    cr_expect(line(0, no, no, no) == 2);
    cr_expect(line(1, KEY("a{\""), no, no) == 2);
    cr_expect(line(2, KEY("a{\""), ITEM(1), no) == 2);
    cr_expect(line(2, KEY("a{\""), ITEM(2), no) == 3);
    cr_expect(line(2, KEY("a{\""), ITEM(4), no) == 4);
    cr_expect(line(3, KEY("a{\""), ITEM(4), KEY("y")) == 4);
    cr_expect(line(1, KEY("b\xc3\xa9"), no, no) == 6);
    cr_expect(line(1, KEY("c"), no, no) == 7);
    cr_expect(line(2, KEY("c"), KEY("d"), no) == 8);
    cr_expect(line(3, KEY("c"), KEY("d"), ITEM(1)) == 10);
}

Test(json_place, steps_that_lead_nowhere_end_where_the_last_did) {
    const struct json_step no = {NULL, 0};
    cr_expect(line(1, KEY("none"), no, no) == 2);
    cr_expect(line(2, KEY("c"), KEY("none"), no) == 7);
    cr_expect(line(2, KEY("c"), ITEM(0), no) == 7);
    cr_expect(line(3, KEY("c"), KEY("d"), ITEM(2)) == 8);
    cr_expect(line(2, KEY("b\xc3\xa9"), ITEM(0), no) == 6);
}
