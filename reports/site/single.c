/* A page as one file, to be sent by itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include <string.h>

#include "reports/output.h"
#include "reports/site/files.h"
#include "reports/site/site.h"

/* A tag that names a file, and what stands around the file's content in its place. */
static const struct part {
    const char *begins, *ends, *before, *after;
} parts[] = {
    {"<link rel=\"stylesheet\" href=\"", "\">", "<style>\n", "</style>"},
    {"<script src=\"", "\"></script>", "<script>\n", "</script>"},
    {"<script src=\"", "\" defer></script>", "<script>\n", "</script>"},
};

static bool begins(const char *at, const char *with) {
    return strncmp(at, with, strlen(with)) == 0;
}

/* The name of a file of the report, without the way up to it; NULL: there is none. */
static const char *read_name(char name[64], const char *at, const char *ends) {
    const char *end;
    at += begins(at, "../") ? strlen("../") : 0;
    end = strchr(at, '"');
    if (end == NULL || !begins(end, ends) || end - at >= 64)
        return NULL;
    memcpy(name, at, (size_t)(end - at));
    name[end - at] = '\0';
    return end + strlen(ends);
}

/* Puts a style or script in place of the tag at *at. */
static bool take_part(struct text *out, const char **at, const char *folder, bool *good,
                      struct text *why) {
    char name[64];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct part *p = &parts[i];
        const char *behind = begins(*at, p->begins)
                                 ? read_name(name, *at + strlen(p->begins), p->ends)
                                 : NULL;
        if (behind == NULL)
            continue;
        text_add(out, p->before);
        *good = files_read(out, folder, name, why) && *good;
        text_add(out, p->after);
        *at = behind;
        return true;
    }
    return false;
}

/* Puts the picture itself, as an address, in place of that of its file. */
static bool take_picture(struct text *out, const char **at, const char *folder,
                         bool *good, struct text *why) {
    static const char picture[] = "<img src=\"";
    const char *name = *at + strlen(picture), *end;
    if (!begins(*at, picture) || (end = strchr(name, '"')) == NULL)
        return false;
    struct text file = {0}, bytes = {0};
    name += begins(name, "../") ? strlen("../") : 0;
    text_add_bytes(&file, name, (size_t)(end - name));
    *good = files_read(&bytes, folder, text_bytes(&file), why) && *good;
    text_add(out, picture);
    text_add(out, "data:image/svg+xml,");
    text_address(out, text_bytes(&bytes));
    *at = end;
    text_clear(&file);
    text_clear(&bytes);
    return true;
}

/* A link to another file loses its address. */
static bool take_link(const char **at) {
    static const char link[] = " href=\"";
    const char *end = NULL;
    if (begins(*at, link) && (*at)[strlen(link)] != '#' &&
        (end = strchr(*at + strlen(link), '"')))
        *at = end + 1;
    return end != NULL;
}

static bool put_together(struct text *out, const char *page, const char *folder,
                         struct text *why) {
    bool good = true;
    while (*page != '\0' && good) {
        if ((*page == '<' || *page == ' ') &&
            (take_part(out, &page, folder, &good, why) ||
             take_picture(out, &page, folder, &good, why) || take_link(&page)))
            continue;
        size_t length = 1 + strcspn(page + 1, "< ");
        text_add_bytes(out, page, length);
        page += length;
    }
    return good;
}

bool single_make(const char *folder, const char *name, struct text *file,
                 struct text *why) {
    static const char *const places[] = {"", "models/", "methods/"};
    struct text page = {0}, whole = {0};
    json_t *taken = json_object(), *chosen = site_file_name(name, taken);
    bool is_there = false, good = false;
    text_format(file, "%s.html", json_string_value(chosen));
    for (size_t i = strcmp(name, "index") == 0 ? 0 : 1; i < 3 && !is_there; i++) {
        struct text path = text_made("%s%s", places[i], text_bytes(file));
        is_there = files_read(&page, folder, text_bytes(&path), NULL);
        text_clear(&path);
    }
    if (is_there)
        good = put_together(&whole, text_bytes(&page), folder, why) &&
               output_replace(".", text_bytes(file), &whole, why);
    else
        text_format(why,
                    "%s: no page of '%s' (a problem or a method of the report, or index)",
                    folder, name);
    json_decref(chosen);
    json_decref(taken);
    text_clear(&page);
    text_clear(&whole);
    return good;
}
