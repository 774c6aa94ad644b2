/* Outcomes of reading and evaluating models.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_STATUS_H
#define PROBLEMS_STATUS_H

#define PROBLEM_STATUS_LIST(ENTRY)                                                       \
    ENTRY(PROBLEM_OK, "success")                                                         \
    ENTRY(PROBLEM_NO_MEMORY, "out of memory")                                            \
    ENTRY(PROBLEM_NOT_FOUND, "no such model")                                            \
    ENTRY(PROBLEM_UNREADABLE, "the file cannot be read")                                 \
    ENTRY(PROBLEM_BAD_MODEL, "the model file is wrong")                                  \
    ENTRY(PROBLEM_BAD_SETTING, "a setting is wrong")                                     \
    ENTRY(PROBLEM_NOT_FINITE, "a constant of the model is not a finite number")

#define PROBLEM_STATUS_ENUM(name, text) name,
enum problem_status { PROBLEM_STATUS_LIST(PROBLEM_STATUS_ENUM) };
#undef PROBLEM_STATUS_ENUM

/* One sentence for a status; a static string. */
const char *problem_status_text(enum problem_status status);

/* What a person is told: file, line, column, the line itself with a caret, and what was
 * expected. Lines end in '\n'; cut, never overrun, when longer than the array. */
struct diagnostic {
    char text[1024];
};

#endif
