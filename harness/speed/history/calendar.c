/* Times of the Gregorian calendar, counted from 1970-01-01.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* timegm, tm_gmtoff */
#include "harness/speed/history/calendar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double day_seconds = 86400;

/* text := the seconds by a format of strftime, or "". */
static void print_as(char text[CALENDAR_ROOM], double seconds, const char *format) {
    const double first = -62167219200.0, end = 253402300800.0; /* years 0 and 10000 */
    struct tm date;
    text[0] = '\0';
    if (!(seconds >= first && seconds < end))
        return;
    const time_t whole = (time_t)floor(seconds);
    if (gmtime_r(&whole, &date) != NULL)
        strftime(text, CALENDAR_ROOM, format, &date);
}

void calendar_print_date(char text[CALENDAR_ROOM], double seconds) {
    print_as(text, seconds, "%04Y-%m-%d");
}

void calendar_print(char text[CALENDAR_ROOM], double seconds) {
    print_as(text, seconds, "%04Y-%m-%dT%H:%M:%SZ");
}

static int read_plain(double *seconds, const char *text) {
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(number))
        return -1;
    *seconds = number;
    return 0;
}

/* A time of day, until the end of its last minute, which may have a leap second, or until
 * "24:00:00". Returns what follows; NULL: it is none. */
static const char *read_clock(double *seconds, const char *text) {
    static const char midnight[] = "24:00:00";
    struct tm clock = {.tm_sec = 0};
    if (strncmp(text, midnight, sizeof midnight - 1) == 0) {
        *seconds = day_seconds;
        return text + sizeof midnight - 1;
    }
    const char *rest = strptime(text, "%H:%M:%S", &clock);
    *seconds = (clock.tm_hour * 60 + clock.tm_min) * 60 + clock.tm_sec;
    return clock.tm_sec > 60 ? NULL : rest;
}

/* A part of a second, and what the place is ahead of UTC: both may be left out. */
static int read_end(double *more, const char *text) {
    struct tm place = {.tm_gmtoff = 0};
    const size_t digits = text[0] == '.' ? strspn(text + 1, "0123456789") : 0;
    char *rest = (char *)text;
    *more = digits > 0 ? strtod(text, &rest) : 0;
    if (digits > 0 && rest != text + 1 + digits) /* an exponent */
        return -1;
    const char *end = rest[0] == '\0' ? rest : strptime(rest, "%z", &place);
    *more -= (double)place.tm_gmtoff;
    return end == NULL || *end != '\0' || rest[0] == ' ' ? -1 : 0;
}

int calendar_read(double *seconds, const char *text) {
    struct tm date = {.tm_sec = 0};
    double clock = 0, more = 0;
    if (text[0] == '@')
        return read_plain(seconds, text + 1);
    if (strlen(text) < 10 || text[4] != '-' || text[7] != '-')
        return read_plain(seconds, text);
    const char *rest = strptime(text, "%Y-%m-%d", &date);
    if (rest == NULL || rest - text != 10)
        return -1;
    const int day = date.tm_mday;
    const time_t midnight = timegm(&date);
    if (date.tm_mday != day) /* the month has no such day */
        return -1;
    if (*rest == 'T' || *rest == ' ')
        rest = read_clock(&clock, rest + 1);
    if (rest == NULL || read_end(&more, rest))
        return -1;
    *seconds = (double)midnight + clock + more;
    return 0;
}
