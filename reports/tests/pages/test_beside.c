/* What stands beside the pages: the numbers of figures, twice, and a page as one file.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "reports/site/site.h"
#include "reports/tests/pages/folder.h"

TestSuite(beside, .init = make_folder, .fini = remove_folder);

Test(beside, a_table_is_the_same_in_json) {
    struct text table = {0}, why = {0};
    struct site site = {.folder = folder, .why = &why};
    cr_assert(shell("mkdir figures") == 0);
    text_add(&table, "# title\n# x, y, words\n\n\n1.5\t-2e-3\ta \"b\" 3\n\n4\tnan\t\n\n\n"
                     "1e400\t0x\t7\n");
    cr_assert(table_write(&site, "f", &table));
    json_t *expected =
        json_loads("{\"about\": [\"title\", \"x, y, words\"], \"blocks\": [[[1.5, "
                   "-0.002, \"a \\\"b\\\" "
                   "3\"], [], [4.0, \"nan\", \"\"]], [[\"1e400\", \"0x\", 7.0]]]}",
                   0, NULL);
    struct text written = read_page("figures/f.json"), same = read_page("figures/f.tsv");
    json_t *read = json_loads(text_bytes(&written), 0, NULL);
    cr_expect(json_equal(read, expected), "%s", text_bytes(&written));
    cr_expect_str_eq(text_bytes(&same), text_bytes(&table));
}

/* Nothing in the file leads out of it. */
Test(beside, a_page_is_one_file_to_be_sent) {
    make_pages_of(make_document(8, 4));
    cr_assert(shell("%s --single problem_007 . >said", PAGES_PROGRAM) == 0);
    struct text page = read_page("problem_007.html"), said = read_page("said");
    const char *bytes = text_bytes(&page);
    cr_expect_str_eq(text_bytes(&said), "problem_007.html\n");
    static const char *const inside[] = {"--m1: light-dark(#0b5fa5", "svg.figure .p",
                                         "const address", "class=\"figure\"",
                                         "href=\"#numbers\""};
    static const char *const outside[] = {"src=\"", "<link", "href=\"..", "href=\"m"};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        cr_expect(strstr(bytes, inside[i]) != NULL, "no %s", inside[i]);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        cr_expect(strstr(bytes, outside[i]) == NULL, "has %s", outside[i]);
    cr_expect(shell("%s --single nobody . 2>said", PAGES_PROGRAM) == 2);
    text_clear(&said);
    said = read_page("said");
    cr_expect(strstr(text_bytes(&said), "no page of 'nobody'") != NULL);
}

/* The figure of the other report is in the file that is sent, byte for byte. */
Test(beside, a_page_to_be_sent_has_the_figures_before) {
    struct text address = {0};
    text_add(&address, "<img src=\"data:image/svg+xml,");
    write_results(make_document(8, 4));
    cr_assert(shell("mkdir before && sed 's/method-number-1/another-method/' "
                    "results.json >before/results.json") == 0);
    cr_assert(shell("%s before && %s . before", PAGES_PROGRAM, PAGES_PROGRAM) == 0);
    cr_assert(shell("%s --single problem_007 . >said", PAGES_PROGRAM) == 0);
    struct text page = read_page("problem_007.html");
    struct text before = read_page("figures/problem_007-convergence-before.svg");
    text_address(&address, text_bytes(&before));
    cr_expect(before.length > 0 && strstr(text_bytes(&page), text_bytes(&address)));
    cr_expect(strstr(text_bytes(&page), "-before.svg") == NULL);
}

/* Of what only rounding moves there is no flat line. An impact is a row with its law and way;
 * where the component is a pile, it is drawn; where it is one of the state, it is not. */
Test(beside, figures_of_contact_are_drawn) {
    copy_data("contact");
    cr_assert(make_pages() == 0);
    cr_expect(size_of("models/rest.html") > 0);
    cr_expect(size_of("figures/rest-energies.svg") < 0);
    expect_words("figures/pile-forces.tsv", "\n0.301029996\t0.0969100", NULL);
    expect_words("figures/pile-impact-energy.tsv", "\nPoisson/Mixed\t0.25\t0.25\t0.5\t",
                 NULL);
    expect_words("figures/pile-impact-energy.svg", ">Newton/Mixed/faithful<",
                 ">kinetic energy after over before<", NULL);
    cr_expect(size_of("figures/pile-step-error.tsv") < 0);
}
