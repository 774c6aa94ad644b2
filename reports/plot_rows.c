/* Figures with a row for each problem.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/plot.h"

enum {
    MOST_LETTERS = 24,    /* of a name */
    COMFORTABLE_ROWS = 20 /* with letters of the usual size */
};

static const double usual_letters = 12;

/* "_" would lower what follows. Bytes that continue a character stay with its first. */
void row_name(struct text *name, const char *s) {
    for (int i = 0; s[i]; i++) {
        bool continues = ((unsigned char)s[i] & 0xC0) == 0x80;
        if (i >= MOST_LETTERS && !continues) {
            text_add(name, "\xE2\x80\xA6");
            return;
        }
        text_add_bytes(name, s[i] == '_' ? " " : &s[i], 1);
    }
}

double row_letters(int rows) {
    return rows <= COMFORTABLE_ROWS ? usual_letters
                                    : usual_letters * COMFORTABLE_ROWS / rows;
}
