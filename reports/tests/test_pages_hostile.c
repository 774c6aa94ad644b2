/* Words of others on a page: they stay words.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "reports/tests/pages.h"

#define HOSTILE "<script>alert('x')</script>&amp;\\\"\\u0007 ]]>"
#define COEFFICIENT                                                                      \
    "{\"model\": \"../" HOSTILE                                                          \
    "\", \"study\": \"gap\", \"quantity\": \"gap-constant\", "                           \
    "\"verdict\": \"pass\", \"points\": [{\"component\": \"" HOSTILE                     \
    "\", \"t\": \"" HOSTILE "\", \"power\": \"" HOSTILE                                  \
    "\", \"measured\": \"<b>1<b>\", \"predicted\": \"<b>2<b>\"}]}"
#define RESULT(model, quantity)                                                          \
    "{\"model\": \"" model "\", \"study\": \"order\", \"quantity\": \"" quantity "\", "  \
    "\"arithmetic\": \"" HOSTILE "\", \"verdict\": \"fail\", \"reason\": \"" HOSTILE     \
    "\", "                                                                               \
    "\"grade\": \"" HOSTILE "\", \"points\": [{\"h\": 0.1, \"error\": 0.2, \"x" HOSTILE  \
    "\": \"" HOSTILE "\"}]}"

Test(pages_hostile, hostile_words_stay_words, IN_FOLDER) {
    pages_write(
        "results.json",
        "{\"format\": 1, \"halfstep\": \"" HOSTILE "\", \"method\": \"" HOSTILE "\", "
        "\"command\": \"" HOSTILE "\", \"machine\": {\"" HOSTILE "\": \"" HOSTILE "\"}, "
        "\"models\": [{\"name\": \"../" HOSTILE "\", \"title\": \"" HOSTILE
        "\", \"source\": "
        "\"" HOSTILE "\", \"why\": \"" HOSTILE "\", \"tags\": [\"" HOSTILE
        "\"], \"text\": \"" HOSTILE "\", \"equations\": [\"" HOSTILE
        "\", \"a' = b\"], \"parameters\": {\"" HOSTILE "\": \"" HOSTILE
        "\"}, \"span\": [\"" HOSTILE "\", 1], \"truth\": {\"grade\": \"" HOSTILE
        "\", \"bits\": [\"" HOSTILE
        "\"], \"steps\": 3}}], \"results\": [" RESULT("../" HOSTILE, "order") ", " RESULT(
            "../" HOSTILE, HOSTILE) ", " RESULT("../" HOSTILE,
                                                "order:" HOSTILE) ", " COEFFICIENT "]}");
    struct text t = {0};
    cr_assert_eq(pages_run(NULL), 0);
    pages_read(&t, pages_path("index.html"));
    cr_assert_null(strstr(text_bytes(&t), "<script"));
    cr_assert_null(strstr(text_bytes(&t), "\x07"));
    pages_check_well_formed("index.html");
    text_clear(&t);
}

#define STATISTICS(quantity, point)                                                      \
    "{\"model\": \"m\", \"method\": \"" HOSTILE "\", \"mode\": \"" HOSTILE               \
    "\", \"study\": \"statistics\", \"quantity\": \"" quantity                           \
    "\", \"verdict\": \"fail\", \"value\": null, \"points\": [{}, 3, null, {" point      \
    "}]}"
#define TIMING(quantity, point)                                                          \
    "{\"model\": \"m\", \"method\": \"" HOSTILE "\", \"mode\": \"b\", \"study\": "       \
    "\"timing\", \"quantity\": \"" quantity                                              \
    "\", \"verdict\": \"fail\", \"value\": null, \"points\": [{}, 3, null, {" point      \
    "}]}"
#define WORDS(key) "\"" key "\": \"" HOSTILE "\", "

Test(pages_hostile, hostile_words_in_statistics_stay_words, IN_FOLDER) {
    pages_write(
        "results.json",
        "{\"format\": 1, \"models\": [{\"name\": \"m\"}], \"results\": [" STATISTICS(
            "counters",
            WORDS("setting") WORDS("mode")
                WORDS(
                    "why") "\"steps_taken\": null") ", " STATISTICS("counters",
                                                                    WORDS(
                                                                        "setting") "\"ste"
                                                                                   "ps_"
                                                                                   "taken"
                                                                                   "\": "
                                                                                   "3") ", " STATISTICS("replay", WORDS("setting") WORDS("counter") "\"differences\": 1, "
                                                                                                                                                    "\"decision\": null, "
                                                                                                                                                    "\"double\": {" WORDS(
                                                                                                                                                        "kind") "\"t\": null}, \"replay\": 3") ", " STATISTICS("identity:" HOSTILE, WORDS("setting") "\"defect\": null") ", " STATISTICS("work-precision:" HOSTILE, "\"error\": 0.1, \"evaluations\": 10, \"seconds\": null") ", " STATISTICS("evaluations-ratio",
                                                                                                                                                                                                                                                                                                                                                                                              "\"x\": 1") ", " STATISTICS("same-step", WORDS("t") "\"h\": 1") ", " TIMING("ns-per-step", WORDS("kind") "\"value\": null") ", " TIMING("step-over-kernels", "\"ns\": 3, \"floor\": 2, \"kernels\": null, \"value\": null") ", " TIMING("chain-slope",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                      "\"masses\": 10, \"value\": 7") "]}");
    struct text t = {0};
    cr_assert_eq(pages_run(NULL), 0);
    pages_read(&t, pages_path("index.html"));
    cr_assert_null(strstr(text_bytes(&t), "<script"));
    cr_assert_null(strstr(text_bytes(&t), "\x07"));
    pages_check_well_formed("index.html");
    text_clear(&t);
}

/* Where a card has words of others, in place of @. */
static const char card_of_words[] =
    "{'format': 1, 'integrator': {'name': '@', 'place': '@', 'options': {'@': '@'}}, "
    "'models': [{'name': 'm'}], 'results': [#, "
    "{'model': 'm', 'study': 'long-run', 'quantity': 'energy-drift:@', 'verdict': "
    "'not-asymptotic', 'reason': '@', 'points': [{}, 3, null, {'t': 1, 'error': 'x'}, "
    "{'t': 2, 'h': 1, 'error': -3}, {'t': 3, 'h': 1, 'error': -4}]}, "
    "{'model': 'm', 'study': 'statistics', 'quantity': 'counters', 'verdict': 'pass', "
    "'points': [{}, 3, {'setting': '@', '@': 3}]}, "
    "{'model': 'm', 'study': 'statistics', 'quantity': 'counters', 'verdict': 'pass', "
    "'points': [{'counter': '@', 'value': 7}]}, "
    "{'model': 'm', 'study': 'robustness', 'quantity': 'robustness:@', 'verdict': "
    "'pass'}, "
    "{'model': 'm', 'study': '@', 'quantity': '@', 'verdict': 'not-asymptotic'}], "
    "'detection': {'killed': '@', 'by': [{'check': '@', 'killed': 1e9}, 3], 'smallest': "
    "[{'coefficient': '@'}], 'survivors': [{'id': '@', 'reason': '@'}, null]}, "
    "'comparison': {'results': [#]}}";

