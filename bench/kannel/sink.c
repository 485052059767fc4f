/*
 * Takes Kannel's callbacks as cheaply as can be: an HTTP server on 127.0.0.1 in one thread that answers every request
 * with 200 and counts. Kannel calls GET /1 for a message delivered, /2 for one undelivered, /8 for one that the operator
 * took; GET /counts answers `<delivered or undelivered> <taken> <milliseconds since 1970 of the last of the first>`.
 *
 *   sink PORT
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_FDS = 4096, BUFFER = 8192, MOST_EVENTS = 256 };

struct connection {
  size_t used;
  char bytes[BUFFER];
};

static struct connection *connections[MOST_FDS];
static long final_words, taken_words;
static long long last_final_ms;

static long long now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void count(char kind) {
  if (kind == '8') {
    taken_words += 1;
    return;
  }
  final_words += 1;
  last_final_ms = now_ms();
}

/* Writes the answer to one request behind `to`; gives its length. */
static size_t answer(const char *request, char *to) {
  static const char plain[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  if (strncmp(request, "GET /counts", 11) != 0) {
    if (strncmp(request, "GET /", 5) == 0) count(request[5]);
    memcpy(to, plain, sizeof plain - 1);
    return sizeof plain - 1;
  }
  char body[80];
  int size = snprintf(body, sizeof body, "%ld %ld %lld", final_words, taken_words, last_final_ms);
  return (size_t)sprintf(to, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", size, body);
}

static void drop(int fd) {
  free(connections[fd]);
  connections[fd] = NULL;
  close(fd);
}

static void take(int fd) {
  struct connection *from = connections[fd];
  ssize_t got = read(fd, from->bytes + from->used, BUFFER - 1 - from->used);
  if (got <= 0) return drop(fd);
  from->used += (size_t)got;
  from->bytes[from->used] = 0;
  char answers[BUFFER];
  size_t size = 0;
  char *start = from->bytes;
  for (char *end; size < BUFFER - 200 && (end = strstr(start, "\r\n\r\n")); start = end + 4) {
    size += answer(start, answers + size);
  }
  from->used -= (size_t)(start - from->bytes);
  memmove(from->bytes, start, from->used);
  if (size > 0 && write(fd, answers, size) != (ssize_t)size) return drop(fd);
  if (from->used == BUFFER - 1) drop(fd);
}

static int open_door(int port) {
  int door = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(door, (struct sockaddr *)&here, sizeof here) < 0) fail("bind");
  if (listen(door, 1024) < 0) fail("listen");
  return door;
}

static void let_in(int door, int poll) {
  int fd = accept(door, NULL, NULL), on = 1;
  if (fd < 0) return;
  if (fd >= MOST_FDS) {
    close(fd);
    return;
  }
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  connections[fd] = calloc(1, sizeof(struct connection));
  struct epoll_event wanted = {.events = EPOLLIN, .data.fd = fd};
  epoll_ctl(poll, EPOLL_CTL_ADD, fd, &wanted);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  int door = open_door(atoi(argv[1])), poll = epoll_create1(0);
  struct epoll_event wanted = {.events = EPOLLIN, .data.fd = door}, events[MOST_EVENTS];
  epoll_ctl(poll, EPOLL_CTL_ADD, door, &wanted);
  for (;;) {
    int ready = epoll_wait(poll, events, MOST_EVENTS, -1);
    for (int index = 0; index < ready; index += 1) {
      int fd = events[index].data.fd;
      if (fd == door) let_in(door, poll);
      else take(fd);
    }
  }
}
