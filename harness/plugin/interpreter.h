/* The interpreter behind the name `python3`.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_INTERPRETER_H
#define HARNESS_PLUGIN_INTERPRETER_H

#include <stddef.h>

/* path := the interpreter that a program's first word, python or python3.11, stands for: it may be
 * a script of pyenv or the like, which chooses one at each start and takes many times as long as
 * Python's own. It is asked once, then the interpreter, and each has so many seconds; path := ""
 * where one does not answer, where the script does more than to choose (sets paths, gives options,
 * waits for Python), or the word is another one or a file's. */
void interpreter_find(char *path, size_t size, const char *place, double seconds);

#endif
