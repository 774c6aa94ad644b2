/* Numbers on the command line. An expression is read as the initial value of the one state
 * of a model made for it, so that there is one reader of expressions and one kind of message.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/base/number.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

static const char state[] = "the_number";
static const char carrier[] = "state the_number = 0\nthe_number' = 0\n";

/* What a diagnostic says, in its first line after the place, without the lines that show the
 * model, nor that all that was typed is an unknown name. */
static int tell_why(const char *text, const char *what, struct diagnostic *d) {
    const char *why = strstr(d->text, ": ");
    why = why == NULL ? d->text : why + strlen(": ");
    char same[256];
    const int length = snprintf(same, sizeof same, "unknown name '%.200s'", text);
    const bool repeats = strncmp(why, same, (size_t)length) == 0;
    why += repeats ? length : 0;
    return message_set(d, "%s: '%.200s' is not a number%s%.*s", what, text,
                       repeats ? "" : ": ", (int)strcspn(why, "\n"), why);
}

/* The expression as the initial value of a model's only state; NULL and *d when it is wrong. */
static struct model *read_expression(const char *text, const char *what,
                                     struct diagnostic *d) {
    struct model *m = NULL;
    struct setting setting = {state, text};
    enum problem_status status =
        model_parse(&m, what, carrier, strlen(carrier), 1, &setting, d);
    if (status == PROBLEM_OK)
        return m;
    tell_why(text, what, d);
    return NULL;
}

static int tell_not_finite(const char *text, const char *what, struct diagnostic *d) {
    return message_set(d, "%s: '%.200s' is not a finite number", what, text);
}

int number_read(mpfr_ptr value, const char *text, const char *what,
                struct diagnostic *d) {
    struct model *m = read_expression(text, what, d);
    if (m == NULL)
        return -1;
    enum problem_status status = expr_constant(m->graph, m->initial[0], value);
    model_free(m);
    return status == PROBLEM_OK ? 0 : tell_not_finite(text, what, d);
}

/* Whether what is zero as a double is another number. */
static bool underflows(double value, const struct model *m) {
    mpfr_t exact;
    if (value != 0)
        return false;
    mpfr_init2(exact, MPFR_PREC_MIN);
    const bool found = expr_constant(m->graph, m->initial[0], exact) == PROBLEM_OK &&
                       !mpfr_zero_p(exact);
    mpfr_clear(exact);
    return found;
}

int number_read_double(double *value, const char *text, const char *what,
                       struct diagnostic *d) {
    struct model *m = read_expression(text, what, d);
    if (m == NULL)
        return -1;
    enum problem_status status = expr_constant_double(m->graph, m->initial[0], value);
    const bool lost = status == PROBLEM_OK && underflows(*value, m);
    model_free(m);
    if (lost)
        return message_set(d, "%s: '%.200s' is nearer to zero than any other double is",
                           what, text);
    return status == PROBLEM_OK ? 0 : tell_not_finite(text, what, d);
}

int number_read_whole(long *value, const char *text, const char *what, long least,
                      long most, struct diagnostic *d) {
    double number;
    if (text == NULL)
        return 0;
    if (number_read_double(&number, text, what, d))
        return -1;
    if (!(number >= (double)least && number <= (double)most && floor(number) == number))
        return message_set(d, "%s %s: must be a whole number from %ld to %ld", what, text,
                           least, most);
    *value = (long)number;
    return 0;
}

/* The length of the first item of a list: up to a comma outside brackets, or to the end. */
static size_t number_item_length(const char *list) {
    int depth = 0;
    size_t i = 0;
    for (; list[i] != '\0' && (list[i] != ',' || depth > 0); i++)
        depth += (list[i] == '(' || list[i] == '[') - (list[i] == ')' || list[i] == ']');
    return i;
}

static int count_items(const char *list) {
    int count = 1;
    for (list += number_item_length(list); *list == ',';
         list += number_item_length(list), count++)
        list++;
    return count;
}

static int read_item(mpfr_ptr value, const char *item, size_t length, const char *what,
                     struct diagnostic *d) {
    char *text = calloc(length + 1, 1);
    if (text == NULL)
        return message_set(d, "out of memory");
    memcpy(text, item, length);
    int failed = number_read(value, text, what, d);
    free(text);
    return failed;
}

int number_read_list(mpfr_t **values, int *count, mpfr_prec_t bits, const char *list,
                     const char *what, struct diagnostic *d) {
    int items = count_items(list), failed = 0;
    *values = calloc((size_t)items, sizeof **values);
    if (*values == NULL)
        return message_set(d, "out of memory");
    for (int i = 0; i < items; i++)
        mpfr_init2((*values)[i], bits);
    for (int i = 0; i < items && !failed; i++) {
        size_t length = number_item_length(list);
        failed = read_item((*values)[i], list, length, what, d);
        list += length + (list[length] == ',');
    }
    *count = items;
    if (failed) {
        number_list_free(*values, items);
        *values = NULL;
    }
    return failed;
}

void number_list_merge(mpfr_t *values, int *count) {
    int kept = 0;
    for (int i = 0; i < *count; i++) {
        if (kept > 0 && mpfr_equal_p(values[i], values[kept - 1]))
            continue;
        mpfr_swap(values[kept++], values[i]);
    }
    for (int i = kept; i < *count; i++)
        mpfr_clear(values[i]);
    *count = kept;
}

void number_list_free(mpfr_t *values, int count) {
    for (int i = 0; values != NULL && i < count; i++)
        mpfr_clear(values[i]);
    free(values);
}
