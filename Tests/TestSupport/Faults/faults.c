// Stands between a server and its machine, preloaded: notes what the disk has for certain, so that
// a test can take away the rest as a loss of power does; holds up every sync, or even a write to a
// journal. What it is to do stands in the environment:
//
//     FAULTS_LOG    a file of lines about journals: "sync NAME BYTES", "names", "gone NAME",
//                   "held NAME", "stuck NAME"
//     FAULTS_GONE   a directory where removed segments go
//     FAULTS_KEPT   a directory where each file of an archive lies as it was when it was last
//                   synced, since those are written anywhere; `.names` there is a list of those
//                   whose names were synced
//     FAULTS_HOLD   while there is a file of that name, no sync ends of what is being written
//     FAULTS_STUCK  while there is a file of that name, nothing that writes to a journal returns
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t really_write(int descriptor, const void *bytes, size_t count) {
  static ssize_t (*real)(int, const void *, size_t);
  if (real == NULL) real = dlsym(RTLD_NEXT, "write");
  return real(descriptor, bytes, count);
}

static void note(const char *line) {
  const char *path = getenv("FAULTS_LOG");
  if (path == NULL) return;
  int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log < 0) return;
  if (really_write(log, line, strlen(line)) < 0) abort();
  close(log);
}

// Copies a file that nobody writes meanwhile; a process killed here leaves the copy before it.
static void copy(int descriptor, const char *folder, const char *name) {
  char path[PATH_MAX], part[PATH_MAX + 8], bytes[1 << 16];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  snprintf(part, sizeof part, "%s.part", path);
  int copy = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (copy < 0) abort();
  ssize_t count;
  off_t place = 0;
  while ((count = pread(descriptor, bytes, sizeof bytes, place)) > 0) {
    if (really_write(copy, bytes, count) != count) abort();
    place += count;
  }
  close(copy);
  if (count < 0 || rename(part, path) != 0) abort();
}

// Lists the copies: the names of their files are certain from now on.
static void list(const char *folder) {
  char path[PATH_MAX], part[PATH_MAX + 8];
  snprintf(path, sizeof path, "%s/.names", folder);
  snprintf(part, sizeof part, "%s.part", path);
  FILE *names = fopen(part, "w");
  DIR *copies = opendir(folder);
  if (names == NULL || copies == NULL) abort();
  for (struct dirent *entry; (entry = readdir(copies)) != NULL;) {
    const char *end = strrchr(entry->d_name, '.');
    if (entry->d_name[0] != '.' && strcmp(end == NULL ? "" : end, ".part") != 0) {
      fprintf(names, "%s\n", entry->d_name);
    }
  }
  closedir(copies);
  fclose(names);
  if (rename(part, path) != 0) abort();
}

static const char *name_of(int descriptor, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = readlink(link, path, PATH_MAX - 1);
  path[count < 0 ? 0 : count] = 0;
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

static int sync_by(const char *function, int descriptor) {
  char path[PATH_MAX], line[PATH_MAX + 64];
  const char *name = name_of(descriptor, path);
  struct stat status;
  fstat(descriptor, &status);
  const char *hold = getenv("FAULTS_HOLD");
  int is_written = (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
  if (hold != NULL && is_written && access(hold, F_OK) == 0) {
    snprintf(line, sizeof line, "held %s\n", name);
    note(line);
    while (access(hold, F_OK) == 0) usleep(5000);
  }
  int (*real)(int) = dlsym(RTLD_NEXT, function);
  int result = real(descriptor);
  if (result != 0) return result;
  int is_directory = S_ISDIR(status.st_mode);
  const char *kept = getenv("FAULTS_KEPT");
  if (strcmp(name, "archive") == 0 || strstr(path, "/archive/") != NULL) {
    if (kept == NULL) return 0;
    if (is_directory) {
      list(kept);
    } else {
      copy(descriptor, kept, name);
    }
  } else if (is_directory && strcmp(name, "journal") == 0) {
    note("names\n");
  } else if (!is_directory) {
    snprintf(line, sizeof line, "sync %s %lld\n", name, (long long)status.st_size);
    note(line);
  }
  return 0;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  const char *stuck = getenv("FAULTS_STUCK");
  if (stuck != NULL && access(stuck, F_OK) == 0) {
    char path[PATH_MAX], line[PATH_MAX + 64];
    const char *name = name_of(descriptor, path);
    if (strstr(path, "/journal/") != NULL) {
      snprintf(line, sizeof line, "stuck %s\n", name);
      note(line);
      while (access(stuck, F_OK) == 0) usleep(5000);
    }
  }
  return really_write(descriptor, bytes, count);
}

int fsync(int descriptor) { return sync_by("fsync", descriptor); }

int fdatasync(int descriptor) { return sync_by("fdatasync", descriptor); }

int unlinkat(int directory, const char *name, int flags) {
  char path[PATH_MAX], line[PATH_MAX + 64];
  const char *gone = getenv("FAULTS_GONE");
  if (gone == NULL || strcmp(name_of(directory, path), "journal") != 0) {
    int (*real)(int, const char *, int) = dlsym(RTLD_NEXT, "unlinkat");
    return real(directory, name, flags);
  }
  snprintf(path, sizeof path, "%s/%s", gone, name);
  if (renameat(directory, name, AT_FDCWD, path) != 0) return -1;
  snprintf(line, sizeof line, "gone %s\n", name);
  note(line);
  return 0;
}
