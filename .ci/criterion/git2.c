/* A libgit2 that comes when it is called.
 *
 * Criterion needs libgit2 for one thing, to show where two texts differ, but each of its
 * processes, one for each test, loads it with sixteen more libraries and reads the certificates
 * of the system: 8 of the 10 ms of a test that does nothing. A library of the same name, which
 * the linker finds first, loads the true one (GIT2_LIBRARY, a path) for the first difference.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <dlfcn.h>
#include <stddef.h>

/* What libgit2 declares, with its pointers to structures and functions as pointers. */
typedef int differ(const void *old, size_t old_length, const char *old_path,
                   const void *new, size_t new_length, const char *new_path,
                   const void *options, void (*file)(void), void (*binary)(void),
                   void (*hunk)(void), void (*line)(void), void *payload);

int git_libgit2_init(void);
int git_libgit2_shutdown(void);
differ git_diff_buffers;

int git_libgit2_init(void) {
    return 1;
}

int git_libgit2_shutdown(void) {
    return 0;
}

/* The function called `name` of the true library, or NULL. */
static void (*find(const char *name))(void) {
    union {
        void *object;
        void (*function)(void);
    } found = {NULL};
    void *library = dlopen(GIT2_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL)
        found.object = dlsym(library, name);
    return found.function;
}

int git_diff_buffers(const void *old, size_t old_length, const char *old_path,
                     const void *new, size_t new_length, const char *new_path,
                     const void *options, void (*file)(void), void (*binary)(void),
                     void (*hunk)(void), void (*line)(void), void *payload) {
    int (*const init)(void) = (int (*)(void))find("git_libgit2_init");
    differ *const differences = (differ *)find("git_diff_buffers");
    if (init == NULL || differences == NULL || init() < 0)
        return -1;
    return differences(old, old_length, old_path, new, new_length, new_path, options,
                       file, binary, hunk, line, payload);
}
