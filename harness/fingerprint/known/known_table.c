/* Tables in texts become tableaux. A root is taken as the rational number next below it with
 * TABLEAU_BITS binary places more than are promised.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "harness/fingerprint/known/known_table.h"
#include "harness/fingerprint/trees/rationals.h"

enum { ROOT_BITS = TABLEAU_BITS + 16, ENTRY_ROOM = 128 };

/* x := x n^(1/degree) */
static void multiply_by_root(mpq_ptr x, unsigned long n, unsigned degree) {
    mpq_t root;
    mpq_init(root);
    mpz_set_ui(mpq_numref(root), n);
    mpz_mul_2exp(mpq_numref(root), mpq_numref(root), degree * ROOT_BITS);
    mpz_root(mpq_numref(root), mpq_numref(root), degree);
    mpq_div_2exp(root, root, ROOT_BITS);
    mpq_mul(x, x, root);
    mpq_clear(root);
}

/* x := x + 0.435, where *text points to ".435"; which goes on behind it. */
static void read_places(mpq_ptr x, const char **text, bool is_negative) {
    char digits[ENTRY_ROOM] = "";
    const size_t places = strspn(*text + 1, "0123456789");
    mpq_t part;
    assert(places < sizeof digits);
    mpq_init(part);
    memcpy(digits, *text + 1, places);
    mpz_set_str(mpq_numref(part), digits, 10);
    mpz_ui_pow_ui(mpq_denref(part), 10, places);
    mpq_canonicalize(part);
    if (is_negative)
        mpq_neg(part, part);
    mpq_add(x, x, part);
    mpq_clear(part);
    *text += 1 + places;
}

/* The next coefficient, to which *text points; which goes on behind it. */
static void read_entry(mpq_ptr entry, const char **text, bool *approximate) {
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(entry, 0, 1);
    while (**text != '\0' && **text != ';' && !isspace((unsigned char)**text)) {
        char digits[ENTRY_ROOM] = "", *end;
        *text += **text == '+';
        size_t length = (**text == '-') + strspn(*text + (**text == '-'), "0123456789/");
        assert(length > 0 && length < sizeof digits);
        memcpy(digits, *text, length);
        mpq_set_str(term, digits, 10);
        mpq_canonicalize(term);
        *text += length;
        if (**text == 'r' || **text == 'c') {
            const unsigned degree = **text == 'r' ? 2 : 3;
            multiply_by_root(term, strtoul(*text + 1, &end, 10), degree);
            *text = end;
            *approximate = true;
        } else if (**text == '.') {
            read_places(term, text, digits[0] == '-');
            *approximate = true;
        }
        mpq_add(entry, entry, term);
    }
    mpq_clear(term);
}

/* `rows` rows of `columns` coefficients; NULL: all 0. */
static void read_rows(mpq_t *a, int rows, int columns, const char *text,
                      bool *approximate) {
    int i = 0, j = 0;
    (void)rows; /* where nothing is asserted */
    while (text != NULL && *text != '\0') {
        if (*text == ';') {
            i++;
            j = 0;
            text++;
        } else if (isspace((unsigned char)*text)) {
            text++;
        } else {
            assert(i < rows && j < columns);
            read_entry(a[i * columns + j++], &text, approximate);
        }
    }
}

static void copy(mpq_t *to, mpq_t *from, int count) {
    for (int i = 0; i < count; i++)
        if (mpq_sgn(from[i]) != 0)
            mpq_set(to[i], from[i]);
}

static void sum_rows(struct tableau *t) {
    int s = t->stages;
    for (int i = 0; i < s; i++)
        for (int j = 0; j < s; j++)
            mpq_add(t->c[i], t->c[i], t->a[TABLEAU_VV][i * s + j]);
}

/* e := factor (b - other), where e holds `other` */
static void scale_difference(mpq_t *e, mpq_t *b, int stages, const char *factor) {
    mpq_t scale;
    mpq_init(scale);
    mpq_set_str(scale, factor == NULL ? "1" : factor, 10);
    for (int i = 0; i < stages; i++) {
        mpq_sub(e[i], b[i], e[i]);
        mpq_mul(e[i], e[i], scale);
    }
    mpq_clear(scale);
}

void known_spread(struct tableau *t) {
    const int s = t->stages;
    for (int i = 0; i < s; i++) {
        mpq_set_ui(t->c[i], 0, 1);
        for (int j = 0; j <= i; j++) {
            mpq_set(t->a[TABLEAU_VQ][i * s + j], t->bq[j]);
            mpq_add(t->c[i], t->c[i], t->bq[j]);
            if (j == i)
                continue;
            mpq_set(t->a[TABLEAU_QQ][i * s + j], t->bq[j]);
            mpq_set(t->a[TABLEAU_QV][i * s + j], t->bv[j]);
            mpq_set(t->a[TABLEAU_VV][i * s + j], t->bv[j]);
        }
    }
}

void known_sizes(mpq_t *size, const struct known_table *table) {
    const int steps = known_steps(table), half = steps / 2;
    bool ignored;
    read_rows(size, 1, half, table->sizes, &ignored);
    mpq_set_ui(size[half], 1, 1);
    for (int k = 0; k < half; k++) {
        mpq_set(size[steps - 1 - k], size[k]);
        mpq_sub(size[half], size[half], size[k]);
        mpq_sub(size[half], size[half], size[k]);
    }
}

int known_table_of_sizes(struct tableau *t, const struct known_table *table,
                         const mpq_t *size) {
    if (tableau_init(t, table->stages, false))
        return -1;
    t->approximate = true;
    known_compose(t, table->form, size, known_steps(table));
    if (table->is_splitting)
        known_spread(t);
    else
        sum_rows(t);
    return 0;
}

static int compose(struct tableau *t, const struct known_table *table) {
    const size_t steps = (size_t)known_steps(table);
    mpq_t *size = rationals_alloc(steps);
    if (size == NULL)
        return -1;
    known_sizes(size, table);
    int failed = known_table_of_sizes(t, table, (const mpq_t *)size);
    rationals_free(size, steps);
    return failed;
}

int known_table_read(struct tableau *t, const struct known_table *table) {
    int s = table->stages;
    bool *rough = &t->approximate;
    if (table->sizes != NULL)
        return compose(t, table);
    if (tableau_init(t, s, table->other != NULL))
        return -1;
    for (int part = 0; part < TABLEAU_PARTS; part++)
        if (part == 0 || table->a == NULL)
            read_rows(t->a[part], s, s, table->a ? table->a : table->part[part], rough);
        else
            copy(t->a[part], t->a[0], s * s);
    read_rows(t->bq, 1, s, table->b ? table->b : table->bq, rough);
    if (table->b == NULL)
        read_rows(t->bv, 1, s, table->bv, rough);
    else
        copy(t->bv, t->bq, s);
    read_rows(t->gamma, s, s, table->gamma, rough);
    if (table->is_splitting)
        known_spread(t);
    else if (table->c != NULL)
        read_rows(t->c, 1, s, table->c, rough);
    else
        sum_rows(t);
    if (table->other != NULL) {
        read_rows(t->eq, 1, s, table->other, rough);
        read_rows(t->ev, 1, s, table->other, rough);
        scale_difference(t->eq, t->bq, s, table->factor);
        scale_difference(t->ev, t->bv, s, table->factor);
    }
    return 0;
}
