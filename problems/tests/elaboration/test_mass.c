/* Which mass matrices are refused: those that are not positive definite at the start, and
 * those whose pivots vanish identically.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "problems/model.h"
#include "problems/tests/reading.h"

static const char *with_mass(char text[512], const char *mass) {
    snprintf(text, 512,
             "param m = 1.37\nposition a = 0.3, b = -0.4\nvelocity u = 0.2, w = 0.7\n"
             "a' = u\nb' = w\n%s\nforce u = -a\nforce w = -b\n",
             mass);
    return text;
}

#define DEFINITE "the mass matrix is not positive definite at the start: the pivot of "

static const struct {
    const char *mass, *settings, *words; /* NULL: accepted */
} matrices[] = {
    {"mass u, u = -m\nmass w, w = 1", NULL, ":6:6: " DEFINITE "'u' is -1.37"},
    {"mass u, u = 1\nmass u, w = 2\nmass w, w = 1", NULL, ":8:6: " DEFINITE "'w' is -3"},
    {"mass u, u = 1\nmass u, w = 2\nmass w, w = 5", NULL, NULL},
    {"mass u, u = a\nmass w, w = b", NULL, ":7:6: " DEFINITE "'w' is -0.4"},
    {"mass u, u = a\nmass w, w = 1", "a=0.01", NULL},
    {"mass u, u = a\nmass w, w = 1", "a=-0.01", DEFINITE "'u' is -0.01"},
    {"mass u, u = m\nmass u, w = m\nmass w, w = m", NULL, DEFINITE "'w' is 0"},
    {"mass u, u = 1\nmass u, w = 1\nmass w, w = 1", NULL,
     "the mass matrix is singular: the pivot of 'w' is zero"},
    {"mass u, u = 1", NULL, ":8:7: 'w' has no mass: expected a line mass w, w = ..."},
    {"mass u, u = 1\nmass w, w = 0", NULL, "'w' has no mass"},
    {"mass u, u = 0\nmass u, w = 1\nmass w, w = 1", NULL, "'u' has no mass"},
    {"mass u, u = 2\nmass u, w = 0.1\nmass w, w = 2\nmass w, u = 0.1", NULL, NULL},
    {"mass u, u = 2\nmass u, w = 0.1\nmass w, w = 2\nmass w, u = 0.2", NULL,
     ":9:6: this entry of the symmetric mass matrix already has another value"},
};

Test(mass, that_is_not_positive_definite_is_refused) {
    for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++) {
        char text[512];
        struct diagnostic d;
        with_mass(text, matrices[i].mass);
        if (!matrices[i].words) {
            model_free(reading_model(text, matrices[i].settings));
            continue;
        }
        enum problem_status status = reading_refusal(text, matrices[i].settings, &d);
        cr_expect(status == PROBLEM_BAD_MODEL, "%s", matrices[i].mass);
        cr_expect(strstr(d.text, matrices[i].words), "'%s' lacks '%s'", d.text,
                  matrices[i].words);
    }
}
