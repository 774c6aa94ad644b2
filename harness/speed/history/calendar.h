/* Times as people and other programs write them: ISO 8601 in UTC.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_CALENDAR_H
#define HARNESS_CALENDAR_H

enum { CALENDAR_ROOM = 40 };

/* "2026-11-21T22:15:07Z", or its date alone; "" when the seconds since 1970 are not within the
 * years 0 to 9999. */
void calendar_print(char text[CALENDAR_ROOM], double seconds);
void calendar_print_date(char text[CALENDAR_ROOM], double seconds);

/* Seconds since 1970 of "2026-11-21", "2026-11-21T22:15:07Z", "2026-11-21 22:15:07.25",
 * "...+01:00", or a plain number of them ("@1795299307" or "1795299307"). Without a place in
 * the world the time is UTC. Nonzero: it is none of these, and *seconds is unchanged. */
int calendar_read(double *seconds, const char *text);

#endif
