/* Makes calls on the files below one folder fail on command, as a bad device does. For LD_PRELOAD.

   FAULTS_BELOW:   the folder.
   FAULTS_COMMAND: a file with a call and an error number, such as "fsync 5"; no file: nothing fails.
                   "write 28 10": ten more bytes may be written before it fails.

   "hang 300": a sync takes 300 milliseconds, or until the file is removed.

   The calls: open, write, fsync, all. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int below(const char *path) {
    const char *folder = getenv("FAULTS_BELOW");
    return folder && path && !strncmp(path, folder, strlen(folder));
}

static int file_below(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0)
        return 0;
    path[size] = 0;
    return below(path);
}

/* The error with which a call has to fail now, or 0. left: how many bytes may still be written. */
static int ordered(const char *call, long *left) {
    char text[64], wanted[16] = "";
    const char *name = getenv("FAULTS_COMMAND");
    int number = 0;
    *left = 0;
    int file = name ? (int)syscall(SYS_openat, AT_FDCWD, name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return 0;
    long size = syscall(SYS_read, file, text, sizeof text - 1);
    syscall(SYS_close, file);
    if (size <= 0)
        return 0;
    text[size] = 0;
    if (sscanf(text, "%15s %d %ld", wanted, &number, left) < 2)
        return 0;
    return !strcmp(wanted, call) || !strcmp(wanted, "all") ? number : 0;
}

static int refused(int concerned, const char *call) {
    long left;
    int number = concerned ? ordered(call, &left) : 0;
    if (number)
        errno = number;
    return number;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...) {                                                   \
        mode_t mode = 0;                                                                           \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                       \
            va_list more;                                                                          \
            va_start(more, flags);                                                                 \
            mode = va_arg(more, mode_t);                                                           \
            va_end(more);                                                                          \
        }                                                                                          \
        if (refused(below(path) && (flags & O_ACCMODE) != O_RDONLY, "open"))                       \
            return -1;                                                                             \
        return REAL(name)(path, flags, mode);                                                      \
    }
OPEN(open)
OPEN(open64)

#define WRITE(name, offset_type)                                                                   \
    ssize_t name(int file, const void *data, size_t size, offset_type offset) {                    \
        long left = 0;                                                                             \
        int number = file_below(file) ? ordered("write", &left) : 0;                               \
        if (number && (left <= 0 || (size_t)left >= size)) {                                       \
            errno = number;                                                                        \
            return -1;                                                                             \
        }                                                                                          \
        return REAL(name)(file, data, number ? (size_t)left : size, offset);                       \
    }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

static void hang(int concerned) {
    long left;
    int wait = concerned ? ordered("hang", &left) : 0;
    for (int passed = 0; passed < wait && ordered("hang", &left); passed += 10)
        usleep(10000);
}

#define SYNC(name)                                                                                 \
    int name(int file) {                                                                           \
        hang(file_below(file));                                                                    \
        return refused(file_below(file), "fsync") ? -1 : REAL(name)(file);                         \
    }
SYNC(fsync)
SYNC(fdatasync)

#define CUT(name, size_type)                                                                       \
    int name(int file, size_type size) {                                                           \
        return refused(file_below(file), "write") ? -1 : REAL(name)(file, size);                   \
    }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)
