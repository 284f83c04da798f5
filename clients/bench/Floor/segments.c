// How often somebody wrote to us, as the kernel counts it at our end: a write to a socket without
// delay, of less than a segment holds, is one segment with data. No process is asked, and readers
// who come late and find several writes at once do not blur it.

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "CBenchFloor.h"

int64_t bench_segments_received(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  int64_t segments = 0;
  for (int descriptor = 0; descriptor < (int)limit.rlim_cur; descriptor++) {
    struct tcp_info info = {0};
    socklen_t length = sizeof info;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &length) == 0) {
      segments += info.tcpi_data_segs_in;
    }
  }
  return segments;
}
