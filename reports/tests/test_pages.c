/* The program from outside: its page, its messages, its exit status.
 *
 * PAGES_PROGRAM and XMLLINT are the paths of the program and of an XML parser.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports/text.h"

static char folder[] = "/tmp/halfstep-pages-XXXXXX";

static const char *path_of(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void read_whole(struct text *t, const char *path) {
    char buffer[4096];
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    for (size_t size; (size = fread(buffer, 1, sizeof buffer, file)) > 0;) {
        text_add_bytes(t, buffer, size);
    }
    fclose(file);
}

static void write_file(const char *name, const char *content) {
    FILE *file = fopen(path_of(name), "w");
    cr_assert_not_null(file, "%s", name);
    fputs(content, file);
    fclose(file);
}

static void make_folder(void) {
    struct text json = {0};
    cr_assert_not_null(mkdtemp(folder));
    read_whole(&json, TEST_DATA "/small/results.json");
    write_file("results.json", text_bytes(&json));
    cr_assert_eq(mkdir(path_of("tables"), 0755), 0);
    write_file("tables/pendulum-gap.tsv", "# h\terror\testimate\tgap\n");
    text_clear(&json);
}

/* The same with two methods in two modes, statistics and timing. */
static void make_methods_folder(void) {
    struct text json = {0};
    make_folder();
    read_whole(&json, TEST_DATA "/methods/results.json");
    write_file("results.json", text_bytes(&json));
    text_clear(&json);
}

/* About an integrator that fails in its fingerprint. */
static void make_card_folder(void) {
    struct text json = {0};
    make_folder();
    read_whole(&json, TEST_DATA "/card/results.json");
    write_file("results.json", text_bytes(&json));
    text_clear(&json);
}

static void copy_file(const char *from, const char *name) {
    struct text t = {0};
    read_whole(&t, from);
    write_file(name, text_bytes(&t));
    text_clear(&t);
}

/* With motions, truths and a survey of starts. */
static void make_motion_folder(void) {
    make_folder();
    copy_file(TEST_DATA "/motion/results.json", "results.json");
    copy_file(TEST_DATA "/motion/tables/swing-motion.tsv", "tables/swing-motion.tsv");
    copy_file(TEST_DATA "/motion/tables/fast_then_slow-motion.tsv",
              "tables/fast_then_slow-motion.tsv");
}

static int remove_entry(const char *path, const struct stat *status, int type,
                        struct FTW *place) {
    (void)status;
    (void)type;
    (void)place;
    return remove(path);
}

