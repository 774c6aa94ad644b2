/* Days of the Gregorian calendar, counted from 1970-01-01.
 *
 * With the year beginning in March, leap days stand at its end, and the days before month m are
 * floor((153 m + 2) / 5), m = 0 for March; 400 years have 146097 days (E. G. Richards, Mapping
 * Time, 1998, section 24).
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/calendar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    days_of_400_years = 146097,
    days_before_1970 = 719468, /* from 0000-03-01 */
    seconds_of_day = 86400,
    seconds_of_hour = 3600,
    seconds_of_minute = 60
};

static long long floor_of(long long a, long long b) {
    return a / b - (a % b < 0);
}

static long long count_days(int year, int month, int day) {
    long long y = month <= 2 ? year - 1 : year, era = floor_of(y, 400);
    long long of_era = y - era * 400, m = month > 2 ? month - 3 : month + 9;
    long long of_year = (153 * m + 2) / 5 + day - 1;
    return era * days_of_400_years + of_era * 365 + of_era / 4 - of_era / 100 + of_year -
           days_before_1970;
}

static void date_of(long long days, int *year, int *month, int *day) {
    long long from = days + days_before_1970, era = floor_of(from, days_of_400_years);
    long long d = from - era * days_of_400_years;
    long long y = (d - d / 1460 + d / 36524 - d / 146096) / 365;
    long long of_year = d - (365 * y + y / 4 - y / 100), m = (5 * of_year + 2) / 153;
    *day = (int)(of_year - (153 * m + 2) / 5 + 1);
    *month = (int)(m < 10 ? m + 3 : m - 9);
    *year = (int)(y + era * 400 + (*month <= 2));
}

static int split(double seconds, int date[3], int *of_day) {
    const double first = -62167219200.0, end = 253402300800.0; /* years 0 and 10000 */
    if (!(seconds >= first && seconds < end))
        return -1;
    long long whole = (long long)floor(seconds), days = floor_of(whole, seconds_of_day);
    date_of(days, &date[0], &date[1], &date[2]);
    *of_day = (int)(whole - days * seconds_of_day);
    return 0;
}

void calendar_print_date(char text[CALENDAR_ROOM], double seconds) {
    int date[3], of_day;
    text[0] = '\0';
    if (split(seconds, date, &of_day) == 0)
        snprintf(text, CALENDAR_ROOM, "%04d-%02d-%02d", date[0], date[1], date[2]);
}

void calendar_print(char text[CALENDAR_ROOM], double seconds) {
    int date[3], of_day;
    text[0] = '\0';
    if (split(seconds, date, &of_day) == 0)
        snprintf(text, CALENDAR_ROOM, "%04d-%02d-%02dT%02d:%02d:%02dZ", date[0], date[1],
                 date[2], of_day / seconds_of_hour, of_day / seconds_of_minute % 60,
                 of_day % seconds_of_minute);
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
    long long days = count_days(year, month, day);
    int again[3];
    date_of(days, &again[0], &again[1], &again[2]);
    if (again[2] != day) /* the month has no such day */
        return -1;
    const char *rest = text + length;
    if (read_time(&time, &rest) || read_place(&ahead, rest))
        return -1;
    *seconds = (double)days * seconds_of_day + time - ahead;
    return 0;
}
