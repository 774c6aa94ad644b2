/* The table of peers, and what stands below it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/base/text.h"
#include "harness/methods/method_row.h"
#include "harness/speed/peers/peers_rows.h"
#include "harness/speed/peers/study_peers.h"

static void print(void *context, FILE *out) {
    peers_print(context, out);
}

/* Seen to fail: without the settings, and with nanoseconds as they are. */
Test(peers_print,
     a_row_has_its_settings_and_microseconds_and_one_without_a_ratio_says_why) {
    json_t *peers = json_pack(
        "[{s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:f, s:s, s:s}, {s:s, s:n, s:s, s:n, s:s}]",
        "model", "planar_chain", "set", "n=10", "method", "ours", "peer", "GSL bsimp",
        "unit", "run", "ns", 1370.0, "peer_ns", 5e6, "ratio", 3650.0, "configuration",
        "as usual", "version", "2.7.1", "model", "pendulum", "set", "peer", "ida",
        "ratio", "reason", "it is not there");
    char *text = text_printed(print, peers, NULL);
    const char *row = strstr(text, "planar_chain n=10");
    cr_assert(row != NULL, "%s", text);
    cr_expect(strstr(row, " 1.37 ") != NULL && strstr(row, " 5e+03 ") != NULL, "%s", row);
    cr_expect(strstr(text, "GSL bsimp 2.7.1: as usual\n") != NULL, "%s", text);
    cr_expect(strstr(text, "pendulum, ida: it is not there\n") != NULL, "%s", text);
}

/* Seen to fail: each row told; a row that has a ratio counted. */
Test(peers_print, a_reason_that_several_rows_have_is_told_once) {
    json_t *peers = json_pack("[{s:s, s:s, s:n, s:s}, {s:s, s:s, s:n, s:s}, {s:s, s:s, "
                              "s:f, s:s}, {s:s, s:s, s:n, s:s}]",
                              "model", "pendulum", "peer", "Drake", "ratio", "reason",
                              "no Drake here", "model", "chain", "peer", "Drake", "ratio",
                              "reason", "no Drake here", "model", "top", "peer", "Drake",
                              "ratio", 2.0, "reason", "no Drake here", "model", "spring",
                              "peer", "ida", "ratio", "reason", "not there");
    char *text = text_printed(print, peers, NULL);
    const char *told = strstr(text, "no Drake here");
    cr_assert(told != NULL, "%s", text);
    cr_expect(strstr(told + 1, "no Drake here") == NULL, "%s", text);
    cr_expect(strstr(text, "2 rows, the first pendulum, Drake: no Drake here\n") != NULL,
              "%s", text);
    cr_expect(strstr(text, "spring, ida: not there\n") != NULL, "%s", text);
}

/* Each row names a method of ours, its peer and why the two can be compared. */
Test(peers_print, rows_name_both_sides) {
    cr_expect(peers_rows_count > 20);
    for (int i = 0; i < peers_rows_count; i++) {
        const struct peers_row *row = &peers_rows[i];
        cr_expect(row->method != NULL && method_row_find(row->method) != NULL, "row %d",
                  i);
        cr_expect(row->peer != NULL && row->model != NULL && row->comparable != NULL,
                  "row %d", i);
        cr_expect(row->length > 0 && row->ours.count > 0 && row->theirs.count > 0,
                  "row %d", i);
    }
}
