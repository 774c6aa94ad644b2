/* A table of texts and the messages that answer them, from a file:
 *
 *     === heading
 *     text
 *     ---
 *     message
 *
 * Lines that begin with "##" are comments.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_TESTS_MESSAGE_TABLE_H
#define PROBLEMS_TESTS_MESSAGE_TABLE_H

struct message_row {
    int line;      /* of the heading in the file */
    char *heading; /* what follows "=== " */
    char *text;    /* each line with its '\n' */
    char *message;
};

struct message_table {
    int rows;
    struct message_row *row;
};

/* The table TEST_DATA/name; the test fails when there is none. */
struct message_table message_table_read(const char *name);

#endif
