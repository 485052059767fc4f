/*
 * Preloaded into Kannel: every TCP connection sends at once. Kannel asks for Nagle's algorithm, which, together with
 * delayed acknowledgements, makes its receipts ten times slower than it can be.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

typedef int setsockopt_fn(int, int, int, const void *, socklen_t);
typedef int connect_fn(int, const struct sockaddr *, socklen_t);
typedef int accept_fn(int, struct sockaddr *, socklen_t *);

static const int on = 1;

static int set(int fd, int level, int name, const void *value, socklen_t size) {
  static setsockopt_fn *real;
  if (!real) real = (setsockopt_fn *)dlsym(RTLD_NEXT, "setsockopt");
  return real(fd, level, name, value, size);
}

/* Fails harmlessly on what is not TCP. */
static void send_at_once(int fd) { set(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); }

int setsockopt(int fd, int level, int name, const void *value, socklen_t size) {
  if (level == IPPROTO_TCP && name == TCP_NODELAY) return set(fd, level, name, &on, sizeof on);
  return set(fd, level, name, value, size);
}

int connect(int fd, const struct sockaddr *address, socklen_t size) {
  static connect_fn *real;
  if (!real) real = (connect_fn *)dlsym(RTLD_NEXT, "connect");
  send_at_once(fd);
  return real(fd, address, size);
}

int accept(int fd, struct sockaddr *address, socklen_t *size) {
  static accept_fn *real;
  if (!real) real = (accept_fn *)dlsym(RTLD_NEXT, "accept");
  int accepted = real(fd, address, size);
  if (accepted >= 0) send_at_once(accepted);
  return accepted;
}
