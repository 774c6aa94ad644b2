/* Patterns: what a valid one is, and new ones. A made pattern and its arrays are one
 * block.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fast/linear/pattern.h"
#include "fast/system.h"

/* The block; storage holds start[columns + 1], then row[]. */
struct block {
    struct fast_pattern pattern;
    int storage[];
};

/* A block for so many entries, all zero, or NULL. */
static struct block *make_block(int rows, int columns, size_t entries) {
    const size_t starts = (size_t)columns + 1;
    if (entries > INT_MAX)
        return NULL;
    if (entries + starts > (SIZE_MAX - sizeof(struct block)) / sizeof(int))
        return NULL;
    struct block *block = calloc(1, sizeof *block + (entries + starts) * sizeof(int));
    if (block == NULL)
        return NULL;
    block->pattern.rows = rows;
    block->pattern.columns = columns;
    block->pattern.start = block->storage;
    block->pattern.row = block->storage + starts;
    return block;
}

static int *starts_of(struct block *block) {
    return block->storage;
}

static int *rows_of(struct block *block) {
    return block->storage + (size_t)block->pattern.columns + 1;
}

static bool column_ascends(const int *row, int length, int rows) {
    for (int e = 0; e < length; e++)
        if (row[e] < (e > 0 ? row[e - 1] + 1 : 0) || row[e] >= rows)
            return false;
    return true;
}

bool fast_pattern_fits(const struct fast_pattern *pattern, int rows, int columns) {
    if (pattern == NULL)
        return true;
    if (pattern->rows != rows || pattern->columns != columns || pattern->start == NULL)
        return false;
    const int *start = pattern->start;
    if (start[0] != 0)
        return false;
    for (int j = 0; j < columns; j++) {
        if (start[j + 1] < start[j] || start[j + 1] - start[j] > rows)
            return false;
        if (start[j + 1] > start[j] && pattern->row == NULL)
            return false;
        if (start[j + 1] > start[j] &&
            !column_ascends(pattern->row + start[j], start[j + 1] - start[j], rows))
            return false;
    }
    return true;
}

struct fast_pattern *fast_pattern_copy(const struct fast_pattern *pattern) {
    const int columns = pattern->columns, entries = pattern->start[columns];
    struct block *block = make_block(pattern->rows, columns, (size_t)entries);
    if (block == NULL)
        return NULL;
    memcpy(starts_of(block), pattern->start, ((size_t)columns + 1) * sizeof(int));
    if (entries > 0)
        memcpy(rows_of(block), pattern->row, (size_t)entries * sizeof(int));
    return &block->pattern;
}

struct fast_pattern *fast_pattern_identity(int n) {
    struct block *block = make_block(n, n, (size_t)n);
    if (block == NULL)
        return NULL;
    for (int j = 0; j < n; j++) {
        starts_of(block)[j + 1] = j + 1;
        rows_of(block)[j] = j;
    }
    return &block->pattern;
}

struct fast_pattern *fast_pattern_full(int rows, int columns) {
    if (rows > 0 && columns > INT_MAX / rows)
        return NULL;
    struct block *block = make_block(rows, columns, (size_t)rows * (size_t)columns);
    if (block == NULL)
        return NULL;
    int *row = rows_of(block);
    for (int j = 0; j < columns; j++) {
        starts_of(block)[j + 1] = (j + 1) * rows;
        for (int i = 0; i < rows; i++)
            *row++ = i;
    }
    return &block->pattern;
}

/* Also sorts: the result's rows ascend even where the operand's do not. */
struct fast_pattern *fast_pattern_transpose(const struct fast_pattern *pattern) {
    const int rows = pattern->rows, columns = pattern->columns;
    const int entries = pattern->start[columns];
    struct block *block = make_block(columns, rows, (size_t)entries);
    if (block == NULL)
        return NULL;
    int *start = starts_of(block), *row = rows_of(block);
    for (int e = 0; e < entries; e++)
        start[pattern->row[e] + 1]++;
    for (int i = 0; i < rows; i++)
        start[i + 1] += start[i];
    for (int j = 0; j < columns; j++) /* start[i] runs ahead to where i's entries end */
        for (int e = pattern->start[j]; e < pattern->start[j + 1]; e++)
            row[start[pattern->row[e]]++] = j;
    for (int i = rows; i > 0; i--)
        start[i] = start[i - 1];
    start[0] = 0;
    return &block->pattern;
}

void fast_pattern_free(struct fast_pattern *pattern) {
    free(pattern); /* the block's first member */
}

/* The rows that a or b has in column j, ascending; written to row unless that is NULL. */
static size_t merge_column(const struct fast_pattern *a, const struct fast_pattern *b,
                           int j, int *row) {
    int d = a->start[j], e = b->start[j];
    size_t length = 0;
    while (d < a->start[j + 1] || e < b->start[j + 1]) {
        int of_a = d < a->start[j + 1] ? a->row[d] : INT_MAX;
        int of_b = e < b->start[j + 1] ? b->row[e] : INT_MAX;
        int next = of_a < of_b ? of_a : of_b;
        d += of_a == next;
        e += of_b == next;
        if (row != NULL)
            row[length] = next;
        length++;
    }
    return length;
}

struct fast_pattern *fast_pattern_union(const struct fast_pattern *a,
                                        const struct fast_pattern *b) {
    size_t entries = 0;
    for (int j = 0; j < a->columns; j++)
        entries += merge_column(a, b, j, NULL);
    struct block *block = make_block(a->rows, a->columns, entries);
    if (block == NULL)
        return NULL;
    int *start = starts_of(block), *row = rows_of(block);
    for (int j = 0; j < a->columns; j++)
        start[j + 1] = start[j] + (int)merge_column(a, b, j, row + start[j]);
    return &block->pattern;
}
