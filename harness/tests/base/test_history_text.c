/* Times and tables as texts.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/csv.h"
#include "harness/speed/history/calendar.h"

Test(history_text, days_are_those_of_the_system) {
    const double day = 86400.0;
    for (long i = -20000; i < 40000; i += 17) {
        char text[CALENDAR_ROOM], expected[CALENDAR_ROOM];
        double again = NAN, seconds = (double)i * day + 4567;
        time_t t = (time_t)seconds;
        struct tm parts;
        gmtime_r(&t, &parts);
        strftime(expected, sizeof expected, "%Y-%m-%dT%H:%M:%SZ", &parts);
        calendar_print(text, seconds);
        cr_assert_str_eq(text, expected);
        cr_assert(calendar_read(&again, text) == 0 && again == seconds, "%s", text);
    }
}

Test(history_text, times_are_read_as_they_are_written_elsewhere) {
    static const struct {
        const char *text;
        double seconds;
    } cases[] = {{"2026-11-21", 1795219200},
                 {"2026-11-21 22:15:07", 1795299307},
                 {"2026-11-21T22:15:07Z", 1795299307},
                 {"2026-11-21T23:15:07+01:00", 1795299307},
                 {"2026-11-21T17:45:07-0430", 1795299307},
                 {"2026-11-21T22:15:07.25Z", 1795299307.25},
                 {"1795299307", 1795299307},
                 {"@1795299307.5", 1795299307.5},
                 {"2024-02-29", 1709164800},
                 {"2026-11-20T24:00:00", 1795219200},
                 {"2026-11-20T23:59:60Z", 1795219200},
                 {"1969-12-31T23:59:59Z", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double seconds = NAN;
        cr_expect(calendar_read(&seconds, cases[i].text) == 0, "%s", cases[i].text);
        cr_expect(seconds == cases[i].seconds, "%s: %.3f", cases[i].text, seconds);
    }
}

Test(history_text, what_is_no_time_is_refused) {
    static const char *const texts[] = {"",
                                        "yesterday",
                                        "2026-13-01",
                                        "2026-02-29",
                                        "2026-11-21T",
                                        "2026-11-21T25:00:00Z",
                                        "2026-11-21T24:00:01Z",
                                        "2026-11-21T22:15:61Z",
                                        "2026-11-21T22:15:07.5e3Z",
                                        "2026-11-21T22:15:07.",
                                        "2026-11-21T22:15:07X",
                                        "2026-11-21T22:15:07+1",
                                        "nan",
                                        "inf",
                                        "12:30"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double seconds = 1.37;
        cr_expect(calendar_read(&seconds, texts[i]) != 0, "%s", texts[i]);
        cr_expect(seconds == 1.37);
    }
    char text[CALENDAR_ROOM] = "x";
    calendar_print(text, 1e300);
    cr_expect_str_eq(text, "");
    calendar_print_date(text, NAN);
    cr_expect_str_eq(text, "");
}

/* The fields of all lines, each ended by '|', lines by '/'. */
static char *read_all(const char *text) {
    char *all = NULL;
    size_t length;
    FILE *out = open_memstream(&all, &length);
    const char *at = text, *end = text + strlen(text);
    struct csv_line line;
    int came;
    while ((came = csv_read(&line, &at, end)) == 1) {
        for (int i = 0; i < line.count; i++)
            fprintf(out, "%s|", line.field[i]);
        fputc('/', out);
    }
    if (came < 0)
        fputs("broken", out);
    fclose(out);
    return all;
}

Test(history_text, fields_are_taken_apart) {
    static const struct {
        const char *text, *fields;
    } cases[] = {{"a,b\n", "a|b|/"},
                 {"a,b", "a|b|/"},
                 {"a,\r\n,b\r\n", "a||/|b|/"},
                 {"\"a,\"\"b\"\"\nc\",d\n", "a,\"b\"\nc|d|/"},
                 {"\"\",\"\"\n", "||/"},
                 {"\n\nx\n", "|/|/x|/"},
                 {"", ""},
                 {"\"a", "broken"},
                 {"a,\"b\"\"", "broken"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *found = read_all(cases[i].text);
        cr_expect_str_eq(found, cases[i].fields, "%zu: %s", i, found);
    }
}

Test(history_text, what_is_written_is_read_again) {
    static const char *const fields[] = {"plain",      "a,b", "say \"so\"", "",
                                         "two\nlines", "\r",  "\"",         "\xc3\xa9"};
    enum { count = sizeof fields / sizeof *fields };
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (int i = 0; i < count; i++)
        csv_print(fields[i], i + 1 < count, out);
    fclose(out);
    const char *at = text;
    struct csv_line line;
    cr_assert(csv_read(&line, &at, text + length) == 1 && line.count == count);
    for (int i = 0; i < count; i++)
        cr_expect_str_eq(line.field[i], fields[i]);
    cr_expect(at == text + length);
}
