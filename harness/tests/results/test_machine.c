/* What is told of the machine, and of how busy it is.
 *
 * Seen to fail: the first line of a file whatever its key; blanks before the value; steal that
 * is not divided by the time that has passed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <gmp.h>
#include <gsl/gsl_version.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/results/machine.h"

/* As another program reads it; empty: not on this machine. */
Test(machine, the_processor_is_named_as_the_system_names_it) {
    char named[256] = "";
    FILE *other =
        popen("sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1", "r");
    cr_assert(other != NULL);
    if (fgets(named, sizeof named, other) != NULL)
        named[strcspn(named, "\n")] = '\0';
    pclose(other);
    json_t *machine = machine_describe();
    const char *told = json_string_value(json_object_get(machine, "processor"));
    cr_expect_str_eq(told != NULL ? told : "", named);
}

/* What a figure may depend on besides the processor; the versions as the libraries and the
 * compiler of this test have them. */
Test(machine, the_compiler_its_flags_and_the_libraries_are_named) {
    const json_t *machine = machine_describe();
    const char *compiler = json_string_value(json_object_get(machine, "compiler"));
    cr_expect(json_integer_value(json_object_get(machine, "cores")) > 0);
    cr_expect(json_is_string(json_object_get(machine, "system")));
    cr_expect(json_is_string(json_object_get(machine, "flags")));
    cr_expect(compiler != NULL && strstr(compiler, __VERSION__) != NULL, "%s", compiler);
    cr_expect_str_eq(json_string_value(json_object_get(machine, "MPFR")),
                     mpfr_get_version());
    cr_expect_str_eq(json_string_value(json_object_get(machine, "GMP")), gmp_version);
    cr_expect_str_eq(json_string_value(json_object_get(machine, "GSL")), gsl_version);
}

Test(machine, stolen_time_is_a_part_of_what_has_passed) {
    const struct load before = {0.5, 300, 10000}, after = {1.5, 330, 10120};
    json_t *told = load_describe(&before, &after),
           *at_once = load_describe(&after, &after);
    cr_expect(json_number_in(told, "before") == 0.5);
    cr_expect(json_number_in(told, "after") == 1.5);
    cr_expect(json_number_in(told, "steal") == 0.25);
    cr_expect(json_is_null(json_object_get(at_once, "steal")));
}
