/* A figure as a file of its own.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/svg.h"

#include <string.h>

#include "reports/style.h"

void svg_file(struct text *file, const char *element) {
    const char *inside = strchr(element, '>');
    size_t head = inside ? (size_t)(inside - element) + 1 : 0;
    text_add(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text_add_bytes(file, element, head);
    text_add(file, "\n<style>\n");
    text_add(file, style_figure);
    text_add(file, "svg{background:var(--paper)}\n</style>");
    text_add(file, element + head);
}
