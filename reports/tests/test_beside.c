/* What stands beside the pages: the numbers of figures, twice, and a page as one file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reports/site/files.h"
#include "reports/site/table.h"

static char folder[] = "/tmp/beside-XXXXXX";

static int shell(const char *format, const char *a, const char *b) {
    char line[1024];
    snprintf(line, sizeof line, format, a, b);
    return WEXITSTATUS(system(line));
}

static void begin(void) {
    cr_assert(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

static void end(void) {
    cr_expect(chdir("/") == 0 && shell("rm -rf '%s'%s", folder, "") == 0);
}

TestSuite(beside, .init = begin, .fini = end);

static struct text read_file(const char *name) {
    struct text content = {0}, why = {0};
    cr_expect(files_read(&content, folder, name, &why), "%s", text_bytes(&why));
    text_clear(&why);
    return content;
}

Test(beside, a_table_is_the_same_in_json) {
    struct text table = {0}, why = {0};
    struct site site = {.folder = folder, .why = &why};
    cr_assert(shell("mkdir '%s/%s'", folder, "figures") == 0);
    text_add(&table, "# title\n# x, y, words\n\n\n1.5\t-2e-3\ta \"b\" 3\n\n4\tnan\t\n\n\n"
                     "1e400\t0x\t7\n");
    cr_assert(table_write(&site, "f", &table));
    json_t *expected =
        json_loads("{\"about\": [\"title\", \"x, y, words\"], \"blocks\": [[[1.5, "
                   "-0.002, \"a \\\"b\\\" "
                   "3\"], [], [4.0, \"nan\", \"\"]], [[\"1e400\", \"0x\", 7.0]]]}",
                   0, NULL);
    struct text written = read_file("figures/f.json"), same = read_file("figures/f.tsv");
    json_t *read = json_loads(text_bytes(&written), 0, NULL);
    cr_expect(json_equal(read, expected), "%s", text_bytes(&written));
    cr_expect_str_eq(text_bytes(&same), text_bytes(&table));
    json_decref(read);
    json_decref(expected);
    text_clear(&written);
    text_clear(&same);
    text_clear(&table);
    text_clear(&why);
}

/* Nothing in the file leads out of it. */
Test(beside, a_page_is_one_file_to_be_sent) {
    cr_assert(shell("cp -r '%s/tests/data/small' %s", REPORT_PARTS, "report") == 0);
    cr_assert(shell("%s report%s", PAGES_PROGRAM, "") == 0);
    cr_assert(shell("%s --single pendulum report >said%s", PAGES_PROGRAM, "") == 0);
    struct text page = read_file("pendulum.html"), said = read_file("said");
    const char *bytes = text_bytes(&page);
    cr_expect_str_eq(text_bytes(&said), "pendulum.html\n");
    static const char *const inside[] = {"--m1: #0b5fa5", "svg.figure .p",
                                         "const address", "class=\"figure\"",
                                         "href=\"#numbers\""};
    static const char *const outside[] = {"src=\"", "<link", "href=\"..", "href=\"m"};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        cr_expect(strstr(bytes, inside[i]) != NULL, "no %s", inside[i]);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        cr_expect(strstr(bytes, outside[i]) == NULL, "has %s", outside[i]);
    cr_expect(shell("%s --single nobody report 2>said%s", PAGES_PROGRAM, "") == 2);
    text_clear(&said);
    said = read_file("said");
    cr_expect(strstr(text_bytes(&said), "no page of 'nobody'") != NULL);
    text_clear(&said);
    text_clear(&page);
}

/* %XX of an address become bytes again. */
static void decode(struct text *out, const char *at, const char *end) {
    for (; at < end; at += *at == '%' ? 3 : 1) {
        unsigned byte = (unsigned char)*at;
        cr_assert(*at != '%' || sscanf(at + 1, "%2x", &byte) == 1);
        text_add_bytes(out, &(char){(char)byte}, 1);
    }
}