/* A result with a fingerprint, in place of #. */
static const char fingerprint_of_words[] =
    "{'model': '@', 'method': '@', 'study': 'fingerprint', 'quantity': 'fingerprint', "
    "'verdict': 'fail', 'reason': '@', 'accepted': '@', 'fingerprint': {'integrator': "
    "'@', "
    "'name': '@', 'diagnosis': '@', 'feature': '@', 'arithmetic': '@', 'verdict': "
    "'fail', "
    "'estimate': {'of': '@'}, 'stability': {'numerator': [1], 'denominator': [1, -1], "
    "'text': '@'}, 'probes': [{'name': '@', 'why': '@'}], 'trees': [{'tree': 'q[q]', "
    "'order': 2, 'differential': '@', 'result': '@', 'expected': '@!', 'verdict': "
    "'fail'}, "
    "{'tree': '@', 'order': 1, 'result': '-1', 'verdict': 'pass'}]}}";

static void add_words(struct text *json, const char *words) {
    for (; *words; words++) {
        if (*words == '@') {
            text_add(json, HOSTILE);
        } else if (*words == '#') {
            add_words(json, fingerprint_of_words);
        } else {
            text_add_bytes(json, *words == '\'' ? "\"" : words, 1);
        }
    }
}

Test(pages_hostile, hostile_words_on_a_card_stay_words, IN_FOLDER) {
    struct text t = {0}, json = {0};
    add_words(&json, card_of_words);
    pages_write("results.json", text_bytes(&json));
    cr_assert_eq(pages_run(NULL), 0);
    pages_read(&t, pages_path("index.html"));
    cr_assert_null(strstr(text_bytes(&t), "<script"));
    pages_check_well_formed("index.html");
    pages_check_well_formed("figures/catalogue-stability.svg");
    pages_check_contained();
    text_clear(&t);
    text_clear(&json);
}
