/* Figures with a row for each problem.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

#include <ctype.h>

enum {
    MOST_LETTERS = 24,    /* of a name */
    COMFORTABLE_ROWS = 20 /* with letters of the usual size */
};

static const double usual_letters = 12;

/* "_" would lower what follows. Bytes that continue a character stay with its first. */
void row_name(struct text *name, const char *s) {
    for (int i = 0, letters = 0; s[i]; i++) {
        bool continues = ((unsigned char)s[i] & 0xC0) == 0x80;
        letters += continues ? 0 : 1;
        if (letters > MOST_LETTERS) {
            text_add(name, "\xE2\x80\xA6");
            return;
        }
        text_add_bytes(name, s[i] == '_' ? " " : &s[i], 1);
    }
}

/* Whether an exponent begins at s[i], as printf writes it: after a digit, with a sign. */
static bool is_exponent(const char *s, int i) {
    return i > 0 && isdigit((unsigned char)s[i - 1]) && s[i] == 'e' &&
           (s[i + 1] == '-' || s[i + 1] == '+') && isdigit((unsigned char)s[i + 2]);
}

void row_name_with_powers(struct text *name, const char *s) {
    static const char *const superscript[] = {
        "\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",     "\xE2\x81\xB4",
        "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"};
    static const char times_ten[] = "\xC3\x97"
                                    "10",
                      minus[] = "\xE2\x81\xBB";
    struct text plain = {0};
    for (int i = 0; s[i]; i++) {
        if (!is_exponent(s, i)) {
            text_add_bytes(&plain, &s[i], 1);
            continue;
        }
        text_add(&plain, times_ten);
        text_add(&plain, s[i + 1] == '-' ? minus : "");
        for (i += 2; s[i] == '0' && isdigit((unsigned char)s[i + 1]); i++) {
        }
        for (; isdigit((unsigned char)s[i]); i++) {
            text_add(&plain, superscript[s[i] - '0']);
        }
        i--;
    }
    row_name(name, text_bytes(&plain));
    text_clear(&plain);
}

double row_letters(int rows) {
    return rows <= COMFORTABLE_ROWS ? usual_letters
                                    : usual_letters * COMFORTABLE_ROWS / rows;
}