static void remove_folder(void) {
    chmod(folder, 0755);
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* Runs a program, after `prepare` in the child, with its complaints in complaints.txt. */
static int run(const char *program, char *const *arguments, void (*prepare)(void)) {
    char complaints[] = "/tmp/halfstep-complaints-XXXXXX";
    int descriptor = mkstemp(complaints), status = 0;
    cr_assert_geq(descriptor, 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(descriptor, STDERR_FILENO);
        if (prepare) {
            prepare();
        }
        execv(program, arguments);
        _exit(126);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    close(descriptor);
    rename(complaints, path_of("complaints.txt"));
    cr_assert(WIFEXITED(status), "%s was killed by signal %d", program, WTERMSIG(status));
    return WEXITSTATUS(status);
}

static int run_pages(void (*prepare)(void)) {
    static char name[] = "halfstep-pages";
    char *arguments[] = {name, folder, NULL};
    return run(PAGES_PROGRAM, arguments, prepare);
}

static void check_complaint(const char *expected) {
    struct text t = {0};
    read_whole(&t, path_of("complaints.txt"));
    cr_assert_not_null(strstr(text_bytes(&t), expected), "'%s' in place of '%s'",
                       text_bytes(&t), expected);
    text_clear(&t);
}

static bool exists(const char *name) {
    return access(path_of(name), F_OK) == 0;
}

/* Whether a strict XML parser takes the file. */
static void check_well_formed(const char *name) {
#ifdef XMLLINT
    static char words[3][16] = {"xmllint", "--noout", "--nonet"};
    char path[256];
    snprintf(path, sizeof path, "%s", path_of(name));
    char *arguments[] = {words[0], words[1], words[2], path, NULL};
    int status = run(XMLLINT, arguments, NULL);
    struct text t = {0};
    read_whole(&t, path_of("complaints.txt"));
    cr_assert_eq(status, 0, "%s: %s", name, text_bytes(&t));
    text_clear(&t);
#else
    cr_skip_test("xmllint was not found when this was configured (%s)", name);
#endif
}

#define IN_FOLDER .init = make_folder, .fini = remove_folder

Test(pages, the_page_and_its_figures_are_well_formed, IN_FOLDER) {
    cr_assert_eq(run_pages(NULL), 0);
    check_well_formed("index.html");
    check_well_formed("figures/pendulum-convergence.svg");
    check_well_formed("figures/contact_stack-gap.svg");
    cr_assert_not(exists("index.html.new"));
}

static void check_contained(void) {
    static const char *const forbidden[] = {
        "<script", "<link",        "<img",    "@import", "url(http",
        "src=",    " href=\"http", "<iframe", "<object"};
    struct text t = {0};
    read_whole(&t, path_of("index.html"));
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
        cr_assert_null(strstr(text_bytes(&t), forbidden[i]), "%s", forbidden[i]);
    }
    text_clear(&t);
}

Test(pages, the_page_needs_nothing_from_elsewhere, IN_FOLDER) {
    cr_assert_eq(run_pages(NULL), 0);
    check_contained();
}

/* Every link has its target, and every identifier is there once. */
static void check_links(int least) {
    struct text t = {0}, target = {0};
    read_whole(&t, path_of("index.html"));
    int links = 0;
    for (const char *s = text_bytes(&t); (s = strstr(s, "href=\"#")); s++) {
        const char *name = s + strlen("href=\"#");
        text_clear(&target);
        text_add(&target, " id=\"");
        text_add_bytes(&target, name, strcspn(name, "\"") + 1);
        const char *first = strstr(text_bytes(&t), text_bytes(&target));
        cr_assert_not_null(first, "%s", text_bytes(&target));
        cr_assert_null(strstr(first + 1, text_bytes(&target)), "%s twice",
                       text_bytes(&target));
        links++;
    }
    cr_assert_gt(links, least);
    text_clear(&t);
    text_clear(&target);
}

Test(pages, every_link_inside_has_its_target, IN_FOLDER) {
    cr_assert_eq(run_pages(NULL), 0);
    check_links(50);
}

Test(pages, verdicts_reasons_and_numbers_are_on_the_page, IN_FOLDER) {
    static const char *const expected[] = {
        "1 of 3\xC2\xA0problems fails.",
        "Velocity-implicit Euler",
        "Planar pendulum",
        "The error falls with exponent 0.883, not 1",
        "<a href=\"tables/pendulum-gap.tsv\" title=\"h, error, estimate, gap\">",
        "<div class=\"outcome bad\">",
        "What this does not show",
        "at least 30",
        "AMD EPYC 7B13",
        "converged for 3\xC2\xA0problems"};
    struct text t = {0};
    cr_assert_eq(run_pages(NULL), 0);
    read_whole(&t, path_of("index.html"));
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        cr_assert_not_null(strstr(text_bytes(&t), expected[i]), "%s", expected[i]);
    }
    text_clear(&t);
}

Test(pages, the_same_input_gives_the_same_bytes, IN_FOLDER) {
    struct text first = {0}, second = {0};
    cr_assert_eq(run_pages(NULL), 0);
    read_whole(&first, path_of("index.html"));
    cr_assert_eq(run_pages(NULL), 0);
    read_whole(&second, path_of("index.html"));
    cr_assert_eq(first.length, second.length);
    cr_assert_str_eq(text_bytes(&first), text_bytes(&second));
    text_clear(&first);
    text_clear(&second);
}

/* How often a text occurs on the page. */
static int count_on_page(const char *words) {
    struct text t = {0};
    int count = 0;
    read_whole(&t, path_of("index.html"));
    for (const char *s = text_bytes(&t); (s = strstr(s, words)) != NULL; s++) {
        count++;
    }
    text_clear(&t);
    return count;
}

#define WITH_METHODS .init = make_methods_folder, .fini = remove_folder

