/* Whether an integrator from outside answers at all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/tests/plugins.h"
#include "harness/tests/scratch.h"

static int probe(const char *place, struct plugin_traits *traits, struct diagnostic *d) {
    struct plugin_case c;
    plugin_case_make(&c, place, NULL, NULL, NULL, NULL);
    return plugin_probe(traits, &c.plugin, d);
}

Test(plugin_probe, the_traits_are_what_the_integrator_has) {
    struct plugin_traits traits = {.name = ""};
    struct diagnostic d = {""};
    cr_assert(probe(plugin_path("heun"), &traits, &d) == 0, "%s", d.text);
    cr_expect_str_eq(traits.name, "heun");
    cr_expect(traits.has_estimate && !traits.has_advance && !traits.has_statistics);
    cr_assert(probe(plugin_path("implicit-euler"), &traits, &d) == 0, "%s", d.text);
    cr_expect_str_eq(traits.name, "implicit-euler");
    cr_expect(traits.has_estimate && traits.has_advance && traits.has_statistics);
    cr_expect(!plugin_left_children());
}

static const struct {
    const char *name;
    int outcome;
    const char *told;
} libraries[] = {
    {"misbehaving_when_loaded", PLUGIN_FAULTY, "crashed while it was loaded (SIGSEGV)"},
    {"misbehaving_create_crashes", PLUGIN_FAULTY, "crashed in create (SIGSEGV)"},
    {"misbehaving_create_hangs", PLUGIN_FAULTY, "create did not return within 1 s"},
    {"misbehaving_create_refuses", PLUGIN_UNUSABLE, "create returned NULL"},
    {"misbehaving_no_symbol", PLUGIN_UNUSABLE,
     "does not define the function "
     "halfstep_integrator()"},
    {"misbehaving_no_step", PLUGIN_UNUSABLE, "the member 'step' is NULL"},
    {"misbehaving_no_description", PLUGIN_UNUSABLE, "returned NULL"},
    {"misbehaving_version", PLUGIN_UNUSABLE, "made for version 77 of the interface"},
    {"no-such-library", PLUGIN_UNUSABLE, "there is no such file"},
};
enum { libraries_count = sizeof libraries / sizeof *libraries };

Test(plugin_probe, what_is_wrong_with_a_library_is_told) {
    for (int i = 0; i < libraries_count; i++) {
        struct plugin_traits traits = {.name = "unchanged"};
        struct diagnostic d = {""};
        int outcome = probe(plugin_path(libraries[i].name), &traits, &d);
        cr_expect(outcome == libraries[i].outcome, "%s: %d", libraries[i].name, outcome);
        cr_expect(strstr(d.text, libraries[i].told) != NULL, "%s: '%s'",
                  libraries[i].name, d.text);
        cr_expect(strstr(d.text, libraries[i].name) != NULL, "%s", d.text);
        cr_expect_str_eq(traits.name, "unchanged");
        cr_expect(!plugin_left_children());
    }
}

Test(plugin_probe, a_file_that_is_no_library_is_told_apart) {
    struct scratch folder = scratch_make();
    struct plugin_traits traits = {.name = ""};
    struct diagnostic d = {""};
    char *path = scratch_write(&folder, "text.so", "This is no library.\n");
    cr_expect(probe(path, &traits, &d) == PLUGIN_UNUSABLE);
    cr_expect(strstr(d.text, "not a shared library that can be loaded: ") != NULL, "%s",
              d.text);
    cr_expect(probe(folder.path, &traits, &d) == PLUGIN_UNUSABLE);
    cr_expect(strstr(d.text, "not a file") != NULL, "%s", d.text);
    cr_expect(probe("  ", &traits, &d) == PLUGIN_UNUSABLE);
}

Test(plugin_probe, a_library_is_found_with_a_blank_in_its_path_and_without_a_slash) {
    struct scratch folder = scratch_make();
    struct plugin_traits traits = {.name = ""};
    struct diagnostic d = {""};
    char line[4096];
    snprintf(line, sizeof line, "mkdir '%s/my work' && cp %s '%s/my work/mine.so'",
             folder.path, plugin_path("heun"), folder.path);
    cr_assert(system(line) == 0);
    snprintf(line, sizeof line, "%s/my work/mine.so", folder.path);
    cr_expect(probe(line, &traits, &d) == 0, "%s", d.text);
    snprintf(line, sizeof line, "%s/my work", folder.path);
    cr_assert(chdir(line) == 0);
    cr_expect(probe("mine.so", &traits, &d) == 0, "%s", d.text);
    cr_assert(rename("mine.so", "mine.so.1.2") == 0);
    cr_expect(probe("./mine.so.1.2", &traits, &d) == 0, "%s", d.text);
}

/* What is found before any study; a step may fail, for a reason of its own: the studies will see
 * how often. */
static const struct {
    const char *plugin, *option, *value;
    int outcome;
    const char *told;
} options[] = {
    {"misbehaving", "fault", "crash-in-step", PLUGIN_FAULTY, "crashed in step (SIGSEGV)"},
    {"misbehaving", "fault", "nan-in-state", PLUGIN_FAULTY, "state is not finite"},
    {"misbehaving", "fault", "estimate-too-long", PLUGIN_FAULTY,
     "estimate wrote past the end"},
    {"misbehaving", "fault", "fail", 0, ""},
    {"implicit-euler", "colour", "red", PLUGIN_UNUSABLE,
     "no option 'colour', or it cannot be 'red'"},
    {"heun", "colour", "red", PLUGIN_UNUSABLE, "has no options"},
};

Test(plugin_probe, a_fault_in_the_first_step_and_an_option_that_there_is_not_are_told) {
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        struct plugin_case c;
        struct plugin_traits traits = {.name = ""};
        struct diagnostic d = {""};
        plugin_case_make(&c, plugin_path(options[i].plugin), options[i].option,
                         options[i].value, NULL, NULL);
        const int outcome = plugin_probe(&traits, &c.plugin, &d);
        cr_expect(outcome == options[i].outcome, "%s: %d", options[i].value, outcome);
        cr_expect(strstr(d.text, options[i].told) != NULL, "%s: %s", options[i].value,
                  d.text);
        cr_expect_str_eq(traits.name, outcome == 0 ? options[i].plugin : "");
    }
}
