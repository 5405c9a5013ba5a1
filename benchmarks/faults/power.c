/* Notes down, in order, what a program does to the files below $FAULTS_DIR, into $FAULTS_LOG.

   A note: one letter, the length of the path (2 bytes), an offset (8), the length of the data (4),
   the path, the data. W written, T cut or grown to the offset, S synced (a file or a folder),
   C made, D folder made, U removed, R renamed, L named once more (the data is the new path). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name, result, args) \
  static result(*real) args;     \
  if (!real) real = (result(*) args)dlsym(RTLD_NEXT, name)

static int notes = -2;
static const char *folder;
static size_t length;

static ssize_t put(int fd, const void *data, size_t size) {
  REAL("write", ssize_t, (int, const void *, size_t));
  return real(fd, data, size);
}

static int really_open(const char *path, int flags, int mode) {
  REAL("open64", int, (const char *, int, ...));
  return real(path, flags, mode);
}

static int begin(void) {
  if (notes == -2) {
    const char *log = getenv("FAULTS_LOG");
    folder = getenv("FAULTS_DIR");
    notes = -1;
    if (folder && log) {
      length = strlen(folder);
      notes = really_open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
    }
  }
  return notes >= 0;
}

static int ours(const char *path) {
  return begin() && !strncmp(path, folder, length) && (path[length] == '/' || !path[length]);
}

static void note(char kind, const char *path, uint64_t offset, const void *data, uint32_t size) {
  uint16_t named = strlen(path);
  char *all = malloc(15 + named + size);
  all[0] = kind;
  memcpy(all + 1, &named, 2);
  memcpy(all + 3, &offset, 8);
  memcpy(all + 11, &size, 4);
  memcpy(all + 15, path, named);
  if (size) memcpy(all + 15 + named, data, size);
  if (put(notes, all, 15 + named + size) < 0) abort();
  free(all);
}

static int where(int fd, char *path) {
  if (!begin() || fd == notes) return 0;
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, 4000);
  if (size <= 0) return 0;
  path[size] = 0;
  return ours(path);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  REAL("pwrite64", ssize_t, (int, const void *, size_t, off64_t));
  char path[4001];
  ssize_t done = real(fd, data, size, offset);
  if (done > 0 && where(fd, path)) note('W', path, offset, data, done);
  return done;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
  return pwrite64(fd, data, size, offset);
}

ssize_t write(int fd, const void *data, size_t size) {
  char path[4001];
  int known = where(fd, path);
  off_t offset = known ? lseek(fd, 0, SEEK_CUR) : 0;
  ssize_t done = put(fd, data, size);
  if (known && done > 0) note('W', path, offset, data, done);
  return done;
}

int fsync(int fd) {
  REAL("fsync", int, (int));
  char path[4001];
  int failed = real(fd);
  if (!failed && where(fd, path)) note('S', path, 0, 0, 0);
  return failed;
}

int fdatasync(int fd) {
  REAL("fdatasync", int, (int));
  char path[4001];
  int failed = real(fd);
  if (!failed && where(fd, path)) note('S', path, 0, 0, 0);
  return failed;
}

int ftruncate64(int fd, off64_t size) {
  REAL("ftruncate64", int, (int, off64_t));
  char path[4001];
  int failed = real(fd, size);
  if (!failed && where(fd, path)) note('T', path, size, 0, 0);
  return failed;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int unlink(const char *path) {
  REAL("unlink", int, (const char *));
  int failed = real(path);
  if (!failed && ours(path)) note('U', path, 0, 0, 0);
  return failed;
}

int rename(const char *from, const char *to) {
  REAL("rename", int, (const char *, const char *));
  int failed = real(from, to);
  if (!failed && ours(from)) note('R', from, 0, to, strlen(to));
  return failed;
}

int link(const char *from, const char *to) {
  REAL("link", int, (const char *, const char *));
  int failed = real(from, to);
  if (!failed && ours(from)) note('L', from, 0, to, strlen(to));
  return failed;
}

int mkdir(const char *path, mode_t mode) {
  REAL("mkdir", int, (const char *, mode_t));
  int failed = real(path, mode);
  if (!failed && ours(path)) note('D', path, 0, 0, 0);
  return failed;
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  int there = access(path, F_OK) == 0;
  int fd = really_open(path, flags, mode);
  if (fd >= 0 && ours(path)) {
    if ((flags & O_CREAT) && !there) note('C', path, 0, 0, 0);
    else if (flags & O_TRUNC) note('T', path, 0, 0, 0);
  }
  return fd;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return open64(path, flags, mode);
}