Test(pages, both_methods_in_both_modes_are_told_apart, WITH_METHODS) {
    static const struct {
        const char *words;
        int times;
    } table[] = {
        {"<h1>Velocity-implicit Euler and implicit Euler</h1>", 1},
        {"discrete equations, every method</th><td>6</td><td>0</td><td>0</td>", 1},
        {"<th scope=\"row\">implicit, several modes</th><td>16</td><td>1</td>", 1},
        {"<h3>Round-off of a step <small>implicit Euler, faithful</small></h3>", 1},
        {"id=\"m-swing--gap-gap-order-mpfr\"", 1},
        {"<th scope=\"row\">Slope of the gap <small>MPFR, 512\xC2\xA0"
         "bits</small></th><td class=\"value\" colspan=\"4\"",
         1},
        {"<small>every method</small>", 4},
        {"10 of 11 hold", 1},
        {"11 of 11 hold", 1},
        {"<span>evaluations</span>", 1},
        {"<span>mean</span>", 0},
        {"<span>counters</span>", 0},
        {"<span>work</span>", 0},
    };
    cr_assert_eq(run_pages(NULL), 0);
    check_well_formed("index.html");
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        cr_assert_eq(count_on_page(table[i].words), table[i].times, "%s, %d times",
                     table[i].words, count_on_page(table[i].words));
    }
}

Test(pages, statistics_and_timing_have_their_parts, WITH_METHODS) {
    static const char *const expected[] = {
        "<section class=\"problem\" id=\"catalogue\">",
        ("<b>Default against faithful, mean</b>, velocity-implicit Euler: <b>0.279</b>, "
         "expected at most 0.35."),
        "<b>Times faster than the original, mean</b>, every method, faithful: <b>10.1",
        "<b>Evaluations for an error.</b>",
        "<b>Time for an error.</b>",
        "Counters, methods and modes below each other",
        "<th scope=\"row\">implicit, faithful</th><td>96</td><td>963</td>",
        "The step became too small.",
        "<h3>Runs that leave their replay</h3>",
        "<td>newton_iters</td><td>7</td>",
        "0.0037 against 0.005",
        "\xE2\x80\x93 against 0.005",
        "<h3>Identities that do not hold</h3>",
        "<td>fixed, tight</td><td>3</td>",
        "to 40 digits",
        "<b>A step and its kernels.</b>",
        "<b>Growth.</b>",
        "Against the original\xE2\x80\x99s recorded times",
        "another machine",
        "in units of the error estimate"};
    cr_assert_eq(run_pages(NULL), 0);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        cr_assert_gt(count_on_page(expected[i]), 0, "%s", expected[i]);
    }
}

Test(pages, what_was_not_studied_has_no_part, IN_FOLDER) {
    static const char *const absent[] = {
        "id=\"catalogue\"",     "Counters",       "replay",
        "Identities",           "<b>Growth.</b>", "Times of",
        "Verdicts of",          "every method",   "<table></table>",
        "first-screen stacked", "another machine"};
    cr_assert_eq(run_pages(NULL), 0);
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        cr_assert_eq(count_on_page(absent[i]), 0, "%s", absent[i]);
    }
}

#define WITH_CARD .init = make_card_folder, .fini = remove_folder

Test(pages, a_card_is_well_formed_and_contained, WITH_CARD) {
    cr_assert_eq(run_pages(NULL), 0);
    check_well_formed("index.html");
    check_well_formed("figures/catalogue-stability.svg");
    check_well_formed("figures/catalogue-estimate.svg");
    check_contained();
    check_links(100);
}

Test(pages, a_card_says_what_it_is_and_whether_it_can_be_trusted, WITH_CARD) {
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
    cr_assert_eq(run_pages(NULL), 0);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        int times = count_on_page(table[i].words);
        cr_assert_eq(times, table[i].times, "%s, %d times", table[i].words, times);
    }
}

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

