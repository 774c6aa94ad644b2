/* The page about one integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "reports/tests/pages.h"

#define WITH_CARD .init = pages_make_card, .fini = pages_remove

Test(pages_card, a_card_is_well_formed_and_contained, WITH_CARD) {
    cr_assert_eq(pages_run(NULL), 0);
    pages_check_well_formed("index.html");
    pages_check_well_formed("figures/catalogue-stability.svg");
    pages_check_well_formed("figures/catalogue-estimate.svg");
    pages_check_contained();
    pages_check_links(100);
}

Test(pages_card, a_card_says_what_it_is_and_whether_it_can_be_trusted, WITH_CARD) {
    static const struct {
        const char *words;
        int times;
    } table[] = {
        {"<h1>mine</h1>", 1},
        {"<code>solver=dense</code>", 1},
        {"Not to be trusted: it fails in method, error estimate and robustness.", 1},
        {"This is backward Euler, step doubling, with N(q) frozen at the start of each "
         "sub-step.",
         2},
        {"<li class=\"bad\"><a href=\"#fingerprint\">", 1},
        {"<li class=\"good\"><a href=\"#orders\">", 1},
        {"31 of 95 trees fail", 2}, /* above the trees and as a reason */
        {"<li class=\"fails\">", 31},
        {"<li class=\"passes\">", 64},
        {"<title>Tree q[q], fails</title>", 1},
        {"f<sub>qt</sub> N\xE2\x80\xB2(N v, v)", 1},
        {"R(z) = 1/(1 \xE2\x88\x92 z + z<sup>2</sup>/4), L-stable", 1},
        {"It has the region of velocity-implicit Euler, drawn once.", 1},
        {"<b>Is the estimate the error?</b>", 1},
        {"<b>What should not change.</b>", 2},
        {"<b>Evaluations for an error.</b>", 2},
        {"What could not be judged, and why", 1},
        {"<b>352 of 355</b> faults", 1},
        {"; of 2 others it was seen that runs are not as before", 1},
        {"<th scope=\"col\">derivative calls</th>", 1},
        {"<th scope=\"col\">map calls</th>", 0},
        {"<td>100</td><td>1204</td><td>300</td>", 1},
        {"</span> 1 of 2</td>", 1}, /* the gap's slope */
        {"<b>Orders.</b>", 1},
        {">rigid body<", 1}, /* a row of it */
        {"Counters, methods and modes below each other", 0},
        {"Order of the drift of the energy", 5}, /* evidence; twice on two problems */
        {"mine, error control", 4}, /* by evaluations and by time, on two problems */
        {"mine, fixed steps", 4},
        {"velocity-implicit, default", 4},
        {"<td>21</td><td>0.727</td><td>0.963</td><td>0.995</td>", 1},
    };
    cr_assert_eq(pages_run(NULL), 0);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        int times = pages_count(table[i].words);
        cr_assert_eq(times, table[i].times, "%s, %d times", table[i].words, times);
    }
}

#define MODEL "\"models\": [{\"name\": \"m\"}], "

Test(pages_card, missing_pieces_leave_a_card, IN_FOLDER) {
    pages_check_page(
        "{\"format\": 1, \"integrator\": {}, \"models\": [], \"results\": []}",
        "Nothing could be judged.");
    pages_check_page("{\"format\": 1, \"integrator\": {\"name\": \"x\"}, " MODEL
                     "\"results\": [], \"comparison\": {}, \"detection\": {}}",
                     "What method it is could not be found out.");
    pages_check_page(
        "{\"format\": 1, \"integrator\": {\"name\": \"x\"}, " MODEL
        "\"results\": [{\"model\": \"fingerprint\", \"study\": \"fingerprint\", "
        "\"quantity\": \"fingerprint\", \"verdict\": \"pass\", \"fingerprint\": "
        "{\"verdict\": \"pass\"}}]}",
        "What could be judged holds: method.");
    pages_check_page(
        "{\"format\": 1, " MODEL "\"results\": [{\"model\": \"spring\", \"study\": "
        "\"originals\", \"quantity\": \"original-cases\", \"verdict\": \"fail\"}]}",
        "Recorded cases reproduced");
}

#define OF_MODE(mode, weight)                                                            \
    "{\"model\": \"fingerprint\", \"study\": \"fingerprint\", \"quantity\": "            \
    "\"fingerprint\", "                                                                  \
    "\"method\": \"one\", \"mode\": \"" mode                                             \
    "\", \"verdict\": \"pass\", \"fingerprint\": {"                                      \
    "\"verdict\": \"pass\", \"trees\": [{\"tree\": \"v\", \"order\": 1, \"result\": "    \
    "\"" weight "\", \"verdict\": \"pass\"}]}}"

Test(pages_card, modes_with_the_same_fingerprint_share_its_trees, IN_FOLDER) {
    pages_check_page("{\"format\": 1, " MODEL "\"results\": [" OF_MODE(
                         "a", "1") ", " OF_MODE("b", "1/2") ", " OF_MODE("c", "1") "]}",
                     "</span> one, a; one, c</h3>");
    cr_assert_eq(pages_count("</span> one, b</h3>"), 1);
    cr_assert_eq(pages_count("<title>Tree v, passes</title>"), 2);
}