/* The figure of the other report is in the file that is sent, byte for byte. */
Test(beside, a_page_to_be_sent_has_the_figures_before) {
    static const char address[] = "<img src=\"data:image/svg+xml,";
    cr_assert(shell("cp -r '%s/tests/data/small' %s", REPORT_PARTS, "report") == 0);
    cr_assert(shell("cp -r %s %s", "report", "before") == 0);
    cr_assert(shell("sed -i 's/velocity-implicit-euler/another-method/' "
                    "%s/results.json%s",
                    "before", "") == 0);
    cr_assert(shell("%s %s", PAGES_PROGRAM, "before") == 0);
    cr_assert(shell("%s report %s", PAGES_PROGRAM, "before") == 0);
    cr_assert(shell("%s --single pendulum report >said%s", PAGES_PROGRAM, "") == 0);
    struct text page = read_file("pendulum.html"), inside = {0};
    struct text before = read_file("report/figures/pendulum-convergence-before.svg");
    const char *at = strstr(text_bytes(&page), address), *end = NULL;
    cr_assert(at != NULL && (end = strchr(at + strlen(address), '"')) != NULL);
    decode(&inside, at + strlen(address), end);
    cr_expect_str_eq(text_bytes(&inside), text_bytes(&before));
    cr_expect(strstr(text_bytes(&page), "-before.svg") == NULL);
    text_clear(&page);
    text_clear(&inside);
    text_clear(&before);
}

/* No flat line of what only rounding moves. */
Test(beside, zeros_but_for_rounding_are_not_drawn) {
    static const char results[] =
        "{\"format\": 1, \"models\": [{\"name\": \"rest\"}], \"results\": [{\"model\": "
        "\"rest\", "
        "\"method\": \"cs\", \"study\": \"budget\", \"quantity\": \"energy-series\", "
        "\"arithmetic\": \"double\", \"verdict\": \"pass\", \"points\": [{\"t\": 0, "
        "\"kinetic\": 0}, {\"t\": 1, \"kinetic\": -8e-15}]}]}";
    FILE *file = fopen("results.json", "w");
    cr_assert(file != NULL && fputs(results, file) >= 0 && fclose(file) == 0);
    cr_assert(shell("%s '%s'", PAGES_PROGRAM, folder) == 0);
    cr_expect(access("models/rest.html", F_OK) == 0);
    cr_expect(access("figures/rest-energies.svg", F_OK) != 0);
}

/* Points that have no abscissa are numbered; where the component is a pile, it is drawn; where it is one of
 * the state, it is not. */
Test(beside, figures_of_contact_are_drawn) {
    static const char results[] =
        "{\"format\": 1, \"models\": [{\"name\": \"pile\"}], \"results\": [{\"model\": "
        "\"pile\", "
        "\"method\": \"cs\", \"study\": \"settling\", \"quantity\": \"forces:own\", "
        "\"component\": \"own\", \"arithmetic\": \"double\", \"verdict\": \"pass\", "
        "\"points\": "
        "[{\"level\": 1, \"force\": 2.5, \"expected\": 2.5}, {\"level\": 2, \"force\": "
        "1.25, "
        "\"expected\": 1.25}]}, {\"model\": \"pile\", \"method\": \"cs\", \"study\": "
        "\"restitution\", \"quantity\": \"impact-energy\", \"arithmetic\": \"double\", "
        "\"verdict\": \"pass\", \"points\": [{\"law\": \"Newton\", \"ratio\": 0.5, "
        "\"expected\": 0.75}, {\"law\": \"Poisson\", \"ratio\": 0.25, \"expected\": "
        "0.5}]}, {\"model\": \"pile\", \"method\": \"cs\", \"study\": \"gap\", "
        "\"quantity\": \"error-order:q\", \"component\": \"q\", \"arithmetic\": "
        "\"mpfr:256\", \"verdict\": \"pass\", \"points\": [{\"h\": 1, \"error\": 1}, "
        "{\"h\": 2, \"error\": 4}]}]}";
    FILE *file = fopen("results.json", "w");
    cr_assert(file != NULL && fputs(results, file) >= 0 && fclose(file) == 0);
    cr_assert(shell("%s '%s'", PAGES_PROGRAM, folder) == 0);
    struct text forces = read_file("figures/pile-forces.tsv");
    struct text energy = read_file("figures/pile-impact-energy.tsv");
    cr_expect(strstr(text_bytes(&forces), "\n2\t0.0969100") != NULL, "%s",
              text_bytes(&forces));
    cr_expect(strstr(text_bytes(&energy), "\n2\t0.25\t1\t") != NULL, "%s",
              text_bytes(&energy));
    cr_expect(access("figures/pile-step-error.tsv", F_OK) != 0);
    text_clear(&forces);
    text_clear(&energy);
}
