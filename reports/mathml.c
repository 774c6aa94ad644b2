/* Elements and attributes by name: what is not known is not let in.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/mathml.h"

#include <stddef.h>
#include <string.h>

static const char elements[] = " math mfrac mi mn mo mrow mspace msqrt msub msubsup msup "
                               "mtable mtd mtext mtr munderover pre ";
static const char attributes[] = " class display displaystyle form lspace rspace width "
                                 "xmlns ";
static const char letters[] = "abcdefghijklmnopqrstuvwxyz";

/* Goes past a word that stands in the list between blanks. */
static bool skip_word(const char **at, const char *list) {
    const size_t length = strspn(*at, letters);
    char word[16] = " ";
    if (length == 0 || length + 3 > sizeof word)
        return false;
    memcpy(word + 1, *at, length);
    word[length + 1] = ' ';
    *at += length;
    return strstr(list, word) != NULL;
}

/* Goes past what stands behind '<'. */
static bool skip_tag(const char **at) {
    *at += **at == '/';
    if (!skip_word(at, elements))
        return false;
    while (**at == ' ') {
        ++*at;
        if (!skip_word(at, attributes) || strncmp(*at, "=\"", 2) != 0)
            return false;
        *at += 2;
        *at += strcspn(*at, "\"<>");
        if (*(*at)++ != '"')
            return false;
    }
    *at += **at == '/';
    return *(*at)++ == '>';
}

bool mathml_is_safe(const char *markup) {
    for (const char *at = strchr(markup, '<'); at != NULL; at = strchr(at, '<')) {
        at++;
        if (!skip_tag(&at))
            return false;
    }
    return true;
}
