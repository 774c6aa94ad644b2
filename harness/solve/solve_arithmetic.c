/* In which arithmetic a solution is computed, and what it cannot do there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/solve/solve.h"

/* Limits of mpfr:BITS: one precision below a double's is enough for what one may want to see;
 * a million bits are 300000 digits. The replay's constants are doubles. */
enum { fewest_bits = 24, most_bits = 1000000, fewest_bits_of_replay = 53 };

static int read_arithmetic(struct solve_request *r, const char *text,
                           struct diagnostic *d) {
    static const char prefix[] = "mpfr:";
    r->bits = 0;
    if (text == NULL || strcmp(text, "double") == 0)
        return 0;
    if (strncmp(text, prefix, strlen(prefix)) != 0)
        return message_set(d, "--arithmetic %s: can only be double or mpfr:BITS", text);
    char *end;
    long bits = strtol(text + strlen(prefix), &end, 10);
    if (*end != '\0' || bits < fewest_bits || bits > most_bits)
        return message_set(d, "--arithmetic %s: BITS must be a number from %d to %d",
                           text, fewest_bits, most_bits);
    r->bits = (mpfr_prec_t)bits;
    return 0;
}

static int check_contact_arithmetic(const struct solve_request *r, struct diagnostic *d) {
    if (r->step == NULL)
        return message_set(d, "error control of method 'contact-stepper' works in double "
                              "only: mpfr arithmetic needs --step");
    if (r->settings.of_iteration != NULL)
        return message_set(d,
                           "'%s' has no meaning in mpfr arithmetic, where every solve "
                           "of method 'contact-stepper' is exact",
                           r->settings.of_iteration);
    return 0;
}

/* What the kinds of arithmetic cannot do. */
static int check_arithmetic(const struct solve_request *r, struct diagnostic *d) {
    const struct method_settings *settings = &r->settings;
    if (r->bits == 0)
        return 0;
    if (r->logs_steps)
        return message_set(d, "--steps: steps are told in double only");
    if (subject_family(&settings->subject) == INTEGRATOR_BDF)
        return message_set(d, "method 'bdf' works in double only");
    if (subject_family(&settings->subject) == INTEGRATOR_CONTACT)
        return check_contact_arithmetic(r, d);
    if (!solve_wants_replay(r) && settings->of_iteration != NULL)
        return message_set(d,
                           "'%s' has no meaning in mpfr arithmetic, where the discrete "
                           "equations are solved to the last bit (mode=faithful replays "
                           "the original's iteration instead)",
                           settings->of_iteration);
    if (!solve_wants_replay(r))
        return 0;
    if (settings->mode_is_given && settings->subject.integrator.mode == FAST_DEFAULT)
        return message_set(d,
                           "error control in mpfr arithmetic is a replay of the "
                           "original's, mode=faithful; mode=default is in double only");
    if (settings->of_double != NULL)
        return message_set(d,
                           "option '%s' has no meaning in mpfr arithmetic, where the "
                           "original's algorithm is replayed",
                           settings->of_double);
    if (settings->subject.integrator.method == PROJECTED_SEMI_EXPLICIT_EULER &&
        subject_family(&settings->subject) != INTEGRATOR_PAIR &&
        settings->subject.integrator.form != PROJECTED_GAMING)
        return message_set(d, "mode=faithful in mpfr arithmetic is a replay of the "
                              "original, which has form=gaming alone");
    if (r->bits < fewest_bits_of_replay)
        return message_set(d, "--arithmetic mpfr:%ld: a replay needs at least %d bits",
                           (long)r->bits, fewest_bits_of_replay);
    return 0;
}

int solve_read_arithmetic(struct solve_request *r, const char *text,
                          struct diagnostic *d) {
    return read_arithmetic(r, text, d) || check_arithmetic(r, d);
}
