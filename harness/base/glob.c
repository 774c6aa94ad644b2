/* Patterns for names. A mismatch goes back to the last '*', which then takes one character
 * more; earlier ones need never be gone back to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/glob.h"

#include <stddef.h>
#include <string.h>

bool glob_matches(const char *pattern, const char *text) {
    const char *star = NULL, *taken = text;
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            taken = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star + 1;
            text = ++taken;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

bool glob_is_pattern(const char *pattern) {
    return pattern[strcspn(pattern, "*?")] != '\0';
}
