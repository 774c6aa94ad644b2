/* Plug-ins for tests, and the processes that they leave behind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TESTS_PLUGINS_H
#define HARNESS_TESTS_PLUGINS_H

#include "harness/integrators/subject.h"
#include "harness/plugin/plugin.h"

/* The path of a plug-in of the build; valid until the next call but three. */
const char *plugin_path(const char *name);

/* A plug-in with at most two options (NULL: none), which must outlive it. Its calls may take
 * a second. */
struct plugin_case {
    struct plugin plugin;
    struct plugin_option option[2];
};
void plugin_case_make(struct plugin_case *c, const char *place, const char *name,
                      const char *value, const char *other, const char *other_value);

/* Opens a subject; ends the test when that fails. */
struct subject plugin_subject(struct plugin_case *c, struct model *m,
                              const struct subject_options *options);

/* Whether this process has children, ended or not. */
bool plugin_left_children(void);

/* Marks the processes that are started from here on as those of this test. */
void plugin_mark_processes(void);

/* How many of the marked processes there are with the text in their command line; waits, for a
 * second at most, until there are none. */
int plugin_count_processes(const char *text);

/* Whether a program can be run: "python3". */
bool plugin_can_run(const char *program);

#endif
