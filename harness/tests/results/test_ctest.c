/* Measurements for CTest.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/files/formats.h"
#include "harness/tests/results/gate_sample.h"
#include "harness/tests/scratch.h"
#include "harness/tests/xml.h"

Test(ctest, each_line_is_one_measurement_in_xml) {
    struct gate_outcome o = sample_outcome();
    char *text = sample_print(ctest_print, &o), *rest = text;
    int lines = 0;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest), lines++) {
        cr_expect(xml_is_well_formed(line), "%s", line);
        cr_expect(
            strncmp(line, "<CTestMeasurement type=\"numeric/double\" name=\"", 46) == 0,
            "%s", line);
        char *end = NULL;
        strtod(strchr(line, '>') + 1, &end);
        cr_expect_str_eq(end, "</CTestMeasurement>");
    }
    cr_expect(lines == 3 + nasty_count + 5, "%d", lines);
}

Test(ctest, ctest_takes_the_measurements_down) {
    if (system("command -v ctest >/dev/null 2>&1") != 0)
        cr_skip_test("no ctest here");
    struct scratch s = scratch_make();
    struct gate_outcome o = sample_outcome();
    char *text = sample_print(ctest_print, &o), file[256], command[512];
    char *output = scratch_write(&s, "output", text);
    snprintf(file, sizeof file, "add_test(gate cat %s)\n", output);
    scratch_write(&s, "CTestTestfile.cmake", file);
    snprintf(file, sizeof file, "SourceDirectory: %s\nBuildDirectory: %s\n", s.path,
             s.path);
    scratch_write(&s, "DartConfiguration.tcl", file);
    snprintf(
        command, sizeof command,
        "cd %s && ctest -T Test >out 2>&1 && cat Testing/2*/Test.xml | tr -d '\\n\\t' | "
        "grep -q '\"pendulum.order.double.m\"><Value>1.3700000000000001</Value>'",
        s.path);
    cr_expect(system(command) == 0);
}

Test(ctest, orders_constants_and_totals_are_there_with_their_values) {
    struct gate_outcome o = sample_outcome();
    char *text = sample_print(ctest_print, &o);
    cr_expect(strstr(text, "name=\"pendulum.order.double.m\">1.3700000000000001<") !=
                  NULL,
              "%s", text);
    cr_expect(strstr(text, "name=\"pendulum.error-constant:order.double.m\">") != NULL);
    cr_expect(strstr(text, "name=\"failed\">14<") != NULL);
    cr_expect(strstr(text, "name=\"processor_seconds\">1.625<") != NULL);
}
