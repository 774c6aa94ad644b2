/* The floating-point control modes. On x86 they are read from the registers: MXCSR, and the
 * control word of the x87 (Intel, Software Developer's Manual 1, 10.2.3 and 8.1.5); elsewhere
 * they are seen by what they do.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/plugin/modes.h"

#include <float.h>
#include <stdio.h>

#ifdef __x86_64__
#include <xmmintrin.h>

enum {
    sse_flushing = 0x8040,
    sse_rounding = 0x6000,
    sse_traps = 0x1f80,
    extended_traps = 0x3f,
    extended_precision = 0x300,
    extended_rounding = 0xc00
};

static unsigned read_arithmetic(void) {
    return _mm_getcsr() & (sse_flushing | sse_rounding | sse_traps);
}

static unsigned read_extended(const fenv_t *all) {
    return all->__control_word &
           (extended_traps | extended_precision | extended_rounding);
}

static int name_changes(unsigned arithmetic, unsigned extended) {
    return ((arithmetic & sse_rounding) || (extended & extended_rounding) ? MODES_ROUNDING
                                                                          : 0) |
           (arithmetic & sse_flushing ? MODES_FLUSHING : 0) |
           ((arithmetic & sse_traps) || (extended & extended_traps) ? MODES_TRAPS : 0) |
           (extended & extended_precision ? MODES_PRECISION : 0);
}
#else
enum { flushing = 0x10000 };

static unsigned read_arithmetic(void) {
    volatile double least = DBL_MIN;
    return (unsigned)fegetround() | (least / 2 > 0 ? 0 : flushing);
}

static unsigned read_extended(const fenv_t *all) {
    (void)all;
    return 0;
}

static int name_changes(unsigned arithmetic, unsigned extended) {
    (void)extended;
    return (arithmetic & ~(unsigned)flushing ? MODES_ROUNDING : 0) |
           (arithmetic & flushing ? MODES_FLUSHING : 0);
}
#endif

void modes_keep(struct modes *m) {
    fegetenv(&m->all);
    m->arithmetic = read_arithmetic();
    m->extended = read_extended(&m->all);
}

int modes_restore(const struct modes *m) {
    unsigned arithmetic = read_arithmetic();
    if (arithmetic == m->arithmetic)
        return 0;
    fesetenv(&m->all);
    return name_changes(arithmetic ^ m->arithmetic, 0);
}

int modes_restore_all(const struct modes *m) {
    struct modes now;
    modes_keep(&now);
    if (now.arithmetic == m->arithmetic && now.extended == m->extended)
        return 0;
    fesetenv(&m->all);
    return name_changes(now.arithmetic ^ m->arithmetic, now.extended ^ m->extended);
}

void modes_enter(const struct modes *m, struct modes_visit *visit) {
    visit->is_away = read_arithmetic() != m->arithmetic;
    if (!visit->is_away)
        return;
    fegetenv(&visit->theirs);
    fesetenv(&m->all);
}

void modes_leave(const struct modes_visit *visit) {
    if (visit->is_away)
        fesetenv(&visit->theirs);
}

void modes_name(char *text, size_t size, int changes) {
    static const struct {
        int change;
        const char *name;
    } names[] = {
        {MODES_ROUNDING, "the direction of rounding"},
        {MODES_FLUSHING, "the flushing of subnormal numbers"},
        {MODES_TRAPS, "the trapping of floating-point exceptions"},
        {MODES_PRECISION, "the precision of long double"},
    };
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names && length < size; i++)
        if (changes & names[i].change)
            length += (size_t)snprintf(text + length, size - length, "%s%s",
                                       length > 0 ? " and " : "", names[i].name);
}
