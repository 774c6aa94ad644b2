/* Records: structs that a table of fields describes. The table gives JSON both ways, cells and
 * rows of tables, and the documented schema.
 *
 * Texts are UTF-8, never NULL once a record was read or copied, and then the record's own, like
 * its JSON values; a record that a program fills in may refer to texts of others, and is not
 * cleared then.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RECORD_H
#define HARNESS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

struct diagnostic; /* problems/base/status.h */

enum record_type {
    RECORD_TEXT,   /* const char *; NULL is "" */
    RECORD_NUMBER, /* double; null when it is not finite */
    RECORD_WHOLE,  /* long */
    RECORD_FLAG,   /* bool */
    RECORD_WORD,   /* an enum that counts `words` from 0 */
    RECORD_SECONDS, /* double; a whole number where it is one, null when it is not finite */
    RECORD_ARRAY,   /* json_t *; NULL is empty */
    RECORD_OBJECT,  /* json_t *; NULL is empty */
    RECORD_VALUE,   /* json_t *, of whatever kind; NULL is null */
    RECORD_DECIMAL, /* struct decimal (json_number.h); told, not read */
    RECORD_PART,    /* a record `of` in its place */
    /* Pointers to as many as the int at `count` says: */
    RECORD_LIST, /* records `of` */
    RECORD_MAP, /* the same as an object: their first fields, texts, are the keys; of two fields the
                 * second is the value, else all that follow; told, not read */
    RECORD_DECIMALS, /* struct decimal; told, not read */
    RECORD_TEXTS,    /* const char * */
    RECORD_WHOLES,   /* long */
    RECORD_NUMBERS,  /* double */
    RECORD_ONE_OF /* no member: the record is one of those that its fields are `of` (schema) */
};

struct record_field {
    const char *key, *meaning;
    enum record_type type;
    size_t place;      /* offsetof */
    bool may_lack;     /* left out where it is empty, 0, false or not a number */
    bool not_negative; /* of numbers (schema) */
    long most;         /* of a whole number: it has to be there, from 0 to this; 0: any */
    size_t with;  /* offsetof a bool, no first member: left out where that is false */
    size_t known; /* the same: null where that is false */
    bool or_null; /* what is empty, 0 or not a number is null */
    const char *heading; /* of its column; NULL: it is in no table but CSV */
    const char *format;  /* printf's, of the number in a table */
    const char *unit;    /* NULL: it has none */
    const char *const
        *words; /* of a RECORD_WORD; of a text, all that it may be; ends with NULL */
    const struct record *of; /* what an array or object holds; NULL: anything, or */
    size_t count;            /* offsetof, of what is pointed to */
    const char *items;       /* what an array holds, by the schema's name: "string" */
};

/* A field that is called as the member of the struct is, or by another name; after its meaning
 * other members of the table may follow (.may_lack = true). */
#define RECORD_FIELD(of, member, kind, ...)                                              \
    RECORD_NAMED(#member, of, member, kind, __VA_ARGS__)
#define RECORD_NAMED(name, of, member, kind, ...)                                        \
    {                                                                                    \
        .key = name, .type = RECORD_##kind, .place = offsetof(of, member),               \
        .meaning = __VA_ARGS__                                                           \
    }

/* Fields of what is met in documents only; after the meaning other members may follow. */
#define FIELD_KIND(name, kind, ...)                                                      \
    { .key = name, .type = RECORD_##kind, .meaning = __VA_ARGS__ }
#define FIELD_TEXT(name, ...) FIELD_KIND(name, TEXT, __VA_ARGS__)
#define FIELD_FLAG(name, ...) FIELD_KIND(name, FLAG, __VA_ARGS__)
#define FIELD_WHOLE(name, ...) FIELD_KIND(name, WHOLE, __VA_ARGS__)
#define FIELD_NUMBER(name, ...) FIELD_KIND(name, NUMBER, __VA_ARGS__)
#define FIELD_ARRAY(name, ...) FIELD_KIND(name, ARRAY, __VA_ARGS__)
#define FIELD_OBJECT(name, ...) FIELD_KIND(name, OBJECT, __VA_ARGS__)
#define FIELD_WORDS(name, what, all) FIELD_KIND(name, TEXT, what, .words = all)
#define FIELD_COUNT(name, ...) FIELD_KIND(name, WHOLE, __VA_ARGS__, .not_negative = true)
#define FIELD_SECONDS(name, ...)                                                         \
    FIELD_KIND(name, NUMBER, __VA_ARGS__, .unit = "s", .not_negative = true)

struct record {
    const char *name, *meaning;
    size_t size;                      /* of the struct; 0: it is met in documents only */
    const struct record_field *field; /* ends with a NULL key */
};

/* The field of that key, which has to be one. */
const struct record_field *record_field(const struct record *r, const char *key);

/* The record as a new JSON object, its members in the order of the fields; NULL: out of
 * memory. Lists are shared. */
json_t *record_tell(const struct record *r, const void *item);

/* Appends record_tell to a JSON array. Nonzero: out of memory. */
int record_add(json_t *rows, const struct record *r, const void *item);

/* *item := the record in a JSON object; the bools of `with` and `known` say what is there.
 * What is missing is empty, as all is where the object is NULL, 0, false or not a number,
 * but a word, and what has a largest value, has to be there; members that are no fields are
 * passed over. Cleared with record_clear in any case; nonzero: *d says which member is of
 * another type, or that memory has run out. */
int record_read(const struct record *r, void *item, const json_t *object,
                struct diagnostic *d);

/* A text of a record's own, or numbers, in the place of those before; nonzero: out of memory. */
int record_set_text(const char **place, const char *text);
int record_set_numbers(double **place, int *count, const double *number, int numbers);

/* Appends a copy of a text to a row of them. Nonzero: out of memory, and it is as it was. */
int record_append_text(const char ***list, int *count, const char *text);

/* n empty records in a row, which are *count then; NULL: out of memory. */
void *record_make(const struct record *r, int n, int *count);

/* *list, an array of *count records, := the same with a copy of one more. Nonzero: out of memory,
 * and it is as it was. */
int record_append(const struct record *r, void *list, int *count, const void *item);

/* *to := a copy of its own; nonzero: out of memory, and *to is to be cleared, too. */
int record_copy(const struct record *r, void *to, const void *from);
void record_clear(const struct record *r, void *item);

/* Whether the same is told of both. */
bool record_equal(const struct record *r, const void *a, const void *b);

/* The text of a field, "" where there is none; its number, not a number where there is none; the
 * whole number of one that is RECORD_WHOLE. */
const char *record_text(const struct record_field *f, const void *item);
double record_number(const struct record_field *f, const void *item);
long record_whole(const struct record_field *f, const void *item);

/* text[size] := a field as it stands in a table for a person: numbers by `format`, "-" where
 * there is none. */
void record_cell(char *text, size_t size, const struct record_field *f, const void *item);

/* Rows of comma-separated values (RFC 4180): the keys of all fields but lists; one record, its
 * numbers with 17 digits, nothing where there is none. */
void record_print_csv_head(const struct record *r, FILE *out);
void record_print_csv(const struct record *r, const void *item, FILE *out);

/* Rows of a table in GitHub Flavored Markdown, of the fields with a heading: the head with the
 * line below it; one record, its texts escaped. */
void record_print_markdown_head(const struct record *r, FILE *out);
void record_print_markdown(const struct record *r, const void *item, FILE *out);

/* The JSON Schema (draft 7) of a document; a new object; and printed. */
json_t *record_schema(const struct record *r);
void record_print_schema(const struct record *r, FILE *out);

#endif
