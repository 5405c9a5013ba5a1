/* Lets the n-th call on files below $FAULTS_DIR fail: faults_set(n, errno, from then on?).

   Calls that write, make, cut, sync, rename or remove are counted; those that open to read or read,
   too, where the error is not that the disk is full. faults_count() says how many there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(name, result, args) \
  static result(*real) args;     \
  if (!real) real = (result(*) args)dlsym(RTLD_NEXT, name)
#define FAIL      \
  do {            \
    errno = code; \
    return -1;    \
  } while (0)

static long at, count;
static int code, lasting;
static const char *folder;

void faults_set(long number, int error, int from_then_on) {
  at = number;
  code = error;
  lasting = from_then_on;
  count = 0;
  folder = getenv("FAULTS_DIR");
}

long faults_count(void) { return count; }

static int fails(void) {
  count++;
  return count == at || (lasting && count > at);
}

static int named(const char *path) {
  return at && folder && !strncmp(path, folder, strlen(folder)) && fails();
}

static int known(int fd) {
  if (!at || !folder) return 0;
  char link[40], path[4001];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, 4000);
  if (size <= 0) return 0;
  path[size] = 0;
  return named(path);
}

static int reading(int fd) { return code != ENOSPC && known(fd); }

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  REAL("pwrite64", ssize_t, (int, const void *, size_t, off64_t));
  if (known(fd)) {
    if (code == ENOSPC && size > 8 && real(fd, data, size / 2, offset) < 0) return -1;
    FAIL;
  }
  return real(fd, data, size, offset);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
  return pwrite64(fd, data, size, offset);
}

ssize_t write(int fd, const void *data, size_t size) {
  REAL("write", ssize_t, (int, const void *, size_t));
  if (known(fd)) FAIL;
  return real(fd, data, size);
}

ssize_t pread64(int fd, void *data, size_t size, off64_t offset) {
  REAL("pread64", ssize_t, (int, void *, size_t, off64_t));
  if (reading(fd)) FAIL;
  return real(fd, data, size, offset);
}

ssize_t pread(int fd, void *data, size_t size, off_t offset) {
  return pread64(fd, data, size, offset);
}

ssize_t read(int fd, void *data, size_t size) {
  REAL("read", ssize_t, (int, void *, size_t));
  if (reading(fd)) FAIL;
  return real(fd, data, size);
}

int fsync(int fd) {
  REAL("fsync", int, (int));
  if (known(fd)) FAIL;
  return real(fd);
}

int fdatasync(int fd) {
  REAL("fdatasync", int, (int));
  if (known(fd)) FAIL;
  return real(fd);
}

int ftruncate64(int fd, off64_t size) {
  REAL("ftruncate64", int, (int, off64_t));
  if (known(fd)) FAIL;
  return real(fd, size);
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int unlink(const char *path) {
  REAL("unlink", int, (const char *));
  if (code != ENOSPC && named(path)) FAIL;
  return real(path);
}

int rename(const char *from, const char *to) {
  REAL("rename", int, (const char *, const char *));
  if (named(from)) FAIL;
  return real(from, to);
}

int link(const char *from, const char *to) {
  REAL("link", int, (const char *, const char *));
  if (named(from)) FAIL;
  return real(from, to);
}

int mkdir(const char *path, mode_t mode) {
  REAL("mkdir", int, (const char *, mode_t));
  if (named(path)) FAIL;
  return real(path, mode);
}

int open64(const char *path, int flags, ...) {
  REAL("open64", int, (const char *, int, ...));
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  if ((code != ENOSPC || flags & O_CREAT) && named(path)) FAIL;
  return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  return open64(path, flags, mode);
}
