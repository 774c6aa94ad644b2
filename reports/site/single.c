/* A page as one file, to be sent by itself.
 *
 * SPDX-License-Identifier: BSD-2-Clause */

#include <string.h>

#include "reports/files.h"
#include "reports/site/site.h"

/* A tag that names a file, and what stands around the file's content in its place. */
static const struct part {
    const char *begins, *ends, *before, *after;
    bool is_address; /* the content stands in one */
} parts[] = {
    {"<link rel=\"stylesheet\" href=\"", "\">", "<style>\n", "</style>", false},
    {"<script src=\"", "\"></script>", "<script>\n", "</script>", false},
    {"<script src=\"", "\" defer></script>", "<script>\n", "</script>", false},
    {"<img src=\"", "\"", "<img src=\"data:image/svg+xml,", "\"", true},
};

enum { NAME_ROOM = 256 };

/* The name of a file of the report, without the way up to it; NULL: there is none. */
static const char *read_name(char name[NAME_ROOM], const char *at, const char *ends) {
    const char *end;
    at += text_begins(at, "../") ? strlen("../") : 0;
    end = strchr(at, '"');
    if (end == NULL || !text_begins(end, ends) || end - at >= NAME_ROOM)
        return NULL;
    memcpy(name, at, (size_t)(end - at));
    name[end - at] = '\0';
    return end + strlen(ends);
}

/* Puts a style, script or picture in place of the tag at *at. */
static bool take_part(struct text *out, const char **at, const char *folder, bool *good,
                      struct text *why) {
    char name[NAME_ROOM];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct part *p = &parts[i];
        const char *behind = text_begins(*at, p->begins)
                                 ? read_name(name, *at + strlen(p->begins), p->ends)
                                 : NULL;
        if (behind == NULL)
            continue;
        struct text content = {0};
        *good = files_read(&content, folder, name, why) && *good;
        text_add(out, p->before);
        (p->is_address ? text_address : text_add)(out, text_bytes(&content));
        text_add(out, p->after);
        text_clear(&content);
        *at = behind;
        return true;
    }
    return false;
}

/* A link to another file loses its address. */
static bool take_link(const char **at) {
    static const char link[] = " href=\"";
    const char *end = NULL;
    if (text_begins(*at, link) && (*at)[strlen(link)] != '#' &&
        (end = strchr(*at + strlen(link), '"')))
        *at = end + 1;
    return end != NULL;
}

static bool put_together(struct text *out, const char *page, const char *folder,
                         struct text *why) {
    bool good = true;
    while (*page != '\0' && good) {
        if ((*page == '<' || *page == ' ') &&
            (take_part(out, &page, folder, &good, why) || take_link(&page)))
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
               files_replace(".", text_bytes(file), &whole, why);
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