Test(pages, hostile_words_stay_words, IN_FOLDER) {
    write_file(
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
    cr_assert_eq(run_pages(NULL), 0);
    read_whole(&t, path_of("index.html"));
    cr_assert_null(strstr(text_bytes(&t), "<script"));
    cr_assert_null(strstr(text_bytes(&t), "\x07"));
    check_well_formed("index.html");
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

Test(pages, hostile_words_in_statistics_stay_words, IN_FOLDER) {
    write_file(
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
    cr_assert_eq(run_pages(NULL), 0);
    read_whole(&t, path_of("index.html"));
    cr_assert_null(strstr(text_bytes(&t), "<script"));
    cr_assert_null(strstr(text_bytes(&t), "\x07"));
    check_well_formed("index.html");
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

Test(pages, hostile_words_on_a_card_stay_words, IN_FOLDER) {
    struct text t = {0}, json = {0};
    add_words(&json, card_of_words);
    write_file("results.json", text_bytes(&json));
    cr_assert_eq(run_pages(NULL), 0);
    read_whole(&t, path_of("index.html"));
    cr_assert_null(strstr(text_bytes(&t), "<script"));
    check_well_formed("index.html");
    check_well_formed("figures/catalogue-stability.svg");
    check_contained();
    text_clear(&t);
    text_clear(&json);
}

#define WITH_MOTION .init = make_motion_folder, .fini = remove_folder

/* Expects every text on the page. */
static void expect_on_page(const char *const *texts, size_t count) {
    struct text t = {0};
    read_whole(&t, path_of("index.html"));
    for (size_t i = 0; i < count; i++) {
        cr_expect_not_null(strstr(text_bytes(&t), texts[i]), "%s", texts[i]);
    }
    text_clear(&t);
}

Test(pages, motions_are_drawn_in_the_plane_and_over_time, WITH_MOTION) {
    static const char *const texts[] = {"<b>Motion.</b>",
                                        "<b>Over time.</b>",
                                        "Drawn from Taylor series.",
                                        "tables/swing-motion.tsv",
                                        "as far as it goes: to the time 3",
                                        "3 more curves are left out"};
    cr_assert_eq(run_pages(NULL), 0);
    check_well_formed("index.html");
    check_well_formed("figures/swing-motion.svg");
    check_well_formed("figures/swing-over-time.svg");
    check_well_formed("figures/fast_then_slow-over-time.svg");
    cr_expect_not(exists("figures/fast_then_slow-motion.svg"));
    check_contained();
    expect_on_page(texts, sizeof texts / sizeof texts[0]);
}

/* No hyphens for minus signs, no exponents as programs write them. */
Test(pages, numbers_in_pictures_of_motion_are_written_as_people_do, WITH_MOTION) {
    static const struct {
        const char *figure, *is_there, *is_not;
    } texts[] = {
        {"figures/swing-motion.svg",
         ">\xE2\x88\x92"
         "0.5<",
         ">-"},
        {"figures/fast_then_slow-over-time.svg",
         "b (at most 3.6\xC3\x97"
         "10\xE2\x81\xBB\xE2\x81\xB5)",
         "e-05"},
    };
    cr_assert_eq(run_pages(NULL), 0);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct text t = {0};
        read_whole(&t, path_of(texts[i].figure));
        cr_expect_not_null(strstr(text_bytes(&t), texts[i].is_there), "%s",
                           texts[i].figure);
        cr_expect_null(strstr(text_bytes(&t), texts[i].is_not), "%s", texts[i].figure);
        text_clear(&t);
    }
}

Test(pages, truths_and_what_was_published_are_told, WITH_MOTION) {
    static const char *const texts[] = {
        "<td>certified</td><td>51</td>",
        "<td>closed-form</td><td>62</td>",
        "1.2\xC2\xA0\xC3\x97\xC2\xA0"
        "10<sup>\xE2\x88\x92"
        "400</sup>",
        "243\xC2\xA0"
        "bits, order 40, 31\xC2\xA0steps, 0.021\xC2\xA0s",
        "taylor, 60\xC2\xA0"
        "digits",
        "is right to <b>9.7\xC2\xA0"
        "digits</b> (13 are trusted)",
        "A table &lt;of&gt; 1903",
        "Not known: the solution or a rate is not finite."};
    cr_assert_eq(run_pages(NULL), 0);
    expect_on_page(texts, sizeof texts / sizeof texts[0]);
}

Test(pages, the_overview_counts_grades_and_starts_that_hide_something, WITH_MOTION) {
    static const char *const texts[] = {
        "<b>1</b> certified, <b>1</b> not known.", "<code>z[z^2]</code>). ",
        "1\xC2\xA0problem has a zero that no other start of its file makes good.",
        "z[z^2] vanishes at the start &amp; so on", " 3 of 7 <small>"};
    cr_assert_eq(run_pages(NULL), 0);
    expect_on_page(texts, sizeof texts / sizeof texts[0]);
}

/* Of the wrong kind, and tables with other things in them: no picture, and a page. */
Test(pages, motions_and_truths_that_make_no_sense_leave_a_page, WITH_MOTION) {
    static const char *const members[] = {
        "\"motion\": 3, \"truth\": null",
        "\"motion\": {\"curves\": [1], \"table\": \"swing-motion.tsv\"}",
        "\"motion\": {\"curves\": {}, \"table\": 7}, \"truth\": {\"grade\": \"none\"}",
        ("\"truth\": {\"times\": [3, {\"t\": \"x\", \"bits\": [\"y\"]}], \"published\": "
         "[4]}"),
        "\"truth\": {\"grade\": \"certified\", \"published\": [{}]}"};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        struct text json = {0};
        text_format(&json,
                    "{\"format\": 1, \"models\": [{\"name\": \"swing\", %s}], "
                    "\"results\": [], \"genericity\": {\"models\": 3, \"trees\": [4]}}",
                    members[i]);
        write_file("results.json", text_bytes(&json));
        cr_expect_eq(run_pages(NULL), 0, "%s", members[i]);
        check_well_formed("index.html");
        text_clear(&json);
    }
}

/* The page of some results, well-formed. */
static void check_page(const char *json, const char *expected) {
    struct text t = {0};
    write_file("results.json", json);
    cr_assert_eq(run_pages(NULL), 0, "%s", json);
    check_well_formed("index.html");
    read_whole(&t, path_of("index.html"));
    cr_assert_not_null(strstr(text_bytes(&t), expected), "%s of %s", expected, json);
    text_clear(&t);
}

#define MODEL "\"models\": [{\"name\": \"m\"}], "

Test(pages, missing_pieces_leave_a_card, IN_FOLDER) {
    check_page("{\"format\": 1, \"integrator\": {}, \"models\": [], \"results\": []}",
               "Nothing could be judged.");
    check_page("{\"format\": 1, \"integrator\": {\"name\": \"x\"}, " MODEL
               "\"results\": [], \"comparison\": {}, \"detection\": {}}",
               "What method it is could not be found out.");
    check_page("{\"format\": 1, \"integrator\": {\"name\": \"x\"}, " MODEL
               "\"results\": [{\"model\": \"fingerprint\", \"study\": \"fingerprint\", "
               "\"quantity\": \"fingerprint\", \"verdict\": \"pass\", \"fingerprint\": "
               "{\"verdict\": \"pass\"}}]}",
               "What could be judged holds: method.");
    check_page(
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

Test(pages, modes_with_the_same_fingerprint_share_its_trees, IN_FOLDER) {
    check_page("{\"format\": 1, " MODEL "\"results\": [" OF_MODE("a", "1") ", " OF_MODE(
                   "b", "1/2") ", " OF_MODE("c", "1") "]}",
               "</span> one, a; one, c</h3>");
    cr_assert_eq(count_on_page("</span> one, b</h3>"), 1);
    cr_assert_eq(count_on_page("<title>Tree v, passes</title>"), 2);
}

Test(pages, missing_pieces_leave_a_page, IN_FOLDER) {
    check_page("{\"format\": 1, \"models\": [], \"results\": []}",
               "Nothing was checked.");
    check_page("{\"format\": 1, " MODEL "\"results\": []}", "No study of this problem.");
    check_page("{\"format\": 1, " MODEL "\"results\": [{\"model\": \"m\", \"study\": "
               "\"order\", \"quantity\": \"order\", \"verdict\": \"pass\", \"required\": "
               "true, \"value\": 1, \"points\": [{\"h\": 0.1, \"error\": 0.1, \"used\": "
               "true}]}]}",
               "All 1 required verdicts pass.");
    check_page("{\"format\": 1, " MODEL "\"results\": [{\"model\": \"m\", \"study\": "
               "\"gap\", \"quantity\": \"gap-order\", \"verdict\": \"not-asymptotic\"}]}",
               "Nothing fails; nothing was required.");
    check_page(
        "{\"format\": 1, " MODEL "\"results\": [{\"model\": \"m\", \"study\": "
        "\"gap\", \"quantity\": \"error-constant\", \"verdict\": \"fail\", \"points\": "
        "[{}, 3, null, {\"measured\": 1.5, \"predicted\": \"1.25e-3\"}]}, {\"model\": "
        "\"m\", \"study\": \"gap\", \"quantity\": \"step-roundoff\", \"verdict\": "
        "\"pass\", \"points\": [7, {}]}]}",
        "1 of 1\xC2\xA0problem fails.");
}

/* The program fails, says so, and leaves the folder as it was. */
static void check_failure(void (*prepare)(void), int status, const char *complaint) {
    write_file("index.html", "the old page");
    cr_assert_eq(run_pages(prepare), status);
    check_complaint(complaint);
    struct text t = {0};
    read_whole(&t, path_of("index.html"));
    cr_assert_str_eq(text_bytes(&t), "the old page");
    cr_assert_not(exists("index.html.new"));
    text_clear(&t);
}

Test(pages, results_that_cannot_be_read_are_refused, IN_FOLDER) {
    write_file("results.json", "{\"format\": 1,");
    check_failure(NULL, 2, "results.json:1:13:");
    write_file("results.json", "{\"format\": 1, \"models\": 3}");
    check_failure(NULL, 2, "models: expected an array");
    unlink(path_of("results.json"));
    check_failure(NULL, 2, "results.json");
    cr_assert_not(exists("figures"));
}

static void hide_gnuplot(void) {
    setenv("PATH", "", 1);
}

Test(pages, without_gnuplot_there_is_a_message_and_no_page, IN_FOLDER) {
    check_failure(hide_gnuplot, 3, "gnuplot is needed for the figures and was not found");
    cr_assert_not(exists("figures"));
}

static void use_other_gnuplot(void) {
    setenv("PATH", folder, 1);
}

/* Puts a program in gnuplot's place that does this. */
static void replace_gnuplot(const char *action) {
    struct text script = {0};
    text_format(&script, "#!/bin/sh\n%s\n", action);
    write_file("gnuplot", text_bytes(&script));
    cr_assert_eq(chmod(path_of("gnuplot"), 0755), 0);
    text_clear(&script);
}

Test(pages, a_gnuplot_that_fails_is_quoted, IN_FOLDER) {
    replace_gnuplot("echo 'line 7: out of ink' >&2; exit 1");
    check_failure(use_other_gnuplot, 3,
                  "gnuplot failed with status 1: line 7: out of ink");
    replace_gnuplot("kill -9 $$");
    check_failure(use_other_gnuplot, 3, "gnuplot was stopped by a signal");
    replace_gnuplot("echo '<svg></svg><svg><g></svg>'");
    check_failure(use_other_gnuplot, 3, "gnuplot drew 1 of 6 figures that can be read");
}

/* No file may become longer than this many bytes: writing fails as on a full disk. */
static void limit_files(void) {
    enum { LIMIT = 40000 }; /* shorter than the page */
    struct rlimit limit = {LIMIT, LIMIT};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
}

/* Without results there are no figures: gnuplot, which has temporary files too, is not
 * run. */
Test(pages, a_full_disk_leaves_the_old_page, IN_FOLDER) {
    struct text json = {0};
    text_add(&json, "{\"format\": 1, \"models\": [{\"name\": \"m\", \"text\": \"");
    for (int i = 0; i < 50000; i++) {
        text_add(&json, "x");
    }
    text_add(&json, "\"}], \"results\": []}");
    write_file("results.json", text_bytes(&json));
    check_failure(limit_files, 2, "index.html cannot be written: File too large");
    text_clear(&json);
}

Test(pages, a_figure_that_cannot_be_written_is_named, IN_FOLDER) {
    write_file("figures", "a file where a folder should be");
    check_failure(NULL, 2, "figures/pendulum-convergence.svg cannot be written");
}

static void use_startup_file(void) {
    setenv("HOME", folder, 1);
}

Test(pages, nobody_s_startup_file_is_read, IN_FOLDER) {
    write_file(".gnuplot", "exit status 7\n");
    cr_assert_eq(run_pages(use_startup_file), 0);
}

Test(pages, wrong_usage_is_explained, IN_FOLDER) {
    static char name[] = "halfstep-pages", option[] = "--fast", help[] = "--help";
    char *none[] = {name, NULL}, *two[] = {name, folder, folder, NULL};
    char *unknown[] = {name, option, NULL}, *asked[] = {name, help, NULL};
    char *const *wrong[] = {none, two, unknown};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cr_assert_eq(run(PAGES_PROGRAM, wrong[i], NULL), 2);
        check_complaint("usage: halfstep-pages DIR");
    }
    cr_assert_eq(run(PAGES_PROGRAM, asked, NULL), 0);
}
