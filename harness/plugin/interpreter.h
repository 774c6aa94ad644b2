/* The interpreter behind the name `python3`.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_INTERPRETER_H
#define HARNESS_PLUGIN_INTERPRETER_H

#include <stddef.h>

/* path := what a program's first word, pythonX, runs in the end, where the PATH has a script of that
 * name: pyenv and the like choose an interpreter at each start, which takes many times as long as
 * Python's own. It is asked once, and has so many seconds. Else path := "". */
void interpreter_find(char *path, size_t size, const char *place, double seconds);

#endif
