/* Every text of the corpus is read, or refused with a message: what the fuzzer has found to
 * take a way of its own through the reader. Under the sanitizers this is where an overrun
 * shows.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "problems/tests/digest.h"

enum { TEXT_LIMIT = 1 << 16, LEAST_TEXTS = 50 };

static size_t read_text(const char *name, char *text) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", CORPUS, name);
    FILE *file = fopen(path, "rb");
    cr_assert(file != NULL, "cannot open %s", path);
    size_t length = fread(text, 1, TEXT_LIMIT, file);
    fclose(file);
    return length;
}

Test(corpus, every_text_is_read_or_refused_with_a_message) {
    static char text[TEXT_LIMIT];
    DIR *folder = opendir(CORPUS);
    cr_assert(folder != NULL);
    int count = 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.')
            continue;
        size_t length = read_text(entry->d_name, text);
        cr_expect(digest_text(text, length), "%s", entry->d_name);
        count++;
    }
    closedir(folder);
    cr_assert(count >= LEAST_TEXTS, "only %d texts", count);
}

static const char *const WHOLE[] = {
    "size n = 3\nparam k = 4/3\nposition q[i] = i/7 for i in 1..n\n"
    "velocity v[i] = 0 for i in 1..n\nfor i in 1..n { q[i]' = v[i]\n"
    "v[i]' = if i < n then k*max(q[i], 0)^2 else -sqrt(k)*sin(q[i]) }\n"
    "published \"me\" at 2 { q[1] = 0.5 digits 2 }\n"
    "published \"you\" of other at 2 { q[1] = 1/2 }\npath \"p\" = q[1], t*v[2]\n"
    "param w = elliptic_k(1/3)\npath dn(t, w/3), kepler(q[1], 1/3)\n"
    "contact floor { gap = q[1]; restitution = 1/2 }\nvariant other tags a, not b-c : k "
    "= 2, q[2] = 3\n",
    "position e = 1, f = 0, g = 0, h = 0\nvelocity v = 0, w = 0\ne' = -v*f\n"
    "f' = v*e\ng' = -w*h\nh' = w*g\nmass v, v = 2\nmass w, w = 2\nforce v = 1\nforce w = "
    "t\n"
    "quaternion u = e, f, g, h\njoint a = f\njoint b[i] = i*sin(f) for i in 1..2\n"
    "joint r = w - t*e*v\npublished \"me\" at 1 { a = 1/3 }\n",
};

Test(corpus, every_part_of_a_model_is_read_or_refused_with_a_message) {
    for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++) {
        const char *text = WHOLE[i];
        const size_t size = strlen(text) + 1;
        for (size_t begin = 0; begin < size; begin++)
            for (size_t length = 0; begin + length < size; length++)
                cr_assert(digest_text(text + begin, length),
                          "text %zu, %zu bytes from %zu", i, length, begin);
    }
}
