/* Days of the Gregorian calendar and times of a day, counted from 1970-01-01.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _DEFAULT_SOURCE /* timegm */
#include "harness/speed/history/calendar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { seconds_of_hour = 3600, seconds_of_minute = 60, first_year = 1900 };

/* text := the seconds by a format of strftime after their year, or "". */
static void print_as(char text[CALENDAR_ROOM], double seconds, const char *format) {
    const double first = -62167219200.0, end = 253402300800.0; /* years 0 and 10000 */
    struct tm date;
    text[0] = '\0';
    if (!(seconds >= first && seconds < end))
        return;
    const time_t whole = (time_t)floor(seconds);
    if (gmtime_r(&whole, &date) == NULL)
        return;
    const int length = snprintf(text, CALENDAR_ROOM, "%04d", date.tm_year + first_year);
    strftime(text + length, CALENDAR_ROOM - (size_t)length, format, &date);
}

void calendar_print_date(char text[CALENDAR_ROOM], double seconds) {
    print_as(text, seconds, "-%m-%d");
}

void calendar_print(char text[CALENDAR_ROOM], double seconds) {
    print_as(text, seconds, "-%m-%dT%H:%M:%SZ");
}

/* What follows the date: a time of day, or nothing. */
static int read_time(double *seconds, const char **rest) {
    int hour, minute, length = 0;
    double second;
    *seconds = 0;
    if (**rest == '\0')
        return 0;
    if (**rest != 'T' && **rest != ' ')
        return -1;
    if (sscanf(*rest + 1, "%2d:%2d:%lf%n", &hour, &minute, &second, &length) != 3)
        return -1;
    if (hour < 0 || hour > 24 || minute < 0 || minute > 59 ||
        !(second >= 0 && second <= 60))
        return -1;
    *rest += 1 + length;
    *seconds = hour * (double)seconds_of_hour + minute * seconds_of_minute + second;
    return 0;
}

/* What a place in the world is ahead of UTC. */
static int read_place(double *seconds, const char *text) {
    int hours, minutes = 0, length = 0;
    *seconds = 0;
    if (text[0] == '\0' || strcmp(text, "Z") == 0)
        return 0;
    if ((text[0] != '+' && text[0] != '-') || strlen(text) < 3)
        return -1;
    if (sscanf(text + 1, "%2d%n", &hours, &length) != 1 || length != 2)
        return -1;
    const char *rest = text + 3 + (text[3] == ':');
    if (rest[0] != '\0' &&
        (sscanf(rest, "%2d%n", &minutes, &length) != 1 || rest[length] != '\0'))
        return -1;
    *seconds = hours * (double)seconds_of_hour + minutes * seconds_of_minute;
    if (text[0] == '-')
        *seconds = -*seconds;
    return 0;
}

static int read_plain(double *seconds, const char *text) {
    char *end;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(number))
        return -1;
    *seconds = number;
    return 0;
}

int calendar_read(double *seconds, const char *text) {
    int year, month, day, length = 0;
    double time, ahead;
    if (text[0] == '@')
        return read_plain(seconds, text + 1);
    if (strlen(text) < 10 || text[4] != '-' || text[7] != '-')
        return read_plain(seconds, text);
    if (sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &length) != 3 ||
        length != 10 || month < 1 || month > 12 || day < 1 || day > 31)
        return -1;
    struct tm date = {.tm_year = year - first_year, .tm_mon = month - 1, .tm_mday = day};
    const time_t midnight = timegm(&date);
    if (date.tm_mday != day) /* the month has no such day */
        return -1;
    const char *rest = text + length;
    if (read_time(&time, &rest) || read_place(&ahead, rest))
        return -1;
    *seconds = (double)midnight + time - ahead;
    return 0;
}
