/* Whether two integrators in two threads are two.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/integrators/subject_options.h"
#include "harness/tests/models.h"
#include "harness/tests/plugins.h"

/* Of plugin_threads_agree, or of plugin_agrees_beside. */
static int
differing_in(int (*agrees)(void *, struct model *, const struct subject_options *, long *,
                           struct diagnostic *),
             long *count, const char *name, const char *fault, struct diagnostic *d) {
    struct model *m = model_from(coupled_model);
    struct subject_options options = subject_default_options();
    struct plugin_case c;
    plugin_case_make(&c, plugin_path(name), fault != NULL ? "fault" : NULL, fault, NULL,
                     NULL);
    int failed = agrees(&c.plugin, m, &options, count, d);
    cr_expect(!plugin_left_children());
    return failed;
}

static int differing(long *count, const char *name, const char *fault,
                     struct diagnostic *d) {
    return differing_in(plugin_threads_agree, count, name, fault, d);
}

Test(plugin_threads, integrators_that_keep_to_themselves_agree) {
    static const char *const names[] = {"heun", "implicit-euler",
                                        "velocity-implicit-euler", "misbehaving"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct diagnostic d = {""};
        long count = -1;
        cr_expect(differing(&count, names[i], NULL, &d) == 0, "%s", d.text);
        cr_expect(count == 0, "%s: %ld", names[i], count);
    }
}

/* Each has the joints' rows of its own system. */
Test(plugin_threads, a_library_that_takes_joints_has_them_in_both) {
    static const char bob[] = "position x = 0, y = -1\nvelocity u = 2, w = 0\n"
                              "x' = u\ny' = w\nmass u, u = 3\nmass w, w = 3\n"
                              "force u = 0\nforce w = -30\njoint rod = x^2 + y^2 - 1\n";
    const struct subject_options options = subject_default_options();
    struct model *m = model_from(bob);
    struct diagnostic d = {""};
    struct plugin_case c;
    long count = -1;
    plugin_case_make(&c, plugin_path("with_joints"), NULL, NULL, NULL, NULL);
    c.plugin.takes = 1;
    cr_expect(plugin_threads_agree(&c.plugin, m, &options, &count, &d) == 0, "%s",
              d.text);
    cr_expect(count == 0, "%ld", count);
}

/* On every run: the threads take turns. */
Test(plugin_threads, memory_that_is_shared_is_seen_each_time) {
    for (int k = 0; k < 20; k++) {
        struct diagnostic d = {""};
        long count = -1;
        cr_expect(differing(&count, "misbehaving", "share-memory", &d) == 0, "%s",
                  d.text);
        cr_expect(count > 100, "%ld", count);
    }
}

Test(plugin_threads, a_crash_there_is_told) {
    struct diagnostic d = {""};
    long count = -1;
    cr_expect(differing(&count, "misbehaving", "crash-in-second-thread", &d) != 0);
    cr_expect(strstr(d.text, "crashed while two threads used it at once") != NULL, "%s",
              d.text);
}

/* A lock that is held during a step makes the threads wait for each other, and is right. */
Test(plugin_threads, a_lock_is_no_reason_to_wait_for_ever) {
    struct diagnostic d = {""};
    long count = -1;
    cr_expect(differing(&count, "misbehaving", "lock", &d) == 0, "%s", d.text);
    cr_expect(count == 0, "%ld", count);
}

Test(plugin_threads, a_program_has_none) {
    struct model *m = model_from(coupled_model);
    struct subject_options options = subject_default_options();
    struct plugin_case c;
    struct diagnostic d = {""};
    long count = -1;
    plugin_case_make(&c, "sh " PROJECT_FOLDER "/harness/tests/plugins/conversation.sh",
                     NULL, NULL, NULL, NULL);
    cr_expect(plugin_threads_agree(&c.plugin, m, &options, &count, &d) != 0);
    cr_expect(strstr(d.text, "has no threads") != NULL, "%s", d.text);
}

Test(plugin_threads, integrators_agree_beside_unrelated_work) {
    static const char *const names[] = {"heun", "implicit-euler",
                                        "velocity-implicit-euler", "misbehaving"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct diagnostic d = {""};
        long count = -1;
        cr_expect(differing_in(plugin_agrees_beside, &count, names[i], NULL, &d) == 0,
                  "%s", d.text);
        cr_expect(count == 0, "%s: %ld", names[i], count);
    }
}

/* What the library keeps from step to step is another's; alone it is right. */
Test(plugin_threads, what_a_library_keeps_for_all_is_seen_beside_unrelated_work) {
    struct diagnostic d = {""};
    long count = -1;
    cr_expect(differing_in(plugin_agrees_beside, &count, "misbehaving", "keep-in-library",
                           &d) == 0,
              "%s", d.text);
    cr_expect(count > 20, "%ld", count);
}
